// Writes games.js: the plain spelling (README, R1) of the built-in games. `node make-games.js ../games > games.js`.

import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const SIGNS = { '\u2264': '<=', '\u2265': '>=', '\u2260': '!=', '\u00d7': '*', '\u00b7': '*', '\u2212': '-', '\u2032': "'", '\u03c6': 'phi', '\u221a': 'sqrt' };

/** The lines of a rules text in plain spelling. */
export function plainSpelling(text) {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').replace(/[^ -~\t]/g, (sign) => SIGNS[sign] ?? sign).replace(/[ \t]+/g, ' ').trim())
    .filter((line) => line !== '');
}

export function gamesModule(folder) {
  let out = '// The built-in games in their plain spelling (README, R1 and R4). Data: made by make-games.js from games/.\n\nexport const GAMES = {\n';
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.game')) continue;
    const lines = plainSpelling(readFileSync(`${folder}/${file}`, 'utf8'));
    out += `  '${file.slice(0, -5)}': [\n${lines.map((line) => `    ${JSON.stringify(line)},\n`).join('')}  ],\n`;
  }
  return out + '};\n';
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.stdout.write(gamesModule(process.argv[2]));

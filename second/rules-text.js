// Rules texts inside certificates: README, paragraphs R1 to R4.

import { GAMES } from './games.js';
import { LanguageError } from './rules-language/parser.js';
import { readGame, readParameters } from './rules-language/game.js';
import { sha256OfText } from './sha256.js';

/** Reads the block `rules` and the line `parameters`; the game has its `title` for sentences. */
export function readRules(reader) {
  const lines = reader.block('rules');
  for (const line of lines) reader.demand(isPlain(line), () => `not in plain spelling: "${line.slice(0, 80)}"`); // R1
  const words = reader.words('parameters');
  return inLanguage(reader, () => {
    const game = readGame(lines, readParameters(words, lines)); // R2, R3
    game.title = titleOf(game, lines); // R4
    return game;
  });
}

/** R1: no comment, no run of blanks, none in front or behind, no empty line. */
export function isPlain(line) {
  return line !== '' && !line.includes('#') && !line.includes('  ') && !line.startsWith(' ') && !line.endsWith(' ');
}

/** Turns mistakes in a text of the rules language into refusals. */
export function inLanguage(reader, action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof LanguageError) reader.refuse(`rules: ${error.message}`);
    throw error;
  }
}

function titleOf(game, lines) {
  const values = [...game.parameters].map(([name, value]) => `${name}=${value}`).join(', ');
  const called = values === '' ? game.name : `${game.name}(${values})`;
  const builtIn = Object.hasOwn(GAMES, game.name) ? GAMES[game.name].join('\n') : null;
  if (builtIn === lines.join('\n')) return called;
  return `a game that calls itself ${called}, rules sha256:${sha256OfText(lines.map((line) => line + '\n').join(''))}`;
}

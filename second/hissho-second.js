#!/usr/bin/env node
// The command line of the second checker: `node hissho-second.js [--json] [--steps N] [--memory BYTES] FILE…`.
//
// Prints one line for each file; `-` is the standard input. Files are plain text: unpack `.zst` first. The exit code is
// the first that occurs of 2 (unreadable), 1 (refused), 3 (gave up), 4 (counted), 0 (accepted).

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check } from './check.js';
import { escaped, exitCode } from './verdict.js';

const HELP = `usage: node hissho-second.js [--json] [--steps N] [--memory BYTES] [--] FILE...

Checks certificates, written as plain text, a second time. "-" reads the standard input.
Exit 0: all accepted, 1: one refused, 2: one cannot be read, 3: gave up on one, 4: one only counted.
`;

function main(args) {
  const files = [];
  const options = {};
  let json = false;
  let onlyFiles = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (onlyFiles || arg === '-' || !arg.startsWith('-')) files.push(arg);
    else if (arg === '--') onlyFiles = true;
    else if (arg === '--json') json = true;
    else if ((arg === '--steps' || arg === '--memory') && /^[0-9]+$/.test(args[i + 1] ?? '')) options[arg.slice(2)] = Number(args[++i]);
    else if (arg === '--help' && args.length === 1) {
      process.stdout.write(HELP);
      return 0;
    } else {
      process.stderr.write(`unknown option ${escaped(arg)}\n${HELP}`);
      return 2;
    }
  }
  if (files.length === 0) {
    process.stderr.write(HELP);
    return 2;
  }
  const results = files.map((file) => ({ file, ...checkFile(file, options) }));
  if (json) process.stdout.write(JSON.stringify({ files: results }) + '\n');
  else for (const { file, verdict, claim, reason } of results) console.log(`${escaped(file)}: ${verdict}: ${escaped(claim ?? reason)}`);
  return exitCode(results.map(({ verdict }) => verdict));
}

function checkFile(file, options) {
  let bytes;
  try {
    bytes = readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    return { verdict: 'unreadable', claim: null, reason: error.code ?? 'cannot be read' };
  }
  const folder = file === '-' ? '.' : dirname(file);
  const sideFile = (name) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path) : null;
  };
  try {
    return check(bytes, { sideFile, ...options });
  } catch (error) {
    // A mistake in the checker itself must not lose the verdicts of the other files, nor decide this one.
    return { verdict: 'gave-up', claim: null, reason: `the checker failed: ${error.stack ?? error}` };
  }
}

process.exitCode = main(process.argv.slice(2));

// Tests of the second checker: `node --test second/test.js`.
//
// Small true certificates of every kind are accepted; damaged ones are refused; so are the refusals kept for the first checker.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { check } from './check.js';
import { gamesModule } from './make-games.js';
import { sha256 } from './sha256.js';
import { EXAMPLES } from './examples.js';
import { KINDS } from './kinds.js';
import { exitCode } from './verdict.js';

const here = (path) => new URL(path, import.meta.url);

/** The certificate of a body: with its digest. */
function signed(body) {
  return `${body}sha256 ${createHash('sha256').update(body, 'latin1').digest('hex')}\n`;
}

test('SHA-256 is that of node for every length up to 200 bytes', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    assert.equal(sha256(bytes), createHash('sha256').update(bytes).digest('hex'));
  }
});

test('the built-in games are those of games/', () => {
  assert.equal(readFileSync(here('games.js'), 'utf8'), gamesModule(here('../games').pathname));
});

test('the exit code is the first that occurs of 2, 1, 3, 4, 0', () => {
  assert.equal(exitCode(['accepted', 'counted']), 4);
  assert.equal(exitCode(['counted', 'gave-up']), 3);
  assert.equal(exitCode(['gave-up', 'refused']), 1);
  assert.equal(exitCode(['refused', 'unreadable']), 2);
  assert.equal(exitCode(['accepted']), 0);
});

test('every kind has an example', () => {
  for (const kind of Object.keys(KINDS)) assert.ok(EXAMPLES.some(({ body }) => body.includes(`\nkind ${kind}\n`)), kind);
});

for (const { name, body, verdict = 'accepted', claim } of EXAMPLES) {
  test(`${name}: ${verdict}`, () => {
    const result = check(signed(body));
    assert.equal(result.verdict, verdict, result.reason ?? '');
    if (claim !== undefined) assert.equal(result.claim, claim);
  });

  test(`${name}: a line dropped, doubled or exchanged with the next is refused`, () => {
    const lines = body.split('\n').slice(0, -1);
    const { claim: before } = check(signed(body));
    // Damage to a rules text may make another game, of which the same is true: then the sentence is another one.
    const demandRefused = (changed, how) => {
      const result = check(signed(changed.map((line) => line + '\n').join('')), { steps: 1e8 });
      assert.ok(result.verdict === 'refused' || result.verdict === 'gave-up' || result.claim !== before, how);
    };
    lines.forEach((line, i) => {
      demandRefused(lines.filter((_, j) => j !== i), `without "${line}"`);
      demandRefused([...lines.slice(0, i + 1), ...lines.slice(i)], `"${line}" twice`);
      if (i + 1 < lines.length && lines[i + 1] !== line) demandRefused([...lines.slice(0, i), lines[i + 1], line, ...lines.slice(i + 2)], `"${line}" exchanged with the next`);
    });
  });

  test(`${name}: another text of the same meaning is refused`, () => {
    for (const spoilt of [signed(body).slice(0, -1), signed(body) + '\n', signed(body.replace(/ /, '  ')), signed(body.replace(/\n/, ' \n')), signed(body.replace(/\n/g, '\r\n')), signed(body) .replace('sha256 ', 'sha256 0'), signed(body + 'note\n')]) {
      assert.equal(check(spoilt).verdict, 'refused');
    }
  });
}

const refusals = here('../crates/certificate/tests/refusals/');
if (existsSync(refusals)) {
  for (const kind of readdirSync(refusals).sort()) {
    test(`refusals of ${kind} are refused`, () => {
      for (const file of readdirSync(new URL(`${kind}/`, refusals)).sort()) {
        if (!file.endsWith('.cert')) continue;
        const text = readFileSync(new URL(`${kind}/${file}`, refusals));
        // What is exhausting for one checker need not be so for another, and may even be true.
        const isExhausting = file.startsWith('Exhausted');
        const result = check(text, { steps: isExhausting ? 2e7 : 3e8 });
        if (isExhausting) continue;
        assert.equal(result.verdict, 'refused', `${kind}/${file}: ${result.claim ?? result.reason}`);
      }
    });
  }
}

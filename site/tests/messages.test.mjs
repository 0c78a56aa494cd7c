// Both languages say the same things, and everything the page says is in them.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { format, names, parse } from '../fluent.js';

const read = (language) => parse(readFileSync(new URL(`../../crates/workbench/messages/${language}.ftl`, import.meta.url), 'utf8'));
const [english, japanese] = ['en', 'ja'].map(read);

test('the same keys with the same names are in both languages', () => {
  assert.deepEqual([...english.keys()].sort(), [...japanese.keys()].sort());
  for (const [key, pattern] of japanese) {
    const known = names(english.get(key));
    for (const name of names(pattern)) assert.ok(known.includes(name), `${key}: ${name}`);
  }
});

test('every message that the page asks for by name is there', () => {
  const files = ['', 'rooms/'].flatMap((folder) => readdirSync(new URL(`../${folder}`, import.meta.url)).filter((name) => name.endsWith('.js')).map((name) => `${folder}${name}`));
  const asked = files.flatMap((file) => [...readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').matchAll(/\bt\('([a-z][\w-]*)'/g)].map((match) => [file, match[1]]));
  assert.ok(asked.length > 50);
  for (const [file, key] of asked) assert.ok(english.has(key), `${file}: ${key}`);
});

test('choices, numbers and continued lines are read as Fluent reads them', () => {
  const messages = parse('a = one { $n ->\n    [one] stone\n   *[other] { $n } stones\n }\nb = first\n  second\n# remark\nc = { $who }!\n');
  assert.equal(format(messages.get('a'), { n: 1 }, 'en'), 'one stone');
  assert.equal(format(messages.get('a'), { n: 3 }, 'en'), 'one 3 stones');
  assert.equal(format(messages.get('b'), {}, 'en'), 'first\nsecond');
  assert.equal(format(messages.get('c'), { who: 'you' }, 'en'), 'you!');
  for (const wrong of ['a = { $n -> [one] x }', 'a = { n', 'a = { f() }', 'nothing', 'a = x\na = y']) assert.throws(() => parse(wrong), undefined, wrong);
});

// `node compare.js ENGINE.wasm ANSWERS`: asks questions.jsonl through WebAssembly and compares each answer with its line of
// ANSWERS, which the same code gave without it (examples/ask.rs).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { load } from "../engine.js";

const lines = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const [wasm, answers] = process.argv.slice(2);
const questions = lines(new URL("questions.jsonl", import.meta.url));
const expected = lines(answers);
assert.equal(expected.length, questions.length);

const told = [];
const ask = await load(readFileSync(wasm), { news: (news) => told.push(news) });
questions.forEach((question, number) => {
  const start = performance.now();
  assert.deepEqual(ask(question), expected[number], JSON.stringify(question));
  console.log(`${(performance.now() - start).toFixed(0).padStart(6)} ms  ${JSON.stringify(question)}`);
});
assert(told.some((news) => news.begin), "the engine tells what it does");

const stopped = await load(readFileSync(wasm), { shouldStop: () => true });
const { answer } = stopped({ solve: { game: "hex(8)" } });
assert.equal(answer.reason, "it was stopped");
console.log("the same answers");

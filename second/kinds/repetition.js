// repetition: what repeats in a record of shogi or chess moves.
//
// The record is replayed and the facts are counted. For `coding` two blocks of moves are compared place by place.

import * as records from '../records.js';

const PER_LINE = 16;

export function check(reader, { work }) {
  const name = reader.choice('game', ['shogi', 'chess']);
  const game = records[name];
  const startText = reader.rest('start');
  const start = game.start(startText, reader);
  reader.demand(game.text(start) === startText, () => `the position is written "${game.text(start)}"`);
  const moves = readMoves(reader);
  const fact = reader.peek();
  const record = replay(game, start, moves, reader, work);
  const facts = { positions, returns, occurs, powers, 'old-rule': oldRule, coding, orders };
  reader.demand(fact !== null && Object.hasOwn(facts, fact), 'a fact is expected');
  const sentence = facts[fact]({ game, start, moves, record, reader, work });
  reader.end();
  return `${name} from ${startText}: ${sentence} (whether the moves are lawful is not part of the claim)`;
}

function readMoves(reader) {
  const count = reader.natural('moves', 1);
  const moves = [];
  while (moves.length < count) {
    const line = reader.raw().split(' ');
    reader.demand(line.length === Math.min(PER_LINE, count - moves.length), `moves stand ${PER_LINE} on a line`);
    for (const move of line) moves.push(move);
  }
  return moves;
}

/** R2: the numbers of the positions, before the first move and after each; equal positions have equal numbers. */
function replay(game, start, moves, reader, work) {
  const numbers = new Map([[game.text(start), 0]]);
  const record = [0];
  let position = start;
  work.memory(400 * moves.length);
  for (const move of moves) {
    work.step(500);
    position = game.play(position, move, reader);
    const key = game.text(position);
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    record.push(numbers.get(key));
  }
  return record;
}

function positions({ record, moves, reader }) {
  const [n, d] = reader.exactly('positions', 2).map((word) => reader.number(word));
  reader.demand(n === moves.length, 'another number of moves');
  const found = new Set(record).size;
  reader.demand(d === found, () => `${d} positions given, there are ${found}`);
  return `${n} moves pass through ${d} different positions`;
}

function returns({ record, reader }) {
  const given = reader.naturals('returns');
  const found = record.flatMap((number, at) => (number === 0 ? [at] : []));
  reader.demand(given.join() === found.join(), () => `the first position stands after ${found.join(' ').slice(0, 200)} moves`);
  return `the first position stands after exactly ${given.join(' ')} moves`;
}

function occurs({ record, reader }) {
  const words = reader.exactly('occurs', 2);
  const times = reader.number(words[0], 2);
  const found = firstOccurrence(record, times);
  checkPlace(words[1], found, reader);
  return `a position occurs ${times} times first after ${words[1]} moves`;
}

function checkPlace(word, found, reader) {
  const given = word === 'none' ? null : reader.number(word);
  reader.demand(given === found, () => `${word} given, it is ${found ?? 'none'}`);
}

/** After how many moves some position stands for the `times`-th time; null if never. */
function firstOccurrence(record, times) {
  const counts = new Map();
  for (let at = 0; at < record.length; at++) {
    const count = (counts.get(record[at]) ?? 0) + 1;
    if (count === times) return at;
    counts.set(record[at], count);
  }
  return null;
}

function powers({ moves, reader, work }) {
  const times = reader.natural('powers', 2);
  const given = [];
  while (reader.peek() === 'power') given.push(reader.exactly('power', 2).map((word) => reader.number(word)).join(' '));
  const found = [];
  // R3: moves an odd number apart are those of different sides.
  for (let period = 2; period * times <= moves.length; period += 2) {
    // How many moves from here on are equal to those one period later.
    let run = 0;
    const starts = [];
    for (let at = moves.length - period - 1; at >= 0; at--) {
      work.step(3);
      run = moves[at] === moves[at + period] ? run + 1 : 0;
      if (run >= (times - 1) * period) starts.push(`${at} ${period}`);
    }
    found.push(...starts.reverse());
  }
  reader.demand(given.join() === found.join(), 'the blocks are not those given');
  return `the blocks of moves played ${times} times in a row are exactly ${given.length === 0 ? 'none' : given.map((power) => `(${power})`).join(' ')}`;
}

function oldRule({ record, moves, reader, work }) {
  const word = reader.word('old-rule');
  checkPlace(word, oldRuleAt(record, moves, work), reader);
  return `a block of moves that leads back has been played three times in a row first after ${word} moves`;
}

/** R4: after how many moves a block that leads back has been played three times in a row; null if never. */
function oldRuleAt(record, moves, work) {
  for (let end = 3; end <= moves.length; end++) {
    if (oldRuleEndsAt(record, moves, end, work)) return end;
  }
  return null;
}

function oldRuleEndsAt(record, moves, end, work) {
  for (let period = 2; 3 * period <= end; period += 2) {
    work.step(2);
    const from = end - 3 * period;
    if (record[from] !== record[from + period]) continue;
    let at = end - 1;
    while (at >= from + period && moves[at] === moves[at - period]) at--;
    work.step(end - at);
    if (at < from + period) return true;
  }
  return false;
}

function coding({ game, start, moves, record, reader, work }) {
  reader.alone('coding');
  const other = readMoves(reader);
  const back = replay(game, start, other, reader, work);
  // R5
  reader.demand(record[record.length - 1] === 0 && back[back.length - 1] === 0, 'a block does not return to the start');
  reader.demand(moves.length === other.length && moves.length > 0, 'the blocks are not equally long');
  checkDifferent(moves, other, reader);
  const places = new Map();
  for (const block of [moves, other]) {
    block.forEach((move, place) => {
      reader.demand(!places.has(move) || places.get(move) === place, () => `the move ${move} stands at two places`);
      places.set(move, place);
    });
  }
  return `the blocks ${moves.join(' ')} and ${other.join(' ')} return to the start; in the order of any word over two letters without cubes the moves contain no block three times in a row`;
}

/** R1. */
function checkDifferent(moves, other, reader) {
  reader.demand(moves.length !== other.length || moves.some((move, i) => move !== other[i]), 'the two blocks are the same');
}

function orders({ game, start, moves, reader, work }) {
  const count = reader.natural('orders', 1, 32);
  const other = readMoves(reader);
  checkDifferent(moves, other, reader);
  const numbers = new Map([[game.text(start), 0]]);
  const visit = (position, record, played, left) => {
    if (left === 0) return;
    for (const block of [moves, other]) {
      let here = position;
      const nextRecord = record.slice();
      const nextPlayed = played.slice();
      for (const move of block) {
        work.step(500);
        here = game.play(here, move, reader);
        const key = game.text(here);
        if (!numbers.has(key)) {
          work.memory(400);
          numbers.set(key, numbers.size);
        }
        nextRecord.push(numbers.get(key));
        nextPlayed.push(move);
        if (oldRuleEndsAt(nextRecord, nextPlayed, nextPlayed.length, work)) {
          const four = firstOccurrence(nextRecord, 4);
          reader.demand(four !== null, 'the old rule applies, and no position has occurred four times');
        }
      }
      visit(here, nextRecord, nextPlayed, left - 1);
    }
  };
  visit(start, [0], [], count);
  return `in all orders of ${count} blocks ${moves.join(' ')} and ${other.join(' ')}, whenever the old rule applies some position has occurred four times`;
}

// zone-words: which endless words of zone heights carry a static strategy of infinite Connect-Four.
//
// Part 1: sequences of the two blocks are safe, with the pairs that the shapes give. Part 2: nothing else is, by the graph of all ways to go from
// three columns to the next, made from scratch and cut down to what lies on endless paths.
//
// A column is a list of its zone cells from below, each the offset [columns, rows] to its partner, or null.

import { DIRECTIONS } from '../infinite-four.js';

export function check(reader, { work }) {
  const blocks = [readBlock(reader), readBlock(reader)];
  reader.end();
  checkBlocks(blocks, reader);
  checkGraph(blocks, reader, work);
  return `the safe words of zone heights are exactly the endless sequences of ${blocks[0].word} and ${blocks[1].word}; pairs of the same period exist exactly when a period has an even number of ${blocks[1].word}`;
}

function readBlock(reader) {
  const word = reader.word('block');
  reader.demand(/^0[12]+$/.test(word) && word.length <= 20, 'a block is made of zone heights and begins with its only 0');
  const shapes = [0, 1].map(() => readShape(reader, word));
  return { word, shapes };
}

function readShape(reader, word) {
  const words = reader.words('shape');
  reader.demand(words.length === word.length, 'a shape has a word for each column');
  return words.map((text, i) => {
    const [height, distances] = text.split(':');
    reader.demand(height === word[i] && text.split(':').length === (height === '0' ? 1 : 2), 'a column is its zone height and the distances of its cells');
    const list = height === '0' ? [] : distances.split(',').map((distance) => reader.number(distance, -100, 100));
    reader.demand(list.length === Number(height), 'each zone cell has a distance');
    return list.map((distance) => (distance === 0 ? null : [distance, 0]));
  });
}

/** Part 1: any three blocks in a row. */
function checkBlocks(blocks, reader) {
  for (let choice = 0; choice < 16; choice++) {
    let mode = choice & 1;
    const columns = [];
    let from = 0;
    let to = 0;
    for (let i = 0; i < 3; i++) {
      const second = (choice >> (i + 1)) & 1;
      if (i === 1) from = columns.length;
      columns.push(...blocks[second].shapes[mode]);
      if (i === 1) to = columns.length;
      mode ^= second;
    }
    reader.demand(nameEachOther(columns), 'the partners of a shape do not name each other');
    for (let at = 0; at + 4 <= columns.length; at++) reader.demand(isSafe(columns.slice(at, at + 4)), 'a line of a shape is open');
    // The partners of the block in the middle are all in sight.
    for (let at = from; at < to; at++) {
      for (const offset of columns[at]) reader.demand(offset === null || columns[at + offset[0]] !== undefined, 'a partner is too far');
    }
  }
}

/** Whether partners inside the columns are zone cells that name each other. */
function nameEachOther(columns) {
  return columns.every((column, at) =>
    column.every((offset, i) => {
      if (offset === null) return true;
      const there = columns[at + offset[0]];
      if (there === undefined) return true;
      const back = there[i + offset[1]];
      return back !== undefined && back !== null && back[0] === -offset[0] && back[1] === -offset[1];
    }),
  );
}

/** Whether every line of four across these four columns holds a cell of the responder or a whole pair. */
function isSafe(columns) {
  for (const dr of [0, 1, -1]) {
    // From row 3 on everything is certain and repeats with period 2.
    for (let low = 1; low <= 4; low++) {
      const rows = [0, 1, 2, 3].map((k) => (dr < 0 ? low + 3 - k : low + dr * k));
      const isClosed = columns.some((column, k) => {
        const row = rows[k];
        if (row > column.length) return (row - column.length) % 2 === 0;
        const offset = column[row - 1];
        if (offset === null) return false;
        const at = k + offset[0];
        return at >= 0 && at < 4 && rows[at] === row + offset[1];
      });
      if (!isClosed) return false;
    }
  }
  return true;
}

/** All columns: zone height up to 2, each cell with every partner that could matter. */
function allColumns() {
  const row = [-3, -2, -1, 1, 2, 3].map((distance) => [distance, 0]);
  const low = [null, ...row, [-1, 1], [1, 1]];
  const high = [null, ...row, [-1, -1], [1, -1]];
  return [[], ...low.map((a) => [a]), ...low.flatMap((a) => high.map((b) => [a, b]))];
}

/** Part 2. */
function checkGraph(blocks, reader, work) {
  const columns = allColumns();
  const fits = (list) => nameEachOther(list.map((i) => columns[i]));
  const extend = (lists) => lists.flatMap((list) => columns.map((_, i) => [...list, i]).filter((longer) => (work.step(30), fits(longer))));
  const triples = extend(extend(columns.map((_, i) => [i])));
  const numbers = new Map(triples.map((triple, i) => [triple.join(','), i]));
  // Steps: windows of four columns.
  const out = triples.map(() => []);
  const into = triples.map(() => []);
  triples.forEach((triple, from) => {
    for (let i = 0; i < columns.length; i++) {
      work.step(20);
      const to = numbers.get(`${triple[1]},${triple[2]},${i}`);
      if (to === undefined) continue;
      const window = [...triple, i].map((index) => columns[index]);
      if (!nameEachOther(window) || !isSafe(window)) continue;
      out[from].push(to);
      into[to].push(from);
    }
  });
  // Remove states without a step in or out.
  const alive = triples.map(() => true);
  const outLeft = out.map((list) => list.length);
  const inLeft = into.map((list) => list.length);
  const stack = [];
  const remove = (state) => {
    if (!alive[state]) return;
    alive[state] = false;
    stack.push(state);
  };
  triples.forEach((_, state) => {
    if (outLeft[state] === 0 || inLeft[state] === 0) remove(state);
  });
  while (stack.length > 0) {
    const state = stack.pop();
    for (const next of out[state]) if (--inLeft[next] === 0) remove(next);
    for (const before of into[state]) if (--outLeft[before] === 0) remove(before);
  }

  // From each state whose middle column is a zero, read to the next such state.
  const height = (state) => columns[triples[state][1]].length;
  const words = blocks.map(({ word }) => word);
  const longest = Math.max(...words.map((word) => word.length));
  const mode = (state) => {
    const before = columns[triples[state][0]][0];
    const after = columns[triples[state][2]][0];
    return (before && before[1] === 0 && before[0] >= 2) || (after && after[1] === 0 && after[0] <= -2) ? 1 : 0;
  };
  let hasZero = false;
  const follow = (state, word, start) => {
    work.step(10);
    for (const next of out[state]) {
      if (!alive[next]) continue;
      if (height(next) === 0) {
        const block = words.indexOf(word);
        reader.demand(block >= 0, () => `the word ${word} is read between zeros`);
        reader.demand(mode(next) === (start ^ block), 'the mode does not change as it should');
      } else {
        reader.demand(word.length < longest, 'a word without zero goes on too long');
        follow(next, word + height(next), start);
      }
    }
  };
  triples.forEach((_, state) => {
    if (!alive[state]) return;
    if (height(state) === 0) {
      hasZero = true;
      follow(state, '0', mode(state));
    }
  });
  reader.demand(hasZero, 'there is no safe word at all');
  // A zero always comes: what is left without zeros has no endless path.
  const depth = new Map();
  const visit = (state) => {
    if (height(state) === 0) return 0;
    if (depth.has(state)) {
      reader.demand(depth.get(state) >= 0, 'there is an endless word without zeros');
      return depth.get(state);
    }
    depth.set(state, -1);
    let most = 0;
    for (const next of out[state]) if (alive[next]) most = Math.max(most, 1 + visit(next));
    depth.set(state, most);
    return most;
  };
  triples.forEach((_, state) => {
    if (alive[state]) visit(state);
  });
  void DIRECTIONS;
}

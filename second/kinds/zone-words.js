// zone-words: which endless words of zone heights carry a static strategy of infinite Connect-Four.
//
// Nothing but sequences of the two blocks has safe pairs, by the graph of all ways to go from three columns to the next, made from
// scratch and cut down to what lies on endless paths (C2). Sequences of the blocks have, by the shapes (C3).
//
// A column is a list of its zone cells from below, each the way [columns, rows] to its partner, or null.

export function check(reader, { work }) {
  const blocks = [readBlock(reader), readBlock(reader)];
  reader.end();
  reader.demand(blocks[0].word !== blocks[1].word, 'the two blocks are the same'); // C1
  checkShapes(blocks, reader);
  checkGraph(blocks, reader, work);
  const [a, b] = blocks.map(({ word }) => word);
  return (
    `a word of zone heights 0, 1, 2 has safe pairs exactly when it is an endless sequence of the blocks ${a} and ${b}; if it repeats after p columns, ` +
    `it has safe pairs that repeat after p columns exactly when p columns hold an even number of blocks ${b}`
  );
}

function readBlock(reader) {
  const word = reader.word('block');
  reader.demand(/^0[12]{3,4}$/.test(word), 'a block has 4 or 5 letters and begins with its only 0'); // C1
  return { word, shapes: [0, 1].map(() => readShape(reader, word)) };
}

function readShape(reader, word) {
  const words = reader.words('shape');
  reader.demand(words.length === word.length, 'a shape has a word for each column'); // C3
  return words.map((text, i) => {
    const [height, ways, more] = text.split(':');
    reader.demand(height === word[i] && more === undefined && (ways === undefined) === (height === '0'), 'a column is its height and the distances of its cells');
    const list = height === '0' ? [] : ways.split(',').map((way) => reader.number(way, -3, 3));
    reader.demand(list.length === Number(height), 'each zone cell has a distance');
    return list.map((way) => (way === 0 ? null : [way, 0]));
  });
}

/** C3: any three shapes in a row, modes followed. */
function checkShapes(blocks, reader) {
  for (let choice = 0; choice < 16; choice++) {
    let mode = choice & 1;
    const columns = [];
    for (let i = 1; i <= 3; i++) {
      const second = (choice >> i) & 1;
      columns.push(...blocks[second].shapes[mode]);
      mode ^= second;
    }
    for (let at = 0; at + 4 <= columns.length; at++) {
      const four = columns.slice(at, at + 4);
      reader.demand(fit(four), 'the partners of the shapes do not name each other');
      reader.demand(isSafe(four), 'a line of the shapes is open');
    }
  }
}

/** Whether partners that lie in the columns are zone cells there and name the first cell in turn. */
function fit(columns) {
  return columns.every((column, at) => columns.every((there, to) => column.every((way, i) => way === null || at + way[0] !== to || namesBack(there, i, way))));
}

function namesBack(there, i, way) {
  const back = there[i + way[1]];
  return back !== undefined && back !== null && back[0] === -way[0] && back[1] === -way[1];
}

/** The rows of the lines through four columns: across, rising and falling, with lowest row 1 to 4. */
const ROWS = [1, 2, 3, 4].flatMap((low) => [[low, low, low, low], [low, low + 1, low + 2, low + 3], [low + 3, low + 2, low + 1, low]]);

/** Whether every line through the four columns holds a cell of the responder, or a zone cell with its partner. */
function isSafe(columns) {
  return ROWS.every((rows) =>
    columns.some((column, k) => {
      const row = rows[k];
      if (row > column.length) return (row - column.length) % 2 === 0;
      const way = column[row - 1];
      return way !== null && rows[k + way[0]] === row + way[1];
    }),
  );
}

/** Whether every line through columns of these heights holds a cell of the responder or two zone cells. */
function canBeSafe(heights) {
  return ROWS.every((rows) => rows.some((row, k) => row > heights[k] && (row - heights[k]) % 2 === 0) || rows.filter((row, k) => row <= heights[k]).length >= 2);
}

/** Removes states without a step in or out until nothing more is removed; returns which are left. */
function pruned(out) {
  const into = out.map(() => []);
  out.forEach((list, from) => list.forEach((to) => into[to].push(from)));
  const isLeft = out.map(() => true);
  const outLeft = out.map((list) => list.length);
  const inLeft = into.map((list) => list.length);
  const stack = [];
  const remove = (state) => {
    if (isLeft[state]) stack.push(state);
    isLeft[state] = false;
  };
  out.forEach((_, state) => {
    if (outLeft[state] === 0 || inLeft[state] === 0) remove(state);
  });
  while (stack.length > 0) {
    const state = stack.pop();
    for (const next of out[state]) if (--inLeft[next] === 0) remove(next);
    for (const before of into[state]) if (--outLeft[before] === 0) remove(before);
  }
  return isLeft;
}

/** Which triples of heights lie on endless paths, when only heights are looked at. */
function heightTriples() {
  const out = Array.from({ length: 27 }, (_, state) => {
    const [a, b, c] = [Math.floor(state / 9), Math.floor(state / 3) % 3, state % 3];
    return [0, 1, 2].filter((d) => canBeSafe([a, b, c, d])).map((d) => 9 * b + 3 * c + d);
  });
  return pruned(out);
}

/** All 91 columns. */
function allColumns() {
  const row = [-3, -2, -1, 1, 2, 3].map((way) => [way, 0]);
  const low = [null, ...row, [-1, 1], [1, 1]];
  const high = [null, ...row, [-1, -1], [1, -1]];
  return [[], ...low.map((a) => [a]), ...low.flatMap((a) => high.map((b) => [a, b]))];
}

/** C2. */
function checkGraph(blocks, reader, work) {
  const columns = allColumns();
  const count = columns.length;
  const allowed = heightTriples();
  // fits[d][a * count + b]: columns a and b, d apart, name each other or not at all.
  const fits = [1, 2, 3].map((d) => {
    const table = new Uint8Array(count * count);
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < count; b++) {
        const forth = columns[a].every((way, i) => way === null || way[0] !== d || namesBack(columns[b], i, way));
        const back = columns[b].every((way, i) => way === null || way[0] !== -d || namesBack(columns[a], i, way));
        if (forth && back) table[a * count + b] = 1;
      }
    }
    return table;
  });
  const isAllowed = (a, b, c) => allowed[9 * columns[a].length + 3 * columns[b].length + columns[c].length];
  const triples = [];
  const numberOf = new Int32Array(count ** 3).fill(-1);
  work.memory(4 * count ** 3);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      if (!fits[0][a * count + b]) continue;
      work.step(2 * count);
      for (let c = 0; c < count; c++) {
        if (!fits[0][b * count + c] || !fits[1][a * count + c] || !isAllowed(a, b, c)) continue;
        numberOf[(a * count + b) * count + c] = triples.length;
        triples.push([a, b, c]);
      }
    }
  }
  work.memory(300 * triples.length);
  const out = triples.map(([a, b, c]) => {
    const list = [];
    work.step(2 * count);
    for (let d = 0; d < count; d++) {
      const to = numberOf[(b * count + c) * count + d];
      if (to < 0 || !fits[2][a * count + d]) continue;
      work.step(50);
      if (isSafe([columns[a], columns[b], columns[c], columns[d]])) list.push(to);
    }
    return list;
  });
  const isLeft = pruned(out);
  const nextOf = (state) => out[state].filter((next) => isLeft[next]);
  const height = (state) => columns[triples[state][2]].length;
  const mode = (state) => {
    const way = columns[triples[state][1]][0];
    return way && way[0] === 2 && way[1] === 0 ? 1 : 0;
  };
  const words = blocks.map(({ word }) => word);
  // From a zero, the heights until before the next zero are a block, and the mode follows.
  const follow = (state, word, start) => {
    work.step(10);
    for (const next of nextOf(state)) {
      if (height(next) === 0) {
        const block = words.indexOf(word);
        reader.demand(block >= 0, () => `the heights ${word} can stand between zeros`);
        reader.demand(mode(next) === (start ^ block), () => `the mode does not follow the block ${word}`);
      } else {
        reader.demand(word.length < 5, () => `the heights ${word}${height(next)} can stand behind a zero`);
        follow(next, word + height(next), start);
      }
    }
  };
  // From any other state a zero comes after at most 5 steps with other heights.
  const comes = (state, steps) => {
    work.step(10);
    for (const next of nextOf(state)) {
      if (height(next) === 0) continue;
      reader.demand(steps < 5, 'a zero does not always come');
      comes(next, steps + 1);
    }
  };
  triples.forEach((_, state) => {
    if (!isLeft[state]) return;
    if (height(state) === 0) follow(state, '0', mode(state));
    else comes(state, 0);
  });
}

// Response strategies of infinite Connect-Four: reading them, and checking that the responder never loses (response, C1 to C13).
//
// Shared by the kinds `response` and `board-windows`. The check walks through the nodes; at a node it *lays out* the zone heights and pairs on
// finitely many columns that stand for all, and looks at every line of four there.

import { FORMS, GREATEST_COLUMN, Stones, describeStones, other, readPairs, readStones } from './infinite-four.js';

const MOST_LETTERS = 20000;
const DEEPEST = 64;

/** Reads the lines of a strategy, from `board` to the end of the root node. */
export function readStrategy(reader) {
  const strategy = { board: readBoard(reader) };
  strategy.stones = readStones(reader, reader.words('stones'));
  strategy.toMove = reader.choice('to-move', ['X', 'O']);
  strategy.responder = reader.choice('responder', ['X', 'O']);
  strategy.excludes = reader.choice('excludes', ['opponent', 'both']);
  strategy.passes = reader.choice('passes', ['no', 'yes']) === 'yes';
  strategy.opening = null;
  if (strategy.toMove === strategy.responder) strategy.opening = reader.number(reader.word('opening'), -GREATEST_COLUMN, GREATEST_COLUMN); // C4
  const [first, last] = reader.exactly('core', 2).map((word) => reader.number(word, -5e11, 5e11)); // C1
  reader.demand(first <= last && last - first < MOST_LETTERS, 'the core has 1 to 20,000 columns'); // C1
  strategy.first = first;
  strategy.last = last;
  strategy.settled = reader.peek() === 'settled' ? reader.natural('settled', 0, 4294967294) : null;
  for (const tail of ['left', 'right', 'end']) strategy[tail] = reader.peek() === tail ? readTail(reader, tail) : null;
  const numbering = { branches: 0 };
  strategy.root = readNode(reader, numbering, 0);
  return strategy;
}

function readBoard(reader) {
  const words = reader.words('board');
  if (words.length === 1 && (words[0] === 'infinite' || words[0] === 'every-height')) return { kind: words[0], text: words[0] };
  reader.demand(words.length === 2, 'no such board');
  const text = words.join(' ');
  if (words[0] === 'cylinder') return { kind: 'cylinder', text, width: reader.number(words[1], 1, 10000) };
  reader.demand(words[0] === 'width', 'no such board');
  const match = /^([^+]*)(?:\+(.*)n)?$/.exec(words[1]);
  reader.demand(match, 'no such width');
  const width = reader.number(match[1], 1, 10000);
  if (match[2] === undefined) return { kind: 'width', text, width };
  return { kind: 'widths', text, width, step: reader.number(match[2], 1, 10000) };
}

function readLetters(reader, keyword) {
  const letters = reader.naturals(keyword, 0, 4294967295);
  reader.demand(letters.length > 0 && letters.length <= MOST_LETTERS, 'there are 1 to 20,000 zone heights');
  return letters;
}

function readTail(reader, keyword) {
  const letters = readLetters(reader, keyword);
  return { letters, pairs: readPairs(reader, `${keyword}-pair`, `${keyword}-weak`) };
}

/** A node; `place` is the line it begins on, `number` that of a node `branches`. */
function readNode(reader, numbering, depth) {
  switch (reader.peek()) {
    case 'static': {
      const letters = readLetters(reader, 'static');
      return { kind: 'static', letters, pairs: readPairs(reader, 'pair', 'weak') };
    }
    case 'same':
      return { kind: 'same', number: reader.natural('same'), before: numbering.branches };
    case 'won':
      reader.alone('won');
      return { kind: 'won' };
    case 'branches': {
      reader.alone('branches');
      reader.demand(depth < DEEPEST, 'branches stand more than 64 deep');
      const node = { kind: 'branches', number: numbering.branches++, branches: [] };
      while (reader.peek() === 'on') {
        const words = reader.exactly('on', 3);
        reader.demand(words[1] === 'reply', '"on COLUMN reply COLUMN" is expected');
        const [on, reply] = [words[0], words[2]].map((word) => reader.number(word, -GREATEST_COLUMN, GREATEST_COLUMN));
        node.branches.push({ on, reply, node: readNode(reader, numbering, depth + 1) });
      }
      reader.demand(reader.word('elsewhere') === 'tails', '"elsewhere tails" is expected');
      return node;
    }
    default:
      reader.raw();
      return reader.refuse('a node is expected');
  }
}

/** Checks a strategy; returns the layout of a static root, or null. */
export function checkStrategy(strategy, reader, work) {
  const { board } = strategy;
  checkBoard(strategy, reader);
  let layout = null;
  let isSomeAlone = false;
  for (const instance of board.kind === 'widths' ? [0, 1, 2].map((n) => instanceOf(strategy, n)) : [strategy]) {
    const walk = new NodeWalk(instance, reader, work);
    walk.run();
    layout = walk.rootLayout;
    isSomeAlone ||= walk.isSomeAlone;
  }
  // C11
  if (strategy.passes) {
    reader.demand(isWideBoard(board), 'nobody can pass on a board of finitely many columns');
    reader.demand([...strategy.left.letters, ...strategy.right.letters].some((letter) => letter !== 0), 'no tail has a zone cell to pass in');
    reader.demand(isSomeAlone || board.kind === 'every-height', 'every zone cell has a partner: nobody has to pass');
  } else reader.demand(board.kind !== 'every-height', 'boards of every height need "passes yes"');
  return layout;
}

const isWideBoard = (board) => board.kind === 'infinite' || board.kind === 'every-height';

/** C2. */
function checkBoard(strategy, reader) {
  const { board, first, last, left, right, end, root, stones, opening } = strategy;
  if (isWideBoard(board)) reader.demand(left !== null && right !== null && end === null, 'this board has "left" and "right"');
  else if (board.kind !== 'widths') reader.demand(left === null && right === null && end === null, 'this board has no tails');
  if (board.kind === 'cylinder') reader.demand(last - first + 1 === board.width, 'the core has as many columns as the cylinder');
  if (board.kind === 'width') reader.demand(first === 1 && last === board.width, 'the core is the whole board');
  if (board.kind !== 'infinite') reader.demand(root.kind === 'static', 'the root is static on this board');
  if (board.kind !== 'widths') return;
  reader.demand(board.step >= 3 && left === null && right?.letters.length === board.step, '"right" has as many letters as the step, at least 3');
  const endLength = end?.letters.length ?? 0;
  reader.demand(first === 1 && root.letters.length === last && last + endLength === board.width, 'core and end make up the width');
  for (const { column } of stones) reader.demand(column <= last, 'a stone right of the core');
  reader.demand(opening === null || opening <= last, 'the opening is right of the core');
  const lie = (pairs, from, to) => pairs.every(({ cells }) => cells.every(([column]) => column >= from && column <= to));
  reader.demand(lie(root.pairs, first, last) && lie(right.pairs, last + 1, last + board.step) && lie(end?.pairs ?? [], last + 1, last + endLength), 'a pair leaves its piece');
}

/** C2: the strategy of width W + Sn. */
function instanceOf(strategy, n) {
  const { board, root, right, end } = strategy;
  const moved = (pairs, by) => pairs.map(({ cells, isWeak }) => ({ cells: cells.map(([column, row]) => [column + by, row]), isWeak }));
  const letters = [...root.letters];
  const pairs = [...root.pairs];
  for (let k = 0; k < n; k++) {
    letters.push(...right.letters);
    pairs.push(...moved(right.pairs, k * board.step));
  }
  letters.push(...(end?.letters ?? []));
  pairs.push(...moved(end?.pairs ?? [], n * board.step));
  const width = board.width + n * board.step;
  return { ...strategy, board: { kind: 'width', width }, last: width, left: null, right: null, end: null, root: { kind: 'static', letters, pairs } };
}

/** The walk through the nodes of one strategy (C3, C4, C5, C12, C13). */
class NodeWalk {
  constructor(strategy, reader, work) {
    Object.assign(this, { strategy, reader, work });
    const { board, first } = strategy;
    const columnOf = board.kind === 'cylinder' ? (column) => first + ((((column - first) % board.width) + board.width) % board.width) : undefined;
    this.stones = new Stones(columnOf);
    this.settled = strategy.settled ?? Infinity;
    this.isSomeAlone = false;
    this.isSomeSettled = false;
    this.positions = [];
    this.rootLayout = null;
  }

  run() {
    const { strategy, reader, stones } = this;
    const { board, first, last, responder, opening } = strategy;
    const all = strategy.stones.map((stone) => ({ ...stone, isOpening: false }));
    if (opening !== null) all.push({ side: responder, column: opening, isOpening: true });
    let hasWon = false;
    for (const { side, column, isOpening } of all) {
      this.work.step(1000);
      if (board.kind === 'width') reader.demand(column >= 1 && column <= board.width, () => `there is no column ${column}`); // C3, C4
      if (isWideBoard(board)) reader.demand(column >= first && column <= last, () => `column ${column} is outside the core`); // C5
      stones.drop(side, column);
      const isFour = stones.topMakesFour(column);
      reader.demand(isOpening || !isFour, 'the stones make a four'); // C3
      hasWon = isFour;
    }
    this.node(strategy.root, hasWon, true);
    reader.demand(strategy.settled === null || this.isSomeSettled, '"settled" is not used'); // C13
  }

  /** C12. */
  node(node, hasWon, isRoot) {
    const { reader, stones, strategy } = this;
    reader.demand((node.kind === 'won') === hasWon, hasWon ? 'the responder has won here' : 'the responder has not won here');
    if (node.kind === 'same') {
      reader.demand(node.number < node.before && this.positions[node.number] === stones.key(), () => `the position is not that of node ${node.number}`);
      return;
    }
    const layout = new Layout(strategy, node, stones, this.settled, isRoot, reader, this.work);
    layout.check();
    this.isSomeAlone ||= layout.isSomeAlone;
    if (isRoot && node.kind === 'static') this.rootLayout = layout;
    if (node.kind !== 'branches') return;
    this.positions[node.number] = stones.key();
    this.work.memory(20 * this.positions[node.number].length);
    const open = [];
    for (let column = strategy.first; column <= strategy.last; column++) {
      if (stones.height(column) < this.settled) open.push(column);
      else this.isSomeSettled = true;
    }
    reader.demand(open.length > 0, 'every column of the core is settled');
    reader.demand(open.length === node.branches.length && open.every((column, i) => node.branches[i].on === column), 'the branches are for exactly the columns that are not settled');
    for (const { on, reply, node: next } of node.branches) {
      reader.demand(open.includes(reply), () => `the reply ${reply} is not in an open column`);
      stones.drop(other(strategy.responder), on);
      stones.drop(strategy.responder, reply);
      this.node(next, stones.topMakesFour(reply), false);
      stones.lift(reply);
      stones.lift(on);
    }
  }
}

/** Zone heights and pairs on finitely many columns, at one node (C6 to C11). */
export class Layout {
  constructor(strategy, node, stones, settled, isRoot, reader, work) {
    Object.assign(this, { strategy, node, stones, settled, isRoot, reader, work });
    const { board, first, last, left, right } = strategy;
    this.isWide = isWideBoard(board);
    this.wraps = board.kind === 'cylinder';
    this.pairs = node.kind === 'static' ? node.pairs : [];
    this.isSomeAlone = false;
    let low = first;
    let high = last;
    for (const { cells } of [...this.pairs, ...(left?.pairs ?? []), ...(right?.pairs ?? [])]) {
      for (const [column] of cells) {
        low = Math.min(low, column);
        high = Math.max(high, column);
      }
    }
    if (low < first || high > last) reader.demand(high - low <= MOST_LETTERS, 'the pairs lie too far apart'); // C7
    // C10: leftmost columns of the lines, and three columns more for their other cells.
    this.from = this.isWide ? low - left.letters.length - 3 : first;
    this.to = this.isWide ? high + right.letters.length : last;
    this.end = this.isWide ? this.to + 3 : last;
    this.partners = new Map();
  }

  column(column) {
    const { board, first } = this.strategy;
    return this.wraps ? first + ((((column - first) % board.width) + board.width) % board.width) : column;
  }

  /** C6: the zone height; null for an open column. */
  zone(column) {
    const { first, last, left, right } = this.strategy;
    if (column < first) return left.letters[(((column - first) % left.letters.length) + left.letters.length) % left.letters.length];
    if (column > last) return right.letters[(column - last - 1) % right.letters.length];
    if (this.node.kind === 'static') return this.node.letters[column - first];
    const height = this.stones.height(column);
    return height >= this.settled ? height : null;
  }

  check() {
    const { strategy, node, stones, reader, work } = this;
    const { first, last, passes } = strategy;
    work.step(50 * (this.end - this.from));
    work.memory(100 * (this.end - this.from));
    if (node.kind === 'static') reader.demand(node.letters.length === last - first + 1, 'each column of the core has one zone height'); // C6
    this.zones = [];
    this.heights = [];
    this.top = 0;
    for (let column = this.from; column <= this.end; column++) {
      const height = stones.height(column);
      const zone = this.zone(column);
      this.zones.push(zone);
      this.heights.push(height);
      this.top = Math.max(this.top, height, zone ?? 0);
      if (zone === null) continue;
      reader.demand(zone >= height && zone <= height + 2, () => `the zone height ${zone} of column ${column} is out of range`); // C6
      if (node.kind === 'static' && height >= this.settled) reader.demand(zone === height, () => `the settled column ${column} has a zone cell`); // C12
    }
    this.layPairs();
    this.checkSupport();
    for (let column = this.from; column <= this.to; column++) {
      const zone = this.zones[column - this.from];
      for (let row = this.heights[column - this.from] + 1; row <= zone; row++) {
        if (this.partners.has(`${column},${row}`)) continue;
        this.isSomeAlone = true;
        reader.demand(passes, () => `the zone cell ${column},${row} has no partner`); // C11
      }
    }
    this.checkLines(other(strategy.responder));
    if (strategy.excludes === 'both') this.checkLines(strategy.responder);
    work.release(100 * (this.end - this.from));
  }

  /** C7, C8: pairs and their copies. */
  layPairs() {
    const { strategy, reader, isRoot } = this;
    const { first, last, left, right } = strategy;
    const isAnywhere = isRoot && this.isWide;
    for (const { cells, isWeak } of this.pairs) {
      reader.demand(isAnywhere || cells.every(([column]) => column >= first && column <= last), 'a pair leaves the core');
      this.pair(cells, isWeak);
    }
    if (!this.isWide) return;
    const p = left.letters.length;
    for (const { cells, isWeak } of left.pairs) {
      reader.demand(cells[1][0] < first && cells[1][0] >= first - p, 'the inner cell of a pair of "left" lies in the period next to the core');
      for (let by = 0; cells[1][0] - by >= this.from; by += p) this.pair(cells.map(([column, row]) => [column - by, row]), isWeak);
    }
    const q = right.letters.length;
    for (const { cells, isWeak } of right.pairs) {
      reader.demand(cells[0][0] > last && cells[0][0] <= last + q, 'the inner cell of a pair of "right" lies in the period next to the core');
      for (let by = 0; cells[0][0] + by <= this.end; by += q) this.pair(cells.map(([column, row]) => [column + by, row]), isWeak);
    }
  }

  pair(cells, isWeak) {
    const { reader, strategy } = this;
    this.work.step(50);
    this.work.memory(200);
    reader.demand(!isWeak || strategy.excludes === 'both', 'no pair is weak if only fours of the opponent are excluded'); // C8
    cells.forEach(([column, row], i) => {
      const zone = this.zone(column);
      reader.demand(zone !== null && row > this.stones.height(column) && row <= zone, () => `${column},${row} is in a pair and no zone cell`); // C8
      const name = `${column},${row}`;
      reader.demand(!this.partners.has(name), () => `${name} is in two pairs`); // C8
      this.partners.set(name, { cell: cells[1 - i], isWeak });
    });
  }

  /** C9. */
  checkSupport() {
    const { reader, stones } = this;
    for (const name of this.partners.keys()) {
      const [column, row] = name.split(',').map(Number);
      const below = this.partners.get(`${column},${row - 1}`);
      if (below === undefined) continue;
      const [c, r] = below.cell;
      reader.demand(r === stones.height(c) + 1, () => `${name} lies on a cell whose partner ${below.cell.join(',')} is not the lowest zone cell of its column`);
    }
  }

  /** C10. */
  checkLines(side) {
    const { reader, work, strategy } = this;
    const { last } = strategy;
    for (let column = this.from; column <= this.to; column++) {
      for (const form of FORMS) {
        const spread = form[3][0];
        if (!this.isWide && !this.wraps && column + spread > last) continue;
        work.step(60 * (this.top + 2));
        for (let row = 1; row <= this.top + 2; row++) {
          const cells = form.map(([dc, dr]) => [this.column(column + dc), row + dr]);
          if (this.isOpen(cells, side)) reader.refuse(`the line ${cells.map((cell) => cell.join(',')).join(' ')} is open for ${side}`);
        }
      }
    }
  }

  isOpen(cells, side) {
    for (let i = 0; i < 4; i++) {
      const owner = this.certain(cells[i][0], cells[i][1]);
      if (owner === 'open' || (owner !== null && owner !== side)) return false;
    }
    for (const [column, row] of cells) {
      const pair = this.partners.get(`${column},${row}`);
      if (pair === undefined || (pair.isWeak && side === this.strategy.responder)) continue;
      if (cells.some((cell) => cell[0] === pair.cell[0] && cell[1] === pair.cell[1])) return false;
    }
    return true;
  }

  /** The side that is certain of a cell; null for a zone cell; 'open' above the stones of an open column. */
  certain(column, row) {
    const at = column - this.from;
    if (row <= this.heights[at]) return this.stones.at(column, row);
    const zone = this.zones[at];
    if (zone === null) return 'open';
    if (row <= zone) return null;
    return (row - zone) % 2 === 0 ? this.strategy.responder : other(this.strategy.responder);
  }
}

/** The sentence of a strategy. */
export function strategySentence({ board, stones, toMove, responder, excludes }) {
  const both = excludes === 'both' ? ' and neither side ever makes a four' : '';
  return `board ${board.text}, after ${describeStones(stones)}, ${toMove} to move: ${responder} has a strategy by which ${responder} never loses${both}`;
}

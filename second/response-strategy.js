// Response strategies of infinite Connect-Four: reading them, and checking that the responder never loses.
//
// Shared by the kinds `response` and `board-windows`. A strategy is a position with zone heights and pairs. `boardsOf` makes of it
// one or more finite pictures that stand for the whole board; on each, every line of four is looked at.

import { DIRECTIONS, GREATEST_COLUMN, Stones, other, readStones } from './infinite-four.js';

const MOST_COLUMNS = 10000;

/** Reads the lines of a strategy. */
export function readStrategy(reader) {
  const strategy = { board: readBoard(reader) };
  strategy.stones = readStones(reader, reader.words('stones'));
  strategy.toMove = reader.choice('to-move', ['X', 'O']);
  strategy.responder = reader.choice('responder', ['X', 'O']);
  strategy.excludes = reader.choice('excludes', ['opponent', 'both']);
  strategy.passes = reader.choice('passes', ['no', 'yes']) === 'yes';
  if (strategy.toMove === strategy.responder) strategy.opening = reader.number(reader.word('opening'), -GREATEST_COLUMN, GREATEST_COLUMN);
  const [first, last] = reader.exactly('core', 2).map((word) => reader.number(word, -GREATEST_COLUMN, GREATEST_COLUMN));
  reader.demand(first <= last && last - first < MOST_COLUMNS, 'the core goes from its first to its last column');
  strategy.core = { first, last };
  const { kind } = strategy.board;
  strategy.left = isEndless(kind) ? readTail(reader, 'left') : null;
  strategy.right = isEndless(kind) || kind === 'widths' ? readTail(reader, 'right') : null;
  strategy.end = kind === 'widths' && reader.peek() === 'end' ? readTail(reader, 'end') : null;
  strategy.heights = readHeights(reader, 'static');
  reader.demand(strategy.heights.length === last - first + 1, 'each column of the core has a zone height');
  strategy.pairs = readPairs(reader, 'pair', 'weak');
  return strategy;
}

const isEndless = (kind) => kind === 'infinite' || kind === 'every-height';

function readBoard(reader) {
  const words = reader.words('board');
  if (words.length === 1 && isEndless(words[0])) return { kind: words[0] };
  reader.demand(words.length === 2, 'no such board');
  if (words[0] === 'cylinder') return { kind: 'cylinder', width: reader.number(words[1], 1, MOST_COLUMNS) };
  reader.demand(words[0] === 'width', 'no such board');
  const match = /^([0-9]+)(?:\+([0-9]+)n)?$/.exec(words[1]);
  reader.demand(match, 'no such width');
  const width = reader.number(match[1], 1, MOST_COLUMNS);
  if (match[2] === undefined) return { kind: 'width', width };
  return { kind: 'widths', width, step: reader.number(match[2], 3, MOST_COLUMNS) };
}

function readHeights(reader, keyword) {
  return reader.naturals(keyword, 0, 1000);
}

function readTail(reader, keyword) {
  const word = readHeights(reader, keyword);
  reader.demand(word.length > 0 && word.length <= MOST_COLUMNS, 'a tail has at least one column');
  return { word, pairs: readPairs(reader, `${keyword}-pair`, `${keyword}-weak`) };
}

function readPairs(reader, strong, weak) {
  const pairs = [];
  while (reader.peek() === strong || reader.peek() === weak) {
    const isWeak = reader.peek() === weak;
    const cells = reader.exactly(isWeak ? weak : strong, 2).map((word) => readCell(reader, word));
    reader.demand(compareCells(cells[0], cells[1]) < 0, 'the cells of a pair are in ascending order');
    const before = pairs[pairs.length - 1];
    reader.demand(before === undefined || compareCells(before.cells[0], cells[0]) < 0, 'pairs are in ascending order');
    pairs.push({ cells, isWeak });
  }
  return pairs;
}

export function readCell(reader, word) {
  const parts = word.split(',');
  reader.demand(parts.length === 2, 'a cell is COLUMN,ROW');
  return [reader.number(parts[0], -2 * GREATEST_COLUMN, 2 * GREATEST_COLUMN), reader.number(parts[1], 1, 1e6)];
}

export function compareCells(a, b) {
  return a[0] - b[0] || a[1] - b[1];
}

/** A finite picture of a board: columns first … last with heights, zones, stones and pairs. */
export class Picture {
  constructor(first, last, wraps) {
    this.first = first;
    this.last = last;
    this.wraps = wraps;
    this.zones = new Map();
    this.partners = new Map();
  }

  column(column) {
    if (!this.wraps) return column;
    const width = this.last - this.first + 1;
    return this.first + ((((column - this.first) % width) + width) % width);
  }

  isInside(column) {
    return this.wraps || (column >= this.first && column <= this.last);
  }

  pair(cells, isWeak, reader) {
    const [a, b] = cells.map(([column, row]) => `${this.column(column)},${row}`);
    reader.demand(a !== b, 'a pair has two cells');
    for (const [cell, partner] of [[a, b], [b, a]]) {
      reader.demand(!this.partners.has(cell), () => `the cell ${cell} is in two pairs`);
      this.partners.set(cell, { partner, isWeak });
    }
  }
}

/** Checks the strategy; returns the picture (the last one) on which lines were looked at. */
export function checkStrategy(strategy, reader, work) {
  const { board, responder, excludes } = strategy;
  const opponent = other(responder);
  const stones = new Stones();
  const columnsOf = (column) => {
    const { first, last } = strategy.core;
    reader.demand(column >= first && column <= last, () => `column ${column} is outside the core`);
    return column;
  };
  const all = strategy.stones.slice();
  if (strategy.opening !== undefined) all.push({ side: responder, column: strategy.opening });
  for (const { side, column } of all) stones.drop(side, columnsOf(column));
  strategy.position = stones;

  const pictures = board.kind === 'widths' ? [0, 1, 2].map((n) => pictureOf(strategy, n, reader, work)) : [pictureOf(strategy, 0, reader, work)];
  for (const picture of pictures) {
    checkNoFour(picture, stones, reader);
    checkZones(picture, stones, strategy, reader);
    checkLines(picture, stones, opponent, responder, true, reader, work);
    if (excludes === 'both') checkLines(picture, stones, responder, responder, false, reader, work);
  }
  return pictures[pictures.length - 1];
}

function pictureOf(strategy, n, reader, work) {
  const { board, core, left, right, end, heights, pairs } = strategy;
  let picture;
  const coreHeights = () => heights.forEach((height, i) => picture.zones.set(core.first + i, height));
  if (isEndless(board.kind)) {
    const p = left.word.length;
    const q = right.word.length;
    let least = core.first - p;
    let most = core.last + q;
    for (const { cells } of [...pairs, ...left.pairs, ...right.pairs]) {
      for (const [column] of cells) {
        least = Math.min(least, column);
        most = Math.max(most, column);
      }
    }
    reader.demand(most - least <= MOST_COLUMNS + p + q, 'too many columns');
    picture = new Picture(least - 2 * p - 6, most + 2 * q + 6, false);
    picture.lineFirst = least - p - 3;
    picture.lineLast = most + q;
    work.memory(200 * (picture.last - picture.first));
    coreHeights();
    for (let column = core.first - 1; column >= picture.first; column--) picture.zones.set(column, left.word[((column - core.first) % p + p) % p]);
    for (let column = core.last + 1; column <= picture.last; column++) picture.zones.set(column, right.word[(column - core.last - 1) % q]);
    for (const { cells, isWeak } of pairs) picture.pair(cells, isWeak, reader);
    repeatPairs(picture, left, core.first - 1, -p, reader);
    repeatPairs(picture, right, core.last + 1, q, reader);
    return picture;
  }
  if (board.kind === 'widths') {
    const q = right.word.length;
    reader.demand(q === board.step, 'the word on the right has as many letters as the step');
    const endLength = end?.word.length ?? 0;
    reader.demand(core.first === 1 && core.last + endLength === board.width, 'core and end make up the width');
    picture = new Picture(1, board.width + n * q, false);
    coreHeights();
    for (let i = 0; i < n * q; i++) picture.zones.set(core.last + 1 + i, right.word[i % q]);
    for (let i = 0; i < endLength; i++) picture.zones.set(core.last + 1 + n * q + i, end.word[i]);
    for (const { cells, isWeak } of pairs) picture.pair(cells, isWeak, reader);
    for (let k = 0; k < n; k++) for (const { cells, isWeak } of right.pairs) picture.pair(cells.map(([c, r]) => [c + k * q, r]), isWeak, reader);
    for (const { cells, isWeak } of end?.pairs ?? []) picture.pair(cells.map(([c, r]) => [c + n * q, r]), isWeak, reader);
  } else {
    if (board.kind === 'width') reader.demand(core.first === 1, 'the columns are 1 to the width');
    reader.demand(core.last - core.first + 1 === board.width, 'the core is the whole board');
    picture = new Picture(core.first, core.last, board.kind === 'cylinder');
    coreHeights();
    for (const { cells, isWeak } of pairs) picture.pair(cells, isWeak, reader);
  }
  picture.lineFirst = picture.first;
  picture.lineLast = picture.last;
  return picture;
}

/** The pairs of a tail, in the period next to the core and shifted outwards as far as the picture goes. */
function repeatPairs(picture, tail, edge, shift, reader) {
  const period = Math.abs(shift);
  for (const { cells, isWeak } of tail.pairs) {
    const inner = shift > 0 ? cells[0][0] : cells[1][0];
    const distance = shift > 0 ? inner - edge : edge - inner;
    reader.demand(distance >= 0 && distance < period, 'the inner cell of a pair lies in the period next to the core');
    for (let k = 0; ; k++) {
      const moved = cells.map(([column, row]) => [column + k * shift, row]);
      if (moved.every(([column]) => !picture.isInside(column))) break;
      picture.pair(moved, isWeak, reader);
    }
  }
}

/** Check 1: the stones make no four. */
function checkNoFour(picture, stones, reader) {
  const at = (column, row) => (picture.isInside(column) ? stones.at(picture.column(column), row) : null);
  for (const [column, stack] of stones.columns) {
    stack.forEach((side, i) => {
      for (const [dc, dr] of DIRECTIONS) {
        const isFour = [1, 2, 3].every((k) => at(column + k * dc, i + 1 + k * dr) === side);
        reader.demand(!isFour, `the stones make a four at ${column},${i + 1}`);
      }
    });
  }
}

/** Checks 2 to 4. */
function checkZones(picture, stones, strategy, reader) {
  const { passes, board, left, right } = strategy;
  for (const [column, zone] of picture.zones) {
    const height = stones.height(column);
    reader.demand(zone >= height && zone <= height + 2, () => `the zone height ${zone} of column ${column} is out of range`);
  }
  const isZone = (cell) => {
    const [column, row] = cell.split(',').map(Number);
    // Cells beyond the picture repeat those inside.
    if (!picture.zones.has(column)) return true;
    return row > stones.height(column) && row <= picture.zones.get(column);
  };
  for (const [cell, { partner }] of picture.partners) {
    reader.demand(isZone(cell), () => `${cell} is in a pair and no zone cell`);
    const [column, row] = cell.split(',').map(Number);
    const below = picture.partners.get(`${column},${row - 1}`);
    if (below === undefined || !picture.zones.has(column) || row - 1 <= stones.height(column)) continue;
    const [c, r] = below.partner.split(',').map(Number);
    reader.demand(!picture.zones.has(c) || r === stones.height(c) + 1, () => `${cell} lies on a cell whose partner ${below.partner} is not the lowest of its column`);
    void partner;
  }
  let isSomeAlone = false;
  for (const [column, zone] of picture.zones) {
    if (column < picture.lineFirst || column > picture.lineLast) continue;
    for (let row = stones.height(column) + 1; row <= zone; row++) {
      if (picture.partners.has(`${column},${row}`)) continue;
      isSomeAlone = true;
      reader.demand(passes, () => `the zone cell ${column},${row} has no partner`);
    }
  }
  if (!isEndless(board.kind)) reader.demand(!passes, 'nobody can pass on a board of finitely many columns');
  if (board.kind === 'every-height') reader.demand(passes, 'on boards of every height the responder may have to pass');
  if (passes) {
    reader.demand(isSomeAlone || board.kind === 'every-height', 'every zone cell has a partner: nobody has to pass');
    reader.demand([...left.word, ...right.word].some((zone) => zone > 0), 'no tail has a zone cell to pass in');
  }
}

/** Check 5: no line of four is open for `side`. */
function checkLines(picture, stones, side, responder, weakCounts, reader, work) {
  let top = 0;
  for (const zone of picture.zones.values()) top = Math.max(top, zone);
  for (let column = picture.lineFirst; column <= picture.lineLast; column++) {
    for (let row = 1; row <= top + 3; row++) {
      for (const [dc, dr] of DIRECTIONS) {
        const cells = [0, 1, 2, 3].map((k) => [column + k * dc, (dr < 0 ? row + 3 : row) + k * dr]);
        if (!cells.every(([c]) => picture.isInside(c))) continue;
        work.step(20);
        reader.demand(!isOpen(picture, stones, cells, side, responder, weakCounts), () => `the line ${cells.join(' ')} is open for ${side}`);
      }
    }
  }
}

/** The side that is certain of a cell, or null for a zone cell. */
export function certain(picture, stones, column, row, responder) {
  const stone = stones.at(column, row);
  if (stone !== null) return stone;
  const zone = picture.zones.get(column);
  if (row <= zone) return null;
  return (row - zone) % 2 === 0 ? responder : other(responder);
}

function isOpen(picture, stones, cells, side, responder, weakCounts) {
  const names = [];
  for (const [c, row] of cells) {
    const column = picture.column(c);
    const owner = certain(picture, stones, column, row, responder);
    if (owner !== null && owner !== side) return false;
    if (owner === null) names.push(`${column},${row}`);
  }
  return !names.some((name) => {
    const pair = picture.partners.get(name);
    return pair !== undefined && (weakCounts || !pair.isWeak) && names.includes(pair.partner);
  });
}

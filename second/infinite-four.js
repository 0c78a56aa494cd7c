// Infinite Connect-Four: stones dropped into columns, and lines of four (response, "The game").
//
// Columns are integers, rows count from 1. A cell is a pair [column, row].

/** The forms of a line: the column and row of each cell, counted from the leftmost column and the lowest row. */
export const FORMS = [
  [[0, 0], [1, 0], [2, 0], [3, 0]],
  [[0, 0], [0, 1], [0, 2], [0, 3]],
  [[0, 0], [1, 1], [2, 2], [3, 3]],
  [[0, 3], [1, 2], [2, 1], [3, 0]],
];

export const GREATEST_COLUMN = 1e12;
const MOST_STONES = 10000;

export function other(side) {
  return side === 'X' ? 'O' : 'X';
}

/** The stones on a board; `columnOf` maps the name of a column to the one that is used (on a cylinder). */
export class Stones {
  constructor(columnOf = (column) => column) {
    this.columns = new Map();
    this.columnOf = columnOf;
  }

  height(column) {
    return this.columns.get(this.columnOf(column))?.length ?? 0;
  }

  /** 'X', 'O' or null. */
  at(column, row) {
    return this.columns.get(this.columnOf(column))?.[row - 1] ?? null;
  }

  drop(side, column) {
    const name = this.columnOf(column);
    const stack = this.columns.get(name);
    if (stack === undefined) this.columns.set(name, [side]);
    else stack.push(side);
  }

  lift(column) {
    const name = this.columnOf(column);
    const stack = this.columns.get(name);
    stack.pop();
    if (stack.length === 0) this.columns.delete(name);
  }

  /** Whether a stone of the side on this cell is part of a four; the cell itself need not be filled yet. */
  makesFour(side, column, row) {
    const isOwn = (c, r) => (this.columnOf(c) === this.columnOf(column) && r === row) || this.at(c, r) === side;
    return FORMS.some((form) =>
      form.some(([dc, dr]) => {
        const c = column - dc;
        const r = row - dr;
        return r >= 1 && form.every(([x, y]) => isOwn(c + x, r + y));
      }),
    );
  }

  /** Whether the highest stone of the column is part of a four. */
  topMakesFour(column) {
    const row = this.height(column);
    return this.makesFour(this.at(column, row), column, row);
  }

  /** Columns in which one more stone of the side makes a four, in increasing order. */
  threats(side) {
    const candidates = new Set();
    for (const column of this.columns.keys()) for (let d = -3; d <= 3; d++) candidates.add(column + d);
    return [...candidates].filter((column) => this.makesFour(side, column, this.height(column) + 1)).sort((a, b) => a - b);
  }

  /** A text that two positions share exactly if they are equal. */
  key() {
    return [...this.columns.keys()].sort((a, b) => a - b).map((column) => `${column}:${this.columns.get(column).join('')}`).join(' ');
  }
}

/** Reads `X0 O1 X-1`, or `none`. */
export function readStones(reader, words) {
  if (words.length === 1 && words[0] === 'none') return [];
  reader.demand(words.length > 0 && words.length <= MOST_STONES, `"none", or 1 to ${MOST_STONES} stones are listed`);
  return words.map((word) => {
    reader.demand(word[0] === 'X' || word[0] === 'O', 'a stone is X or O and a column');
    return { side: word[0], column: reader.number(word.slice(1), -GREATEST_COLUMN, GREATEST_COLUMN) };
  });
}

export function describeStones(stones) {
  return stones.length === 0 ? 'no stones' : stones.map(({ side, column }) => side + column).join(' ');
}

/** A cell `COLUMN,ROW`. */
export function readCell(reader, word) {
  const parts = word.split(',');
  reader.demand(parts.length === 2, 'a cell is COLUMN,ROW');
  return [reader.number(parts[0], -GREATEST_COLUMN, GREATEST_COLUMN), reader.number(parts[1], 1, 1e6)];
}

export function compareCells(a, b) {
  return a[0] - b[0] || a[1] - b[1];
}

/** Lines `STRONG` or `WEAK` with two cells each, all in ascending order. */
export function readPairs(reader, strong, weak) {
  const pairs = [];
  while (reader.peek() === strong || reader.peek() === weak) {
    const isWeak = reader.peek() === weak;
    const cells = reader.exactly(isWeak ? weak : strong, 2).map((word) => readCell(reader, word));
    reader.demand(compareCells(cells[0], cells[1]) < 0, 'the cells of a pair are in ascending order');
    const before = pairs[pairs.length - 1]?.cells;
    reader.demand(before === undefined || (compareCells(before[0], cells[0]) || compareCells(before[1], cells[1])) < 0, 'pairs are in ascending order');
    pairs.push({ cells, isWeak });
  }
  return pairs;
}

// Infinite Connect-Four: stones dropped into columns, and lines of four.
//
// Columns are integers, rows count from 1. A cell is a pair [column, row].

/** The four directions of a line: column and row from one cell to the next. */
export const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

export const GREATEST_COLUMN = 1e12;

export function other(side) {
  return side === 'X' ? 'O' : 'X';
}

/** The stones on a board of endless width and height. */
export class Stones {
  constructor() {
    this.columns = new Map();
  }

  height(column) {
    return this.columns.get(column)?.length ?? 0;
  }

  /** 'X', 'O' or null. */
  at(column, row) {
    return this.columns.get(column)?.[row - 1] ?? null;
  }

  drop(side, column) {
    const stack = this.columns.get(column);
    if (stack === undefined) this.columns.set(column, [side]);
    else stack.push(side);
  }

  lift(column) {
    const stack = this.columns.get(column);
    stack.pop();
    if (stack.length === 0) this.columns.delete(column);
  }

  /** Whether the cell, taken as the side's, is part of four in a line. */
  makesFour(side, column, row) {
    for (const [dc, dr] of DIRECTIONS) {
      let length = 1;
      for (const sign of [1, -1]) {
        for (let k = 1; k < 4 && this.at(column + sign * k * dc, row + sign * k * dr) === side; k++) length++;
      }
      if (length >= 4) return true;
    }
    return false;
  }

  /** Columns in which the side would make a four at once, in increasing order. */
  winningColumns(side) {
    const candidates = new Set();
    for (const column of this.columns.keys()) for (let d = -3; d <= 3; d++) candidates.add(column + d);
    return [...candidates].filter((column) => this.makesFour(side, column, this.height(column) + 1)).sort((a, b) => a - b);
  }
}

/** Reads `X0 O1 X-1`, or `none`. */
export function readStones(reader, words) {
  if (words.length === 1 && words[0] === 'none') return [];
  reader.demand(words.length > 0, 'stones are listed, or "none"');
  return words.map((word) => {
    reader.demand(word[0] === 'X' || word[0] === 'O', 'a stone is X or O and a column');
    return { side: word[0], column: reader.number(word.slice(1), -GREATEST_COLUMN, GREATEST_COLUMN) };
  });
}

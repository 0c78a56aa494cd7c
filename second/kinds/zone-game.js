// zone-game: what the second player to enter a gadget of infinite Connect-Four can keep.
//
// There is no evidence: the game is played out. A position is two sets of cells, as bits: the opponent's and the responder's.

import { DIRECTIONS } from '../infinite-four.js';
import { compareCells, readCell } from '../response-strategy.js';

export function check(reader, { work }) {
  const first = reader.number(reader.word('first'), -1e12, 1e12);
  const word = reader.naturals('word', 0, 4);
  const cells = [];
  word.forEach((height, i) => {
    for (let row = 1; row <= height; row++) cells.push([first + i, row]);
  });
  reader.demand(cells.length >= 1 && cells.length <= 16, 'there are 1 to 16 zone cells');
  const passes = reader.choice('passes', ['no', 'yes']) === 'yes';
  const groups = readGroups(reader, first, word, cells);
  const kept = reader.choice('kept', ['yes', 'no']) === 'yes';
  const unique = reader.peek() === 'unique' ? reader.choice('unique', ['yes', 'no']) : null;
  reader.end();

  const game = new ZoneGame(first, word, cells, passes, groups, work);
  const found = game.isKept(0, 0);
  reader.demand(found === kept, () => `the responder can ${found ? '' : 'not '}keep the groups`);
  if (unique !== null) {
    reader.demand(kept, '"unique" is about a defence that keeps');
    const isUnique = game.isUnique();
    reader.demand(isUnique === (unique === 'yes'), () => `replies are ${isUnique ? '' : 'not '}unique`);
  }
  const reply = unique === null ? '' : unique === 'yes' ? ', by exactly one reply at each point' : ', somewhere by several replies';
  return `the zone ${word.join(' ')} from column ${first}, passes ${passes ? 'yes' : 'no'}, ${describe(groups)}: the responder can ${kept ? '' : 'not '}keep them${reply}`;
}

function describe({ kind, list }) {
  if (kind === 'lines') return 'all lines of four';
  return list.map(({ names, isWeak }) => `${isWeak ? 'weak' : 'pair'} ${names}`).join(', ');
}

/** The groups as sets of bits. */
function readGroups(reader, first, word, cells) {
  const bit = (cell) => {
    const index = cells.findIndex((other) => compareCells(cell, other) === 0);
    reader.demand(index >= 0, () => `${cell.join(',')} is no zone cell`);
    return 1 << index;
  };
  const kind = reader.choice('groups', ['pairs', 'lines']);
  if (kind === 'lines') return { kind, list: lineGroups(first, word, bit) };
  const list = [];
  while (reader.peek() === 'pair' || reader.peek() === 'weak') {
    const isWeak = reader.peek() === 'weak';
    const words = reader.exactly(isWeak ? 'weak' : 'pair', 2);
    const pair = words.map((name) => readCell(reader, name));
    reader.demand(compareCells(pair[0], pair[1]) < 0, 'the cells of a pair are in ascending order');
    const before = list[list.length - 1];
    reader.demand(before === undefined || compareCells(before.pair[0], pair[0]) < 0, 'pairs are in ascending order');
    list.push({ pair, names: words.join(' '), isWeak, set: bit(pair[0]) | bit(pair[1]) });
  }
  reader.demand(list.length > 0, 'there is no pair');
  const taken = list.reduce((sum, { set }) => sum | set, 0);
  void taken;
  return { kind, list };
}

/** The zone parts of the lines without a cell of the responder above the zones. */
function lineGroups(first, word, bit) {
  const sets = new Set();
  const top = Math.max(...word) + 4;
  for (let i = 0; i < word.length; i++) {
    for (let row = 1; row <= top; row++) {
      for (const [dc, dr] of DIRECTIONS) {
        let set = 0;
        let isDead = false;
        for (let k = 0; k < 4; k++) {
          const column = i + k * dc;
          const r = row + k * dr;
          if (column >= word.length || r < 1) isDead = true;
          else if (r <= word[column]) set |= bit([first + column, r]);
          else if ((r - word[column]) % 2 === 0) isDead = true;
          if (isDead) break;
        }
        if (!isDead) sets.add(set);
      }
    }
  }
  return [...sets].map((set) => ({ set, isWeak: true }));
}

class ZoneGame {
  constructor(first, word, cells, passes, groups, work) {
    this.passes = passes;
    this.groups = groups.list;
    this.work = work;
    this.known = new Map();
    this.full = (1 << cells.length) - 1;
    this.below = cells.map(([, row], i) => (row === 1 ? 0 : 1 << (i - 1)));
    this.count = cells.length;
  }

  playable(filled) {
    const list = [];
    for (let i = 0; i < this.count; i++) {
      if (!(filled & (1 << i)) && (filled & this.below[i]) === this.below[i]) list.push(1 << i);
    }
    return list;
  }

  isBroken(theirs, own) {
    return this.groups.some(({ set, isWeak }) => (theirs & set) === set || (!isWeak && (own & set) === set));
  }

  /** Whether the responder keeps the groups with the opponent to move. */
  isKept(theirs, own) {
    const key = theirs * 65536 + own;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.work.step(100);
    this.work.memory(50);
    const result = !this.isBroken(theirs, own) && this.playable(theirs | own).every((cell) => this.replies(theirs | cell, own).length > 0);
    this.known.set(key, result);
    return result;
  }

  /** The replies that keep the groups; 0 is a pass. */
  replies(theirs, own) {
    if (this.isBroken(theirs, own)) return [];
    const list = this.playable(theirs | own).filter((cell) => this.isKept(theirs, own | cell));
    if (this.passes && this.isKept(theirs, own)) list.push(0);
    return list;
  }

  /** Whether in every position of the defence exactly one reply keeps. */
  isUnique() {
    const seen = new Set();
    const stack = [[0, 0]];
    while (stack.length > 0) {
      const [theirs, own] = stack.pop();
      const key = theirs * 65536 + own;
      if (seen.has(key)) continue;
      seen.add(key);
      this.work.step(100);
      for (const cell of this.playable(theirs | own)) {
        const replies = this.replies(theirs | cell, own);
        if (replies.length !== 1) return false;
        stack.push([theirs | cell, own | replies[0]]);
      }
    }
    return true;
  }
}

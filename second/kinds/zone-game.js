// zone-game: what the second player to enter a gadget of infinite Connect-Four can keep.
//
// There is no evidence: the game is played out. A position is two sets of cells, as bits: the opponent's and the responder's.

import { FORMS, compareCells, readPairs } from '../infinite-four.js';

export function check(reader, { work }) {
  const first = reader.number(reader.word('first'), -(2 ** 40 - 1), 2 ** 40 - 1);
  const word = reader.naturals('word', 0, 4);
  reader.demand(word.length >= 1 && word.length <= 99, 'there are 1 to 99 columns'); // C1
  const cells = [];
  word.forEach((height, i) => {
    for (let row = 1; row <= height; row++) cells.push([first + i, row]);
  });
  reader.demand(cells.length >= 1 && cells.length <= 16, 'there are 1 to 16 zone cells'); // C1
  const passes = reader.choice('passes', ['no', 'yes']) === 'yes';
  const groups = readGroups(reader, first, word, cells);
  const isKept = reader.choice('kept', ['yes', 'no']) === 'yes';
  const unique = reader.peek() === 'unique' ? reader.choice('unique', ['yes', 'no']) : null;
  reader.end();

  const game = new ZoneGame(cells, passes, groups.list, work);
  reader.demand(game.isKept(0, 0, 0) === isKept, () => `the responder can${isKept ? 'not' : ''} keep the groups`); // C2
  if (unique !== null) reader.demand(isKept && game.isUnique() === (unique === 'yes'), 'it is not so with the replies'); // C3
  const can = isKept ? 'can' : 'cannot';
  const replies = unique === null ? '' : unique === 'yes' ? '; each move has exactly one reply that keeps it so' : '; some move has several replies that keep it so';
  return `zone heights ${word.join(' ')} from column ${first}: the second to enter ${passes ? 'and may pass' : 'without passing'}: ${can} play so that ${groups.text}${replies}`;
}

/** The groups as sets of bits; of a weak one only the opponent must not have all. */
function readGroups(reader, first, word, cells) {
  const kind = reader.choice('groups', ['pairs', 'lines']);
  if (kind === 'lines') return { list: lineGroups(first, word, cells), text: 'the first fills no line of four within these columns' };
  const pairs = readPairs(reader, 'pair', 'weak');
  reader.demand(pairs.length > 0, 'there is no pair');
  let taken = 0;
  const list = pairs.map(({ cells: pair, isWeak }) => {
    let set = 0;
    for (const cell of pair) {
      const index = cells.findIndex((zoneCell) => compareCells(cell, zoneCell) === 0);
      reader.demand(index >= 0, () => `${cell.join(',')} is no zone cell`);
      reader.demand(!(taken & (1 << index)), () => `${cell.join(',')} is in two pairs`);
      set |= 1 << index;
      taken |= 1 << index;
    }
    return { set, isWeak };
  });
  const text = pairs.map(({ cells: [a, b], isWeak }) => `${isWeak ? 'the first does not get' : 'neither gets'} both of ${a.join(',')} and ${b.join(',')}`).join(', ');
  return { list, text };
}

/** The zone parts of the lines that are the opponent's: no cell in a row g+2, g+4, … above a zone. */
function lineGroups(first, word, cells) {
  const sets = new Set();
  const indexOf = new Map(cells.map(([column, row], i) => [`${column - first},${row}`, i]));
  const top = Math.max(...word);
  for (let column = 0; column < word.length; column++) {
    for (let row = 1; row <= top + 2; row++) {
      for (const form of FORMS) {
        const line = form.map(([dc, dr]) => [column + dc, row + dr]);
        if (line.some(([c]) => c >= word.length)) continue;
        if (line.some(([c, r]) => r > word[c] && (r - word[c]) % 2 === 0)) continue;
        sets.add(line.reduce((set, [c, r]) => (r <= word[c] ? set | (1 << indexOf.get(`${c},${r}`)) : set), 0));
      }
    }
  }
  return [...sets].map((set) => ({ set, isWeak: true }));
}

/** Positions are numbered in base 3: a digit for each cell, 1 for the opponent's, 2 for the responder's. */
class ZoneGame {
  constructor(cells, passes, groups, work) {
    Object.assign(this, { passes, work });
    this.count = cells.length;
    this.full = 2 ** cells.length - 1;
    this.below = Int32Array.from(cells, ([, row], i) => (row === 1 ? 0 : 1 << (i - 1)));
    this.weights = Float64Array.from(cells, (_, i) => 3 ** i);
    this.sets = Int32Array.from(groups, ({ set }) => set);
    this.strong = Int32Array.from(groups.filter(({ isWeak }) => !isWeak), ({ set }) => set);
    work.memory(3 ** cells.length);
    this.known = new Uint8Array(3 ** cells.length); // 0: not yet, 1: kept, 2: not
  }

  isPlayable(filled, i) {
    return !(filled & (1 << i)) && (filled & this.below[i]) === this.below[i];
  }

  /** Something unwanted has happened. */
  isBroken(theirs, own) {
    for (let i = 0; i < this.sets.length; i++) if ((theirs & this.sets[i]) === this.sets[i]) return true;
    for (let i = 0; i < this.strong.length; i++) if ((own & this.strong[i]) === this.strong[i]) return true;
    return false;
  }

  /** Whether the position, the opponent to move, is kept. */
  isKept(theirs, own, number) {
    const known = this.known[number];
    if (known !== 0) return known === 1;
    this.work.step(30);
    let result = !this.isBroken(theirs, own);
    for (let i = 0; result && i < this.count; i++) {
      if (this.isPlayable(theirs | own, i)) result = this.replies(theirs | (1 << i), own, number + this.weights[i], 1) > 0;
    }
    this.known[number] = result ? 1 : 2;
    return result;
  }

  /** How many replies (a pass counts as one) lead to a kept position; counting stops at `enough`. `visit` is called for each. */
  replies(theirs, own, number, enough, visit = null) {
    this.work.step(10);
    if (this.isBroken(theirs, own)) return 0;
    let found = 0;
    for (let i = 0; i < this.count && found < enough; i++) {
      if (!this.isPlayable(theirs | own, i) || !this.isKept(theirs, own | (1 << i), number + 2 * this.weights[i])) continue;
      found++;
      visit?.(theirs, own | (1 << i), number + 2 * this.weights[i]);
    }
    const mayPass = this.passes || (theirs | own) === this.full;
    if (found < enough && mayPass && this.isKept(theirs, own, number)) {
      found++;
      visit?.(theirs, own, number);
    }
    return found;
  }

  /** C3: whether each move has exactly one reply, in every position of the defence. */
  isUnique() {
    const seen = new Uint8Array(this.known.length);
    const stack = [[0, 0, 0]];
    const visit = (theirs, own, number) => {
      if (seen[number] === 0) stack.push([theirs, own, number]);
      seen[number] = 1;
    };
    while (stack.length > 0) {
      const [theirs, own, number] = stack.pop();
      this.work.step(30);
      for (let i = 0; i < this.count; i++) {
        if (this.isPlayable(theirs | own, i) && this.replies(theirs | (1 << i), own, number + this.weights[i], 2, visit) !== 1) return false;
      }
    }
    return true;
  }
}

// strategy: who wins Otrio, Qubic or Connect-Four from a position, or does not lose.
//
// The game is walked depth first. All moves of the other side are tried; the owner plays one reply, which is obvious or read from
// the certificate. A position of the owner met before, up to a symmetry, is not walked again. Sets of slots are two words of bits, `low` for the slots
// 0 to 31 and `high` for the rest.

import { lineGame, symmetriesOf } from '../line-games.js';
import { PositionSet } from '../position-set.js';

const PER_LINE = 100;

export function check(reader, { work }) {
  const name = reader.word('game'); // L1
  const game = lineGame(name);
  reader.demand(game !== null, 'no such game');
  reader.demand(game.sides.every((side) => side < 2) && game.names.length <= 54, 'the game has more than two sides or 54 slots'); // C1
  const after = reader.words('after'); // L2
  const records = recordsOf(after, reader);
  const [side, goal] = reader.exactly('owner', 2); // L3
  reader.demand(side === 'first' || side === 'second', 'the owner is the first or the second side');
  reader.demand(goal === 'wins' || goal === 'does-not-lose', 'the goal is "wins" or "does-not-lose"');
  const replies = readReplies(reader);
  reader.end();
  const walk = new Walk(game, side === 'first' ? 0 : 1, goal === 'wins', replies, reader, work);
  for (const record of records) walk.from(record); // C2
  reader.demand(walk.next === replies.length, () => `${replies.length - walk.next} replies are not used`); // C9
  const where = after.length === 0 ? 'from the start' : `after ${after.join(' ')}`;
  return `${name} ${where}: the ${side} side ${goal === 'wins' ? 'wins' : 'does not lose'}, whatever the other does`;
}

/** L2: one or more records with " / " between them, none empty unless it is the only one, no two the same. */
function recordsOf(words, reader) {
  if (words.length === 0) return [[]];
  const records = words.join(' ').split(' / ').map((record) => record.split(' '));
  const texts = records.map((record) => record.join(' '));
  reader.demand(texts.every((text) => text !== '' && !text.includes('/')), 'an empty record');
  reader.demand(new Set(texts).size === texts.length, 'a record stands twice');
  return records;
}

/** L4: all replies as one array of slots. */
function readReplies(reader) {
  const lines = [];
  let count = 0;
  while (reader.peek() === 'replies') {
    const line = reader.word('replies');
    reader.demand(count === lines.length * PER_LINE && line.length <= PER_LINE, `every line but the last has ${PER_LINE} replies`);
    lines.push(line);
    count += line.length;
  }
  const replies = new Uint8Array(count);
  let at = 0;
  for (const line of lines) {
    for (let i = 0; i < line.length; i++) {
      const slot = line.charCodeAt(i) - 65;
      reader.demand(slot >= 0, 'a reply is a character from A to ~');
      replies[at++] = slot;
    }
  }
  return replies;
}

function popcount(x) {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The lowest slot of a set that is not empty. */
function lowest(low, high) {
  return low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(high & -high);
}

class Walk {
  constructor(game, owner, mustWin, replies, reader, work) {
    Object.assign(this, { game, owner, mustWin, replies, reader, work });
    this.next = 0;
    const { lines, sizes, forbidden, sides, below } = game;
    const slots = game.names.length;
    this.slots = slots;
    this.sides = sides;
    this.colours = sides.length;
    this.wide = slots > 32;
    const low = (list) => list.reduce((set, slot) => (slot < 32 ? set | (1 << slot) : set), 0);
    const high = (list) => list.reduce((set, slot) => (slot >= 32 ? set | (1 << (slot - 32)) : set), 0);
    // A line with a forbidden slot can never be filled.
    const usable = lines.filter((line) => !line.some((slot) => forbidden.includes(slot)));
    this.lineLow = Int32Array.from(usable, low);
    this.lineHigh = Int32Array.from(usable, high);
    this.lineCount = usable.length;
    const all = Array.from({ length: slots }, (_, i) => i).filter((slot) => !forbidden.includes(slot));
    this.allLow = low(all);
    this.allHigh = high(all);
    this.stock = game.stock;
    this.hasStock = game.stock !== Infinity;
    this.sizeOf = Uint8Array.from(sizes);
    this.sizeCount = Math.max(...sizes) + 1;
    this.sizeLow = Int32Array.from({ length: this.sizeCount }, (_, size) => low(all.filter((slot) => sizes[slot] === size)));
    this.groundLow = low(all.filter((slot) => below[slot] < 0));
    this.gravity = below.some((slot) => slot >= 0);
    this.width = game.width ?? 0;
    // The position: pieces of each colour, how many of each size, whose turn it is.
    this.low = new Int32Array(this.colours);
    this.high = new Int32Array(this.colours);
    this.used = new Uint8Array(this.colours * this.sizeCount);
    this.turn = 0;
    // Results of `legal` and `threats`.
    this.legalLow = 0;
    this.legalHigh = 0;
    this.winLow = 0;
    this.winHigh = 0;
    this.met = new PositionSet(work);
    this.buildMaps(symmetriesOf(game));
  }

  /** For each symmetry and each group of eight slots, the images of its 256 subsets. */
  buildMaps(symmetries) {
    this.groups = Math.max(4, Math.ceil(this.slots / 8));
    this.tablesLow = [];
    this.tablesHigh = [];
    for (const map of symmetries) {
      const tableLow = new Int32Array(this.groups * 256);
      const tableHigh = new Int32Array(this.groups * 256);
      for (let at = 0; at < this.groups * 256; at++) {
        for (let i = 0; i < 8; i++) {
          const slot = 8 * (at >> 8) + i;
          if (!(at & (1 << i)) || slot >= this.slots) continue;
          if (map[slot] < 32) tableLow[at] |= 1 << map[slot];
          else tableHigh[at] |= 1 << (map[slot] - 32);
        }
      }
      this.tablesLow.push(tableLow);
      this.tablesHigh.push(tableHigh);
    }
    this.best = new Int32Array(4);
    this.key = new Int32Array(4);
  }

  /** Word `word` of the key of the position under symmetry `s`. Together the words tell pieces and turn. */
  keyWord(s, word) {
    if (!this.wide) {
      if (word >= this.colours) return 0;
      const x = this.low[word];
      const table = this.tablesLow[s];
      const image = table[x & 255] | table[256 + ((x >>> 8) & 255)] | table[512 + ((x >>> 16) & 255)] | table[768 + (x >>> 24)];
      // Games of at most 32 slots with more than two colours have 27: bits 28 and up are free.
      return word === 0 && this.slots <= 28 ? image | (this.turn << 28) : image;
    }
    const x = this.low[word >> 1];
    const y = this.high[word >> 1];
    const table = (word & 1) === 0 ? this.tablesLow[s] : this.tablesHigh[s];
    let image = table[x & 255] | table[256 + ((x >>> 8) & 255)] | table[512 + ((x >>> 16) & 255)] | table[768 + (x >>> 24)];
    for (let group = 4; group < this.groups; group++) image |= table[256 * group + ((y >>> (8 * group - 32)) & 255)];
    return word === 1 ? image | (this.turn << 28) : image;
  }

  /** The least key of the position under all symmetries, into `best` (G7, C4). */
  canonical() {
    const { best, key } = this;
    for (let word = 0; word < 4; word++) best[word] = this.keyWord(0, word);
    for (let s = 1; s < this.tablesLow.length; s++) {
      let isLess = false;
      for (let word = 0; word < 4; word++) {
        const value = this.keyWord(s, word);
        if (!isLess) {
          if (value > best[word]) break;
          if (value < best[word]) {
            isLess = true;
            for (let before = 0; before < word; before++) best[before] = key[before];
          }
        }
        if (isLess) best[word] = value;
        else key[word] = value;
      }
    }
  }

  /** Plays the record from the start (L2) and walks on from there. */
  from(record) {
    const { game, reader } = this;
    this.low.fill(0);
    this.high.fill(0);
    this.used.fill(0);
    this.turn = this.firstAble(0);
    let winner = -1;
    for (const move of record) {
      reader.demand(winner < 0 && this.turn >= 0, 'a move after the end of the game');
      this.threats(this.turn);
      const { legalLow, legalHigh, winLow, winHigh } = this;
      // A name may stand for several slots, one above the other: the lowest empty one is the only one that can be filled.
      const slot = game.names.findIndex((name, i) => name === move && isIn(legalLow, legalHigh, i));
      reader.demand(slot >= 0, () => `"${move.slice(0, 20)}" is no legal move`);
      if (isIn(winLow, winHigh, slot)) winner = this.sides[this.turn];
      this.place(slot);
      this.turn = this.firstAble((this.turn + 1) % this.colours);
    }
    if (winner >= 0) reader.demand(winner === this.owner, 'the other side has won'); // C3
    else this.walk();
  }

  /** G3: the first colour from `colour` on, in turn order, that can fill a slot; -1 if there is none. */
  firstAble(colour) {
    for (let k = 0; k < this.colours; k++) {
      this.legal(colour);
      if ((this.legalLow | this.legalHigh) !== 0) return colour;
      colour = colour + 1 === this.colours ? 0 : colour + 1;
    }
    return -1;
  }

  place(slot) {
    if (slot < 32) this.low[this.turn] |= 1 << slot;
    else this.high[this.turn] |= 1 << (slot - 32);
    this.used[this.turn * this.sizeCount + this.sizeOf[slot]]++;
  }

  unplace(slot) {
    if (slot < 32) this.low[this.turn] &= ~(1 << slot);
    else this.high[this.turn] &= ~(1 << (slot - 32));
    this.used[this.turn * this.sizeCount + this.sizeOf[slot]]--;
  }

  /** G1: the slots the colour can fill, into legalLow and legalHigh. */
  legal(colour) {
    const { low, high } = this;
    let filledLow = 0;
    let filledHigh = 0;
    for (let c = 0; c < this.colours; c++) {
      filledLow |= low[c];
      filledHigh |= high[c];
    }
    let freeLow = this.allLow & ~filledLow;
    let freeHigh = this.allHigh & ~filledHigh;
    if (this.gravity) {
      // On the ground, or the slot `width` below is filled.
      freeLow &= this.groundLow | (filledLow << this.width);
      freeHigh &= (filledHigh << this.width) | (filledLow >>> (32 - this.width));
    }
    if (this.hasStock) {
      for (let size = 0; size < this.sizeCount; size++) {
        if (this.used[colour * this.sizeCount + size] >= this.stock) freeLow &= ~this.sizeLow[size];
      }
    }
    this.legalLow = freeLow;
    this.legalHigh = freeHigh;
  }

  /** The slots that the colour can fill and that complete a line of it, into winLow and winHigh; `legal` as well. */
  threats(colour) {
    this.legal(colour);
    const { lineLow, lineHigh, lineCount, legalLow, legalHigh } = this;
    const notLow = ~this.low[colour];
    let winLow = 0;
    let winHigh = 0;
    if (this.wide) {
      const notHigh = ~this.high[colour];
      for (let i = 0; i < lineCount; i++) {
        const a = lineLow[i] & notLow;
        const b = lineHigh[i] & notHigh;
        if (b === 0 ? (a & (a - 1)) === 0 : a === 0 && (b & (b - 1)) === 0) {
          winLow |= a & legalLow;
          winHigh |= b & legalHigh;
        }
      }
    } else {
      for (let i = 0; i < lineCount; i++) {
        const a = lineLow[i] & notLow;
        if ((a & (a - 1)) === 0) winLow |= a & legalLow;
      }
    }
    this.winLow = winLow;
    this.winHigh = winHigh;
  }

  /** C5: whether no colour of the other side has a line left. */
  isHarmless() {
    const { low, high, lineLow, lineHigh, lineCount } = this;
    for (let colour = 0; colour < this.colours; colour++) {
      if (this.sides[colour] === this.owner) continue;
      let othersLow = 0;
      let othersHigh = 0;
      for (let c = 0; c < this.colours; c++) {
        if (c === colour) continue;
        othersLow |= low[c];
        othersHigh |= high[c];
      }
      for (let i = 0; i < lineCount; i++) {
        if ((lineLow[i] & othersLow) === 0 && (lineHigh[i] & othersHigh) === 0 && (!this.hasStock || this.hasEnough(colour, i))) return false;
      }
    }
    return true;
  }

  /** Whether the colour has pieces enough to fill the line; games with a stock have at most 32 slots. */
  hasEnough(colour, line) {
    const empty = this.lineLow[line] & ~this.low[colour];
    for (let size = 0; size < this.sizeCount; size++) {
      const needed = popcount(empty & this.sizeLow[size]);
      if (needed > 0 && needed + this.used[colour * this.sizeCount + size] > this.stock) return false;
    }
    return true;
  }

  /** Walks on from a position in which nobody has won. */
  walk() {
    this.work.step(60);
    const { turn } = this;
    if (turn < 0) {
      if (this.mustWin) this.reader.refuse('the game ends without a winner'); // C3
      return;
    }
    this.threats(turn);
    const { legalLow, legalHigh } = this;
    if (this.sides[turn] === this.owner) {
      if ((this.winLow | this.winHigh) !== 0) return; // C4
      this.canonical();
      if (this.met.has(this.best)) return; // C4
      if (!this.mustWin && this.isHarmless()) return; // C5
      this.met.add(this.best);
      this.play(this.reply(legalLow, legalHigh)); // C7
      return;
    }
    if (!this.mustWin && this.isHarmless()) return; // C5
    if ((this.winLow | this.winHigh) !== 0) this.reader.refuse('the other side can complete a line'); // C6, C3
    for (let rest = legalLow; rest !== 0; rest &= rest - 1) this.play(31 - Math.clz32(rest & -rest));
    for (let rest = legalHigh; rest !== 0; rest &= rest - 1) this.play(63 - Math.clz32(rest & -rest));
  }

  /** Fills the slot, which completes no line, walks on, and takes the piece back. */
  play(slot) {
    const { turn } = this;
    this.place(slot);
    this.turn = this.firstAble(turn + 1 === this.colours ? 0 : turn + 1);
    this.walk();
    this.turn = turn;
    this.unplace(slot);
  }

  /** The owner's reply: obvious (C8), or the next letter. */
  reply(legalLow, legalHigh) {
    const obvious = this.obvious(legalLow, legalHigh);
    if (obvious >= 0) return obvious;
    if (this.next === this.replies.length) this.reader.refuse('there are too few replies'); // C7
    const slot = this.replies[this.next++];
    if (!isIn(legalLow, legalHigh, slot)) this.reader.refuse(`reply ${this.next} cannot be played`);
    return slot;
  }

  obvious(legalLow, legalHigh) {
    const isOne = legalHigh === 0 ? (legalLow & (legalLow - 1)) === 0 : legalLow === 0 && (legalHigh & (legalHigh - 1)) === 0;
    if (isOne) return lowest(legalLow, legalHigh); // C8.1
    let others = 0;
    for (let k = 1; k < this.colours; k++) {
      const colour = (this.turn + k) % this.colours;
      this.threats(colour);
      const { winLow, winHigh } = this;
      let low;
      let high;
      if (this.sides[colour] === this.owner) {
        if (popcount(winLow) + popcount(winHigh) <= others) continue;
        low = legalLow & ~winLow;
        high = legalHigh & ~winHigh;
      } else {
        if ((winLow | winHigh) === 0) {
          others++;
          continue;
        }
        if (k > 1) return -1;
        low = legalLow & winLow;
        high = legalHigh & winHigh;
      }
      return (low | high) === 0 ? -1 : lowest(low, high);
    }
    return -1; // C8.3
  }
}

function isIn(low, high, slot) {
  return slot < 32 ? (low & (1 << slot)) !== 0 : (high & (1 << (slot - 32))) !== 0;
}

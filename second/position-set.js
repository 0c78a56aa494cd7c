// A set of positions, each four words of 32 bits, kept exactly: open addressing in one long array.

export class PositionSet {
  constructor(work) {
    this.work = work;
    this.size = 0;
    this.room = 1 << 12;
    work.memory(20 * this.room);
    this.words = new Int32Array(4 * this.room);
    this.isUsed = new Uint8Array(this.room);
  }

  /** Adds a position that is not there. */
  add(key) {
    if (2 * this.size >= this.room) this.grow();
    this.size++;
    this.insert(key[0], key[1], key[2], key[3]);
  }

  has(key) {
    return this.isUsed[this.find(key[0], key[1], key[2], key[3])] === 1;
  }

  insert(a, b, c, d) {
    const at = this.find(a, b, c, d);
    this.isUsed[at] = 1;
    this.words[4 * at] = a;
    this.words[4 * at + 1] = b;
    this.words[4 * at + 2] = c;
    this.words[4 * at + 3] = d;
  }

  /** The place where the position is, or would go. */
  find(a, b, c, d) {
    const { words, isUsed } = this;
    const mask = this.room - 1;
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    hash ^= hash >>> 13;
    let at = hash & mask;
    while (isUsed[at] === 1 && (words[4 * at] !== a || words[4 * at + 1] !== b || words[4 * at + 2] !== c || words[4 * at + 3] !== d)) at = (at + 1) & mask;
    return at;
  }

  grow() {
    const { words, isUsed, room } = this;
    this.room = 2 * room;
    this.work.memory(17 * this.room - 17 * room);
    this.words = new Int32Array(4 * this.room);
    this.isUsed = new Uint8Array(this.room);
    for (let at = 0; at < room; at++) {
      if (isUsed[at]) this.insert(words[4 * at], words[4 * at + 1], words[4 * at + 2], words[4 * at + 3]);
    }
  }
}

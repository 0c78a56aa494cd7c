// Brick buildings: placements, and the counting of a profile by building every building once.
//
// A placement is a storey, a direction and the corner (x, y) of least coordinates. Buildings with given bricks per
// storey, up to shifts, are the connected sets of placements that contain a root and no ground brick before the root in
// the order of x, y, direction. They are listed by Redelmeier's method: from a list of untried neighbours take one, go on with it
// and its new neighbours, then leave it out for good.

/** The sizes [along x, along y] of a brick in its directions. */
export function directionsOf(p, q) {
  return p === q ? [[p, q]] : [[p, q], [q, p]];
}

/** The three counts [all, kept by a half turn, kept by a quarter turn] of the profile. */
export function countProfile(p, q, profile, work) {
  return new Counter(p, q, profile, work).run();
}

class Counter {
  constructor(p, q, profile, work) {
    this.sizes = directionsOf(p, q);
    this.profile = profile;
    this.work = work;
    this.total = profile.reduce((sum, count) => sum + count, 0);
    this.span = 2 * this.total * q + 4; // coordinates lie within ± total * q of the root
    this.offset = this.total * q + 2;
    this.size = profile.length * this.sizes.length * this.span * this.span;
    work.memory(this.size);
    this.seen = new Uint8Array(this.size);
    this.left = profile.slice();
    this.chosen = [];
    this.counts = [0, 0, 0];
  }

  code(storey, direction, x, y) {
    return ((storey * this.sizes.length + direction) * this.span + x + this.offset) * this.span + y + this.offset;
  }

  run() {
    for (let direction = 0; direction < this.sizes.length; direction++) {
      this.rootDirection = direction;
      const root = { storey: 0, direction, x: 0, y: 0 };
      const code = this.code(0, direction, 0, 0);
      this.seen[code] = 1;
      this.take(root, []);
      this.seen[code] = 0;
    }
    this.work.release(this.size);
    return this.counts;
  }

  /** Adds the brick, then everything that can be made with it from the untried placements and its new neighbours. */
  take(brick, untried) {
    this.chosen.push(brick);
    this.left[brick.storey]--;
    if (this.chosen.length === this.total) this.count();
    else {
      const list = untried.slice();
      const added = this.neighbours(brick, list);
      this.work.step(20 + 5 * list.length);
      while (list.length > 0) {
        const next = list.pop();
        if (this.left[next.storey] > 0 && !this.overlaps(next)) this.take(next, list);
      }
      for (const code of added) this.seen[code] = 0;
    }
    this.left[brick.storey]++;
    this.chosen.pop();
  }

  overlaps(brick) {
    const [w, h] = this.sizes[brick.direction];
    for (const other of this.chosen) {
      if (other.storey !== brick.storey) continue;
      const [v, g] = this.sizes[other.direction];
      if (brick.x < other.x + v && other.x < brick.x + w && brick.y < other.y + g && other.y < brick.y + h) return true;
    }
    return false;
  }

  /** Appends the placements joined to the brick that were never seen on this path; returns their codes. */
  neighbours(brick, list) {
    const added = [];
    const [w, h] = this.sizes[brick.direction];
    for (const storey of [brick.storey - 1, brick.storey + 1]) {
      if (storey < 0 || storey >= this.profile.length || this.left[storey] === 0) continue;
      for (let direction = 0; direction < this.sizes.length; direction++) {
        const [v, g] = this.sizes[direction];
        this.work.step(8 * (w + v) * (h + g));
        for (let x = brick.x - v + 1; x < brick.x + w; x++) {
          for (let y = brick.y - g + 1; y < brick.y + h; y++) {
            if (storey === 0 && this.isBeforeRoot(x, y, direction)) continue;
            const code = this.code(storey, direction, x, y);
            if (this.seen[code]) continue;
            this.seen[code] = 1;
            added.push(code);
            list.push({ storey, direction, x, y });
          }
        }
      }
    }
    return added;
  }

  isBeforeRoot(x, y, direction) {
    if (x !== 0) return x < 0;
    if (y !== 0) return y < 0;
    return direction < this.rootDirection;
  }

  count() {
    this.work.step(50 + 20 * this.total);
    this.counts[0]++;
    if (!this.isKept(halfTurn)) return;
    this.counts[1]++;
    if (this.isKept(quarterTurn)) this.counts[2]++;
  }

  /** Whether the turn, followed by a shift, brings the building back. */
  isKept(turn) {
    const bricks = this.chosen.map(({ storey, direction, x, y }) => [storey, x, y, ...this.sizes[direction]]);
    const images = bricks.map(turn);
    const least = (list, at) => list.reduce((m, brick) => Math.min(m, brick[at]), Infinity);
    const dx = least(bricks, 1) - least(images, 1);
    const dy = least(bricks, 2) - least(images, 2);
    const isHere = ([s, x, y, w, h]) => bricks.some((b) => b[0] === s && b[1] === x + dx && b[2] === y + dy && b[3] === w && b[4] === h);
    return images.every(isHere);
  }
}

const halfTurn = ([storey, x, y, w, h]) => [storey, -x - w, -y - h, w, h];
const quarterTurn = ([storey, x, y, w, h]) => [storey, -y - h, x, h, w];

// The mex of a set of numbers: the least natural number that is not among them.

/** Collects numbers; those not below `size` are forgotten, so the mex is right if it is at most `size`. */
export class Mex {
  constructor(size) {
    this.stamps = new Float64Array(size + 1);
    this.size = size;
    this.stamp = 1;
  }

  clear() {
    this.stamp++; // exact up to 2^53: it never comes back to an old stamp
  }

  add(value) {
    if (value < this.size) this.stamps[value] = this.stamp;
  }

  value() {
    let least = 0;
    while (this.stamps[least] === this.stamp) least++;
    return least;
  }
}

// Numbers as words (automatic, N1 to N4).

import { refuse } from '../verdict.js';

/** The system of a name: `{kind: 'lsd' | 'msd' | 'ost', name, digits, period, terms, base}`. */
export function numerationOf(name) {
  const base = /^(msd|lsd)_([1-9][0-9]?)$/.exec(name);
  if (base && Number(base[2]) >= 2 && Number(base[2]) <= 64) {
    const k = Number(base[2]);
    return new Numeration({ kind: base[1], name, digits: k, base: k, terms: [k] }); // N1
  }
  const ost = /^(mu|ost)((?:_[1-9][0-9]?)+)$/.exec(name);
  const terms = ost ? ost[2].slice(1).split('_').map(Number) : [];
  const isRight = ost && terms.every((term) => term <= 64) && (ost[1] === 'mu' ? terms.length === 1 : terms.length >= 2 && terms.length <= 12);
  if (!isRight) refuse(`there is no numeration "${name.slice(0, 40)}"`);
  return new Numeration({ kind: 'ost', name, digits: 1 + Math.max(...terms), base: null, terms }); // N2
}

class Numeration {
  constructor(fields) {
    Object.assign(this, fields);
    this.period = this.terms.length;
    this.isOst = this.kind === 'ost';
    this.isLsd = this.kind === 'lsd';
    this.weights = [1n];
  }

  /** c(m). */
  term(m) {
    return this.terms[((m % this.period) + this.period) % this.period];
  }

  /** U(m), m >= -1. */
  weight(m) {
    if (m < 0) return 1n;
    while (this.weights.length <= m) {
      const at = this.weights.length;
      const before = this.isOst ? this.weight(at - 2) : 0n;
      this.weights.push(BigInt(this.term(at - 1)) * this.weights[at - 1] + before);
    }
    return this.weights[m];
  }

  /** The number of letters of a tuple (N3). */
  letters(tracks) {
    const count = this.digits ** tracks;
    if (count > 2 ** 24) refuse('more than 2^24 letters');
    return count;
  }

  /** The word of a tuple of values: letters, in the order in which they are read (N4). */
  word(values) {
    let length = 0;
    while (values.some((value) => this.weight(length) <= value)) length += this.period;
    if (this.weight(length) >= 2n ** 128n) refuse('the values are too large');
    const letters = Array.from({ length }, () => 0);
    values.forEach((value, track) => {
      let rest = value;
      for (let place = length - 1; place >= 0; place--) {
        const digit = rest / this.weight(place);
        rest -= digit * this.weight(place);
        letters[this.isLsd ? place : length - 1 - place] += Number(digit) * this.digits ** track;
      }
    });
    return letters;
  }
}

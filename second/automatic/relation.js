// Automata and relations (automatic, A1 to A8, E5 to E7).
//
// An automaton keeps its letters in classes: `classOf[letter]`, and `table[state * classes + class]`. Letters are taken in the order of their numbers
// wherever states are found; it is enough to take classes in the order of their first letters. A relation is an automaton with a variable for each
// track, in increasing order, and a sign.

import { refuse, GaveUp } from '../verdict.js';

const MOST_STATES = 2 ** 18;

export class Relation {
  /** `automaton`: {classOf, classes, table, accepts, states}; `vars`: increasing. */
  constructor(automaton, vars, isNegated = false) {
    this.automaton = automaton;
    this.vars = vars;
    this.isNegated = isNegated;
  }

  holds(state) {
    return (this.automaton.accepts[state] === 1) !== this.isNegated;
  }

  negated() {
    return new Relation(this.automaton, this.vars, !this.isNegated);
  }

  /** A6: the states that cannot lead to one that holds because they lead only to themselves and do not hold. */
  losing() {
    const { table, classes, states } = this.automaton;
    const losing = new Uint8Array(states);
    for (let state = 0; state < states; state++) {
      if (this.holds(state)) continue;
      let isLosing = true;
      for (let c = 0; c < classes; c++) {
        if (table[state * classes + c] !== state) {
          isLosing = false;
          break;
        }
      }
      if (isLosing) losing[state] = 1;
    }
    return losing;
  }
}

/** The automata of one certificate: basic ones are found once. */
export class Automata {
  constructor(numeration, work) {
    this.numeration = numeration;
    this.work = work;
    this.known = new Map();
  }

  /** A6: the automaton on a list of variables, one for each track, in any order and perhaps repeated. */
  on(automaton, list, isNegated = false) {
    const vars = [...new Set(list)].sort((a, b) => a - b);
    if (vars.length === list.length && vars.every((v, i) => v === list[i])) return new Relation(automaton, vars, isNegated);
    const { digits } = this.numeration;
    const count = this.numeration.letters(vars.length);
    this.charge(count);
    // The weight that a digit of each variable has in the old letter.
    const weights = vars.map((v) => list.reduce((sum, other, track) => (other === v ? sum + digits ** track : sum), 0));
    const classOf = new Int32Array(count);
    forLetters(count, digits, weights, (letter, old) => {
      classOf[letter] = automaton.classOf[old];
    });
    return new Relation(reclassed(automaton, classOf, this.work), vars, isNegated);
  }

  charge(letters) {
    this.work.step(10 * letters);
    this.work.memory(4 * letters);
  }

  /** A basic relation, found by A5. `kind` and `numbers` name it. */
  basic(kind, numbers = []) {
    const key = `${kind} ${numbers.join(' ')}`;
    let automaton = this.known.get(key);
    if (automaton === undefined) this.known.set(key, (automaton = this.find(BASIC[kind](this.numeration, numbers))));
    return automaton;
  }

  /** A5. `things`: {tracks, inputOf(letter), start, next(thing, input), key(thing), accepts(thing)}; null is lost. */
  find({ tracks, weights, inputOf, start, next, key, accepts }) {
    const { digits } = this.numeration;
    const count = this.numeration.letters(tracks);
    this.charge(4 * count);
    // Letters with equal inputs are of one class.
    const classOf = new Int32Array(count);
    const inputs = [];
    const classByInput = new Map();
    forLetters(count, digits, weights ?? Array.from({ length: tracks }, (_, i) => digits ** i), (letter, sum) => {
      const input = inputOf ? inputOf(letter) : sum;
      let c = classByInput.get(input);
      if (c === undefined) {
        c = inputs.length;
        classByInput.set(input, c);
        inputs.push(input);
      }
      classOf[letter] = c;
    });
    const numbers = new Map();
    const list = [];
    const numberOf = (thing) => {
      const name = thing === null ? 'lost' : key(thing);
      let found = numbers.get(name);
      if (found === undefined) {
        found = list.length;
        if (found >= MOST_STATES) refuse('a basic relation has more than 2^18 states');
        numbers.set(name, found);
        list.push(thing);
      }
      return found;
    };
    numberOf(start);
    const rows = [];
    for (let state = 0; state < list.length; state++) {
      const thing = list[state];
      this.work.step(40 * inputs.length);
      this.work.memory(100 + 8 * inputs.length);
      for (const input of inputs) rows.push(thing === null ? state : numberOf(next(thing, input)));
    }
    const automaton = { classOf, classes: inputs.length, table: Int32Array.from(rows), accepts: Uint8Array.from(list, (thing) => (thing !== null && accepts(thing) ? 1 : 0)), states: list.length };
    return merged(automaton, this.work);
  }

  /** E5 and E7. */
  join(a, b, becomes) {
    const { digits } = this.numeration;
    const vars = [...new Set([...a.vars, ...b.vars])].sort((x, y) => x - y);
    const count = this.numeration.letters(vars.length);
    this.charge(6 * count);
    const oldOf = (relation) => {
      const weights = vars.map((v) => (relation.vars.includes(v) ? digits ** relation.vars.indexOf(v) : 0));
      const classOf = new Int32Array(count);
      forLetters(count, digits, weights, (letter, old) => {
        classOf[letter] = relation.automaton.classOf[old];
      });
      return classOf;
    };
    const fromA = oldOf(a);
    const fromB = oldOf(b);
    const { classOf, list } = numbered(count, (letter) => fromA[letter] * b.automaton.classes + fromB[letter]);
    const classA = Int32Array.from(list, (pair) => Math.floor(pair / b.automaton.classes));
    const classB = Int32Array.from(list, (pair) => pair % b.automaton.classes);
    const losingA = a.losing();
    const losingB = b.losing();
    const A = a.automaton;
    const B = b.automaton;
    const found = new Finder(becomes, list.length, this.work);
    const keyOf = (p, q) => (losingA[p] || losingB[q] ? -1 : p * B.states + q);
    found.add(keyOf(0, 0));
    for (let thing = 0; thing < found.count; thing++) {
      const key = found.keys[thing];
      found.begin(thing, key >= 0 && a.holds(Math.floor(key / B.states)) && b.holds(key % B.states));
      if (key < 0) {
        found.stay(thing);
        continue;
      }
      const p = Math.floor(key / B.states) * A.classes;
      const q = (key % B.states) * B.classes;
      for (let c = 0; c < list.length; c++) found.step(c, keyOf(A.table[p + classA[c]], B.table[q + classB[c]]));
    }
    return new Relation(merged(found.automaton(classOf), this.work), vars);
  }

  /** E6 and E7. */
  forget(a, variable, becomes) {
    const { digits, isLsd } = this.numeration;
    const { classOf: old, classes, table, states } = a.automaton;
    const track = a.vars.indexOf(variable);
    const vars = a.vars.filter((v) => v !== variable);
    const count = this.numeration.letters(vars.length);
    this.charge(5 * count);
    this.work.step(20 * count * digits);
    const weight = digits ** track;
    const weights = vars.map((v) => digits ** a.vars.indexOf(v));
    // The set of old classes for all digits of the variable: as bits, or as a text where there are many classes.
    const asBits = classes <= 30;
    const groups = asBits ? new Int32Array(count) : new Array(count);
    if (!asBits) {
      this.work.step(100 * count * digits);
      this.work.memory(20 * count * digits);
    }
    forLetters(count, digits, weights, (letter, from) => {
      if (asBits) {
        let bits = 0;
        for (let digit = 0; digit < digits; digit++) bits |= 1 << old[from + digit * weight];
        groups[letter] = bits;
      } else {
        const set = new Set();
        for (let digit = 0; digit < digits; digit++) set.add(old[from + digit * weight]);
        groups[letter] = [...set].sort((x, y) => x - y).join(',');
      }
    });
    const { classOf, list } = numbered(count, (letter) => groups[letter]);
    const columns = list.map((group) => (asBits ? Array.from({ length: classes }, (_, c) => c).filter((c) => group & (1 << c)) : group.split(',').map(Number)));
    const losing = a.losing();
    // Zeros: the letters that are zero but for the variable.
    const zeros = [...new Set(Array.from({ length: digits }, (_, digit) => old[digit * weight]))];
    const reach = (from) => {
      const seen = new Set(from);
      for (const state of seen) for (const c of zeros) seen.add(table[state * classes + c]);
      return seen;
    };
    const holding = new Uint8Array(states);
    for (let state = 0; state < states; state++) holding[state] = a.holds(state) ? 1 : 0;
    if (isLsd) spreadBack(holding, table, classes, states, zeros, this.work);
    const found = new Finder(becomes, list.length, this.work);
    const mark = new Int32Array(states).fill(-1);
    let stamp = 0;
    const keyOf = (sorted) => (sorted.length === 0 ? -1 : sorted.join(','));
    const sets = new Map();
    const start = (isLsd ? [0] : [...reach([0])]).filter((state) => !losing[state]).sort((x, y) => x - y);
    sets.set(keyOf(start), start);
    found.add(keyOf(start));
    for (let thing = 0; thing < found.count; thing++) {
      const key = found.keys[thing];
      const set = key === -1 ? [] : sets.get(key);
      found.begin(thing, set.some((state) => holding[state] === 1));
      if (key === -1) {
        found.stay(thing);
        continue;
      }
      for (let c = 0; c < columns.length; c++) {
        const next = [];
        stamp++;
        for (const state of set) {
          for (const column of columns[c]) {
            const to = table[state * classes + column];
            if (losing[to] || mark[to] === stamp) continue;
            mark[to] = stamp;
            next.push(to);
          }
        }
        this.work.step(5 * set.length * columns[c].length + 10 * next.length);
        next.sort((x, y) => x - y);
        const name = keyOf(next);
        if (name !== -1 && !sets.has(name)) {
          this.work.memory(100 + 12 * next.length);
          sets.set(name, next);
        }
        found.step(c, name);
      }
    }
    return new Relation(merged(found.automaton(classOf), this.work), vars);
  }
}

/** The things of a step, in the order in which they are found, and what each becomes (E7). */
class Finder {
  constructor(becomes, classes, work) {
    this.becomes = becomes;
    this.classes = classes;
    this.work = work;
    this.keys = [];
    this.numbers = new Map();
    this.states = 0;
    for (const number of becomes) {
      if (number > this.states) refuse('the numbers of "becomes" skip one'); // E7
      if (number === this.states) this.states++;
    }
    work.memory(4 * this.states * classes + 150 * becomes.length);
    this.table = new Int32Array(this.states * classes).fill(-1);
    this.accepts = new Int8Array(this.states).fill(-1);
  }

  get count() {
    return this.keys.length;
  }

  add(key) {
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.keys.length;
      if (number >= this.becomes.length) refuse('there are too few numbers in "becomes"'); // E7
      this.numbers.set(key, number);
      this.keys.push(key);
    }
    return number;
  }

  begin(thing, accepts) {
    this.state = this.becomes[thing];
    this.work.step(20 * this.classes);
    const value = accepts ? 1 : 0;
    if (this.accepts[this.state] === -1) this.accepts[this.state] = value;
    else if (this.accepts[this.state] !== value) refuse('things that become one state do not accept alike'); // E7
  }

  step(c, key) {
    const to = this.becomes[this.add(key)];
    const at = this.state * this.classes + c;
    if (this.table[at] === -1) this.table[at] = to;
    else if (this.table[at] !== to) refuse('things that become one state are led to different states'); // E7
  }

  stay(thing) {
    for (let c = 0; c < this.classes; c++) this.step(c, this.keys[thing]);
  }

  automaton(classOf) {
    if (this.keys.length !== this.becomes.length) refuse('there are too many numbers in "becomes"'); // E7
    return { classOf, classes: this.classes, table: this.table, accepts: Uint8Array.from(this.accepts), states: this.states };
  }
}

/** Calls `visit(letter, Σ weight_i digit_i)` for all letters in order. */
function forLetters(count, digits, weights, visit) {
  const current = weights.map(() => 0);
  let sum = 0;
  for (let letter = 0; letter < count; letter++) {
    visit(letter, sum);
    for (let i = 0; i < current.length; i++) {
      sum += weights[i];
      if (++current[i] < digits) break;
      sum -= digits * weights[i];
      current[i] = 0;
    }
  }
}

/** Numbers what `keyOf` gives in the order of the letters. */
function numbered(count, keyOf) {
  const classOf = new Int32Array(count);
  const numbers = new Map();
  const list = [];
  for (let letter = 0; letter < count; letter++) {
    const key = keyOf(letter);
    let c = numbers.get(key);
    if (c === undefined) {
      c = list.length;
      numbers.set(key, c);
      list.push(key);
    }
    classOf[letter] = c;
  }
  return { classOf, list };
}

/** The automaton with other letters: `classOf` gives old classes; those that do not occur are dropped. */
function reclassed(automaton, oldClassOf, work) {
  const { classOf, list } = numbered(oldClassOf.length, (letter) => oldClassOf[letter]);
  const classes = list.length;
  work.memory(4 * automaton.states * classes);
  work.step(2 * automaton.states * classes);
  const table = new Int32Array(automaton.states * classes);
  for (let state = 0; state < automaton.states; state++) {
    for (let c = 0; c < classes; c++) table[state * classes + c] = automaton.table[state * automaton.classes + list[c]];
  }
  return { ...automaton, classOf, classes, table };
}

/** The same automaton with classes of equal columns made one; nothing but speed depends on it. */
function merged(automaton, work) {
  const { classes, states, table, classOf } = automaton;
  if (classes === 1) return automaton;
  // Split classes state by state: two are together as long as their columns agree.
  let group = new Int32Array(classes);
  let count = 1;
  for (let state = 0; state < states && count < classes; state++) {
    const numbers = new Map();
    const next = new Int32Array(classes);
    for (let c = 0; c < classes; c++) {
      const key = group[c] * states + table[state * classes + c];
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = numbers.size));
      next[c] = number;
    }
    group = next;
    count = numbers.size;
  }
  work.step(5 * classes * states);
  if (count === classes) return automaton;
  work.step(classOf.length);
  return reclassed(representative(automaton, group), Int32Array.from(classOf, (c) => group[c]), work);
}

/** One column for each group. */
function representative(automaton, group) {
  const count = Math.max(...group) + 1;
  const first = new Int32Array(count).fill(-1);
  group.forEach((g, c) => {
    if (first[g] < 0) first[g] = c;
  });
  const table = new Int32Array(automaton.states * count);
  for (let state = 0; state < automaton.states; state++) for (let g = 0; g < count; g++) table[state * count + g] = automaton.table[state * automaton.classes + first[g]];
  return { ...automaton, classes: count, table };
}

/** Marks all states from which a marked one is reached by the given classes. */
function spreadBack(marks, table, classes, states, letters, work) {
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    work.step(states * letters.length);
    for (let state = states - 1; state >= 0; state--) {
      if (marks[state]) continue;
      for (const c of letters) {
        if (!marks[table[state * classes + c]]) continue;
        marks[state] = 1;
        hasChanged = true;
        break;
      }
    }
  }
}

/** Numbers within which sums and products are exact. */
function exact(value) {
  if (!Number.isSafeInteger(value)) throw new GaveUp('a number is larger than 2^53');
  return value;
}

/** The basic relations: the table below A6, A7 and A8. */
const BASIC = {
  equal: (numeration, numbers) => linear(numeration, numbers, true),
  atLeast: (numeration, numbers) => linear(numeration, numbers, false),
  xor: ({ base, digits }) => {
    if (![2, 4, 8, 16, 32, 64].includes(base)) refuse('xor needs a base that is a power of 2');
    const isXor = (letter) => ((letter % digits) ^ (Math.floor(letter / digits) % digits)) === Math.floor(letter / digits / digits);
    return { tracks: 3, inputOf: isXor, start: 0, next: (thing, input) => (input ? thing : null), key: () => 'one', accepts: () => true };
  },
  allowed: ({ terms, period }) => ({
    tracks: 1,
    inputOf: (digit) => digit,
    start: { m: 0, full: false },
    next: ({ m, full }, digit) => {
      const place = (m - 1 + period) % period;
      return digit > terms[place] || (full && digit > 0) ? null : { m: place, full: digit === terms[place] };
    },
    key: ({ m, full }) => `${m} ${full}`,
    accepts: ({ m }) => m === 0,
  }),
  thueMorse: ({ base }) => {
    if (base !== 2) refuse('thue_morse needs base 2');
    return { tracks: 1, inputOf: (digit) => digit, start: 0, next: (sum, digit) => (sum + digit) % 2, key: String, accepts: (sum) => sum === 1 };
  },
  metallicWord: ({ terms }) => ({ tracks: 1, inputOf: (digit) => digit, start: 0, next: (_, digit) => (digit === terms[0] ? 1 : 0), key: String, accepts: (one) => one === 1 }),
  weight: () => ({
    tracks: 1,
    inputOf: (digit) => digit,
    start: 0,
    next: (seen, digit) => (digit === 0 ? seen : digit === 1 && seen === 0 ? 1 : null),
    key: String,
    accepts: (seen) => seen === 1,
  }),
};

/** Σ c_i x_i + k = 0 or >= 0; `numbers` are k, c_0, c_1, … */
function linear(numeration, [k, ...factors], isEquation) {
  const tracks = factors.length;
  if (numeration.isLsd) {
    // A7
    const { base } = numeration;
    return {
      tracks,
      weights: factors,
      start: k,
      next: (r, e) => (isEquation && exact(r + e) % base !== 0 ? null : Math.floor((r + e) / base)),
      key: String,
      accepts: (r) => (isEquation ? r === 0 : r >= 0),
    };
  }
  // A8
  const positive = factors.reduce((sum, factor) => (factor > 0 ? sum + factor : sum), 0);
  const negative = factors.reduce((sum, factor) => (factor < 0 ? sum - factor : sum), 0);
  const { period, isOst } = numeration;
  const t = isOst ? 1 : 0;
  const weight = (n) => exact(Number(numeration.weight(n)));
  return {
    tracks,
    weights: factors,
    start: [0, 0, 0],
    next: (thing, e) => {
      if (thing === 'above') return thing;
      const [m, a, b] = thing;
      const place = (m - 1 + period) % period;
      const a2 = exact(numeration.term(place) * a + b + e);
      const b2 = t * a;
      const lengths = place === 0 ? [0, period] : [place];
      const values = (y) => lengths.map((n) => exact(y * weight(n) + b2 * (n === 0 ? 1 : weight(n - 1))));
      const c2 = numeration.term(place - 1);
      const y = a2 - negative;
      const least = Math.min(...values(y)) + negative + k;
      if (y >= 0 && c2 * y + b2 >= 0 && (isEquation ? least > 0 : least >= 0)) return isEquation ? null : 'above';
      const z = a2 + positive;
      if (z <= 0 && c2 * z + b2 <= 0 && Math.max(...values(z)) - positive + k < 0) return null;
      return [place, a2, b2];
    },
    key: (thing) => (thing === 'above' ? thing : thing.join(' ')),
    accepts: (thing) => thing === 'above' || (isEquation ? thing[1] + thing[2] + k === 0 : thing[1] + thing[2] + k >= 0),
  };
}

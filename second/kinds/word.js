// word: finite facts about infinite words, or about a text.
//
// There is no evidence beside the claim: the symbols are written out by the definitions, and the fact is looked up.

import { floorOf, metallicMean, normal } from '../quadratic.js';

export function check(reader, { work }) {
  const subject = readSubject(reader);
  const fact = reader.peek();
  const words = reader.words(fact);
  reader.end();
  const facts = { agree, begins, 'power-free': powerFree, 'overlap-free': overlapFree, repeats, places, holds };
  reader.demand(Object.hasOwn(facts, fact), 'no such fact');
  return `${subject.name}: ${facts[fact](subject, words, reader, work)}`;
}

function readSubject(reader) {
  if (reader.peek() === 'text') {
    const letters = reader.word('text');
    reader.demand(/^[A-Za-z0-9]+$/.test(letters), 'a text is made of letters and digits');
    return { kind: 'text', name: `the text ${letters}`, letters, firstNumber: 0, definitions: ['text'], usual: 'text' };
  }
  const name = reader.word('word');
  if (name === 'thue-morse') {
    return { kind: 'thue-morse', name: 'the Thue-Morse word', firstNumber: 0, definitions: ['digits', 'recurrence', 'concatenation', 'substitution'], usual: 'digits' };
  }
  const fibonacci = /^fibonacci(?:\((.*)\))?$/.exec(name);
  if (fibonacci) {
    const s = fibonacci[1] === undefined ? 1 : reader.number(fibonacci[1], 2, 1000);
    return { kind: 'fibonacci', name: `the word ${name}`, s, firstNumber: 1, definitions: ['concatenation', 'substitution', 'cutting-line'], usual: 'cutting-line' };
  }
  const fixed = /^fixed-point\((.*)\)$/.exec(name);
  reader.demand(fixed, 'no such word');
  const images = new Map();
  for (const part of fixed[1].split(',')) {
    const rule = /^([A-Za-z0-9])->([A-Za-z0-9]+)$/.exec(part);
    reader.demand(rule && !images.has(rule[1]), 'a rule LETTER->IMAGE is expected, one for each letter');
    images.set(rule[1], rule[2]);
  }
  const [first] = images.keys();
  for (const image of images.values()) for (const letter of image) reader.demand(images.has(letter), `the letter ${letter} has no image`);
  reader.demand(images.get(first)[0] === first && images.get(first).length > 1, 'the first letter does not begin a fixed point');
  return { kind: 'fixed-point', name: `the word ${name}`, images, firstLetter: first, firstNumber: 0, definitions: ['substitution'], usual: 'substitution' };
}

/** The first `count` symbols by a definition, as character codes. */
function symbols(subject, definition, count, reader, work) {
  reader.demand(subject.definitions.includes(definition), `the word has no definition "${definition}"`);
  work.memory(count + 100);
  work.step(5 * count);
  const out = new Uint8Array(count);
  const ZERO = 48;
  if (subject.kind === 'text') {
    reader.demand(count <= subject.letters.length, 'the text is shorter');
    for (let i = 0; i < count; i++) out[i] = subject.letters.charCodeAt(i);
    return out;
  }
  if (definition === 'digits') {
    for (let n = 0; n < count; n++) {
      let ones = 0;
      for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
      out[n] = ZERO + (ones % 2);
    }
  } else if (definition === 'recurrence') {
    out[0] = ZERO;
    for (let n = 1; n < count; n++) out[n] = n % 2 === 0 ? out[n / 2] : 2 * ZERO + 1 - out[(n - 1) / 2];
  } else if (definition === 'concatenation' && subject.kind === 'thue-morse') {
    out[0] = ZERO;
    for (let length = 1; length < count; length *= 2) {
      for (let i = 0; i < length && length + i < count; i++) out[length + i] = 2 * ZERO + 1 - out[i];
    }
  } else if (definition === 'concatenation') {
    // G(m+2) begins with G(m+1): s copies of it, then G(m). G(0) = 0, G(1) = 0...01.
    const { s } = subject;
    for (let i = 0; i < count && i <= s; i++) out[i] = ZERO + (i === s ? 1 : 0);
    let shorter = 1;
    let longer = s + 1;
    while (longer < count) {
      let at = longer;
      for (let copy = 1; copy < s; copy++) for (let i = 0; i < longer && at < count; i++) out[at++] = out[i];
      for (let i = 0; i < shorter && at < count; i++) out[at++] = i === 0 && shorter === 1 ? ZERO : out[i];
      [shorter, longer] = [longer, s * longer + shorter];
    }
  } else if (definition === 'cutting-line') {
    cuttingLine(out, subject.s, ZERO, work);
  } else {
    const images =
      subject.kind === 'thue-morse' ? new Map([['0', '01'], ['1', '10']])
      : subject.kind === 'fibonacci' ? new Map([['0', '0'.repeat(subject.s) + '1'], ['1', '0']])
      : subject.images;
    substitute(out, images, subject.firstLetter ?? '0');
  }
  return out;
}

function substitute(out, images, first) {
  if (out.length === 0) return;
  let at = 0;
  out[at++] = first.charCodeAt(0);
  let read = 0;
  while (at < out.length) {
    const image = images.get(String.fromCharCode(out[read]));
    for (let i = read === 0 ? 1 : 0; i < image.length && at < out.length; i++) out[at++] = image.charCodeAt(i);
    read++;
  }
}

/** y = x/μ crosses x = k at k and y = m at mμ; mμ < k exactly if m√d < 2k - ms. */
function cuttingLine(out, s, zero, work) {
  const d = s * s + 4;
  let at = 0;
  let m = 1;
  for (let k = 1; at < out.length; k++) {
    for (;;) {
      const right = 2 * k - m * s;
      if (right <= 0) break;
      const isBelow = m * m * d < 2 ** 52 && right * right < 2 ** 52 ? m * m * d < right * right : BigInt(m) ** 2n * BigInt(d) < BigInt(right) ** 2n;
      if (!isBelow) break;
      m++;
      if (at < out.length) out[at++] = zero + 1;
    }
    if (at < out.length) out[at++] = zero;
    work.step(2);
  }
}

function counted(reader, word, least = 1) {
  return reader.number(word ?? '', least, 1e10);
}

function agree(subject, words, reader, work) {
  const [count, ...definitions] = words;
  reader.demand(definitions.length >= 2, 'two definitions at least are compared');
  reader.demand(new Set(definitions).size === definitions.length, 'a definition stands twice');
  const n = counted(reader, count);
  const first = symbols(subject, definitions[0], n, reader, work);
  for (const definition of definitions.slice(1)) {
    const other = symbols(subject, definition, n, reader, work);
    for (let i = 0; i < n; i++) reader.demand(first[i] === other[i], () => `symbol ${i}: ${definitions[0]} and ${definition} differ`);
  }
  return `${definitions.join(', ')} give the same first ${n} symbols`;
}

function begins(subject, words, reader, work) {
  reader.demand(words.length === 2, '"begins" takes a definition and a text');
  const [definition, text] = words;
  const found = symbols(subject, definition, text.length, reader, work);
  for (let i = 0; i < text.length; i++) reader.demand(found[i] === text.charCodeAt(i), () => `symbol ${i} is ${String.fromCharCode(found[i])}`);
  return `by ${definition} begins with ${text}`;
}

/** The first run of `length(P)` places i in a row with x(i) = x(i + P), as [place, P]; null if there is none. */
function findRun(x, mostPeriod, length, work) {
  for (let period = 1; period <= mostPeriod; period++) {
    const needed = length(period);
    // A run of at least P places holds a multiple of P: look there, and from there to both sides.
    for (let at = 0; at + period < x.length; at += period) {
      work.step(1);
      if (x[at] !== x[at + period]) continue;
      let from = at;
      while (from > 0 && at - from < needed && x[from - 1] === x[from - 1 + period]) from--;
      let to = at + 1;
      while (to + period < x.length && to - from < needed && x[to] === x[to + period]) to++;
      work.step(to - from);
      if (to - from >= needed) return [from, period];
    }
  }
  return null;
}

function powerFree(subject, words, reader, work) {
  reader.demand(words.length === 2, '"power-free" takes two numbers');
  const k = counted(reader, words[0], 2);
  const n = counted(reader, words[1]);
  const run = findRun(symbols(subject, subject.usual, n, reader, work), Math.floor(n / k), (period) => (k - 1) * period, work);
  reader.demand(run === null, () => `from ${run[0]} a block of ${run[1]} stands ${k} times in a row`);
  return `in the first ${n} symbols no block stands ${k} times in a row`;
}

function overlapFree(subject, words, reader, work) {
  reader.demand(words.length === 1, '"overlap-free" takes a number');
  const n = counted(reader, words[0]);
  const run = findRun(symbols(subject, subject.usual, n, reader, work), Math.floor((n - 1) / 2), (period) => period + 1, work);
  reader.demand(run === null, () => `an overlap of period ${run[1]} stands at ${run[0]}`);
  return `in the first ${n} symbols there is no overlap`;
}

function repeats(subject, words, reader, work) {
  reader.demand(words.length === 3, '"repeats" takes three numbers');
  const from = counted(reader, words[0], 0);
  const period = counted(reader, words[1]);
  const times = counted(reader, words[2], 2);
  const x = symbols(subject, subject.usual, from + period * times, reader, work);
  for (let i = from; i + period < x.length; i++) reader.demand(x[i] === x[i + period], () => `symbols ${i} and ${i + period} differ`);
  return `from position ${from} a block of ${period} symbols stands ${times} times in a row`;
}

function places(subject, words, reader, work) {
  const [letter, ...list] = words;
  reader.demand(/^[A-Za-z0-9]$/.test(letter ?? '') && list.length > 0, '"places" takes a symbol and numbers');
  const numbers = list.map((word) => reader.number(word, subject.firstNumber, 1e10));
  numbers.forEach((number, i) => reader.demand(i === 0 || numbers[i - 1] < number, 'the numbers do not increase'));
  const x = symbols(subject, subject.usual, numbers[numbers.length - 1] + 1 - subject.firstNumber, reader, work);
  let next = 0;
  for (let i = 0; i < x.length; i++) {
    const isListed = numbers[next] === i + subject.firstNumber;
    if (isListed) next++;
    reader.demand((x[i] === letter.charCodeAt(0)) === isListed, () => `term ${i + subject.firstNumber} is ${String.fromCharCode(x[i])}`);
  }
  return `the first terms equal to ${letter} are those numbered ${list.join(' ')}`;
}

/** Identities by name: for which s, and whether it holds at n. */
const IDENTITIES = {
  mean: {
    holdsAt: (n, { s, d }) => {
      // With μ = (s + √d)/2: μ² = (s² + d + 2s√d)/4 and sμ + 1 = (2s² + 4 + 2s√d)/4; μ(μ - s) = (d - s²)/4.
      const square = normal({ a: s * s + d, b: 2n * s, c: 4n, d });
      const sum = normal({ a: 2n * s * s + 4n, b: 2n * s, c: 4n, d });
      return square.a === sum.a && square.b === sum.b && square.c === sum.c && d - s * s === 4n;
    },
  },
  ones: { golden: true, holdsAt: (n, { onesUpTo }) => BigInt(onesUpTo(n)) === overPhi2(n + 1) },
  zeros: { golden: true, holdsAt: (n, { onesUpTo }) => BigInt(n - onesUpTo(n)) === overPhi(n + 1) },
  'term-3': { golden: true, holdsAt: (n, { term }) => BigInt(term(n)) === overPhi2(n + 1) - overPhi2(n) },
  'term-4': { golden: true, holdsAt: (n, { term }) => BigInt(term(n)) === 1n - overPhi(n + 1) + overPhi(n) },
  'term-5': { golden: true, holdsAt: (n, { term }) => BigInt(term(n)) === 2n - timesPhi(n + 1) + timesPhi(n) },
  'places-of-zeros': { holdsAt: (n, { place, s, d }) => BigInt(place(0, n)) === floorOf({ a: BigInt(n) * (2n - s), b: BigInt(n), c: 2n, d }) },
  'places-of-ones': { holdsAt: (n, { place, s, d }) => BigInt(place(1, n)) === floorOf({ a: BigInt(n) * (2n + s), b: BigInt(n), c: 2n, d }) },
  difference: { holdsAt: (n, { place, s }) => BigInt(place(1, n) - place(0, n)) === s * BigInt(n) },
  split: { golden: true, holdsAt: (n) => overPhi(n + 1) + overPhi2(n + 1) === BigInt(n) },
};
const timesPhi = (n) => floorOf({ a: BigInt(n), b: BigInt(n), c: 2n, d: 5n });
const overPhi = (n) => floorOf({ a: -BigInt(n), b: BigInt(n), c: 2n, d: 5n });
const overPhi2 = (n) => floorOf({ a: 3n * BigInt(n), b: -BigInt(n), c: 2n, d: 5n });

function holds(subject, words, reader, work) {
  reader.demand(words.length === 2 && Object.hasOwn(IDENTITIES, words[0]), '"holds" takes an identity and a number');
  reader.demand(subject.kind === 'fibonacci', 'identities are about the Fibonacci words');
  const identity = IDENTITIES[words[0]];
  reader.demand(!identity.golden || subject.s === 1, 'this identity is about the golden ratio');
  const n = counted(reader, words[1]);
  const s = BigInt(subject.s);
  const tools = identityTools(subject, words[0], n, reader, work);
  for (let i = 1; i <= n; i++) {
    work.step(100);
    reader.demand(identity.holdsAt(i, { s, d: s * s + 4n, ...tools }), () => `the identity fails at ${i}`);
    if (words[0] === 'mean') break;
  }
  return `the identity ${words[0]} holds for every n from 1 to ${n}`;
}

function identityTools(subject, id, n, reader, work) {
  // The n-th one stands at about n(μ + 1), the n-th zero before it.
  const length = id.startsWith('places') || id === 'difference' ? n * (subject.s + 2) + 2 : n;
  work.memory(12 * length);
  const x = symbols(subject, subject.usual, length, reader, work);
  const ones = new Uint32Array(length + 1);
  const where = [[], []];
  for (let i = 0; i < length; i++) {
    ones[i + 1] = ones[i] + (x[i] - 48);
    where[x[i] - 48].push(i + 1);
  }
  return {
    term: (number) => x[number - 1] - 48,
    onesUpTo: (number) => ones[number],
    place: (symbol, number) => where[symbol][number - 1] ?? reader.refuse('too few symbols'),
  };
}
void metallicMean;

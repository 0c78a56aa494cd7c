// word: finite facts about infinite words, or about a text.
//
// There is no evidence beside the claim: the symbols are written out by the definitions, and the fact is looked up.

import { squareRoot } from '../quadratic.js';

export function check(reader, { work }) {
  const subject = readSubject(reader); // W1
  const fact = reader.peek();
  const words = reader.words(fact);
  reader.end();
  const facts = { agree, begins, 'power-free': powerFree, 'overlap-free': overlapFree, repeats, places, holds };
  reader.demand(Object.hasOwn(facts, fact), 'no such fact'); // W2
  return `${subject.name}: ${facts[fact](subject, words, reader, work)}`;
}

function readSubject(reader) {
  if (reader.peek() === 'text') {
    const letters = reader.word('text');
    reader.demand(/^[A-Za-z0-9]+$/.test(letters), 'a text is made of letters and digits');
    return { kind: 'text', name: `the text ${letters}`, letters, firstNumber: 0, definitions: [], usual: 'text' };
  }
  const name = reader.word('word');
  if (name === 'thue-morse') {
    return { kind: 'thue-morse', name: 'the Thue-Morse word', firstNumber: 0, definitions: ['digits', 'recurrence', 'concatenation', 'substitution'], usual: 'digits' };
  }
  const fibonacci = /^fibonacci(?:\((.*)\))?$/.exec(name);
  if (fibonacci) {
    const s = fibonacci[1] === undefined ? 1 : reader.number(fibonacci[1], 2, 1000);
    return { kind: 'fibonacci', name: `the word ${name}`, s, firstNumber: 1, definitions: ['cutting-line', 'concatenation', 'substitution'], usual: 'cutting-line' };
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
  for (const image of images.values()) {
    reader.demand(image.length <= 100, 'an image has at most 100 letters');
    for (const letter of image) reader.demand(images.has(letter), `the letter ${letter} has no image`);
  }
  reader.demand(images.get(first)[0] === first && images.get(first).length > 1, 'the first letter does not begin a fixed point');
  const letters = [...images.keys()];
  reader.demand(letters.slice(2).every((letter, i) => letters[i + 1] < letter), 'the rows after the first are not in order'); // W1
  const used = new Set([first]);
  for (const letter of used) for (const next of images.get(letter)) used.add(next);
  reader.demand(used.size === images.size, 'a row is not used'); // W1
  return { kind: 'fixed-point', name: `the word ${name}`, images, firstLetter: first, firstNumber: 0, definitions: ['substitution'], usual: 'substitution' };
}

/** The first `count` symbols by a definition, as character codes. */
function symbols(subject, definition, count, reader, work) {
  reader.demand(definition === subject.usual || subject.definitions.includes(definition), () => `the word has no definition "${definition.slice(0, 40)}"`);
  reader.demand(count >= 1 && count <= 2 ** 28, 'from 1 to 2^28 symbols are looked at'); // W2
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
      for (let i = 0; i < shorter && at < count; i++) out[at++] = out[i];
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
  return reader.number(word ?? '', least);
}

function agree(subject, words, reader, work) {
  const [count, ...definitions] = words;
  reader.demand(definitions.length >= 2, 'two definitions at least are compared');
  const order = definitions.map((definition) => subject.definitions.indexOf(definition));
  reader.demand(order.every((at, i) => at >= 0 && (i === 0 || order[i - 1] < at)), 'the definitions are those of the word, in order');
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
  reader.demand(subject.definitions.includes(definition), 'the word has no such definition');
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
  const n = counted(reader, words[1], k);
  const run = findRun(symbols(subject, subject.usual, n, reader, work), Math.floor(n / k), (period) => (k - 1) * period, work);
  reader.demand(run === null, () => `from ${run[0]} a block of ${run[1]} stands ${k} times in a row`);
  return `in the first ${n} symbols no block stands ${k} times in a row`;
}

function overlapFree(subject, words, reader, work) {
  reader.demand(words.length === 1, '"overlap-free" takes a number');
  const n = counted(reader, words[0], 3);
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
  reader.demand(letter?.length === 1 && list.length > 0, '"places" takes a symbol and numbers');
  const numbers = list.map((word) => reader.number(word, subject.firstNumber));
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

/** W4: the floor of (a + b√d)/2, b ≠ 0 and d no square. */
function floorHalf(a, b, d) {
  const square = b * b * d;
  let root = Math.floor(Math.sqrt(square));
  if (square >= 2 ** 52) root = Number(squareRoot(BigInt(b) * BigInt(b) * BigInt(d)));
  else {
    while (root * root > square) root--;
    while ((root + 1) * (root + 1) <= square) root++;
  }
  return Math.floor((b > 0 ? a + root : a - root - 1) / 2);
}

const timesPhi = (n) => floorHalf(n, n, 5);
const overPhi = (n) => floorHalf(-n, n, 5);
const overPhi2 = (n) => floorHalf(3 * n, -n, 5);

/** Identities by name: whether they are about s = 1 only, and whether they hold at n. */
const IDENTITIES = {
  // μ² = sμ + 1 and μ(μ - s) = 1 for μ = (s + √(s² + 4))/2, whatever s.
  mean: { holdsAt: () => true },
  ones: { golden: true, holdsAt: (n, { onesUpTo }) => onesUpTo(n) === overPhi2(n + 1) },
  zeros: { golden: true, holdsAt: (n, { onesUpTo }) => n - onesUpTo(n) === overPhi(n + 1) },
  'term-3': { golden: true, holdsAt: (n, { term }) => term(n) === overPhi2(n + 1) - overPhi2(n) },
  'term-4': { golden: true, holdsAt: (n, { term }) => term(n) === 1 - overPhi(n + 1) + overPhi(n) },
  'term-5': { golden: true, holdsAt: (n, { term }) => term(n) === 2 - timesPhi(n + 1) + timesPhi(n) },
  'places-of-zeros': { isLong: true, holdsAt: (n, { place, s }) => place(0, n) === floorHalf(n * (2 - s), n, s * s + 4) },
  'places-of-ones': { isLong: true, holdsAt: (n, { place, s }) => place(1, n) === floorHalf(n * (2 + s), n, s * s + 4) },
  difference: { isLong: true, holdsAt: (n, { place, s }) => place(1, n) - place(0, n) === s * n },
  split: { golden: true, holdsAt: (n) => overPhi(n + 1) + overPhi2(n + 1) === n },
};

function holds(subject, words, reader, work) {
  reader.demand(words.length === 2 && Object.hasOwn(IDENTITIES, words[0]), '"holds" takes an identity and a number');
  reader.demand(subject.kind === 'fibonacci', 'identities are about the Fibonacci words');
  const identity = IDENTITIES[words[0]];
  reader.demand(!identity.golden || subject.s === 1, 'this identity is about the golden ratio');
  const n = counted(reader, words[1]);
  reader.demand(words[0] !== 'mean' || n === 1, 'the identity "mean" has no n: it is written with 1');
  const length = identity.isLong ? n * (subject.s + 3) : n;
  const x = symbols(subject, subject.usual, length, reader, work);
  work.memory(12 * length);
  const ones = new Uint32Array(length + 1);
  const places = [new Uint32Array(length), new Uint32Array(length)];
  for (let i = 0; i < length; i++) {
    const symbol = x[i] - 48;
    places[symbol][symbol === 1 ? ones[i] : i - ones[i]] = i + 1;
    ones[i + 1] = ones[i] + symbol;
  }
  const place = (symbol, number) => places[symbol][number - 1] || reader.refuse('too few symbols');
  const tools = { s: subject.s, term: (number) => x[number - 1] - 48, onesUpTo: (number) => ones[number], place };
  for (let i = 1; i <= n; i++) {
    work.step(10);
    reader.demand(identity.holdsAt(i, tools), () => `the identity fails at ${i}`);
  }
  return `the identity ${words[0]} holds for every n from 1 to ${n}`;
}

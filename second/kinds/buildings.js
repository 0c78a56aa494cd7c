// buildings: the number of buildings of n equal bricks, by bricks per storey.
//
// Profiles are cut at inner storeys of one brick; the counts of the pieces are given, small ones are counted again, and
// products and sums must be right. A count of which a piece was only given has the verdict "counted".

import { countProfile, directionsOf } from '../bricks.js';

export function check(reader, { work }) {
  const [p, q] = reader.exactly('brick', 2).map((word) => reader.number(word, 1, 8));
  reader.demand(p <= q, 'the shorter side comes first');
  const bricks = reader.natural('bricks', 1, 16);
  const scope = readScope(reader, bricks);
  reader.demand(scope.kind !== 'base' || bricks <= 15, 'at most 15 bricks on a base');
  const pieces = readPieces(reader);
  const total = reader.exactly('total', 4).map((word) => readCount(reader, word));
  reader.end();

  const directions = BigInt(directionsOf(p, q).length);
  const profiles = profilesOf(scope, bricks);
  work.step(100 * profiles.length * bricks);

  // B2: the pieces are exactly those of the profiles, in order.
  const needed = new Map();
  for (const profile of profiles) for (const piece of piecesOf(profile)) needed.set(piece.join(','), piece);
  const order = [...needed.values()].sort(comparePieces).map((piece) => piece.join(','));
  reader.demand(order.length === pieces.length, () => `${pieces.length} pieces given, there are ${order.length}`);
  order.forEach((name, i) => reader.demand(pieces[i].name === name, () => `piece ${pieces[i].name} given, ${name} comes here`));

  // B3, B4, B5: counts that can be.
  let given = 0;
  for (const { name, counts, mark } of pieces) {
    const [f, h, r] = counts;
    reader.demand(r <= h && h <= f && (f - h) % 4n === 0n && (h - r) % 2n === 0n, () => `piece ${name}: no such counts can be`);
    const list = name.split(',').map(Number);
    const size = list.reduce((sum, count) => sum + count, 0);
    if (size <= 3 || list.length === 1) reader.demand(mark === 'recount', () => `piece ${name} is to be recounted`); // B4
    if (mark === 'given') {
      given++;
      checkGiven(p, q, list, size, counts, reader);
    }
  }

  // B6: products and sums.
  const countsOf = new Map(pieces.map(({ name, counts }) => [name, counts]));
  const sums = [0n, 0n, 0n];
  const small = (value) => {
    reader.demand(value < LIMIT, 'a number is 2^128 or more');
    return value;
  };
  for (const profile of profiles) {
    const [first, ...rest] = piecesOf(profile).map((piece) => countsOf.get(piece.join(',')));
    for (let i = 0; i < 3; i++) {
      const product = rest.reduce((value, counts) => small(value * counts[i]) / directions, first[i]);
      sums[i] = small(sums[i] + product);
    }
  }
  const [f, h, r] = sums;
  const [number, divisor] = scope.kind === 'base' ? [f, directions] : [small(f + h + 2n * r), 4n];
  reader.demand(number % divisor === 0n, 'the total is not divisible');
  const expected = [f, h, r, number / divisor];
  reader.demand(total.every((value, i) => value === expected[i]), () => `total ${total.join(' ')} given, the pieces give ${expected.join(' ')}`);
  // B7: recounts, last because they cost most.
  for (const { name, counts, mark } of pieces) {
    if (mark === 'given') continue;
    const found = countProfile(p, q, name.split(',').map(Number), work);
    reader.demand(counts.every((count, i) => count === BigInt(found[i])), () => `piece ${name}: ${counts.join(' ')} given, there are ${found.join(' ')}`);
  }
  const claim = `buildings of ${bricks} bricks ${p}x${q}${scopeWords(scope)}${scope.kind === 'base' ? '' : ' up to rotation'}: ${total[3]}`;
  if (given === 0) return claim;
  return { verdict: 'counted', claim: `${claim}, ${given} of ${pieces.length} pieces taken from the counting program` };
}

const LIMIT = 2n ** 128n;

function readCount(reader, word) {
  const value = reader.big(word);
  reader.demand(value < LIMIT, 'a count is 2^128 or more');
  return value;
}

/** B5: what is known of counts that were only given. */
function checkGiven(p, q, list, size, [f, , r], reader) {
  const directions = p === q ? 1n : 2n;
  if (r > 0n) reader.demand(list.every((count) => count % 4 === 0 || (p === q && count % 4 === 1)), 'no quarter turn brings such a building back'); // B5.1
  if (q >= 2 && list.every((count, i) => i === 0 || Math.abs(count - list[i - 1]) <= 1)) reader.demand(f >= directions, 'there is such a building'); // B5.2
  // B5.3
  const places = directionsOf(p, q).reduce((sum, [w, d]) => sum + (w + q - 1) * (d + p - 1), 0) * (list.length === 2 ? 1 : 2);
  const most = BigInt(places) * BigInt(size - 1);
  let limit = directions;
  for (let i = 0n; i < BigInt(size - 1); i++) {
    const product = limit * (most - i);
    if (product >= LIMIT) return;
    limit = product / (i + 1n);
  }
  reader.demand(f <= limit, () => `there are at most ${limit} such buildings`);
}

function readScope(reader, bricks) {
  const words = reader.words('scope');
  const [kind, argument] = words;
  if (words.length === 1 && (kind === 'all' || kind === 'base')) return { kind };
  if (words.length === 2 && kind === 'storeys') return { kind, storeys: reader.number(argument, 1, bricks) };
  if (words.length === 2 && kind === 'profile') {
    const profile = argument.split(',').map((word) => reader.number(word, 1, bricks));
    reader.demand(profile.reduce((sum, count) => sum + count, 0) === bricks, 'the profile has another number of bricks');
    return { kind, profile };
  }
  return reader.refuse('no such scope');
}

function readPieces(reader) {
  const pieces = [];
  while (reader.peek() === 'piece') {
    const [name, f, h, r, mark] = reader.exactly('piece', 5);
    const sum = name.split(',').reduce((total, word) => total + reader.number(word, 1, 16), 0);
    reader.demand(sum <= 16, 'a piece has at most 16 bricks');
    reader.demand(mark === 'recount' || mark === 'given', 'a piece is marked "recount" or "given"');
    pieces.push({ name, counts: [f, h, r].map((word) => readCount(reader, word)), mark });
  }
  return pieces;
}

function profilesOf(scope, bricks) {
  if (scope.kind === 'profile') return [scope.profile];
  const all = compositions(bricks);
  if (scope.kind === 'base') return all.map((profile) => [1, ...profile]);
  if (scope.kind === 'storeys') return all.filter((profile) => profile.length === scope.storeys);
  return all;
}

function compositions(n) {
  if (n === 0) return [[]];
  const all = [];
  for (let first = 1; first <= n; first++) for (const rest of compositions(n - first)) all.push([first, ...rest]);
  return all;
}

/** The pieces of a profile: cut at inner storeys of one brick, each the lesser of its list and the reversed list. */
function piecesOf(profile) {
  const pieces = [];
  let from = 0;
  for (let at = 1; at < profile.length; at++) {
    if (profile[at] !== 1 && at < profile.length - 1) continue;
    pieces.push(profile.slice(from, at + 1));
    from = at;
  }
  if (profile.length === 1) pieces.push(profile);
  return pieces.map((piece) => {
    const reversed = piece.slice().reverse();
    return compareLists(piece, reversed) <= 0 ? piece : reversed;
  });
}

function comparePieces(a, b) {
  const size = (piece) => piece.reduce((sum, count) => sum + count, 0);
  return size(a) - size(b) || compareLists(a, b);
}

function compareLists(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

function scopeWords(scope) {
  if (scope.kind === 'storeys') return ` in ${scope.storeys} storeys`;
  if (scope.kind === 'profile') return ` with ${scope.profile.join(',')} bricks per storey`;
  if (scope.kind === 'base') return ' on a fixed brick';
  return '';
}

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
  const pieces = readPieces(reader);
  const total = reader.exactly('total', 4).map((word) => reader.big(word));
  reader.end();

  const directions = BigInt(directionsOf(p, q).length);
  const profiles = profilesOf(scope, bricks);
  work.step(100 * profiles.length * bricks);

  // Check 1: the pieces are exactly those of the profiles, in order.
  const needed = new Map();
  for (const profile of profiles) for (const piece of piecesOf(profile)) needed.set(piece.join(','), piece);
  const order = [...needed.values()].sort(comparePieces).map((piece) => piece.join(','));
  reader.demand(order.length === pieces.length, () => `${pieces.length} pieces given, there are ${order.length}`);
  order.forEach((name, i) => reader.demand(pieces[i].name === name, () => `piece ${pieces[i].name} given, ${name} comes here`));

  // Checks 2 and 3: counts that can be, and recounts.
  let given = 0;
  for (const { name, counts, mark } of pieces) {
    const [f, h, r] = counts;
    reader.demand(r <= h && h <= f && (f - h) % 4n === 0n && (h - r) % 2n === 0n, () => `piece ${name}: no such counts can be`);
    const list = name.split(',').map(Number);
    if (list.reduce((sum, count) => sum + count, 0) <= 3) reader.demand(mark === 'recount', () => `piece ${name} is to be recounted`);
    if (mark === 'given') given++;
    else {
      const found = countProfile(p, q, list, work);
      reader.demand(counts.every((count, i) => count === BigInt(found[i])), () => `piece ${name}: ${counts.join(' ')} given, there are ${found.join(' ')}`);
    }
  }

  // Check 4: products and sums.
  const countsOf = new Map(pieces.map(({ name, counts }) => [name, counts]));
  const sums = [0n, 0n, 0n];
  for (const profile of profiles) {
    const parts = piecesOf(profile).map((piece) => countsOf.get(piece.join(',')));
    for (let i = 0; i < 3; i++) {
      const product = parts.reduce((value, counts) => value * counts[i], 1n);
      const divisor = directions ** BigInt(parts.length - 1);
      reader.demand(product % divisor === 0n, () => `profile ${profile.join(',')}: the product is not divisible`);
      sums[i] += product / divisor;
    }
  }
  const [f, h, r] = sums;
  const [number, divisor] = scope.kind === 'base' ? [f, directions] : [f + h + 2n * r, 4n];
  reader.demand(number % divisor === 0n, 'the total is not divisible');
  const expected = [f, h, r, number / divisor];
  reader.demand(total.every((value, i) => value === expected[i]), () => `total ${total.join(' ')} given, the pieces give ${expected.join(' ')}`);
  const claim = `buildings of ${bricks} bricks ${p}x${q}${scopeWords(scope)}${scope.kind === 'base' ? '' : ' up to rotation'}: ${total[3]}`;
  if (given === 0) return claim;
  return { verdict: 'counted', claim: `${claim}, ${given} of ${pieces.length} pieces taken from the counting program` };
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
    name.split(',').forEach((word) => reader.number(word, 1, 16));
    reader.demand(mark === 'recount' || mark === 'given', 'a piece is marked "recount" or "given"');
    pieces.push({ name, counts: [f, h, r].map((word) => reader.big(word)), mark });
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

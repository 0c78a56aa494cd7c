// towers: a formula for the buildings of n bricks in n storeys, for every n.
//
// The two numbers of the claim are counted by listing all placements of a brick on another.

import { refuse } from '../verdict.js';

export function check(reader, { work }) {
  const [p, q] = reader.exactly('brick', 2).map((word) => reader.number(word, 1, 8)); // T1
  reader.demand(p <= q, 'the shorter side comes first');
  const on = reader.big(reader.word('on'));
  const centred = reader.big(reader.word('centred'));
  reader.end();

  // T2, T3: the lower brick covers the studs 0 … p-1 by 0 … q-1. The upper one, a by b studs, has its corner at (x, y).
  let shared = 0;
  let same = 0;
  const directions = p === q ? [[p, q]] : [[p, q], [q, p]];
  for (const [a, b] of directions) {
    work.step((a + p) * (b + q));
    for (let x = 1 - a; x < p; x++) {
      for (let y = 1 - b; y < q; y++) {
        shared++;
        if (2 * x + a === p && 2 * y + b === q) same++;
      }
    }
  }
  if (on !== BigInt(shared)) refuse(`${on} placements given, there are ${shared}`);
  if (centred !== BigInt(same)) refuse(`${centred} centred placements given, there are ${same}`);
  const count = p < q ? `(${on}^(n-1) + ${centred}^(n-1)) / 2` : `(${on}^(n-1) + 3) / 4`;
  return `for every n >= 1, n bricks of ${p}x${q} studs in n storeys make ${count} buildings up to rotation`;
}

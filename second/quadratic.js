// Numbers (a + b√d)/c with integers a, b, c > 0 and d not a square: the slopes of the rules language and the metallic means.
//
// Everything is exact. With q = floor(√(b²d)) the floor of (a + b√d)/c is floor((a + q)/c) for b >= 0 and
// floor((a - q - 1)/c) for b < 0, because √(b²d) is no integer unless b = 0.

/** The integer square root of a natural BigInt. */
export function squareRoot(n) {
  if (n < 4503599627370496n) {
    let root = BigInt(Math.floor(Math.sqrt(Number(n))));
    while (root * root > n) root--;
    while ((root + 1n) * (root + 1n) <= n) root++;
    return root;
  }
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export function floorDivide(a, c) {
  const quotient = a / c;
  return a % c !== 0n && a < 0n ? quotient - 1n : quotient;
}

/** floor((a + b√d)/c), c > 0. */
export function floorOf({ a, b, c, d }) {
  if (b === 0n) return floorDivide(a, c);
  const root = squareRoot(b * b * d);
  if (root * root === b * b * d) return floorDivide(b > 0n ? a + root : a - root, c);
  return floorDivide(b > 0n ? a + root : a - root - 1n, c);
}

function greatestDivisor(x, y) {
  while (y !== 0n) [x, y] = [y, x % y];
  return x < 0n ? -x : x;
}

const KNOWN_SQUAREFREE = new Map();

/** d = factor² · rest with rest squarefree, for d from 1 to 2^52. */
function squarefree(d) {
  const known = KNOWN_SQUAREFREE.get(d);
  if (known !== undefined) return known;
  let rest = Number(d);
  let factor = 1;
  for (let k = 2; k * k <= rest; k++) {
    while (rest % (k * k) === 0) {
      rest /= k * k;
      factor *= k;
    }
  }
  const found = { factor: BigInt(factor), rest: BigInt(rest) };
  if (KNOWN_SQUAREFREE.size < 10000) KNOWN_SQUAREFREE.set(d, found);
  return found;
}

/** The same number in lowest terms, c > 0, with squarefree d; d = 0 where there is no root. */
export function normal({ a, b, c, d }) {
  if (b !== 0n) {
    const { factor, rest } = squarefree(d);
    b *= factor;
    d = rest;
    if (d === 1n) {
      a += b;
      b = 0n;
    }
  }
  if (b === 0n) d = 0n;
  const divisor = greatestDivisor(greatestDivisor(a, b), c) * (c < 0n ? -1n : 1n);
  return { a: a / divisor, b: b / divisor, c: c / divisor, d };
}

export const rational = (a, c = 1n) => normal({ a, b: 0n, c, d: 0n });

/** null where the two have different roots. */
function commonRoot(x, y) {
  if (x.b === 0n) return y.d;
  if (y.b === 0n) return x.d;
  return x.d === y.d ? x.d : null;
}

export function add(x, y) {
  const d = commonRoot(x, y);
  return d === null ? null : normal({ a: x.a * y.c + y.a * x.c, b: x.b * y.c + y.b * x.c, c: x.c * y.c, d });
}

export const negate = (x) => ({ ...x, a: -x.a, b: -x.b });

export function multiply(x, y) {
  const d = commonRoot(x, y);
  return d === null ? null : normal({ a: x.a * y.a + x.b * y.b * d, b: x.a * y.b + x.b * y.a, c: x.c * y.c, d });
}

/** 1/x; null for zero. */
export function invert(x) {
  const norm = x.a * x.a - x.b * x.b * x.d;
  return norm === 0n ? null : normal({ a: x.a * x.c, b: -x.b * x.c, c: norm, d: x.d });
}

/** (s + √(s² + 4))/2 */
export const metallicMean = (s) => normal({ a: s, b: 1n, c: 2n, d: s * s + 4n });

export const isZero = (x) => x.a === 0n && x.b === 0n;

export function isNegative(x) {
  return floorOf(x) < 0n;
}

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

/** The same number with c > 0 and no common divisor; a square d is taken out of the root. */
export function normal({ a, b, c, d }) {
  if (b !== 0n) {
    const root = squareRoot(d);
    if (root * root === d) {
      a += b * root;
      b = 0n;
    } else {
      // Take square divisors out, so that equal roots look equal.
      for (let k = 2n; k * k <= d && k < 2000n; k++) {
        while (d % (k * k) === 0n) {
          d /= k * k;
          b *= k;
        }
      }
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

/** Whether x < y, exactly. */
export function isNegative(x) {
  return floorOf(x) < 0n;
}

// SHA-256 (FIPS 180-4), of an array of bytes, as 64 hexadecimal digits.

const K = new Int32Array(64);
const START = new Int32Array(8);

// The constants are the first 32 bits of the fractions of the square and cube roots of the first primes.
{
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  // floor(n^(1/root) * 2^32) mod 2^32, exactly.
  const fraction = (n, root) => {
    const power = BigInt(root);
    const target = BigInt(n) << (32n * power);
    let low = 0n;
    let high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** power <= target) low = middle;
      else high = middle;
    }
    return Number(BigInt.asIntN(32, low));
  };
  for (let i = 0; i < 64; i++) K[i] = fraction(primes[i], 3);
  for (let i = 0; i < 8; i++) START[i] = fraction(primes[i], 2);
}

export function sha256(bytes) {
  const state = START.slice();
  const whole = bytes.length - (bytes.length % 64);
  compress(state, bytes, 0, whole);
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(tail.length - 4, (bytes.length << 3) >>> 0);
  compress(state, tail, 0, tail.length);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const W = new Int32Array(64);

function compress(state, bytes, from, to) {
  for (let at = from; at < to; at += 64) {
    for (let i = 0; i < 16; i++) {
      const j = at + 4 * i;
      W[i] = (bytes[j] << 24) | (bytes[j + 1] << 16) | (bytes[j + 2] << 8) | bytes[j + 3];
    }
    for (let i = 16; i < 64; i++) {
      const x = W[i - 15];
      const y = W[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      W[i] = (W[i - 16] + s0 + W[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}

/** The digest of a text of ASCII letters. */
export function sha256OfText(text) {
  return sha256(asciiBytes(text));
}

export function asciiBytes(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

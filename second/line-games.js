// Filling games: Otrio, Qubic, Connect-Four (strategy, G1 to G7).
//
// A game is data: the names of its slots, lines, sizes of slots, the slot under each, the side of each colour in turn order, the stock of
// pieces, forbidden slots, and the maps among which the symmetries of the rules are chosen.

/** The game of a name with parameters, exactly as it is written; null if there is none. */
export function lineGame(name) {
  if (name === 'qubic(3)') return qubic([]);
  if (name === 'qubic(3,forbidden=centre)') return qubic([13]);
  const connect = /^connect4\(([1-9]),([1-9])(?:,k=([235-9]))?\)$/.exec(name);
  if (connect) return connectFour(Number(connect[1]), Number(connect[2]), Number(connect[3] ?? 4)); // G6
  const otrioName = /^otrio(?:\((.+)\))?$/.exec(name);
  return otrioName ? otrio(otrioName[1]?.split(',') ?? []) : null;
}

/** The 49 lines of the cube, slot 9y + 3x + z. */
function cubeLines() {
  const lines = new Map();
  const slot = (x, y, z) => 9 * y + 3 * x + z;
  const inside = (v) => v >= 0 && v <= 2;
  for (let i = 0; i < 27; i++) {
    const [y, x, z] = [Math.floor(i / 9), Math.floor(i / 3) % 3, i % 3];
    for (let d = 0; d < 27; d++) {
      const [p, q, s] = [Math.floor(d / 9) - 1, (Math.floor(d / 3) % 3) - 1, (d % 3) - 1];
      if ((p === 0 && q === 0 && s === 0) || ![x + 2 * p, y + 2 * q, z + 2 * s].every(inside)) continue;
      const line = [0, 1, 2].map((k) => slot(x + k * p, y + k * q, z + k * s)).sort((a, b) => a - b);
      lines.set(line.join(), line);
    }
  }
  return [...lines.values()];
}

/** G7: the coordinates in any order, each replaced by 2 minus it or not. */
function cubeMaps() {
  const maps = [];
  for (const order of [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]) {
    for (let flips = 0; flips < 8; flips++) {
      maps.push(
        Array.from({ length: 27 }, (_, i) => {
          const from = [Math.floor(i / 3) % 3, Math.floor(i / 9), i % 3];
          const [x, y, z] = order.map((k, at) => (flips & (1 << at) ? 2 - from[k] : from[k]));
          return 9 * y + 3 * x + z;
        }),
      );
    }
  }
  return maps;
}

/** G4. */
function otrio(parts) {
  const names = Array.from({ length: 27 }, (_, i) => 'abc'[Math.floor(i / 3) % 3] + (Math.floor(i / 9) + 1) + 'LMS'[i % 3]);
  const values = new Map();
  const ORDER = ['players', 'teams', 'stock', 'forbidden'];
  let last = -1;
  for (const part of parts) {
    const [key, value, more] = part.split('=');
    if (ORDER.indexOf(key) <= last || value === undefined || more !== undefined) return null;
    last = ORDER.indexOf(key);
    values.set(key, value);
  }
  const players = values.get('players');
  const teams = values.get('teams');
  if (players !== undefined && players !== '3' && players !== '4') return null;
  const colours = players === '3' ? 3 : 4;
  let sides = players === undefined ? [0, 1, 0, 1] : Array.from({ length: colours }, (_, i) => i);
  if (teams !== undefined) {
    const match = /^([1-4]+)v([1-4]+)$/.exec(teams);
    if (!match || players === '4' || teams === '13v24') return null;
    const isIncreasing = (text) => [...text].every((digit, i) => i === 0 || text[i - 1] < digit);
    const all = [...(match[1] + match[2])].sort().join('');
    if (!isIncreasing(match[1]) || !isIncreasing(match[2]) || match[1][0] !== '1' || all !== '1234'.slice(0, colours)) return null;
    sides = Array.from({ length: colours }, (_, i) => (match[1].includes(String(i + 1)) ? 0 : 1));
  }
  const stockText = values.get('stock');
  if (stockText !== undefined && !/^([1245-9]|none)$/.test(stockText)) return null;
  const stock = stockText === undefined ? 3 : stockText === 'none' ? Infinity : Number(stockText);
  const forbidden = values.has('forbidden') ? values.get('forbidden').split('+').map((slot) => names.indexOf(slot)) : [];
  if (forbidden.some((slot, i) => slot < 0 || (i > 0 && forbidden[i - 1] >= slot))) return null;
  const sizes = names.map((_, i) => (stock === Infinity ? 0 : i % 3));
  return { names, lines: cubeLines(), sizes, stock, sides, forbidden, below: names.map(() => -1), maps: cubeMaps() };
}

/** G5. */
function qubic(forbidden) {
  const names = Array.from({ length: 27 }, (_, i) => 'abc'[Math.floor(i / 3) % 3] + (Math.floor(i / 9) + 1) + ((i % 3) + 1));
  return { names, lines: cubeLines(), sizes: names.map(() => 0), stock: Infinity, sides: [0, 1], forbidden, below: names.map(() => -1), maps: cubeMaps() };
}

function connectFour(width, height, length) {
  const slot = (x, y) => width * y + x;
  const slots = width * height;
  const lines = [];
  for (let i = 0; i < slots; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (const [p, q] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      const endX = x + (length - 1) * p;
      const endY = y + (length - 1) * q;
      if (endX >= 0 && endX < width && endY < height) lines.push(Array.from({ length }, (_, k) => slot(x + k * p, y + k * q)));
    }
  }
  const all = Array.from({ length: slots }, (_, i) => i);
  return {
    names: all.map((i) => String((i % width) + 1)),
    lines,
    sizes: all.map(() => 0),
    stock: Infinity,
    sides: [0, 1],
    forbidden: [],
    below: all.map((i) => (i < width ? -1 : i - width)),
    width,
    maps: [all, all.map((i) => slot(width - 1 - (i % width), Math.floor(i / width)))],
  };
}

/** G7: those of the maps that are symmetries of the game. */
export function symmetriesOf({ names, lines, sizes, forbidden, below, maps }) {
  const key = (line) => line.slice().sort((a, b) => a - b).join();
  const lineNames = new Set(lines.map(key));
  return maps.filter(
    (map) =>
      new Set(map).size === names.length &&
      lines.every((line) => lineNames.has(key(line.map((slot) => map[slot])))) &&
      forbidden.every((slot) => forbidden.includes(map[slot])) &&
      sizes.every((size, slot) => sizes.every((other, at) => (size === other) === (sizes[map[slot]] === sizes[map[at]]))) &&
      below.every((under, slot) => (under < 0 ? below[map[slot]] < 0 : below[map[slot]] === map[under])),
  );
}

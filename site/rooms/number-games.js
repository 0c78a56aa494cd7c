// The number games that the room offers: how each is named to the engine, where it may start, how it is seen. No rule of
// play is here: moves and values come from the engine.

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Whole numbers from `least` to `most`, at random. */
export const random = (least, most) => least + Math.floor(Math.random() * (most - least + 1));

/** A game: `parts(setting)` gives the parts of its start, each a game with numbers; `again` another start. */
export const GAMES = {
  nim: {
    see: () => 'heap',
    start: [3, 4, 5],
    parts: (_, numbers) => numbers.map((heap) => ({ game: 'heap', numbers: [heap] })),
    again: (count) => range(1, count).map(() => random(1, 9)),
  },
  bounded: {
    see: () => 'heap', setting: '3', least: 1, most: 12,
    start: [10],
    parts: (max, numbers) => numbers.map((heap) => ({ game: `heap(max=${max})`, numbers: [heap] })),
    again: (count) => range(1, count).map(() => random(6, 21)),
  },
  wythoff: {
    see: () => 'pair', setting: '1', least: 1, most: 6, single: true,
    start: [6, 8],
    parts: (s, numbers) => [{ game: `wythoff(s=${s})`, numbers }],
    again: () => [random(3, 12), random(3, 14)],
  },
  corner: {
    see: () => 'piece', setting: 'queen', choices: ['queen', 'rook', 'king', 'knight', 'dragon-king', 'dragon-horse'], single: true,
    start: [7, 10],
    parts: (piece, numbers) => [{ game: piece, numbers }],
    again: () => [random(3, 11), random(3, 11)],
  },
  chocolate: {
    see: () => 'bar', setting: '1', least: 1, most: 4,
    start: [3, 5, 2, 4],
    parts: (k, numbers) => range(0, numbers.length / 2 - 1).map((index) => ({ game: `chocolate(k=${k})`, numbers: numbers.slice(2 * index, 2 * index + 2) })),
    again: (_, k) => range(1, 2).flatMap(() => { const y = random(1, 4); return [y, random(k * y, k * y + 3)]; }),
  },
  subtraction: {
    see: () => 'heap', setting: '1,3,4', pattern: '[0-9]+(,[0-9]+)*',
    start: [15],
    parts: (takes, numbers) => numbers.map((heap) => ({ game: `subtraction(${takes})`, numbers: [heap] })),
    again: (count) => range(1, count).map(() => random(8, 20)),
  },
  octal: {
    see: () => 'pins', setting: '0.77', pattern: '0\\.[0-7]+',
    start: [9],
    parts: (code, numbers) => numbers.map((heap) => ({ game: code, numbers: [heap] })),
    again: () => [random(6, 13)],
  },
  sum: {
    see: (game) => (/^(heap|nim|subtraction)/.test(game) ? 'heap' : /^wythoff/.test(game) ? 'pair' : /^chocolate(\(|$)/.test(game) ? 'bar'
      : /^(0\.[0-7]+|kayles|dawson)/.test(game) ? 'pins' : 'piece'),
    setting: 'kayles + queen + heap',
    start: [7, 4, 6, 5],
    parts: (text, numbers) => {
      let at = 0;
      return partsOf(text).map((game) => {
        const dimension = /^(heap|subtraction|0\.|kayles|dawson)/.test(game) ? 1 : 2;
        at += dimension;
        return { game, numbers: range(at - dimension, at - 1).map((index) => numbers[index] ?? 5) };
      });
    },
    again: (_, text) => partsOf(text).flatMap((game) => (/^(heap|subtraction|0\.|kayles|dawson)/.test(game) ? [random(4, 10)] : [random(2, 8), random(4, 9)])),
  },
};

/** The games of a sum; `nim(3)` is three heaps. Plus signs in brackets do not part. */
export function partsOf(text) {
  const parts = [];
  let depth = 0;
  let word = '';
  for (const letter of `${text}+`) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === '+' && depth === 0) { if (word.trim()) parts.push(word.trim()); word = ''; } else word += letter;
  }
  return parts.flatMap((part) => {
    const nim = /^nim(?:\((\d+)\))?$/.exec(part);
    return nim ? Array.from({ length: Math.min(8, Number(nim[1] ?? 2)) }, () => 'heap') : [part];
  });
}

/** How the engine names the parts together. */
export const nameOf = (parts) => parts.map((part) => part.game).join(' + ');
/** All numbers of a position. */
export const flat = (parts) => parts.flatMap((part) => part.numbers);
/** The position after the move of one part. A heap that is broken becomes two. */
export function after(parts, move) {
  const { game, numbers } = parts[move.part];
  const moved = move.to.length > numbers.length ? move.to.map((heap) => ({ game, numbers: [heap] })) : [{ game, numbers: move.to }];
  return [...parts.slice(0, move.part), ...moved, ...parts.slice(move.part + 1)];
}
/** A position as it stands in the address. */
export const write = (parts) => parts.map((part) => part.numbers.join('.')).join(',');
/** Every move of a position with its value, from the engine's answer. */
export const movesOf = (answer) => answer.explained.flatMap((part, index) => part.groups.flatMap((group) =>
  group.options.map((option) => ({ part: index, to: option.to, grundy: option.grundy, kind: group.kind }))));
export const same = (a, b) => a.length === b.length && a.every((one, index) => one === b[index]);
/** The game whose table is shown: all of it if it has one or two numbers, else two heaps or one part. */
export function tableOf(parts) {
  const dimension = parts[0].numbers.length;
  const some = dimension === 1 ? parts.slice(0, 2) : parts.slice(0, 1);
  return { game: nameOf(some), dimension: flat(some).length };
}

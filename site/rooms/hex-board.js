// A board of Hex: cells, stones, coloured edges, coordinates, what is still needed. Black joins top and bottom, White left
// and right.

import { t } from '../messages.js';
import { roving, s } from '../parts.js';

const R = 26;
const W = R * Math.sqrt(3);
export const letter = (column) => 'abcdefghijklmnopqrstuvwxyz'[column];
export const nameOf = (column, row) => `${letter(column)}${row + 1}`;

/** The board as SVG. `marks` gives a cell a sign and a class; `choose` is called with the name of a cell. */
export function hexBoard({ size, black, white, needed = [], last = null, marks = null, open = true, choose, label }) {
  const stones = new Map([...black.map((cell) => [cell, 'black']), ...white.map((cell) => [cell, 'white'])]);
  const shaded = new Set(needed);
  const x = (column, row) => 58 + W * (column + row / 2);
  const y = (row) => 54 + R * 1.5 * row;
  const corner = (cx, cy, at, radius = R - 0.8) => {
    const angle = (Math.PI / 180) * (60 * at - 30);
    return `${(cx + radius * Math.cos(angle)).toFixed(1)},${(cy + radius * Math.sin(angle)).toFixed(1)}`;
  };
  const points = (cx, cy) => [0, 1, 2, 3, 4, 5].map((at) => corner(cx, cy, at)).join(' ');
  const line = (cells, owner) => s('polyline', { class: `edge ${owner}`, points: cells.flatMap(([column, row, corners]) => corners.map((at) => corner(x(column, row), y(row), at, R + 1))).join(' ') });
  const along = [...Array(size).keys()];
  // Corners count clockwise from the upper right; each edge runs along the outer corners of its cells.
  const edges = [
    line([...along.map((c) => [c, 0, [4, 5]]), [size - 1, 0, [0]]], 'black'), line([[0, size - 1, [3]], ...along.map((c) => [c, size - 1, [2, 1]])], 'black'),
    line(along.map((r) => [0, r, [4, 3]]), 'white'), line(along.map((r) => [size - 1, r, [0, 1]]), 'white'),
  ];
  const cell = (column, row) => {
    const name = nameOf(column, row);
    const stone = stones.get(name);
    const mark = marks?.get(name);
    const [cx, cy] = [x(column, row), y(row)];
    const what = stone ? t(`hex-${stone}`) : mark?.says ?? (shaded.has(name) ? t('hex-needed') : t('hex-empty'));
    return s('g', {
      class: `cell${shaded.has(name) ? ' needed' : ''}${mark ? ` ${mark.kind}` : ''}${!stone && open ? ' open' : ''}`, role: 'gridcell', 'data-at': name, tabindex: '-1',
      'aria-label': `${name}, ${what}`, onclick: stone || !open ? null : () => choose(name),
    }, s('polygon', { points: points(cx, cy) }),
    stone ? s('circle', { cx, cy, r: R * 0.62, class: `stone-${stone}` }) : null,
    last === name ? s('circle', { cx, cy, r: R * 0.18, class: `last-${stone}` }) : null,
    mark && !stone ? s('text', { x: cx, y: cy + 6, class: 'mark' }, mark.sign) : null);
  };
  const width = x(size - 1, size - 1) + W / 2 + 30;
  const svg = s('svg', { viewBox: `0 0 ${width} ${y(size - 1) + R + 14}`, class: 'board hex', role: 'grid', 'aria-label': label, 'aria-rowcount': size, 'aria-colcount': size },
    edges, s('g', { 'aria-hidden': 'true' },
      along.map((c) => s('text', { x: x(c, 0) - R * 0.3, y: y(0) - R - 12, class: 'axis' }, letter(c))),
      along.map((r) => s('text', { x: x(0, r) - W / 2 - 20, y: y(r) + 5, class: 'axis' }, r + 1))),
    along.map((row) => s('g', { role: 'row' }, along.map((column) => cell(column, row)))));
  // A cell is never narrower than a finger.
  svg.style.minWidth = `${Math.round((width * 40) / W)}px`;
  queueMicrotask(() => roving(svg));
  return svg;
}

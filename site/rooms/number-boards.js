// How the positions of number games are seen and touched: stones, pins, a piece on a board, a bar of chocolate. A board says
// which move is meant; the room asks the engine whether there is one.

import { h, roving, s } from '../parts.js';
import { t } from '../messages.js';
import { same } from './number-games.js';

const SIGNS = { queen: '♛', rook: '♜', king: '♚', knight: '♞', 'dragon-king': '龍', 'dragon-horse': '馬' };

/** A heap of stones, or two that belong together: touching a stone marks it and those after it. */
export function stones(part, index, { marked, mark, off }) {
  const leave = marked?.part === index ? marked.to : part.numbers;
  const rows = part.numbers.map((count, heap) => {
    const stone = (number) => h('button', {
      type: 'button', class: `stone${number >= leave[heap] ? ' taken' : ''}`, disabled: off, 'data-at': `${index}.${heap}.${number}`,
      'aria-pressed': String(number >= leave[heap]), 'aria-label': t('stone-label', { number: number + 1, count, heap: heap + 1 }),
      onclick: () => {
        const to = [...leave];
        to[heap] = leave[heap] === number ? count : number;
        mark(same(to, part.numbers) ? null : { part: index, to });
      },
    });
    return h('div', { class: 'heap', role: 'group', 'aria-label': t('heap-label', { count }) },
      h('span', { class: 'count', 'aria-hidden': 'true' }, count),
      h('div', { class: 'stones' }, count === 0 ? h('span', { class: 'small' }, t('empty')) : Array.from({ length: count }, (_, number) => stone(number))));
  });
  return h('div', { class: part.numbers.length > 1 ? 'heaps pair' : 'heaps' }, rows);
}

/** A row of pins: a run of neighbours is marked by its first and its last. */
export function pins(part, index, { marked, mark, off }) {
  const [count] = part.numbers;
  const run = marked?.part === index ? marked.run : null;
  const pin = (number) => h('button', {
    type: 'button', class: `pin${run && number >= run[0] && number <= run[1] ? ' taken' : ''}`, disabled: off, 'data-at': `${index}.0.${number}`,
    'aria-pressed': String(Boolean(run && number >= run[0] && number <= run[1])), 'aria-label': t('pin-label', { number: number + 1, count }),
    onclick: () => {
      const next = !run ? [number, number] : number < run[0] ? [number, run[1]] : number > run[1] ? [run[0], number]
        : run[0] === run[1] ? null : [number, number];
      if (!next) { mark(null); return; }
      const left = [next[0], count - 1 - next[1]].filter((length) => length > 0).sort((a, b) => a - b);
      mark({ part: index, to: left.length ? left : [0], run: next });
    },
  });
  return h('div', { class: 'heaps' }, h('div', { class: 'heap', role: 'group', 'aria-label': t('row-label', { count }) },
    h('span', { class: 'count', 'aria-hidden': 'true' }, count),
    h('div', { class: 'stones' }, count === 0 ? h('span', { class: 'small' }, t('empty')) : Array.from({ length: count }, (_, number) => pin(number)))));
}

/** A piece on its way to the corner at the top left; the squares it reaches can be chosen. */
export function piece(part, index, { moves, showValues, play, off }) {
  const [x, y] = part.numbers;
  const own = moves.filter((move) => move.part === index);
  const side = [0, 1].map((axis) => Math.max(9, ...part.numbers.slice(axis, axis + 1), ...own.map((move) => move.to[axis])) + 1);
  const size = 44;
  const margin = 30;
  // The first number counts to the right, the second downwards.
  const at = (a, b) => ({ x: margin + a * size, y: margin + b * size });
  const squares = [];
  for (let b = 0; b < side[1]; b++) {
    const row = [];
    for (let a = 0; a < side[0]; a++) {
      const move = own.find((one) => one.to[0] === a && one.to[1] === b);
      const here = a === x && b === y;
      const place = at(a, b);
      const middle = { x: place.x + size / 2, y: place.y + size / 2 };
      const zero = showValues && move?.grundy === 0;
      const label = here ? t('piece-here', { a, b }) : move ? t(showValues ? 'square-value' : 'square-reached', { a, b, value: move.grundy }) : t('square', { a, b });
      row.push(s('g', {
        class: `square${here ? ' here' : ''}${move && !off ? ' reached' : ''}${zero ? ' zero' : ''}`, role: 'gridcell', 'aria-label': label,
        'data-at': `${index}.${a}.${b}`, tabindex: here ? '0' : '-1', onclick: move && !off ? () => play(move) : null,
      }, s('rect', { x: place.x + 1, y: place.y + 1, width: size - 3, height: size - 3, rx: 5 }),
      a === 0 && b === 0 && !here ? s('path', { class: 'corner', d: `M${place.x + 8},${place.y + size - 12} v-${size - 22} h${size - 22}` }) : null,
      here ? s('text', { x: middle.x - 0.5, y: middle.y + 9, class: 'sign' }, SIGNS[part.game] ?? '●')
        : showValues && move ? s('text', { x: middle.x - 0.5, y: middle.y + 5, class: 'value' }, move.grundy)
          : move && !off ? s('circle', { cx: middle.x - 0.5, cy: middle.y - 0.5, r: 4, class: 'dot' }) : null));
    }
    squares.push(s('g', { role: 'row' }, row));
  }
  const labels = [
    ...Array.from({ length: side[0] }, (_, a) => s('text', { x: at(a, 0).x + size / 2, y: 20, class: 'axis' }, a)),
    ...Array.from({ length: side[1] }, (_, b) => s('text', { x: 18, y: at(0, b).y + size / 2 + 5, class: 'axis' }, b)),
  ];
  const svg = s('svg', { viewBox: `0 0 ${margin + side[0] * size + 4} ${margin + side[1] * size + 4}`, class: 'board squares', role: 'grid', 'aria-label': t('piece-board', { rows: side[1], columns: side[0] }) },
    s('g', { 'aria-hidden': 'true' }, labels), squares);
  drag(svg, off ? [] : own, play);
  return svg;
}

/** The piece may also be dragged. */
function drag(svg, moves, play) {
  svg.addEventListener('pointerdown', (down) => {
    const start = down.target.closest('.here');
    if (!start || !moves.length) return;
    const sign = start.querySelector('.sign');
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    svg.setPointerCapture(down.pointerId);
    const move = (event) => sign.setAttribute('transform', `translate(${(event.clientX - down.clientX) * scale} ${(event.clientY - down.clientY) * scale})`);
    const up = (event) => {
      svg.removeEventListener('pointermove', move);
      sign.removeAttribute('transform');
      if (event.type !== 'pointerup') return;
      const under = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest?.('[data-at]')).find((one) => one && one !== start);
      const [, a, b] = under?.dataset.at.split('.').map(Number) ?? [];
      const chosen = moves.find((one) => one.to[0] === a && one.to[1] === b);
      if (chosen) play(chosen);
    };
    svg.addEventListener('pointermove', move);
    svg.addEventListener('pointerup', up, { once: true });
    svg.addEventListener('pointercancel', up, { once: true });
  });
}

/** A bar of chocolate with stairs; the bitter piece is at the bottom left. Each line to cut along can be chosen. */
export function bar(part, index, { moves, showValues, play, off }) {
  const [y, z] = part.numbers;
  const k = Number(/k=(\d+)/.exec(part.game)?.[1] ?? 1);
  const own = moves.filter((move) => move.part === index);
  const size = 46;
  const margin = 46;
  const rows = y + 1;
  const height = (column) => Math.min(y, Math.floor(column / k)) + 1;
  const left = (column) => margin + column * size;
  const top = (row) => 10 + (rows - 1 - row) * size;
  const pieces = [];
  for (let column = 0; column <= z; column++) {
    for (let row = 0; row < height(column); row++) {
      pieces.push(s('rect', { x: left(column) + 1.5, y: top(row) + 1.5, width: size - 3, height: size - 3, rx: 6, class: column === 0 && row === 0 ? 'bitter' : 'sweet' }));
    }
  }
  const cuts = own.map((move) => {
    const across = move.to[1] < z;
    const value = showValues ? String(move.grundy) : '';
    const label = t(across ? 'cut-across' : 'cut-along', { left: across ? move.to[1] + 1 : move.to[0] + 1 });
    const sign = across ? { x: left(move.to[1] + 1), y: top(0) + size + 22 } : { x: 22, y: top(move.to[0]) };
    const from = Array.from({ length: z + 1 }, (_, column) => column).find((column) => height(column) > move.to[0] + 1) ?? 0;
    const line = across ? { x1: sign.x, x2: sign.x, y1: top(height(move.to[1] + 1) - 1) - 4, y2: top(0) + size + 2 } : { x1: margin - 2, x2: left(z + 1) + 3, y1: sign.y, y2: sign.y };
    if (!across) line.x1 = Math.max(line.x1, left(from) - size * 0.35);
    return [s('g', { class: `cut${showValues && move.grundy === 0 ? ' zero' : ''}`, role: 'button', tabindex: '-1', 'aria-label': showValues ? `${label} (${value})` : label, 'aria-disabled': off ? 'true' : undefined, 'data-at': `${index}.${across ? 'a' : 'l'}.${across ? move.to[1] : move.to[0]}`, onclick: off ? null : () => play(move) },
      s('line', line), s('circle', { cx: sign.x, cy: sign.y, r: 20, class: 'touch' }),
      s('circle', { cx: sign.x, cy: sign.y, r: 13, class: 'knob' })), s('text', { x: sign.x, y: sign.y + 5, class: 'sign-of-cut', 'aria-hidden': 'true' }, value || '✂')];
  });
  return s('svg', { viewBox: `0 0 ${left(z + 1) + 12} ${top(0) + size + 46}`, class: 'board chocolate', role: 'group', 'aria-label': t('bar-label', { columns: z + 1, rows }), 'data-columns': z + 1 }, pieces, cuts);
}

/** All parts of a position. */
export function board(game, parts, options) {
  const draw = { heap: stones, pair: stones, pins, piece, bar };
  const holder = h('div', { class: 'parts' }, parts.map((part, index) => h('div', { class: `part see-${game.see(part.game)}` },
    parts.some((other) => other.game !== part.game) ? h('p', { class: 'small' }, part.game.replace('(max=0)', '')) : null,
    draw[game.see(part.game)](part, index, options))));
  queueMicrotask(() => roving(holder));
  return holder;
}

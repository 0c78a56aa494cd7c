// The table of a game on one or two numbers: with numbers while they can be read, as a heat map beyond; and the grid that one
// fills in oneself.

import { ask } from '../ask.js';
import { t } from '../messages.js';
import { button, download, fault, fill, h, menu, rich, roving, say } from '../parts.js';

const SIDES = [12, 24, 100, 300, 1000];
const READABLE = 24;

const shapeOf = (dimension, side) => (dimension === 1 ? [side] : [side, side]);

/** Values by rows: of one number, twelve in a row. */
function rowsOf(values, dimension) {
  if (dimension === 2) return values;
  const flat = Array.isArray(values[0]) ? values[0] : values;
  return Array.from({ length: Math.ceil(flat.length / 12) }, (_, row) => flat.slice(12 * row, 12 * row + 12));
}

/** Shows the table of values. */
export async function table(holder, sheet, { game, dimension, side, onside }) {
  const stop = new AbortController();
  fill(holder, h('p', { class: 'small' }, t('asking'), ' ', button(t('stop'), () => stop.abort())));
  fill(sheet, h('p', { class: 'say' }, rich(t('table-say'))), menu(t('table-side'), SIDES.map((one) => [String(one), dimension === 1 ? one : `${one} × ${one}`]), String(side), (chosen) => onside(Number(chosen))));
  const wanted = { game, shape: shapeOf(dimension, side) };
  let answer;
  try {
    ({ answer } = await ask({ table: wanted }, { signal: stop.signal }));
  } catch (error) {
    fill(holder, fault(error));
    return;
  }
  if (!answer.values) { fill(holder, fault({ kind: 'gave-up', message: answer.reason ?? '' })); return; }
  const values = rowsOf(answer.values, dimension);
  const readout = h('p', { class: 'readout', 'aria-live': 'polite' }, t('table-hint'));
  const tell = (a, b) => {
    const value = values[a]?.[b];
    if (value === undefined) return;
    readout.textContent = value === null ? t('table-nothing', { a, b }) : dimension === 1 ? t('table-one', { n: 12 * a + b, value }) : t('table-at', { a, b, value });
  };
  fill(holder, side <= READABLE || dimension === 1 ? grid(values, dimension, tell) : heat(values, tell), readout);
  sheet.append(h('div', { class: 'bar' }, button(t('download-csv'), () => download('table.csv', values.map((row) => row.map((one) => one ?? '').join(',')).join('\n'), 'text/csv'))), legend());
}

function legend() {
  return h('p', { class: 'small legend' }, h('span', { class: 'swatch zero' }, '0'), ` ${t('legend-zero')}`);
}

function grid(values, dimension, tell) {
  const columns = Math.max(...values.map((row) => row.length));
  const element = h('table', { class: 'grid', role: 'grid', 'aria-label': t('tab-table') },
    h('thead', {}, h('tr', {}, h('td', { class: 'axes', 'aria-hidden': 'true' }, dimension === 2 ? 'x↓ y→' : ''), Array.from({ length: columns }, (_, b) => h('th', { scope: 'col' }, dimension === 1 ? `+${b}` : b)))),
    h('tbody', {}, values.map((row, a) => h('tr', {}, h('th', { scope: 'row' }, dimension === 1 ? 12 * a : a), row.map((value, b) => h('td', {
      class: value === 0 ? 'zero' : '', tabindex: '-1', 'data-at': `${a}.${b}`, onclick: () => tell(a, b), onfocus: () => tell(a, b), role: 'gridcell',
    }, value ?? ''))))));
  queueMicrotask(() => roving(element));
  return h('div', { class: 'scroll' }, element);
}

/** Each value as a dot: zeros in ink, the others lighter the larger they are. Arrow keys move a cursor that speaks. */
function heat(values, tell) {
  const side = values.length;
  const canvas = h('canvas', { width: side, height: side, class: 'heat', tabindex: '0', role: 'img', 'aria-label': t('heat-label', { side }) });
  const context = canvas.getContext('2d');
  const image = context.createImageData(side, side);
  const most = Math.max(1, ...values.map((row) => Math.max(...row)));
  const style = getComputedStyle(document.documentElement);
  const rgb = (name) => { const value = style.getPropertyValue(name).trim(); return [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16)); };
  const [zero, low, high] = [rgb('--seal'), rgb('--first'), rgb('--wash')];
  values.forEach((row, a) => row.forEach((value, b) => {
    const at = 4 * (a * side + b);
    const share = Math.sqrt((value ?? 0) / most);
    const colour = value === 0 ? zero : low.map((one, index) => one + (high[index] - one) * share);
    image.data.set([...colour, value === null ? 0 : 255], at);
  }));
  context.putImageData(image, 0, 0);
  let [a, b] = [0, 0];
  canvas.addEventListener('click', (event) => {
    const box = canvas.getBoundingClientRect();
    [a, b] = [(event.clientY - box.y) / box.height, (event.clientX - box.x) / box.width].map((one) => Math.min(side - 1, Math.max(0, Math.floor(one * side))));
    tell(a, b);
  });
  canvas.addEventListener('keydown', (event) => {
    const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!way) return;
    event.preventDefault();
    [a, b] = [a + way[0], b + way[1]].map((one) => Math.min(side - 1, Math.max(0, one)));
    tell(a, b);
  });
  return canvas;
}

/** An empty grid to fill in; wrong cells are marked when asked. */
export async function filling(holder, sheet, { game, dimension }) {
  const side = dimension === 1 ? 24 : 8;
  let answer;
  try {
    ({ answer } = await ask({ table: { game, shape: shapeOf(dimension, side) } }));
  } catch (error) {
    fill(holder, fault(error));
    return;
  }
  const values = rowsOf(answer.values, dimension);
  const columns = Math.max(...values.map((row) => row.length));
  const inputs = new Map();
  const cell = (value, a, b) => {
    if (value === null) return h('td', { class: 'nothing' });
    const label = dimension === 1 ? t('fill-one', { n: 12 * a + b }) : t('fill-at', { a, b });
    const input = h('input', { type: 'text', inputmode: 'numeric', maxlength: 3, 'aria-label': label, 'data-at': `${a}.${b}` });
    input.addEventListener('input', () => { input.className = ''; input.removeAttribute('aria-invalid'); });
    input.addEventListener('keydown', (event) => {
      const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [0, 1] }[event.key];
      const next = way && inputs.get(`${a + way[0]}.${b + way[1]}`);
      if (next) { event.preventDefault(); next.focus(); next.select(); }
    });
    inputs.set(`${a}.${b}`, input);
    return h('td', {}, input);
  };
  const grid = h('table', { class: 'grid fill' },
    h('thead', {}, h('tr', {}, h('td', {}), Array.from({ length: columns }, (_, b) => h('th', { scope: 'col' }, dimension === 1 ? `+${b}` : b)))),
    h('tbody', {}, values.map((row, a) => h('tr', {}, h('th', { scope: 'row' }, dimension === 1 ? 12 * a : a), row.map((value, b) => cell(value, a, b))))));
  const result = h('p', { class: 'say', 'aria-live': 'polite' });
  const all = [...inputs].map(([at, input]) => ({ input, value: at.split('.').map(Number).reduce((rows, one) => rows[one], values) }));
  const check = () => {
    const given = all.filter(({ input }) => input.value.trim() !== '');
    const wrong = given.filter(({ input, value }) => Number(input.value) !== value);
    for (const { input, value } of given) {
      const right = Number(input.value) === value;
      input.className = right ? 'right' : 'wrong';
      input.setAttribute('aria-invalid', String(!right));
    }
    const line = t('fill-result', { right: given.length - wrong.length, wrong: wrong.length, left: all.length - given.length });
    result.textContent = line;
    say(line);
  };
  const reveal = () => all.forEach(({ input, value }) => {
    if (Number(input.value) !== value || input.value.trim() === '') { input.value = value; input.className = 'revealed'; }
  });
  fill(holder, h('div', { class: 'scroll' }, grid));
  fill(sheet, h('p', { class: 'say' }, rich(t('fill-say'))), h('div', { class: 'bar' }, button(t('fill-check'), check, { class: 'main' }), button(t('fill-reveal'), reveal),
    button(t('fill-clear'), () => all.forEach(({ input }) => { input.value = ''; input.className = ''; }))), result);
}

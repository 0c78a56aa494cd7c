// What every room uses: elements, seals, the line for screen readers, the address, arrow keys on a board, downloads.

import { t } from './messages.js';

const SVG = 'http://www.w3.org/2000/svg';

/** An element: attributes, `onclick` and the like as functions, then children. */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'dataset') Object.assign(element.dataset, value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Says something to those who listen instead of looking. */
export function say(text) {
  const line = document.getElementById('live');
  if (line) line.textContent = text;
}

/** A sentence in which *stars* make words bold. */
export function rich(text) {
  return text.split(/\*([^*]+)\*/).map((part, index) => (index % 2 ? h('b', {}, part) : part));
}

const SEALS = { proved: '証', checked: '検', computed: '算', refuted: '反', open: '未' };

/** The seal of a verdict. A filled one is for what a checker accepted: the accepted certificate must be given. */
export function seal(verdict, certificate = null) {
  const filled = (verdict === 'proved' || verdict === 'checked') && certificate;
  const shown = filled || (verdict !== 'proved' && verdict !== 'checked') ? verdict : 'computed';
  return h('span', { class: filled ? 'seal' : 'seal line', role: 'img', 'aria-label': t(`seal-${shown}`), lang: 'ja' }, SEALS[shown]);
}

/** A seal with what it says, and the certificate to take home. */
export function verdict(kind, certificate, ...lines) {
  const files = certificate ? h('p', { class: 'small' },
    'sha256 ', h('code', {}, `${certificate.digest.slice(0, 8)}…${certificate.digest.slice(-4)}`), ' · ',
    h('button', { class: 'link', onclick: () => download(`${certificate.kind}.cert`, certificate.text) }, t('download-certificate'))) : null;
  return h('div', { class: 'verdict' }, seal(kind, certificate), h('div', {}, ...lines, files));
}

/** A pill. */
export function button(text, onclick, more = {}) {
  return h('button', { type: 'button', onclick, ...more }, text);
}

/** A choice of few, as pills. */
export function pills(label, choices, chosen, onchoose) {
  return h('div', { class: 'pills', role: 'group', 'aria-label': label }, choices.map(([value, text]) =>
    button(text, () => onchoose(value), { 'aria-pressed': String(value === chosen), 'data-value': value })));
}

/** A menu with its name. */
export function menu(label, choices, chosen, onchoose) {
  return h('label', { class: 'field' }, h('span', {}, label), h('select', { onchange: (event) => onchoose(event.target.value) },
    choices.map(([value, text]) => h('option', { value, selected: value === chosen }, text))));
}

/** A number with its name. */
export function number(label, value, least, most, onchoose) {
  return h('label', { class: 'field' }, h('span', {}, label), h('input', {
    type: 'number', value, min: least, max: most, inputmode: 'numeric',
    onchange: (event) => {
      const wanted = Math.round(Number(event.target.value));
      event.target.value = Math.min(most, Math.max(least, Number.isFinite(wanted) ? wanted : least));
      onchoose(Number(event.target.value));
    },
  }));
}

/** A text with its name. */
export function text(label, value, onchoose, more = {}) {
  return h('label', { class: 'field' }, h('span', {}, label),
    h('input', { type: 'text', value, spellcheck: 'false', autocomplete: 'off', onchange: (event) => onchoose(event.target.value.trim()), ...more }));
}

/** Keys and what they do. */
export function keys(...pairs) {
  return h('p', { class: 'keys small' }, pairs.map(([key, does], index) => [index ? ' · ' : '', key.split(' ').map((one) => h('kbd', {}, one)), ` ${does}`]));
}

/** Copies the address of the room as it is. */
export async function copyAddress(event) {
  const { target } = event;
  try {
    await navigator.clipboard.writeText(location.href);
    target.textContent = t('copied');
    say(t('copied'));
  } catch {
    window.prompt(t('copy-address'), location.href);
  }
}

/** Hands a file to the user. */
export function download(name, contents, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The board as a picture, with the colours that are seen. */
export function downloadPicture(svg, name) {
  const copy = svg.cloneNode(true);
  const seen = [svg, ...svg.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, index) => {
    const style = getComputedStyle(seen[index]);
    for (const key of ['fill', 'stroke', 'stroke-width', 'font-size', 'font-weight', 'opacity', 'text-anchor', 'font-family']) element.setAttribute(key, style.getPropertyValue(key));
    for (const key of ['class', 'tabindex', 'role']) element.removeAttribute(key);
  });
  const box = svg.viewBox.baseVal;
  copy.setAttribute('width', box.width);
  copy.setAttribute('height', box.height);
  copy.setAttribute('xmlns', SVG);
  download(`${name}.svg`, new XMLSerializer().serializeToString(copy), 'image/svg+xml');
}

/** Arrow keys go to the nearest place in their direction; one place at a time takes the tab key. */
export function roving(board, selector = '[data-at]') {
  const places = () => [...board.querySelectorAll(selector)];
  const choose = (place) => {
    places().forEach((one) => one.setAttribute('tabindex', one === place ? '0' : '-1'));
  };
  board.addEventListener('focusin', (event) => {
    const place = event.target.closest(selector);
    if (place) { choose(place); board.dataset.focus = place.dataset.at; }
  });
  board.addEventListener('keydown', (event) => {
    const here = document.activeElement?.closest?.(selector);
    if (!here || !board.contains(here)) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      here.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const centre = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = centre(here);
    let best = null;
    for (const one of places()) {
      if (one === here) continue;
      const [dx, dy] = [centre(one)[0] - x, centre(one)[1] - y];
      const along = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along < 2 || aside > along * 1.2) continue;
      const far = along + 3 * aside;
      if (!best || far < best.far) best = { one, far };
    }
    if (best) { choose(best.one); best.one.focus(); }
  });
  const first = places().find((one) => one.getAttribute('tabindex') === '0') ?? places()[0];
  if (first) choose(first);
  return choose;
}

/** Draws a board again and leaves the focus where it was. */
export function redraw(holder, draw) {
  const at = holder.contains(document.activeElement) ? document.activeElement.closest('[data-at]')?.dataset.at : null;
  fill(holder, draw());
  if (at !== null && at !== undefined) {
    const place = [...holder.querySelectorAll('[data-at]')].find((one) => one.dataset.at === at) ?? holder.querySelector('[data-at]');
    if (place) { place.setAttribute('tabindex', '0'); place.focus(); }
  }
}

/** What went wrong, as the terminal says it. */
export function fault(error) {
  return h('div', { class: 'fault', role: 'alert' }, h('p', {}, h('b', {}, t(`fault-${error.kind ?? 'bad-input'}`))), h('pre', {}, error.message), error.help ? h('p', { class: 'small' }, error.help) : null);
}

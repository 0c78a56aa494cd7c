// The frame: header, language, and the room that the address names. The address after # holds the whole state of a room.

import { engines } from './ask.js';
import { LANGUAGES, choose, language, load, t } from './messages.js';
import { fill, h } from './parts.js';

const ROOMS = ['numbers', 'hex'];
let room = null;

/** The room and its state from the address, `#hex?size=5&moves=c3`. */
function address() {
  const [name, query = ''] = location.hash.slice(1).split('?');
  return { name: ROOMS.includes(name) ? name : ROOMS[0], state: new URLSearchParams(query) };
}

function frame(current) {
  const link = (name) => h('a', { href: `#${name}`, 'aria-current': name === current ? 'page' : undefined }, t(`room-${name}`));
  const other = LANGUAGES.find((one) => one !== language);
  fill(document.getElementById('header'),
    h('a', { class: 'logo', href: `#${ROOMS[0]}` }, h('span', { class: 'seal', 'aria-hidden': 'true', lang: 'ja' }, '必'), 'Hissho', h('span', { lang: 'ja', class: 'kanji' }, '必勝')),
    h('nav', { 'aria-label': t('rooms') }, ROOMS.map(link)),
    h('button', { class: 'language', lang: other, onclick: async () => { await choose(other); show(); } }, t('other-language')));
  document.getElementById('skip').textContent = t('skip');
  engines().then(({ server, engine }) => {
    const where = engine && server ? t('engine-both', { cores: server.cores }) : engine ? t('engine-browser')
      : server ? t('engine-server', { version: server.version, cores: server.cores }) : t('engine-none');
    fill(document.getElementById('footer'), h('p', { class: 'small' }, where));
  });
}

async function show() {
  const { name, state } = address();
  frame(name);
  document.title = `${t(`room-${name}`)} · Hissho 必勝`;
  const { default: open } = await import(`./rooms/${name}.js`);
  room?.close?.();
  const main = document.getElementById('main');
  main.className = name;
  room = open(main, state);
}

addEventListener('hashchange', show);
addEventListener('popstate', () => { if (!location.hash) show(); });
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.querySelector('[data-at][tabindex="0"], #main')?.focus();
});

try {
  await load();
  await show();
} catch (error) {
  fill(document.getElementById('main'), h('div', { class: 'fault', role: 'alert' }, h('pre', {}, String(error.message ?? error))));
}

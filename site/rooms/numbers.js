// Number games: play against an opponent of a chosen strength, see the values when they are wanted, fill in the table yourself.

import { remember } from '../address.js';
import { ask } from '../ask.js';
import { has, t } from '../messages.js';
import { button, copyAddress, downloadPicture, fault, fill, h, keys, menu, number, pills, redraw, rich, say, text, verdict } from '../parts.js';
import { board } from './number-boards.js';
import { GAMES, after, flat, movesOf, nameOf, random, same, tableOf, write } from './number-games.js';
import { filling, table } from './number-tables.js';

const LEVELS = ['perfect', 'careless', 'beginner', 'two'];
const tuple = (numbers) => (numbers.length === 1 ? String(numbers[0]) : `(${numbers.join(', ')})`);
const kindOf = (kind) => {
  const key = `kind-${kind.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;
  const taken = /^take (\d+)$/.exec(kind);
  return taken ? t('kind-take-some', { count: Number(taken[1]) }) : has(key) ? t(key) : kind;
};

export default function open(main, state) {
  const name = Object.hasOwn(GAMES, state.get('game')) ? state.get('game') : 'nim';
  const game = GAMES[name];
  const room = {
    setting: state.get('of') ?? game.setting ?? '',
    level: LEVELS.includes(state.get('level')) ? state.get('level') : 'careless',
    tab: ['play', 'table', 'fill'].includes(state.get('tab')) ? state.get('tab') : 'play',
    values: state.get('values') === '1',
    machineBegins: state.get('begins') === 'machine',
    side: Number(state.get('side')) || 12,
    history: [],
    marked: null,
    answer: null,
    trouble: null,
    busy: null,
    last: null,
  };
  room.history = readHistory(state.get('at'));

  function readHistory(written) {
    const start = game.parts(room.setting, game.start);
    if (!written) return [start];
    const games = start.map((part) => part.game);
    const read = (position) => position.split(',').map((numbers, index, all) => ({
      // A broken heap is one more part of the same game.
      game: games[Math.min(games.length - 1, Math.max(0, index - Math.max(0, all.length - games.length)))] ?? games[0],
      numbers: numbers.split('.').map(Number),
    }));
    const history = written.split(';').map(read);
    const sound = history.every((parts) => parts.every((part) => part.numbers.every((one) => Number.isSafeInteger(one) && one >= 0)));
    return sound ? history : [start];
  }

  const parts = () => room.history[room.history.length - 1];
  const isMachines = () => room.level !== 'two' && ((room.history.length - 1) % 2 === 0) === room.machineBegins;
  const keep = (pushed = false) => remember('numbers', {
    game: name, of: room.setting === (game.setting ?? '') ? '' : room.setting, at: room.history.map(write).join(';'), level: room.level === 'careless' ? '' : room.level,
    tab: room.tab === 'play' ? '' : room.tab, values: room.values ? '1' : '', begins: room.machineBegins ? 'machine' : '', side: room.side === 12 ? '' : room.side,
  }, pushed);

  const boardHolder = h('div', { class: 'holder' });
  const controls = h('div', { class: 'bar' });
  const sheet = h('div', {});
  const top = h('div', { class: 'bar' });
  const titles = h('div', {});

  async function look() {
    room.busy?.abort();
    const busy = new AbortController();
    room.busy = busy;
    room.answer = null;
    room.trouble = null;
    try {
      const { answer, where } = await ask({ value: { game: nameOf(parts()), position: flat(parts()), explain: true } }, { signal: busy.signal });
      if (room.busy !== busy) return;
      room.answer = answer;
      room.where = where;
      room.moves = movesOf(answer);
    } catch (error) {
      if (error.kind === 'cancelled' || room.busy !== busy) return;
      room.trouble = error;
    }
    room.busy = null;
    show();
    if (room.answer && room.moves.length && isMachines() && room.tab === 'play') setTimeout(() => { if (!room.busy && isMachines() && !room.closed) answerBack(); }, 350);
  }

  function play(move) {
    if (!room.answer || isMachines()) return;
    room.last = { who: room.level === 'two' ? t(room.history.length % 2 ? 'first' : 'second') : t('you'), from: parts(), move };
    step(move);
  }

  function step(move) {
    room.history.push(after(parts(), move));
    room.marked = null;
    keep();
    show();
    look();
  }

  /** The opponent's move. A careless one is any move one time in three; a beginner sees only a win in one move. */
  function answerBack() {
    const { moves, answer } = room;
    const winning = moves.filter((move) => answer.moves.some((to) => same(to, flat(after(parts(), move)))));
    const ends = moves.filter((move) => flat(after(parts(), move)).every((one) => one === 0));
    const any = moves[random(0, moves.length - 1)];
    const slowest = moves.reduce((best, move) => (sum(move) > sum(best) ? move : best));
    const perfect = winning[0] ?? slowest;
    const chosen = room.level === 'perfect' ? perfect : room.level === 'careless' ? (random(1, 3) === 1 ? any : perfect) : ends[0] ?? any;
    room.last = { who: t('machine'), from: parts(), move: chosen };
    step(chosen);
  }
  const sum = (move) => move.to.reduce((all, one) => all + one, 0);

  /** A start from which whoever begins can win. */
  async function again() {
    for (let tries = 0; tries < 12; tries++) {
      const start = game.parts(room.setting, game.again(room.history[0].length, name === 'sum' ? room.setting : Number(room.setting)));
      const { answer } = await ask({ value: { game: nameOf(start), position: flat(start) } }).catch(() => ({ answer: null }));
      if (answer?.outcome === 'N' || !answer) { reset(start); return; }
    }
  }

  function reset(start = game.parts(room.setting, room.history[0].flatMap((part) => part.numbers))) {
    Object.assign(room, { history: [start], marked: null, last: null });
    keep(true);
    show();
    look();
  }

  function undo() {
    const back = room.level === 'two' || room.history.length === 2 ? 1 : 2;
    if (room.history.length > back) room.history.length -= back;
    Object.assign(room, { marked: null, last: null });
    keep();
    show();
    look();
  }

  const legal = (marked) => marked && room.moves?.find((move) => move.part === marked.part && same(move.to, marked.to));

  function go(chosen, more = {}) {
    const query = new URLSearchParams({ game: chosen, level: room.level, ...more });
    location.hash = `numbers?${query}`;
  }

  function describe(last) {
    const { game: of, numbers } = last.from[last.move.part];
    const seen = game.see(of);
    if (seen === 'heap' || (seen === 'pair')) {
      const taken = numbers.map((one, index) => one - last.move.to[index]);
      const both = taken.every((one) => one > 0) && taken.length > 1;
      if (both) return t('took-both', { who: last.who, one: taken[0], two: taken[1] });
      return t('took', { who: last.who, count: Math.max(...taken), heap: seen === 'pair' ? taken.findIndex((one) => one > 0) + 1 : last.move.part + 1 });
    }
    if (seen === 'bar') return t('cut-to', { who: last.who, bar: last.move.part + 1, to: tuple(last.move.to.map((one) => one + 1)) });
    return t('moved-to', { who: last.who, to: tuple(last.move.to) });
  }

  function sentence() {
    if (room.trouble) return null;
    if (!room.answer) return t('asking');
    const over = room.moves.length === 0;
    const told = room.last ? describe(room.last) : '';
    const said = told ? `${told[0].toUpperCase()}${told.slice(1)} ` : '';
    if (over) {
      const winner = room.level === 'two' ? t(room.history.length % 2 ? 'second' : 'first') : isMachines() ? t('you') : t('machine');
      return `${said}${t('over', { winner: winner === t('you') ? 'you' : winner === t('machine') ? 'machine' : 'other', name: winner })}`;
    }
    if (isMachines()) return `${said}${t('machine-thinks')}`;
    return `${said}${room.level === 'two' ? t('turn-of', { name: t(room.history.length % 2 ? 'first' : 'second') }) : t('your-turn')}`;
  }

  function show() {
    if (room.closed) return;
    const off = !room.answer || isMachines() || room.moves.length === 0;
    const options = { moves: room.moves && room.answer ? room.moves : [], marked: room.marked, showValues: room.values, off, play, mark: (marked) => { room.marked = marked; show(); if (marked) say(legal(marked) ? t('marked', { to: tuple(marked.to) }) : t('no-move')); } };
    const tabs = ['play', 'table', 'fill'].map((tab) => [tab, t(`tab-${tab}`)]);
    const tabled = tableOf(room.history[0]);
    fill(titles, h('h1', { class: 'lead' }, t(`game-${name}`)), h('p', { class: 'under' }, t(`rules-${name}`, { setting: room.setting })));
    fill(top, pills(t('view'), tabs, room.tab, (tab) => { room.tab = tab; keep(); show(); if (tab === 'play') look(); }),
      room.tab === 'play' ? menu(t('opponent'), LEVELS.map((level) => [level, t(`level-${level}`)]), room.level, (level) => { room.level = level; keep(); show(); look(); }) : null);
    if (room.tab === 'play') {
      redraw(boardHolder, () => board(game, parts(), options));
      const takes = ['heap', 'pair', 'pins'].some((one) => parts().some((part) => game.see(part.game) === one));
      const chosen = legal(room.marked);
      fill(controls,
        takes ? button(t('take'), () => chosen && play(chosen), { class: 'main', id: 'take', disabled: !chosen || off }) : null,
        takes && room.marked && room.answer && !chosen ? h('span', { class: 'small warn' }, t('no-move')) : null,
        button(t('undo'), undo, { disabled: room.history.length < 2 || isMachines() }),
        button(t('restart'), () => reset(room.history[0])), button(t('new-start'), again),
        room.level !== 'two' && room.history.length === 1 ? button(t('machine-begins'), () => { room.machineBegins = !room.machineBegins; keep(); show(); look(); }, { 'aria-pressed': String(room.machineBegins) }) : null);
      fill(sheet, playSheet());
      const line = sentence();
      if (line && room.answer) say(line.replaceAll('*', ''));
    } else if (room.tab === 'table') {
      fill(controls);
      table(boardHolder, sheet, { ...tabled, side: room.side, onside: (side) => { room.side = side; keep(); show(); } });
    } else {
      fill(controls);
      filling(boardHolder, sheet, tabled);
    }
  }

  function playSheet() {
    if (room.trouble) return fault(room.trouble);
    const { answer } = room;
    const shown = room.values && answer;
    return [
      h('p', { class: 'say' }, rich(sentence())),
      keys([t('key-arrows'), t('key-move')], [t('key-space'), t('key-choose')], ['u', t('undo')], ['v', t('values')]),
      button(t(room.values ? 'hide-values' : 'show-values'), () => { room.values = !room.values; keep(); show(); }, { 'aria-pressed': String(room.values), id: 'values' }),
      shown ? values(answer) : null,
      shown && ['nim', 'bounded'].includes(name) && parts().length > 1 ? binary(answer) : null,
      shown ? verdict(answer.certificates?.length ? 'proved' : 'computed', answer.certificates?.[0] ?? null, h('b', {}, t(answer.certificates?.length ? 'value-proved' : 'value-computed')), h('p', { class: 'small' }, t(`asked-${room.where}`))) : null,
    ];
  }

  /** Options, then the mex step by step; of a sum, the nim sum. */
  function values(answer) {
    const winning = answer.moves.length;
    const open = answer.explained.length === 1;
    return h('div', { class: 'values' },
      h('p', { class: 'say' }, rich(t(answer.outcome === 'P' ? 'value-lost' : 'value-won', { value: answer.grundy ?? '?', count: winning }))),
      answer.explained.map((part) => h('details', { open }, h('summary', {}, t('part-value', { game: part.game.replace('(max=0)', ''), at: tuple(part.position), value: part.mex })),
        part.groups.map((group) => h('div', { class: 'group' }, h('span', { class: 'small' }, kindOf(group.kind)), h('ul', { class: 'chips' }, group.options.map((option) =>
          h('li', { class: option.grundy === 0 ? 'zero' : '' }, `${tuple(option.to)} `, h('b', {}, option.grundy)))))),
        h('p', { class: 'small' }, mex(part)))),
      answer.explained.length > 1 ? h('p', {}, t('nim-sum', { terms: answer.explained.map((part) => part.mex).join(' ⊕ '), value: answer.grundy })) : null);
  }

  function mex(part) {
    const all = [...new Set(part.groups.flatMap((group) => group.options.map((option) => option.grundy)))].sort((a, b) => a - b);
    if (!all.length) return t('mex-none');
    const below = all.filter((value) => value < part.mex);
    return t('mex', { set: `{${all.join(', ')}}`, present: below.length ? below.join(', ') : '–', some: below.length ? 'yes' : 'no', value: part.mex });
  }

  /** The heaps in binary: columns with an odd number of ones. */
  function binary(answer) {
    const worth = answer.explained.map((part) => part.mex);
    const width = Math.max(1, ...worth).toString(2).length;
    const digits = (value) => value.toString(2).padStart(width, '0').split('');
    return h('table', { class: 'binary' }, h('caption', { class: 'small' }, t('binary')),
      h('tbody', {}, worth.map((value, index) => h('tr', {}, h('th', { scope: 'row' }, parts()[index].numbers[0]), digits(value).map((digit) => h('td', { class: digit === '1' ? 'one' : '' }, digit))))),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, '⊕'), digits(answer.grundy).map((digit) => h('td', { class: digit === '1' ? 'one odd' : '' }, digit)))));
  }

  const settings = () => {
    const start = room.history[0].flatMap((part) => part.numbers);
    const change = (setting, numbers = start) => { const chosen = game.parts(setting, numbers); room.setting = setting; reset(chosen); };
    return h('div', { class: 'bar settings' },
      menu(t('game'), Object.keys(GAMES).map((one) => [one, t(`game-${one}`)]), name, (chosen) => go(chosen)),
      game.choices ? menu(t('setting-corner'), game.choices.map((one) => [one, t(`piece-${one}`)]), room.setting, (chosen) => change(chosen))
        : game.least ? number(t(`setting-${name}`), Number(room.setting), game.least, game.most, (chosen) => change(String(chosen), name === 'chocolate' ? game.again(2, chosen) : start))
          : game.setting ? text(t(`setting-${name}`), room.setting, (chosen) => change(chosen, name === 'sum' ? game.again(0, chosen) : start), { pattern: game.pattern, class: name === 'sum' ? 'wide' : '' }) : null,
      text(t('start-position'), start.join(', '), (written) => {
        const numbers = written.split(/[\s,.]+/).filter(Boolean).map(Number);
        if (numbers.length && numbers.length <= 12 && numbers.every((one) => Number.isInteger(one) && one >= 0 && one <= 60)) reset(game.parts(room.setting, numbers));
        else { room.trouble = { kind: 'bad-input', message: t('start-wrong', { written }) }; fill(sheet, fault(room.trouble)); }
      }));
  };

  fill(main, titles, settings(), h('div', { class: 'room' },
    h('section', { class: 'sheet', 'aria-label': t('board') }, top, boardHolder, controls,
      h('div', { class: 'bar share' }, button(t('copy-address'), copyAddress), button(t('picture'), () => { const svg = boardHolder.querySelector('svg'); if (svg) downloadPicture(svg, name); else window.print(); }))),
    h('aside', { class: 'sheet', 'aria-label': t('what-happened') }, sheet)));

  const onkey = (event) => {
    if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey || room.tab !== 'play') return;
    if (event.key === 'u' && room.history.length > 1 && !isMachines()) undo();
    else if (event.key === 'v') document.getElementById('values')?.click();
    else if (event.key === 't' || (event.key === 'Enter' && !event.target.closest('button'))) document.getElementById('take')?.click();
  };
  document.addEventListener('keydown', onkey);
  show();
  look();
  return { close() { room.closed = true; room.busy?.abort(); document.removeEventListener('keydown', onkey); } };
}

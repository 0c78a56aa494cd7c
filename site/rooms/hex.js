// Hex: walk through a proof, play, two people, the map of openings. The engine says whose turn it is, answers, and tells which
// cells its proof still needs.

import { remember } from '../address.js';
import { ask } from '../ask.js';
import { language, t } from '../messages.js';
import { button, copyAddress, download, downloadPicture, fault, fill, h, keys, menu, pills, redraw, rich, say, verdict } from '../parts.js';
import { hexBoard, nameOf } from './hex-board.js';

const MODES = ['walk', 'play', 'two', 'map'];
const LEVELS = ['perfect', 'careless', 'beginner'];
const MAPPED = 8;
const LARGEST = 11;
const middle = (size) => nameOf(Math.ceil(size / 2) - 1, Math.ceil(size / 2) - 1);
const other = (player) => (player === 'black' ? 'white' : 'black');

export default function open(main, state) {
  const mode = MODES.includes(state.get('mode')) ? state.get('mode') : 'walk';
  const size = Math.min(mode === 'map' ? MAPPED : mode === 'walk' ? 9 : LARGEST, Math.max(3, Number(state.get('size')) || 5));
  const isCell = (name) => /^[a-k]([1-9]|1[01])$/.test(name ?? '') && name.charCodeAt(0) - 97 < size && Number(name.slice(1)) <= size;
  const room = {
    opening: mode === 'walk' ? (isCell(state.get('open')) ? state.get('open') : middle(size)) : '',
    moves: (state.get('moves') ?? '').split(',').filter((one) => isCell(one) || one === 'swap'),
    you: state.get('you') === 'white' ? 'white' : 'black',
    level: LEVELS.includes(state.get('level')) ? state.get('level') : 'careless',
    board: { black: [], white: [] },
    needed: [], proof: null, now: null, trouble: null, busy: null, waiting: '', told: '', closed: false,
  };
  const titles = h('div', {});
  const top = h('div', { class: 'bar' });
  const holder = h('div', { class: 'holder' });
  const controls = h('div', { class: 'bar' });
  const sheet = h('div', {});

  const keep = () => remember('hex', {
    mode: mode === 'walk' ? '' : mode, size, open: mode === 'walk' ? room.opening : '', moves: room.moves.join(','),
    you: mode === 'play' ? room.you : '', level: mode === 'play' && room.level !== 'careless' ? room.level : '',
  });
  const go = (more) => {
    const query = new URLSearchParams({ mode, size, ...(mode === 'play' ? { you: room.you, level: room.level } : {}), ...more });
    location.hash = `hex?${query}`;
  };
  const machine = () => (mode === 'walk' ? room.proof?.winner ?? null : mode === 'play' ? other(room.you) : null);

  /** Asks, with one question under way at a time. */
  async function put(question) {
    room.busy?.abort();
    const busy = new AbortController();
    Object.assign(room, { busy, waiting: t('asking'), trouble: null });
    const slow = setTimeout(show, 300);
    try {
      const told = await ask(question, { signal: busy.signal, onprogress: (line) => {
        const said = line.begin ?? line.note ?? (line.waiting ? t('waiting-heavy') : null);
        if (said) room.waiting = said;
        if (line.seconds) room.seconds = line.seconds;
        if (!room.closed && room.busy === busy) show();
      } });
      return room.busy === busy ? told : null;
    } catch (error) {
      if (room.busy === busy && error.kind !== 'cancelled') room.trouble = error;
      if (room.busy === busy) { room.busy = null; room.waiting = ''; show(); }
      return null;
    } finally {
      clearTimeout(slow);
      if (room.busy === busy) { room.busy = null; room.waiting = ''; room.seconds = 0; }
    }
  }

  const reply = (wanted) => put({ reply: { game: `hex(${size})`, position: room.opening, moves: room.moves, wanted, ...(mode === 'play' && wanted === 'move' ? { level: room.level } : {}) } });

  /** The position as it is; then the machine's move, if it is its turn. */
  async function look() {
    if (mode === 'map') { await lookAtMap(); return; }
    const told = await reply('turn');
    if (!told) return;
    see(told.answer);
    show();
    if (mode === 'walk' && !room.proof) await lookAtProof();
    if (room.now && !room.now.over && room.now.to_move === machine()) await answerBack();
    else if (mode === 'walk' && room.proof && !room.moves.length) await shade();
  }

  function see(answer) {
    room.now = answer;
    room.board = answer.board;
  }

  async function lookAtProof() {
    const told = await put({ solve: { game: `hex(${size})`, position: room.opening, letters: true } });
    if (!told) return;
    const { answer } = told;
    if (answer.winner === 'gave-up') { room.trouble = { kind: 'gave-up', message: answer.reason ?? '' }; show(); return; }
    room.proof = { winner: answer.winner, steps: answer.steps, kept: answer.kept, certificate: answer.certificates?.[0] ?? null, where: told.where };
    show();
  }

  /** What the proof needs before the first move: asked for as a move of the loser, which is not made. */
  async function shade() {
    const told = await reply('move');
    if (!told) return;
    room.needed = [...(told.answer.needed ?? []), told.answer.reply].filter((one) => one && told.answer.is_proved);
    show();
  }

  async function answerBack() {
    const told = await reply('move');
    if (!told || !told.answer.reply) { show(); return; }
    const { answer } = told;
    const yours = room.moves[room.moves.length - 1];
    room.moves.push(answer.reply);
    room.needed = answer.needed ?? [];
    room.isProved = answer.is_proved;
    room.told = t(answer.is_proved ? 'hex-answered-proved' : 'hex-answered', { yours: yours ?? '–', some: yours ? 'yes' : 'no', player: t(`hex-${machine()}`), cell: answer.reply, count: room.needed.length });
    keep();
    const after = await reply('turn');
    if (after) see(after.answer);
    show();
  }

  async function lookAtMap() {
    const told = await put({ 'hex-map': { size, letters: true } });
    if (!told) return;
    room.map = told.answer;
    show();
  }

  function choose(cell) {
    if (mode === 'map') { location.hash = `hex?mode=walk&size=${size}&open=${cell}`; return; }
    if (!room.now || room.now.over || room.busy || room.now.to_move === machine()) return;
    const mover = room.now.to_move;
    room.moves.push(cell);
    room.board = { ...room.board, [mover]: [...room.board[mover], cell] };
    room.needed = room.needed.filter((one) => one !== cell);
    room.told = '';
    keep();
    show();
    look();
  }

  function undo() {
    const back = mode === 'two' || room.moves.length < 2 ? 1 : 2;
    room.moves.length = Math.max(0, room.moves.length - back);
    restartFrom();
  }

  function restartFrom() {
    Object.assign(room, { needed: [], told: '', now: null });
    keep();
    look();
  }

  function anyMove() {
    const legal = room.now?.legal ?? [];
    if (legal.length) choose(legal[Math.floor(Math.random() * legal.length)]);
  }

  const lastStone = () => room.moves.findLast((one) => one !== 'swap') ?? (room.opening || null);

  function marks() {
    if (mode !== 'map' || !room.map) return null;
    return new Map(Object.entries(room.map.openings).map(([cell, winner]) => [cell, winner === 'black'
      ? { sign: '●', kind: 'wins', says: t('map-wins') } : winner === 'white' ? { sign: '○', kind: 'loses', says: t('map-loses') } : { sign: '?', kind: 'unknown', says: t('map-unknown') }]));
  }

  function sentence() {
    if (room.waiting) return room.seconds ? `${room.waiting} (${room.seconds} s)` : room.waiting;
    if (mode === 'map') return room.map ? t('map-say', { wins: room.map.wins, all: size * size }) : '';
    if (!room.now) return '';
    const said = room.told ? `${room.told} ` : '';
    if (room.now.over) return `${said}${t('hex-over', { player: t(`hex-${room.now.over}`) })}`;
    const turn = mode === 'two' ? t('hex-turn', { player: t(`hex-${room.now.to_move}`) }) : room.now.to_move === machine() ? '' : t('hex-your-turn', { player: t(`hex-${room.now.to_move}`) });
    return `${said}${turn}`;
  }

  function show() {
    if (room.closed) return;
    const over = Boolean(room.now?.over);
    redraw(holder, () => hexBoard({
      size, black: room.board.black, white: room.board.white, needed: mode === 'walk' ? room.needed : [], last: mode === 'map' ? null : lastStone(), marks: marks(),
      open: !over && (mode === 'map' || (!room.busy && room.now?.to_move !== machine())), choose, label: t('hex-board', { size }),
    }));
    fill(controls, mode === 'map' ? null : [
      button(t('undo'), undo, { disabled: !room.moves.length || Boolean(room.busy) }), button(t('restart'), () => { room.moves = []; restartFrom(); }),
      mode === 'two' || mode === 'walk' ? button(t('hex-any'), anyMove, { disabled: over || Boolean(room.busy) }) : null,
      mode !== 'walk' && room.moves.length === 1 && room.now?.to_move !== machine() ? button(t('hex-swap'), () => { room.moves.push('swap'); restartFrom(); }, { id: 'swap' }) : null],
    room.busy ? button(t('stop'), () => room.busy?.abort(), { class: 'main' }) : null);
    fill(sheet, room.trouble ? fault(room.trouble) : [
      h('p', { class: 'say' }, rich(sentence())),
      mode === 'walk' && room.needed.length && !over ? h('p', { class: 'small' }, h('span', { class: 'swatch needed' }, '\u00a0'), ` ${t('hex-shaded', { count: room.needed.length, player: t(`hex-${machine() ?? 'black'}`) })}`) : null,
      mode === 'play' && room.moves.length > 1 ? h('p', { class: 'small' }, t(room.isProved ? 'hex-is-proved' : 'hex-not-proved')) : null,
      mode === 'map' ? h('p', { class: 'small' }, t('map-key')) : keys([t('key-arrows'), t('key-move')], [t('key-space'), t('key-choose')], ['u', t('undo')]),
      outline(),
      room.proof ? verdict('proved', room.proof.certificate, h('b', {}, t('hex-proved', { player: t(`hex-${room.proof.winner}`), opening: room.opening, size })),
        h('p', { class: 'small' }, t('hex-steps', { steps: room.proof.steps?.toLocaleString(language) ?? '?' }), ' ', t(`asked-${room.proof.where}`), room.proof.kept ? ` ${t('hex-kept')}` : '')) : null]);
    const line = sentence().replaceAll('*', '');
    if (line && !room.waiting) say(line);
  }

  /** The moves so far, a pair in each line. */
  function outline() {
    if (mode === 'map' || (!room.moves.length && !room.opening)) return null;
    const all = [room.opening, ...room.moves].filter(Boolean);
    const first = all.map((cell, index) => ({ cell, index }));
    const rows = [];
    for (let at = 0; at < first.length; at += 2) rows.push(first.slice(at, at + 2));
    return h('ol', { class: 'moves', 'aria-label': t('hex-moves') }, rows.map((pair) => h('li', {}, pair.map(({ cell, index }) => h('span', { class: index % 2 ? 'mv white' : 'mv black' }, cell)))));
  }

  const sizes = mode === 'map' ? [3, 4, 5, 6, 7, 8] : mode === 'walk' ? [3, 4, 5, 6, 7, 8, 9] : [3, 4, 5, 6, 7, 8, 9, 10, 11];
  fill(titles, h('h1', { class: 'lead' }, t(`hex-title-${mode}`, { opening: room.opening, size })), h('p', { class: 'under' }, t(`hex-under-${mode}`)));
  fill(top, pills(t('view'), MODES.map((one) => [one, t(`hex-mode-${one}`)]), mode, (chosen) => { location.hash = `hex?mode=${chosen}&size=${chosen === 'map' ? Math.min(size, MAPPED) : size}`; }),
    menu(t('hex-size'), sizes.map((one) => [String(one), `${one} × ${one}`]), String(size), (chosen) => go({ size: chosen })),
    mode === 'walk' ? menu(t('hex-opening'), [...Array(size * size).keys()].map((at) => nameOf(at % size, Math.floor(at / size))).map((cell) => [cell, cell]), room.opening, (cell) => go({ open: cell })) : null,
    mode === 'play' ? [menu(t('hex-you'), ['black', 'white'].map((one) => [one, t(`hex-${one}`)]), room.you, (chosen) => go({ you: chosen })),
      menu(t('opponent'), LEVELS.map((level) => [level, t(`level-${level}`)]), room.level, (chosen) => { room.level = chosen; keep(); })] : null);
  fill(main, titles, h('div', { class: 'room' },
    h('section', { class: 'sheet', 'aria-label': t('board') }, top, holder, controls,
      h('div', { class: 'bar share' }, button(t('copy-address'), copyAddress), button(t('picture'), () => downloadPicture(holder.querySelector('svg'), `hex-${size}`)),
        room.opening ? button(t('download-certificate'), () => room.proof?.certificate && download(`hex-${size}-${room.opening}.cert`, room.proof.certificate.text)) : null)),
    h('aside', { class: 'sheet', 'aria-label': t('what-happened') }, sheet)));

  const onkey = (event) => {
    if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'u' && room.moves.length && !room.busy) undo();
  };
  document.addEventListener('keydown', onkey);
  if (room.opening) room.board = { black: [room.opening], white: [] };
  show();
  look();
  return { close() { room.closed = true; room.busy?.abort(); document.removeEventListener('keydown', onkey); } };
}

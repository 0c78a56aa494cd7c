// connection: connections and wins in Hex.
//
// A statement (S, C, φ) says: the owner has the stones S, the cells C are empty, everything else is the opponent's, the
// opponent moves first and only in C, and the owner can make φ true. Each step gives a statement from earlier ones; the
// last must give the claim. Sets of points are bit sets: `width` words of 32 bits in one long array for all steps.

import { Board } from '../hex/board.js';
import { Formulas, caseCount, holds, pointsOf, spell } from '../hex/formula.js';

export function check(reader, { work }) {
  const [columns, rows] = reader.exactly('board', 2).map((word) => reader.number(word, 1, 11)); // L1, B1
  const owner = reader.choice('owner', ['black', 'white']); // L2
  const board = new Board(columns, rows, owner);
  const formulas = new Formulas(board, work);
  const claim = readClaim(reader, board, formulas);
  const steps = new Steps(reader, board, formulas, work);
  while (!reader.isAtEnd() && reader.peek() !== 'refutations') steps.read(); // L5
  reader.demand(steps.count > 0, 'there is no step'); // C9
  checkLast(claim, steps, board, reader);
  if (claim.what === 'minimal') {
    reader.alone('refutations'); // L6
    checkRefutations(claim, reader, board, formulas, work);
  }
  reader.end();
  return sentence(claim, board);
}

function readClaim(reader, board, formulas) {
  const what = reader.choice('claim', ['wins', 'holds', 'minimal']);
  if (what === 'wins') {
    // L3
    const black = board.list(reader.words('black'), reader);
    const white = board.list(reader.words('white'), reader);
    for (const point of [...black, ...white]) reader.demand(point < board.cells, 'an edge is no stone of a position');
    reader.demand(!black.some((cell) => white.includes(cell)), 'a cell has two stones');
    const toMove = reader.choice('to-move', ['black', 'white']);
    return { what, black, white, toMove };
  }
  // L4, C1
  const stones = board.list(reader.words('stones'), reader);
  const carrier = board.list(reader.words('carrier'), reader);
  for (const point of carrier) {
    reader.demand(point < board.cells, 'an edge is in the carrier');
    reader.demand(!stones.includes(point), 'a stone is in the carrier');
  }
  reader.demand(what === 'holds' || carrier.length > 0, 'the carrier of a minimal statement is not empty');
  const formula = formulas.read(reader.rest('formula'), reader);
  for (const point of pointsOf(formula)) reader.demand(stones.includes(point), 'the formula names a point that is no stone');
  return { what, stones, carrier, formula };
}

/** The statements of the steps so far. */
class Steps {
  constructor(reader, board, formulas, work) {
    this.reader = reader;
    this.board = board;
    this.formulas = formulas;
    this.work = work;
    this.width = (board.points + 31) >> 5;
    this.count = 0;
    this.room = 0;
    this.stones = new Int32Array(0);
    this.carriers = new Int32Array(0);
    this.formulaOf = [];
    this.used = [];
    // Scratch: the statement in the making, and labels of chains.
    this.S = new Int32Array(this.width);
    this.C = new Int32Array(this.width);
    this.part = new Int32Array(this.width);
    this.common = new Int32Array(this.width);
    this.labels = new Int16Array(board.points);
    this.list = new Int16Array(board.points);
    this.motions = new Map();
  }

  /** Reads one step and keeps its statement. */
  read() {
    const line = this.reader.raw();
    this.work.step(20 + line.length);
    const words = line.split(' ');
    if (this.count === this.room) this.grow();
    this.S.fill(0);
    this.C.fill(0);
    let formula;
    switch (words[0]) {
      case 'link':
        formula = this.link(words, line);
        break;
      case 'and':
        formula = this.and(words, line);
        break;
      case 'or':
        formula = this.or(words, line);
        break;
      case 'capture':
        formula = this.capture(words);
        break;
      case 'turn':
      case 'mirror':
      case 'shift':
        formula = this.moved(words);
        break;
      default:
        this.reader.refuse('no step');
    }
    // C2: all points of the formula are stones.
    const points = pointsOf(formula);
    for (let i = 0; i < points.length; i++) this.reader.demand(has(this.S, points[i]), 'the formula names a point that is no stone');
    this.stones.set(this.S, this.count * this.width);
    this.carriers.set(this.C, this.count * this.width);
    this.formulaOf.push(formula);
    this.count++;
  }

  grow() {
    this.room = Math.max(1024, 2 * this.room);
    this.work.memory(16 * this.width * this.room);
    const bigger = (old) => {
      const array = new Int32Array(this.room * this.width);
      array.set(old);
      return array;
    };
    this.stones = bigger(this.stones);
    this.carriers = bigger(this.carriers);
  }

  /** The number of an earlier step. */
  earlier(word) {
    const value = this.reader.number(word);
    this.reader.demand(value < this.count, () => `there is no step ${word} before this one`);
    this.used[value] = true; // C9
    return value;
  }

  /** The points named from `from` to before `to`, in order, into the set `into`. */
  addPoints(words, from, to, into) {
    let before = -1;
    for (let i = from; i < to; i++) {
      const point = this.board.point(words[i], this.reader);
      this.reader.demand(before < point, 'cells are not in order, row by row, edges last');
      before = point;
      into[point >> 5] |= 1 << (point & 31);
    }
  }

  /** Where the list of X begins (behind `+`) and ends, and the formula behind `:`; the formula may be absent. */
  tail(words, line, formulaNeeded) {
    const colon = line.indexOf(' : ');
    this.reader.demand(colon >= 0 || !formulaNeeded, 'the formula is missing');
    const formula = colon < 0 ? null : this.formulas.read(line.slice(colon + 3), this.reader);
    let end = words.indexOf(':');
    if (end < 0) end = words.length;
    let plus = words.indexOf('+');
    if (plus < 0 || plus > end) plus = end;
    else {
      this.reader.demand(end > plus + 1, 'nothing stands behind "+"');
      this.addPoints(words, plus + 1, end, this.S);
    }
    return { plus, formula };
  }

  link(words, line) {
    const colon = words.indexOf(':');
    this.reader.demand(colon > 0, 'the formula is missing');
    this.addPoints(words, 1, colon, this.S);
    const formula = this.formulas.read(line.slice(line.indexOf(' : ') + 3), this.reader);
    this.chains(this.S);
    this.reader.demand(holds(formula, this.labels), 'touching stones do not make the formula true'); // C3
    return formula;
  }

  and(words, line) {
    const { width, S, C, stones, carriers } = this;
    const { plus, formula } = this.tail(words, line, true);
    const parts = [];
    for (let i = 1; i < plus; i++) {
      const part = this.earlier(words[i]);
      parts.push(part);
      for (let w = 0; w < width; w++) S[w] |= stones[part * width + w];
    }
    for (const part of parts) {
      for (let w = 0; w < width; w++) {
        const left = carriers[part * width + w] & ~S[w];
        this.reader.demand((left & C[w]) === 0, 'carriers overlap'); // C4
        C[w] |= left;
      }
    }
    this.give(parts, formula, S); // C4
    return formula;
  }

  or(words, line) {
    const { width, S, C, stones, carriers, part: own, common } = this;
    const { plus, formula: given } = this.tail(words, line, false);
    this.reader.demand(plus > 1, 'there is no part');
    const parts = [];
    const replies = [];
    for (let i = 1; i < plus; i++) {
      const dot = words[i].indexOf('.');
      this.reader.demand(dot >= 0, 'a part of "or" is REPLY.STEP');
      const part = this.earlier(words[i].slice(dot + 1));
      const reply = dot === 0 ? -1 : this.board.cell(words[i].slice(0, dot), this.reader);
      parts.push(part);
      replies.push(reply);
      const word = reply >> 5;
      for (let w = 0; w < width; w++) S[w] |= stones[part * width + w] & (w === word ? ~(1 << (reply & 31)) : -1);
    }
    common.fill(-1);
    for (let i = 0; i < parts.length; i++) {
      const reply = replies[i];
      for (let w = 0; w < width; w++) own[w] = carriers[parts[i] * width + w];
      if (reply >= 0) own[reply >> 5] |= 1 << (reply & 31);
      for (let w = 0; w < width; w++) {
        const left = own[w] & ~S[w];
        C[w] |= left;
        common[w] &= left;
      }
    }
    for (let w = 0; w < width; w++) this.reader.demand(common[w] === 0, 'the parts have a common cell'); // C5
    // C5: each part's formula gives φ over S and the part's own stones.
    const formula = given ?? this.formulaOf[parts[0]];
    for (const part of parts) {
      if (given === null && this.formulaOf[part] === formula) continue;
      for (let w = 0; w < width; w++) own[w] = S[w] | stones[part * width + w];
      this.give([part], formula, own);
    }
    return formula;
  }

  /** F4: the formulas of the parts give `formula` over the set. */
  give(parts, formula, set) {
    let count = 1;
    for (const part of parts) count = Math.min(count * caseCount(this.formulaOf[part]), 1e9);
    this.reader.demand(count <= 256, 'more than 256 cases');
    if (parts.length === 1 && this.formulaOf[parts[0]] === formula) return;
    this.chains(set);
    const lists = parts.map((part) => this.formulas.cases(this.formulaOf[part]));
    this.choose(lists, 0, formula);
  }

  choose(lists, at, formula) {
    const { labels, board } = this;
    if (at === lists.length) {
      this.work.step(10);
      this.reader.demand(holds(formula, labels), 'the parts do not give the formula');
      return;
    }
    const list = lists[at];
    if (list.length === 1) {
      this.connect(list[0]);
      this.choose(lists, at + 1, formula);
      return;
    }
    const kept = labels.slice();
    this.work.step(board.points);
    for (const pairs of list) {
      labels.set(kept);
      this.connect(pairs);
      this.choose(lists, at + 1, formula);
    }
    labels.set(kept);
  }

  /** Joins the chains of each pair. */
  connect(pairs) {
    const { labels, board } = this;
    for (let i = 0; i < pairs.length; i += 2) {
      const from = labels[pairs[i]];
      const to = labels[pairs[i + 1]];
      if (from === to) continue;
      this.work.step(board.points / 8);
      for (let point = 0; point < board.points; point++) if (labels[point] === from) labels[point] = to;
    }
  }

  /** Labels every point of the set by its chain; a point outside has a label of its own. */
  chains(set) {
    const { labels, list, board } = this;
    const { points, neighbours } = board;
    for (let point = 0; point < points; point++) labels[point] = -1;
    let touched = points;
    for (let start = 0; start < points; start++) {
      if (labels[start] >= 0) continue;
      labels[start] = start;
      if (!has(set, start)) continue;
      let top = 0;
      list[top++] = start;
      while (top > 0) {
        const around = neighbours[list[--top]];
        touched += around.length;
        for (let i = 0; i < around.length; i++) {
          const next = around[i];
          if (labels[next] < 0 && has(set, next)) {
            labels[next] = start;
            list[top++] = next;
          }
        }
      }
    }
    this.work.step(touched / 4);
  }

  capture(words) {
    const { width, S, C, stones, carriers, reader, board } = this;
    reader.demand(words.length === 4, 'capture takes a step and two cells');
    const part = this.earlier(words[1]);
    const a = board.cell(words[2], reader);
    const b = board.cell(words[3], reader);
    reader.demand(a !== b, 'the cells of a capture are different'); // C6
    for (let w = 0; w < width; w++) {
      S[w] = stones[part * width + w];
      C[w] = carriers[part * width + w];
    }
    reader.demand(!has(C, a) && !has(C, b), 'a captured cell is in the carrier already');
    const pair = [a, b].map((cell) => has(S, cell));
    remove(S, a);
    remove(S, b);
    const formula = this.formulaOf[part];
    for (const point of pointsOf(formula)) reader.demand(point !== a && point !== b, 'the formula names a captured cell');
    if (pair[0]) this.goesRound(a, b);
    if (pair[1]) this.goesRound(b, a);
    add(C, a);
    add(C, b);
    return formula;
  }

  /** C6: any two points around the lost cell are joined without it. */
  goesRound(lost, kept) {
    const { S, C, reader, board, part: set, labels } = this;
    set.set(S);
    add(set, kept);
    this.chains(set);
    const around = board.neighbours[lost].filter((point) => has(set, point) || has(C, point));
    for (let i = 0; i < around.length; i++) {
      for (let j = 0; j < i; j++) {
        const x = around[i];
        const y = around[j];
        if (board.neighbours[x].includes(y)) continue;
        const near = (point) => (has(set, point) ? [labels[point]] : board.neighbours[point].filter((next) => has(set, next)).map((next) => labels[next]));
        const chains = near(x);
        reader.demand(near(y).some((label) => chains.includes(label)), () => `a line through ${board.name(lost)} cannot go round it`);
      }
    }
  }

  moved(words) {
    const { width, S, C, stones, carriers, reader, board } = this;
    const key = words[0] + ' ' + words.slice(2).join(' ');
    const part = this.earlier(words[1] ?? '');
    const { map, needs } = this.motion(key, words);
    for (const edge of needs) reader.demand((stones[part * width + (edge >> 5)] & (1 << (edge & 31))) === 0, 'an edge does not move with the part');
    this.work.step(board.points);
    for (let point = 0; point < board.points; point++) {
      const bit = 1 << (point & 31);
      const at = part * width + (point >> 5);
      if (stones[at] & bit) this.place(S, map[point]);
      if (carriers[at] & bit) this.place(C, map[point]);
    }
    const formula = this.formulas.move(this.formulaOf[part], key, map);
    reader.demand(formula !== null, 'the formula leaves the board');
    return formula;
  }

  place(set, image) {
    this.reader.demand(image >= 0, 'the part leaves the board');
    add(set, image);
  }

  /** C7: the map of a motion, and the edges that may not be among the stones. */
  motion(key, words) {
    const known = this.motions.get(key);
    if (known !== undefined) return known;
    const { board, reader } = this;
    const black = board.owner === 'black';
    const { columns, rows, cells } = board;
    let map;
    let needs = [];
    if (words[0] === 'turn') {
      reader.demand(words.length === 2, 'turn takes a step');
      map = board.motion((c, r) => [columns + 1 - c, rows + 1 - r], [1, 0]);
    } else if (words[0] === 'mirror') {
      reader.demand(words.length === 3, 'mirror takes a step and a number');
      const k = reader.number(words[2], -2147483648, 2147483647);
      map = board.motion(black ? (c, r) => [k - c - r, r] : (c, r) => [c, k - c - r], [0, 1]);
    } else {
      reader.demand(words.length === 4, 'shift takes a step and two numbers');
      const dc = reader.number(words[2], -2147483648, 2147483647);
      const dr = reader.number(words[3], -2147483648, 2147483647);
      map = board.motion((c, r) => [c + dc, r + dr], [0, 1]);
      if ((black ? dr : dc) !== 0) needs = [cells, cells + 1];
    }
    const made = { map, needs };
    this.motions.set(key, made);
    return made;
  }
}

function has(set, point) {
  return (set[point >> 5] & (1 << (point & 31))) !== 0;
}

function add(set, point) {
  set[point >> 5] |= 1 << (point & 31);
}

function remove(set, point) {
  set[point >> 5] &= ~(1 << (point & 31));
}

/** The last step gives the claim. */
function checkLast(claim, steps, board, reader) {
  const last = steps.count - 1;
  const { width } = steps;
  const S = steps.stones.slice(last * width, (last + 1) * width);
  const C = steps.carriers.slice(last * width, (last + 1) * width);
  for (let step = 0; step < last; step++) reader.demand(steps.used[step], () => `step ${step} is not used`); // C9
  const set = new Int32Array(width);
  if (claim.what === 'wins') {
    // C10
    const [own, other] = board.owner === 'black' ? [claim.black, claim.white] : [claim.white, claim.black];
    steps.give([last], { op: 'pair', a: board.cells, b: board.cells + 1 }, set);
    let missing = 0;
    for (let cell = 0; cell < board.cells; cell++) {
      if (has(S, cell) && !own.includes(cell)) {
        missing++;
        reader.demand(!other.includes(cell), () => `${board.name(cell)} is the opponent's`);
      }
      if (has(C, cell)) reader.demand(!other.includes(cell), () => `${board.name(cell)} is the opponent's`);
    }
    reader.demand(missing <= (claim.toMove === board.owner ? 1 : 0), 'the last step needs stones that are not there');
    return;
  }
  // C11
  for (let point = 0; point < board.points; point++) {
    if (has(S, point)) reader.demand(claim.stones.includes(point), () => `the last step needs a stone on ${board.name(point)}`);
    if (has(C, point)) reader.demand(claim.carrier.includes(point) || claim.stones.includes(point), () => `the last step needs ${board.name(point)} in the carrier`);
  }
  for (const point of claim.stones) add(set, point);
  steps.give([last], claim.formula, set);
}

/** C12 to C15: without any one cell of the carrier the statement fails. */
function checkRefutations(claim, reader, board, formulas, work) {
  const steps = [];
  const used = [];
  const { carrier } = claim;
  const chains = new Steps(reader, board, formulas, work);
  while (reader.peek() === 'bar' || reader.peek() === 'or') {
    work.step(10 * board.points);
    work.memory(20 * board.points);
    steps.push(reader.peek() === 'bar' ? readBar(claim, reader, board, chains) : readRefutingOr(steps, used, reader, board));
  }
  for (const cell of carrier) {
    const words = reader.exactly('without', 2); // C12
    reader.demand(words[0] === board.name(cell), () => `the cell ${board.name(cell)} comes next`);
    const index = reader.number(words[1]);
    reader.demand(index < steps.length, 'there is no such step');
    used[index] = true;
    // C14
    const { W, C } = steps[index];
    const others = [...W].filter((point) => point !== cell);
    reader.demand(others.length <= 1 && others.every((point) => carrier.includes(point)), 'the refutation needs more than one move');
    for (const point of C) reader.demand(carrier.includes(point) && point !== cell, 'the refutation needs a cell outside the carrier');
  }
  for (let step = 0; step < steps.length; step++) reader.demand(used[step], `refutation ${step} is not used`); // C15
}

/** C13, bar. */
function readBar(claim, reader, board, chains) {
  const W = new Set(board.list(reader.words('bar'), reader));
  for (const cell of W) reader.demand(cell < board.cells, 'a bar is made of cells');
  const set = new Int32Array(chains.width);
  for (const point of [...claim.stones, ...claim.carrier]) if (!W.has(point)) add(set, point);
  chains.chains(set);
  reader.demand(!holds(claim.formula, chains.labels), 'the formula is true in spite of the bar');
  return { W, C: new Set() };
}

/** C13, or: as C5, without formulas. */
function readRefutingOr(steps, used, reader, board) {
  const words = reader.words('or');
  const plus = words.indexOf('+');
  const extra = plus < 0 ? [] : board.list(words.slice(plus + 1), reader);
  reader.demand(plus < 0 || extra.length > 0, 'nothing stands behind "+"');
  const parts = (plus < 0 ? words : words.slice(0, plus)).map((word) => {
    const dot = word.indexOf('.');
    reader.demand(dot >= 0, 'a part of "or" is REPLY.STEP');
    const index = reader.number(word.slice(dot + 1));
    reader.demand(index < steps.length, 'there is no such step before this one');
    used[index] = true;
    return { reply: dot === 0 ? -1 : board.cell(word.slice(0, dot), reader), ...steps[index] };
  });
  reader.demand(parts.length > 0, 'there is no part');
  const W = new Set(extra);
  for (const { reply, W: own } of parts) for (const cell of own) if (cell !== reply) W.add(cell);
  const sets = parts.map(({ reply, C }) => new Set([...C, ...(reply >= 0 ? [reply] : [])].filter((cell) => !W.has(cell))));
  const C = new Set(sets.flatMap((set) => [...set]));
  for (const cell of C) reader.demand(!sets.every((set) => set.has(cell)), 'the parts have a common cell');
  return { W, C };
}

function sentence(claim, board) {
  const size = board.columns === board.rows ? `hex(${board.columns})` : `hex(${board.columns},${board.rows})`;
  const cells = (points) => (points.length === 0 ? 'none' : points.map((point) => board.name(point)).join(' '));
  if (claim.what === 'wins') {
    return `${size}: ${board.owner} wins with black on ${cells(claim.black)}, white on ${cells(claim.white)}, ${claim.toMove} to move`;
  }
  const statement = `${board.owner} on ${cells(claim.stones)} with empty cells ${cells(claim.carrier)} secures ${spell(claim.formula, board)}`;
  return `${size}: ${statement}${claim.what === 'minimal' ? '; no empty cell can be left out' : ''}`;
}

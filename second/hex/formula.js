// Formulas about connections: `a-b`, `and`, `or` and brackets.
//
// A formula is kept as a tree `{op, a, b}` or `{op, parts}` with a number of its own, so that each text is read once.
// `cases` multiplies it out: a list of lists of pairs, all pairs of one of the lists being enough.

/** Reads and keeps the formulas of one certificate. */
export class Formulas {
  constructor(board, work) {
    this.board = board;
    this.work = work;
    this.byText = new Map();
    this.moved = new Map();
  }

  /** The formula of a text. */
  read(text, reader) {
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    this.work.step(50 + 20 * text.length);
    this.work.memory(100 + 40 * text.length);
    const formula = new Parser(text, this.board, reader).whole();
    this.byText.set(text, formula);
    return formula;
  }

  /** The formula with every point moved by `map`; null if one has no image. `key` names the motion. One text, one formula. */
  move(formula, key, map) {
    let images = this.moved.get(key);
    if (images === undefined) this.moved.set(key, (images = new Map()));
    let image = images.get(formula);
    if (image === undefined) {
      image = moveTree(formula, map);
      if (image !== null) {
        const text = spell(image, this.board);
        this.work.step(20 * text.length);
        this.work.memory(100 + 40 * text.length);
        if (this.byText.has(text)) image = this.byText.get(text);
        else this.byText.set(text, image);
      }
      images.set(formula, image);
    }
    this.work.step(20);
    return image;
  }

  /** The cases of a formula (F3), each a flat list a, b, a, b, … of pairs; `caseCount` says first how many there are. */
  cases(formula) {
    formula.cases ??= this.multiply(formula);
    return formula.cases;
  }

  multiply(formula) {
    if (formula.op === 'pair') return [[formula.a, formula.b]];
    if (formula.op === 'or') return formula.parts.flatMap((part) => this.cases(part));
    let all = [[]];
    for (const part of formula.parts) {
      const next = [];
      for (const left of all) {
        for (const right of this.cases(part)) {
          this.work.step(4 + left.length + right.length);
          this.work.memory(8 * (left.length + right.length));
          next.push([...left, ...right]);
        }
      }
      all = next;
    }
    return all;
  }
}

/** The number of cases (F3): equal ones are counted separately. */
export function caseCount(formula) {
  if (formula.count === undefined) {
    if (formula.op === 'pair') formula.count = 1;
    else if (formula.op === 'or') formula.count = formula.parts.reduce((sum, part) => sum + caseCount(part), 0);
    else formula.count = formula.parts.reduce((product, part) => Math.min(product * caseCount(part), 1e9), 1);
  }
  return formula.count;
}

/** Whether the formula is true when points with equal labels are connected. */
export function holds(formula, labels) {
  if (formula.op === 'pair') return labels[formula.a] === labels[formula.b];
  if (formula.op === 'and') return formula.parts.every((part) => holds(part, labels));
  return formula.parts.some((part) => holds(part, labels));
}

/** All points that a formula names, each once. */
export function pointsOf(formula) {
  if (formula.points === undefined) {
    const points = new Set();
    const visit = (node) => (node.op === 'pair' ? points.add(node.a).add(node.b) : node.parts.forEach(visit));
    visit(formula);
    formula.points = [...points];
  }
  return formula.points;
}

function moveTree(node, map) {
  if (node.op === 'pair') {
    const a = map[node.a];
    const b = map[node.b];
    return a < 0 || b < 0 ? null : { op: 'pair', a, b };
  }
  const parts = node.parts.map((part) => moveTree(part, map));
  return parts.includes(null) ? null : { op: node.op, parts };
}

class Parser {
  constructor(text, board, reader) {
    this.tokens = text.split(' ').flatMap((word) => word.match(/[()]|[^()]+/g) ?? ['']);
    this.text = text;
    this.board = board;
    this.reader = reader;
    this.at = 0;
    this.depth = 0;
  }

  whole() {
    const formula = this.either();
    this.reader.demand(this.at === this.tokens.length, 'the formula should end');
    this.reader.demand(spell(formula, this.board) === this.text, () => `the formula is written "${spell(formula, this.board).slice(0, 200)}"`);
    return formula;
  }

  list(op, next) {
    const parts = [next()];
    while (this.tokens[this.at] === op) {
      this.at++;
      parts.push(next());
    }
    return parts.length === 1 ? parts[0] : { op, parts };
  }

  either() {
    return this.list('or', () => this.both());
  }

  both() {
    return this.list('and', () => this.single());
  }

  single() {
    const token = this.tokens[this.at++];
    if (token === '(') {
      this.reader.demand(++this.depth <= 16, 'brackets are nested more than 16 deep'); // F1
      const inner = this.either();
      this.reader.demand(this.tokens[this.at++] === ')', 'a bracket is not closed');
      this.depth--;
      return inner;
    }
    const points = (token ?? '').split('-');
    this.reader.demand(points.length === 2, 'a connection a-b is expected in the formula');
    const [a, b] = points.map((word) => this.board.point(word, this.reader));
    return { op: 'pair', a, b };
  }
}

/** The one spelling of a formula (F1): brackets around every `and` or `or` that is part of another. */
export function spell(formula, board) {
  if (formula.op === 'pair') return `${board.name(formula.a)}-${board.name(formula.b)}`;
  return formula.parts.map((part) => (part.op === 'pair' ? spell(part, board) : `(${spell(part, board)})`)).join(` ${formula.op} `);
}

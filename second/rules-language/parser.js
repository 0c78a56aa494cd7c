// The rules language: from text to trees (rules-language, "Words", "Expressions").
//
// One parser reads conditions, terms and slopes alike; every place asks for the sort it needs. Constants are worked out while reading, and several
// spellings of one meaning become one tree:
//
// terms:      {op: 'number', value}  {op: 'name', name}  {op: 'next', name}  + - * div mod xor min max (left, right)
//             {op: 'if', condition, yes, no}  {op: 'floor', term, slope}  {op: 'call', name, terms}
// conditions: true false  = < <= (left, right)  {op: 'not', part}  and or implies iff (left, right)
//             {op: 'exists' | 'forall', name, body}
//
// A quantified variable gets a name of its own, `i#3`, so that one name may hide another. Bounds of quantifiers, chains, `!=`, `>` and `>=` are
// written out by their meaning.

import * as quadratic from '../quadratic.js';

const RESERVED = new Set(
  ('and or not implies iff xor div mod if then else exists forall floor phi mu sqrt true false where game param position move order claim grundy ' + 'losing value other').split(' '),
);
const CONDITIONS = new Set(['true', 'false', '=', '<', '<=', 'not', 'and', 'or', 'implies', 'iff', 'exists', 'forall']);

export const GREATEST_NUMBER = 1e12;
const DEEPEST = 150;
const SLOPE_LIMIT = 2n ** 40n;

export class LanguageError extends Error {}

export const isCondition = (node) => CONDITIONS.has(node.op);
export const isReserved = (word) => RESERVED.has(word);
const isSlope = (node) => node.op === 'slope';
const isNumber = (node) => node.op === 'number';
const isTerm = (node) => !isCondition(node) && !isSlope(node) && node.op !== 'sloped';

/** Words, numbers and signs of a text, each with its line and column. */
export function tokensOf(lines) {
  const tokens = [];
  lines.forEach((line, number) => {
    const pattern = /\s+|([A-Za-z_][A-Za-z0-9_]*)('?)|([0-9]+)|(<=|>=|!=|<>|==|[-=<>+*/()[\],.:])/gy;
    let at = 0;
    while (at < line.length) {
      pattern.lastIndex = at;
      const match = pattern.exec(line);
      if (!match) throw new LanguageError(`line ${number + 1}: "${line[at]}" is not understood`);
      if (match[1] !== undefined) tokens.push({ kind: match[2] ? 'next' : 'word', text: match[1], line: number, at });
      else if (match[3] !== undefined) {
        if (Number(match[3]) > GREATEST_NUMBER) throw new LanguageError(`line ${number + 1}: numbers are at most 10^12`);
        tokens.push({ kind: 'number', text: match[3], line: number, at });
      } else if (match[4] !== undefined) tokens.push({ kind: 'sign', text: { '<>': '!=', '==': '=' }[match[4]] ?? match[4], line: number, at });
      at = pattern.lastIndex;
    }
  });
  return tokens;
}

const STRENGTH = {
  iff: 1, implies: 2, or: 3, and: 4,
  '=': 6, '!=': 6, '<': 6, '<=': 6, '>': 6, '>=': 6,
  xor: 7, '+': 8, '-': 8, '*': 9, '/': 9, div: 9, mod: 9,
};
const NOT = 5;
const COMPARE = 6;
const XOR = 7;

const number = (value) => ({ op: 'number', value });

// Constants, worked out from the inside to the outside.
export function not(part) {
  if (part.op === 'true') return { op: 'false' };
  if (part.op === 'false') return { op: 'true' };
  return part.op === 'not' ? part.part : { op: 'not', part };
}

export function and(left, right) {
  if (left.op === 'false' || right.op === 'false') return { op: 'false' };
  if (left.op === 'true') return right;
  return right.op === 'true' ? left : { op: 'and', left, right };
}

function or(left, right) {
  if (left.op === 'true' || right.op === 'true') return { op: 'true' };
  if (left.op === 'false') return right;
  return right.op === 'false' ? left : { op: 'or', left, right };
}

function implies(left, right) {
  if (left.op === 'true') return right;
  if (left.op === 'false') return { op: 'true' };
  return { op: 'implies', left, right };
}

function compare(sign, left, right) {
  if (sign === '!=') return not(compare('=', left, right));
  if (sign === '>') return compare('<', right, left);
  if (sign === '>=') return compare('<=', right, left);
  if (isNumber(left) && isNumber(right)) {
    const holds = sign === '=' ? left.value === right.value : sign === '<' ? left.value < right.value : left.value <= right.value;
    return { op: holds ? 'true' : 'false' };
  }
  return { op: sign, left, right };
}

export class Parser {
  /**
   * `names`: coordinates that may occur; `nexts`: whether they may occur primed; `parameters`: a map from names to numbers;
   * `functions`: a map from names to the number of arguments.
   */
  constructor(tokens, { names = [], nexts = false, parameters = new Map(), functions = new Map() } = {}) {
    this.tokens = tokens;
    this.at = 0;
    // What a name means: {op: 'name'} or {op: 'number'}; inner quantifiers hide outer names.
    this.scope = new Map();
    for (const [name, value] of parameters) this.scope.set(name, number(value));
    for (const name of names) this.scope.set(name, { op: 'name', name });
    this.nexts = nexts;
    this.functions = functions;
    this.level = 0;
    this.bound = 0;
  }

  fail(message) {
    const token = this.tokens[Math.min(this.at, this.tokens.length - 1)];
    throw new LanguageError(`${token ? `line ${token.line + 1}, column ${token.at + 1}: ` : ''}${message}`);
  }

  is(text, ahead = 0) {
    const token = this.tokens[this.at + ahead];
    return token !== undefined && token.text === text && token.kind !== 'next';
  }

  accept(text) {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  expect(text) {
    if (!this.accept(text)) this.fail(`"${text}" is expected`);
  }

  isAtEnd() {
    return this.at === this.tokens.length;
  }

  end() {
    if (!this.isAtEnd()) this.fail('the text should end here');
  }

  /** One condition. */
  condition() {
    return this.whole(this.expression(1), isCondition, 'a condition');
  }

  /** Conditions with commas between them, which mean `and`. */
  conditions() {
    let all = this.condition();
    while (this.accept(',')) all = and(all, this.condition());
    return all;
  }

  term() {
    return this.whole(this.expression(1), isTerm, 'a number');
  }

  whole([node, depth], isRight, wanted) {
    if (!isRight(node)) this.fail(`${wanted} is expected`);
    if (depth > DEEPEST) this.fail(`deeper than ${DEEPEST}`);
    return node;
  }

  /** An expression of at least this strength: its tree and its depth. */
  expression(strength) {
    if (++this.level > 2 * DEEPEST) this.fail(`deeper than ${DEEPEST}`);
    let result = this.prefix();
    for (;;) {
      const token = this.tokens[this.at];
      const own = token !== undefined && token.kind !== 'next' && Object.hasOwn(STRENGTH, token.text) ? STRENGTH[token.text] : 0;
      if (own < strength || own === 0) break;
      result = own === COMPARE ? this.chain(result) : this.binary(result, token.text, own);
      if (result[1] > DEEPEST) this.fail(`deeper than ${DEEPEST}`);
    }
    this.level--;
    return result;
  }

  sort([node, depth], isRight, wanted) {
    if (!isRight(node)) this.fail(`${wanted} is expected`);
    return [node, depth];
  }

  termOf(strength) {
    return this.sort(this.expression(strength), isTerm, 'a number');
  }

  chain(first) {
    let [left, deepest] = this.sort(first, isTerm, 'a number');
    let all = null;
    let count = 0;
    let hasUnequal = false;
    while (!this.isAtEnd() && this.tokens[this.at].kind === 'sign' && STRENGTH[this.tokens[this.at].text] === COMPARE) {
      const sign = this.tokens[this.at++].text;
      const [right, depth] = this.termOf(XOR);
      if (count > 0 && hasIf(left)) this.fail('a term in the middle of a chain has no "if"');
      hasUnequal ||= sign === '!=';
      count++;
      deepest = Math.max(deepest, depth);
      const link = compare(sign, left, right);
      all = all === null ? link : and(all, link);
      left = right;
    }
    if (hasUnequal && count > 1) this.fail('"!=" stands in no chain');
    return [all, deepest + 2];
  }

  binary([left, leftDepth], op, own) {
    this.at++;
    const [right, rightDepth] = this.expression(op === 'implies' ? own : own + 1);
    const depth = 1 + Math.max(leftDepth, rightDepth);
    if (own <= 4) {
      if (!isCondition(left) || !isCondition(right)) this.fail(`"${op}" stands between conditions`);
      if (op === 'and') return [and(left, right), depth];
      if (op === 'or') return [or(left, right), depth];
      if (op === 'implies') return [implies(left, right), depth];
      return [{ op, left, right }, depth];
    }
    if (isCondition(left) || isCondition(right)) this.fail(`"${op}" stands between numbers`);
    return [this.arithmetic(op, left, right), depth];
  }

  arithmetic(op, left, right) {
    if (op === '/' || isSlope(left) || isSlope(right) || left.op === 'sloped' || right.op === 'sloped') return this.sloped(op, left, right);
    if (isNumber(left) && isNumber(right)) return number(this.constant(op, left.value, right.value));
    if (op === '*' && !isNumber(left) && !isNumber(right)) this.fail('one factor must be a number');
    if ((op === 'div' || op === 'mod') && !(isNumber(right) && right.value > 0)) this.fail('the divisor must be a number, and not 0');
    return { op, left, right };
  }

  constant(op, a, b) {
    if ((op === 'div' || op === 'mod') && b === 0) this.fail('division by 0');
    const value = {
      '+': () => a + b,
      '-': () => a - b,
      // A product up to 10^12 is exact; a larger one is refused in any case.
      '*': () => a * b,
      div: () => Math.floor(a / b),
      mod: () => a % b,
      xor: () => Number(BigInt(a) ^ BigInt(b)),
    }[op]();
    if (value < 0 || value > GREATEST_NUMBER) this.fail('a constant is below 0 or above 10^12');
    return value;
  }

  /** Operations with slopes: + - * / of slopes and numbers, and a term times or divided by slopes. */
  sloped(op, left, right) {
    const asSlope = (node) => (isSlope(node) ? node.slope : isNumber(node) ? quadratic.rational(BigInt(node.value)) : null);
    const a = asSlope(left);
    const b = asSlope(right);
    if (!['+', '-', '*', '/'].includes(op)) this.fail(`"${op}" is not for slopes`);
    const factor = op === '/' ? b && this.limited(quadratic.invert(b)) : b;
    if (a !== null && b !== null) {
      if (op === '+') return { op: 'slope', slope: this.limited(quadratic.add(a, b)) };
      if (op === '-') return { op: 'slope', slope: this.limited(quadratic.add(a, quadratic.negate(b))) };
      return { op: 'slope', slope: this.limited(quadratic.multiply(a, factor)) };
    }
    // A term times or divided by a slope.
    if (op === '*' && a !== null) return this.sloped(op, right, left);
    if ((op === '*' || op === '/') && b !== null && (left.op === 'sloped' || isTerm(left))) {
      const before = left.op === 'sloped' ? left : { term: left, slope: quadratic.rational(1n) };
      return { op: 'sloped', term: before.term, slope: this.limited(quadratic.multiply(before.slope, factor)) };
    }
    return this.fail('this is neither a number nor a slope');
  }

  limited(slope) {
    if (slope === null) this.fail('division by 0, or two different square roots in a slope');
    if (!isWithinLimits(slope)) this.fail('the numbers of a slope pass 2^40');
    return slope;
  }

  prefix() {
    const token = this.tokens[this.at];
    if (token === undefined) this.fail('the text ends too early');
    if (token.kind === 'number') {
      this.at++;
      return [number(Number(token.text)), 1];
    }
    if (token.kind === 'next') {
      const meaning = this.scope.get(token.text);
      if (!this.nexts || meaning?.op !== 'name' || meaning.name !== token.text) this.fail(`${token.text}' is not known here`);
      this.at++;
      return [{ op: 'next', name: token.text }, 1];
    }
    if (token.kind === 'sign') {
      this.expect('(');
      const [inner, depth] = this.expression(1);
      this.expect(')');
      return [inner, depth + 1];
    }
    return this.word(token.text);
  }

  word(text) {
    this.at++;
    switch (text) {
      case 'true':
      case 'false':
        return [{ op: text }, 1];
      case 'phi':
        return [{ op: 'slope', slope: quadratic.metallicMean(1n) }, 1];
      case 'not': {
        const [part, depth] = this.sort(this.expression(NOT), isCondition, 'a condition');
        return [not(part), depth + 1];
      }
      case 'exists':
      case 'forall':
        return this.quantifier(text);
      case 'if':
        return this.choice();
      case 'floor':
        return this.floor();
      case 'mu':
      case 'sqrt':
        return this.root(text);
      default:
    }
    if ((text === 'min' || text === 'max') && this.is('(')) {
      const terms = this.arguments();
      const deepest = Math.max(...terms.map(([, depth]) => depth));
      return [terms.map(([node]) => node).reduce((left, right) => ({ op: text, left, right })), deepest + terms.length];
    }
    if (this.functions.has(text) && this.is('(')) {
      const terms = this.arguments();
      if (terms.length !== this.functions.get(text)) this.fail(`${text} takes ${this.functions.get(text)} numbers`);
      return [{ op: 'call', name: text, terms: terms.map(([node]) => node) }, 1 + Math.max(...terms.map(([, depth]) => depth))];
    }
    const meaning = RESERVED.has(text) ? undefined : this.scope.get(text);
    if (meaning === undefined) {
      this.at--;
      this.fail(`"${text}" is not known here`);
    }
    return [meaning, 1];
  }

  arguments() {
    this.expect('(');
    const terms = [this.termOf(XOR)];
    while (this.accept(',')) terms.push(this.termOf(XOR));
    this.expect(')');
    return terms;
  }

  choice() {
    const [condition, a] = this.sort(this.expression(1), isCondition, 'a condition');
    this.expect('then');
    const [yes, b] = this.termOf(XOR);
    this.expect('else');
    const [no, c] = this.termOf(XOR);
    const depth = 1 + Math.max(a, b, c);
    if (condition.op === 'true') return [yes, depth];
    if (condition.op === 'false') return [no, depth];
    return [{ op: 'if', condition, yes, no }, depth];
  }

  /** `exists i < t . F` is `exists i . (i < t and F)`; several names are several quantifiers, the first outermost. */
  quantifier(op) {
    const outside = this.scope;
    this.scope = new Map(outside);
    const bound = [];
    let deepest = 0;
    do {
      const token = this.tokens[this.at];
      if (token?.kind !== 'word' || RESERVED.has(token.text)) this.fail('a name is expected');
      this.at++;
      const variable = { op: 'name', name: `${token.text}#${this.bound++}` };
      let limit = null;
      if (this.is('<') || this.is('<=')) {
        const sign = this.tokens[this.at++].text;
        const [term, depth] = this.termOf(XOR);
        deepest = Math.max(deepest, depth);
        limit = compare(sign, variable, term);
      }
      this.scope.set(token.text, variable);
      bound.push({ variable, limit });
    } while (this.accept(','));
    if (!this.accept('.')) this.expect(':');
    let [body, depth] = this.sort(this.expression(1), isCondition, 'a condition');
    this.scope = outside;
    deepest = Math.max(deepest, depth);
    for (const { variable, limit } of bound.slice().reverse()) {
      if (limit !== null) body = op === 'exists' ? and(limit, body) : implies(limit, body);
      body = { op, name: variable.name, body };
    }
    return [body, deepest + 3 * bound.length];
  }

  /** `floor` of a term, a slope or a sloped term. */
  floor() {
    this.expect('(');
    const [inner, depth] = this.expression(1);
    this.expect(')');
    if (isCondition(inner)) this.fail('a number is expected');
    if (isTerm(inner)) return [inner, depth + 1];
    const { term, slope } = isSlope(inner) ? { term: number(1), slope: inner.slope } : inner;
    if (quadratic.isNegative(slope) || quadratic.isZero(slope)) this.fail('the slope is not greater than 0');
    return [{ op: 'floor', term, slope }, depth + 1];
  }

  root(text) {
    this.expect('(');
    const [inner, depth] = this.expression(1);
    this.expect(')');
    const most = text === 'mu' ? 100000 : 2 ** 40;
    if (!isNumber(inner) || inner.value < 1 || inner.value > most) this.fail(`a number from 1 to ${most} is expected`);
    const n = BigInt(inner.value);
    const slope = text === 'mu' ? quadratic.metallicMean(n) : quadratic.normal({ a: 0n, b: 1n, c: 1n, d: n });
    return [{ op: 'slope', slope: this.limited(slope) }, depth + 1];
  }
}

export function isWithinLimits({ a, b, c }) {
  return [a, b, c].every((value) => value <= SLOPE_LIMIT && value >= -SLOPE_LIMIT);
}

/** The fields of a node that hold trees. */
const PARTS = ['left', 'right', 'term', 'condition', 'yes', 'no', 'part', 'body'];

/** The trees directly inside a tree. */
export function partsOf(node) {
  const parts = PARTS.filter((key) => node[key] !== undefined).map((key) => node[key]);
  return node.terms ? [...parts, ...node.terms] : parts;
}

/** Whether some tree inside, or the tree itself, satisfies the test. */
export function contains(node, test) {
  return test(node) || partsOf(node).some((part) => contains(part, test));
}

function hasIf(node) {
  return contains(node, ({ op }) => op === 'if');
}

/** The tree with every tree inside replaced: `change` gives the new tree, or undefined to go inside. */
export function rewritten(node, change) {
  const changed = change(node);
  if (changed !== undefined) return changed;
  const copy = { ...node };
  for (const key of PARTS) if (node[key] !== undefined) copy[key] = rewritten(node[key], change);
  if (node.terms) copy.terms = node.terms.map((term) => rewritten(term, change));
  return copy;
}

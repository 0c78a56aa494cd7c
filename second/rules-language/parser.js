// The rules language: from text to trees.
//
// One Pratt parser reads conditions and terms alike; each node is then known to be one or the other by its `op`, and every
// place asks for the sort it needs. Parameters are put in as numbers while reading.
//
// Terms:      number, name, next (a primed name), xor, +, -, *, div, mod, min, max, if, floor, call
// Conditions: compare, and, or, not, implies, iff, exists, forall, true, false

import * as quadratic from '../quadratic.js';

const CONDITIONS = new Set(['compare', 'and', 'or', 'not', 'implies', 'iff', 'exists', 'forall', 'true', 'false']);

/** Words that cannot be names. */
export const RESERVED = new Set([
  'game', 'param', 'position', 'where', 'move', 'order', 'claim', 'grundy', 'losing', 'value', 'other',
  'and', 'or', 'not', 'implies', 'iff', 'exists', 'forall', 'true', 'false',
  'if', 'then', 'else', 'xor', 'div', 'mod',
]);

export const GREATEST_NUMBER = 1e12;
const GREATEST_DEPTH = 150;

export class LanguageError extends Error {}

export function isCondition(node) {
  return CONDITIONS.has(node.op);
}

/** Words, numbers and signs of a text, with the line each stands on. */
export function tokensOf(lines) {
  const tokens = [];
  lines.forEach((line, number) => {
    const pattern = /\s+|([A-Za-z_][A-Za-z0-9_]*)('?)|([0-9]+)|(<=|>=|!=|[-=<>+*/(),.:])/gy;
    let at = 0;
    while (at < line.length) {
      pattern.lastIndex = at;
      const match = pattern.exec(line);
      if (!match) throw new LanguageError(`line ${number + 1}: "${line[at]}" is not understood`);
      if (match[1] !== undefined) tokens.push({ kind: match[2] ? 'next' : 'word', text: match[1], line: number, at });
      else if (match[3] !== undefined) tokens.push({ kind: 'number', text: match[3], line: number, at });
      else if (match[4] !== undefined) tokens.push({ kind: 'sign', text: match[4], line: number, at });
      at = pattern.lastIndex;
    }
  });
  return tokens;
}

const BINARY = {
  iff: 1, implies: 2, or: 3, and: 4,
  '=': 6, '!=': 6, '<': 6, '<=': 6, '>': 6, '>=': 6,
  xor: 7, '+': 8, '-': 8, '*': 9, div: 9, mod: 9,
};
const NOT = 5;
const COMPARE = 6;

export class Parser {
  /**
   * `names`: the variables that may occur; `nexts`: those that may occur primed; `parameters`: a map from names to
   * numbers; `functions`: a map from names to the number of arguments.
   */
  constructor(tokens, { names = new Set(), nexts = new Set(), parameters = new Map(), functions = new Map() } = {}) {
    this.tokens = tokens;
    this.at = 0;
    this.names = new Set(names);
    this.nexts = nexts;
    this.parameters = parameters;
    this.functions = functions;
    this.depth = 0;
  }

  fail(message) {
    const token = this.tokens[Math.min(this.at, this.tokens.length - 1)];
    throw new LanguageError(`${token ? `line ${token.line + 1}, column ${token.at + 1}: ` : ''}${message}`);
  }

  is(text) {
    const token = this.tokens[this.at];
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

  condition(power = 0) {
    const node = this.expression(power);
    if (!isCondition(node)) this.fail('a condition is expected');
    return node;
  }

  term(power = COMPARE + 0.5) {
    const node = this.expression(power);
    if (isCondition(node)) this.fail('a number is expected');
    return node;
  }

  expression(power) {
    if (++this.depth > GREATEST_DEPTH) this.fail(`deeper than ${GREATEST_DEPTH}`);
    let left = this.prefix();
    for (;;) {
      const token = this.tokens[this.at];
      const own = token && token.kind !== 'next' && Object.hasOwn(BINARY, token.text) ? BINARY[token.text] : undefined;
      if (own === undefined || own < power) break;
      left = own === COMPARE ? this.comparison(left) : this.binary(left, token.text, own);
    }
    this.depth--;
    return left;
  }

  /** `a <= b < c` is one node with several signs. */
  comparison(first) {
    if (isCondition(first)) this.fail('a number is expected in front of this sign');
    const terms = [first];
    const signs = [];
    while (!this.isAtEnd() && BINARY[this.tokens[this.at].text] === COMPARE && this.tokens[this.at].kind === 'sign') {
      signs.push(this.tokens[this.at++].text);
      terms.push(this.term());
    }
    return { op: 'compare', signs, terms };
  }

  binary(left, op, own) {
    this.at++;
    if (own <= 4) {
      if (!isCondition(left)) this.fail(`a condition is expected in front of "${op}"`);
      const right = this.condition(op === 'implies' ? own : own + 1);
      return { op, left, right };
    }
    if (isCondition(left)) this.fail(`a number is expected in front of "${op}"`);
    const right = this.term(own + 1);
    if (op === '*' && !isConstant(left) && !isConstant(right)) this.fail('one factor must be a number');
    if ((op === 'div' || op === 'mod') && !isConstant(right)) this.fail('the divisor must be a number');
    return { op, left, right };
  }

  prefix() {
    const token = this.tokens[this.at];
    if (token === undefined) this.fail('the text ends too early');
    if (token.kind === 'number') return this.number();
    if (token.kind === 'next') {
      if (!this.nexts.has(token.text)) this.fail(`${token.text}' is not known here`);
      this.at++;
      return { op: 'next', name: token.text };
    }
    if (token.kind === 'sign') {
      this.expect('(');
      const inner = this.expression(0);
      this.expect(')');
      return inner;
    }
    this.at++;
    // `min`, `max` and `floor` are functions in front of a bracket, and may be names elsewhere.
    if (['min', 'max', 'floor'].includes(token.text) && !this.is('(')) return this.name(token.text);
    switch (token.text) {
      case 'true':
      case 'false':
        return { op: token.text };
      case 'not':
        return { op: 'not', part: this.condition(NOT) };
      case 'exists':
      case 'forall':
        return this.quantifier(token.text);
      case 'min':
      case 'max': {
        const terms = this.arguments();
        return { op: token.text, terms };
      }
      case 'if': {
        const condition = this.condition();
        this.expect('then');
        const yes = this.term();
        this.expect('else');
        const no = this.term();
        return { op: 'if', condition, yes, no };
      }
      case 'floor':
        return this.floor();
      default:
        return this.name(token.text);
    }
  }

  number() {
    const { text } = this.tokens[this.at];
    const value = Number(text);
    if (value > GREATEST_NUMBER) this.fail('numbers are at most 10^12');
    this.at++;
    return { op: 'number', value };
  }

  name(text) {
    if (this.functions.has(text)) {
      const terms = this.arguments();
      if (terms.length !== this.functions.get(text)) this.fail(`${text} takes ${this.functions.get(text)} numbers`);
      return { op: 'call', name: text, terms };
    }
    if (this.names.has(text)) return { op: 'name', name: text };
    if (this.parameters.has(text)) return { op: 'number', value: this.parameters.get(text) };
    this.at--;
    return this.fail(`"${text}" is not known here`);
  }

  arguments() {
    this.expect('(');
    const terms = [this.term()];
    while (this.accept(',')) terms.push(this.term());
    this.expect(')');
    return terms;
  }

  /** `exists a < t, b . condition`: one node for each name, the first outside. */
  quantifier(op) {
    const bound = [];
    const before = this.names;
    this.names = new Set(before);
    do {
      const token = this.tokens[this.at];
      if (token?.kind !== 'word' || RESERVED.has(token.text)) this.fail('a name is expected');
      if (this.names.has(token.text) || this.parameters.has(token.text) || this.functions.has(token.text)) this.fail(`"${token.text}" has a meaning already`);
      this.at++;
      let sign = null;
      let limit = null;
      if (this.is('<') || this.is('<=')) {
        sign = this.tokens[this.at++].text;
        limit = this.term();
      }
      this.names.add(token.text);
      bound.push({ name: token.text, sign, limit });
    } while (this.accept(','));
    this.expect('.');
    let body = this.condition();
    this.names = before;
    for (const { name, sign, limit } of bound.reverse()) body = { op, name, sign, limit, body };
    return body;
  }

  /** `floor(term * slope)`: the factor with no variable is the slope. */
  floor() {
    this.expect('(');
    const factors = [this.factor()];
    const signs = [];
    while (this.is('*') || this.is('/') || this.is('div')) {
      signs.push(this.tokens[this.at++].text);
      factors.push(this.factor());
    }
    this.expect(')');
    let term = null;
    let slope = quadratic.rational(1n);
    factors.forEach((factor, i) => {
      const sign = i === 0 ? '*' : signs[i - 1];
      if (factor.term !== undefined) {
        if (term !== null || sign !== '*') this.fail('floor takes a term times a slope');
        term = factor.term;
      } else {
        const value = sign === '*' ? factor.slope : quadratic.invert(factor.slope);
        slope = value && quadratic.multiply(slope, value);
        if (slope === null) this.fail('a slope has one square root, and no division by zero');
      }
    });
    if (term === null) term = { op: 'number', value: 1 };
    if (quadratic.isNegative(slope)) this.fail('the slope is negative');
    return { op: 'floor', term, slope };
  }

  /** A factor inside floor: a slope if it can be read as one, else a term. */
  factor() {
    const at = this.at;
    const { depth } = this;
    try {
      return { slope: this.slopeFactor() };
    } catch (error) {
      if (!(error instanceof LanguageError)) throw error;
      this.at = at;
      this.depth = depth;
      return { term: this.term(BINARY['*'] + 1) };
    }
  }

  slopeFactor() {
    const token = this.tokens[this.at];
    if (++this.depth > GREATEST_DEPTH) this.fail(`deeper than ${GREATEST_DEPTH}`);
    let value;
    if (token?.kind === 'number') value = quadratic.rational(BigInt(this.number().value));
    else if (this.accept('phi')) value = quadratic.metallicMean(1n);
    else if (this.is('mu') || this.is('sqrt')) {
      this.at++;
      this.expect('(');
      const inner = this.slopeSum();
      this.expect(')');
      if (inner.b !== 0n || inner.c !== 1n || inner.a < 0n) this.fail('a natural number is expected');
      value = token.text === 'mu' ? quadratic.metallicMean(inner.a) : quadratic.normal({ a: 0n, b: 1n, c: 1n, d: inner.a });
    } else if (this.accept('(')) {
      value = this.slopeSum();
      this.expect(')');
    } else if (token?.kind === 'word' && this.parameters.has(token.text) && !this.names.has(token.text)) {
      this.at++;
      value = quadratic.rational(BigInt(this.parameters.get(token.text)));
    } else this.fail('a slope is expected');
    this.depth--;
    return value;
  }

  slopeSum() {
    let value = this.slopeProduct();
    while (this.is('+') || this.is('-')) {
      const minus = this.tokens[this.at++].text === '-';
      const next = this.slopeProduct();
      value = quadratic.add(value, minus ? quadratic.negate(next) : next);
      if (value === null) this.fail('one slope has one square root');
    }
    return value;
  }

  slopeProduct() {
    let value = this.slopeFactor();
    while (this.is('*') || this.is('/')) {
      const divide = this.tokens[this.at++].text === '/';
      const next = this.slopeFactor();
      const factor = divide ? quadratic.invert(next) : next;
      value = factor && quadratic.multiply(value, factor);
      if (value === null) this.fail('one slope has one square root, and no division by zero');
    }
    return value;
  }
}

/** Whether a term is made of numbers and parameters only. */
export function isConstant(node) {
  switch (node.op) {
    case 'number':
      return true;
    case '+':
    case '-':
    case '*':
    case 'div':
    case 'mod':
    case 'xor':
      return isConstant(node.left) && isConstant(node.right);
    default:
      return false;
  }
}

// The rules language: what conditions and terms mean.
//
// A tree becomes a function of an array of numbers, one slot for each variable. A term gives a natural number, or NONE
// where it has no value; a condition gives TRUE, FALSE or NEITHER.

import { GaveUp } from '../verdict.js';
import { floorOf } from '../quadratic.js';
import { LanguageError } from './parser.js';

export const NONE = -1;
export const TRUE = 1;
export const FALSE = 0;
export const NEITHER = -1;

const GREATEST = Number.MAX_SAFE_INTEGER;

function inRange(value) {
  if (value > GREATEST) throw new GaveUp('a number is larger than 2^53');
  return value;
}

/** Makes functions of trees. `slotOf(key)` gives the slot of a variable: its name, or its name with a prime. */
export class Compiler {
  /** `functions`: a map from names to functions of the arguments; `work`: the account. */
  constructor({ functions = new Map(), work }) {
    this.functions = functions;
    this.work = work;
    this.slots = new Map();
    this.count = 0;
  }

  slot(key) {
    let slot = this.slots.get(key);
    if (slot === undefined) this.slots.set(key, (slot = this.count++));
    return slot;
  }

  environment() {
    return new Float64Array(this.count);
  }

  term(node) {
    switch (node.op) {
      case 'number': {
        const { value } = node;
        return () => value;
      }
      case 'name': {
        const slot = this.slot(node.name);
        return (env) => env[slot];
      }
      case 'next': {
        const slot = this.slot(node.name + "'");
        return (env) => env[slot];
      }
      case '+':
        return this.binary(node, (a, b) => inRange(a + b));
      case '-':
        return this.binary(node, (a, b) => (a >= b ? a - b : NONE));
      case '*':
        return this.binary(node, (a, b) => inRange(a * b));
      case 'div':
        return this.binary(node, (a, b) => (b === 0 ? NONE : Math.floor(a / b)));
      case 'mod':
        return this.binary(node, (a, b) => (b === 0 ? NONE : a % b));
      case 'xor':
        return this.binary(node, xor);
      case 'min':
        return this.several(node, (values) => Math.min(...values));
      case 'max':
        return this.several(node, (values) => Math.max(...values));
      case 'call': {
        const called = this.functions.get(node.name);
        return this.several(node, (values) => called(values));
      }
      case 'if': {
        const condition = this.condition(node.condition);
        const yes = this.term(node.yes);
        const no = this.term(node.no);
        return (env) => {
          const truth = condition(env);
          return truth === TRUE ? yes(env) : truth === FALSE ? no(env) : NONE;
        };
      }
      case 'floor': {
        const term = this.term(node.term);
        const { a, b, c, d } = node.slope;
        return (env) => {
          const value = term(env);
          if (value === NONE) return NONE;
          const n = BigInt(value);
          const floor = floorOf({ a: a * n, b: b * n, c, d });
          return floor < 0n ? NONE : inRange(Number(floor));
        };
      }
      default:
        throw new Error(`no term: ${node.op}`);
    }
  }

  binary(node, combine) {
    const left = this.term(node.left);
    const right = this.term(node.right);
    return (env) => {
      const a = left(env);
      if (a === NONE) return NONE;
      const b = right(env);
      return b === NONE ? NONE : combine(a, b);
    };
  }

  several(node, combine) {
    const terms = node.terms.map((term) => this.term(term));
    return (env) => {
      const values = [];
      for (const term of terms) {
        const value = term(env);
        if (value === NONE) return NONE;
        values.push(value);
      }
      return combine(values);
    };
  }

  condition(node) {
    switch (node.op) {
      case 'true':
        return () => TRUE;
      case 'false':
        return () => FALSE;
      case 'not': {
        const part = this.condition(node.part);
        return (env) => opposite(part(env));
      }
      case 'and':
        return both(this.condition(node.left), this.condition(node.right));
      case 'or':
        return either(this.condition(node.left), this.condition(node.right));
      case 'implies': {
        const left = this.condition(node.left);
        return either((env) => opposite(left(env)), this.condition(node.right));
      }
      case 'iff': {
        const left = this.condition(node.left);
        const right = this.condition(node.right);
        return (env) => {
          const a = left(env);
          const b = right(env);
          return a === NEITHER || b === NEITHER ? NEITHER : a === b ? TRUE : FALSE;
        };
      }
      case 'compare': {
        const terms = node.terms.map((term) => this.term(term));
        let all = null;
        node.signs.forEach((sign, i) => {
          const link = comparison(sign, terms[i], terms[i + 1]);
          all = all === null ? link : both(all, link);
        });
        return all;
      }
      case 'exists':
      case 'forall':
        return this.quantifier(node);
      default:
        throw new Error(`no condition: ${node.op}`);
    }
  }

  quantifier(node) {
    const slot = this.slot(node.name);
    const top = node.limit === null ? impliedLimit(node, this) : this.limit(node);
    if (top === null) throw new LanguageError(`nothing bounds "${node.name}"`);
    const body = this.condition(node.body);
    const isExists = node.op === 'exists';
    return (env) => {
      const last = top(env);
      const kept = env[slot];
      let result = isExists ? FALSE : TRUE;
      if (last === null) return NEITHER;
      for (let value = 0; value <= last; value++) {
        this.work.step(10);
        env[slot] = value;
        const truth = body(env);
        if (truth === (isExists ? TRUE : FALSE)) {
          result = truth;
          break;
        }
        if (truth === NEITHER) result = NEITHER;
      }
      env[slot] = kept;
      return result;
    };
  }

  /** The greatest value to be tried where a bound is written; null where it has no value. */
  limit(node) {
    const limit = this.term(node.limit);
    const strict = node.sign === '<' ? 1 : 0;
    return (env) => {
      const value = limit(env);
      return value === NONE ? null : value - strict;
    };
  }
}

/** The bound that the body implies: beyond it an `exists` is false, a `forall` true. null if there is none. */
function impliedLimit(node, compiler) {
  return boundOf(node.body, node.name, node.op === 'exists', compiler);
}

/** A function giving a number beyond which the condition is not `wanted`. */
function boundOf(node, name, wanted, compiler) {
  const either = (a, b) => (a === null || b === null ? null : (env) => Math.max(a(env), b(env)));
  const both = (a, b) => (a === null ? b : b === null ? a : (env) => Math.min(a(env), b(env)));
  switch (node.op) {
    case 'not':
      return boundOf(node.part, name, !wanted, compiler);
    case 'and':
    case 'or': {
      const left = boundOf(node.left, name, wanted, compiler);
      const right = boundOf(node.right, name, wanted, compiler);
      return (node.op === 'and') === wanted ? both(left, right) : either(left, right);
    }
    case 'implies': {
      const left = boundOf(node.left, name, !wanted, compiler);
      const right = boundOf(node.right, name, wanted, compiler);
      return wanted ? either(left, right) : both(left, right);
    }
    case 'compare': {
      if (!wanted) return null;
      let all = null;
      node.signs.forEach((sign, i) => {
        const [left, right] = [node.terms[i], node.terms[i + 1]];
        if (['=', '<', '<='].includes(sign)) all = both(all, growthBound(left, right, name, compiler));
        if (['=', '>', '>='].includes(sign)) all = both(all, growthBound(right, left, name, compiler));
      });
      return all;
    }
    default:
      return null;
  }
}

/** small <= large, small growing with the variable and large free of it. */
function growthBound(small, large, name, compiler) {
  const growth = growthOf(small, name);
  if (growth <= 0 || uses(large, name)) return null;
  const term = compiler.term(large);
  return (env) => {
    const value = term(env);
    return value === NONE ? -1 : Math.ceil((value + 1) / growth) + 1;
  };
}

function growthOf(node, name) {
  switch (node.op) {
    case 'name':
      return node.name === name ? 1 : 0;
    case '+':
      return growthOf(node.left, name) + growthOf(node.right, name);
    case '*':
      return node.left.op === 'number' ? node.left.value * growthOf(node.right, name) : node.right.op === 'number' ? node.right.value * growthOf(node.left, name) : 0;
    case 'max':
      return Math.max(...node.terms.map((term) => growthOf(term, name)));
    case 'floor': {
      const { a, b, c, d } = node.slope;
      const slope = (Number(a) + Number(b) * Math.sqrt(Number(d))) / Number(c);
      return 0.999 * slope * growthOf(node.term, name);
    }
    default:
      return 0;
  }
}

function uses(node, name) {
  if (node === null || typeof node !== 'object') return false;
  if (Array.isArray(node)) return node.some((part) => uses(part, name));
  if (node.op === 'name') return node.name === name;
  return ['left', 'right', 'terms', 'term', 'condition', 'yes', 'no', 'part', 'body', 'limit'].some((key) => uses(node[key], name));
}

export function opposite(truth) {
  return truth === NEITHER ? NEITHER : 1 - truth;
}

function both(left, right) {
  return (env) => {
    const a = left(env);
    if (a === FALSE) return FALSE;
    const b = right(env);
    return b === FALSE ? FALSE : a === TRUE ? b : NEITHER;
  };
}

function either(left, right) {
  return (env) => {
    const a = left(env);
    if (a === TRUE) return TRUE;
    const b = right(env);
    return b === TRUE ? TRUE : a === FALSE ? b : NEITHER;
  };
}

function comparison(sign, left, right) {
  const test = { '=': (a, b) => a === b, '!=': (a, b) => a !== b, '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b }[sign];
  return (env) => {
    const a = left(env);
    if (a === NONE) return NEITHER;
    const b = right(env);
    return b === NONE ? NEITHER : test(a, b) ? TRUE : FALSE;
  };
}

/** The bitwise exclusive or of numbers below 2^53. */
export function xor(a, b) {
  if (a < 0x80000000 && b < 0x80000000) return a ^ b;
  return Number(BigInt(a) ^ BigInt(b));
}

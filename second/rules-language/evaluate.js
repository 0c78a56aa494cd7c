// The rules language: what conditions and terms mean.
//
// A tree becomes a function of an array of numbers, one slot for each variable. A term gives a natural number, or NONE
// where it has no value; a condition gives TRUE, FALSE or NEITHER.

import { GaveUp } from '../verdict.js';
import { floorOf } from '../quadratic.js';

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
    const limit = this.term(node.limit);
    const strict = node.sign === '<';
    const body = this.condition(node.body);
    const isExists = node.op === 'exists';
    return (env) => {
      const top = limit(env);
      if (top === NONE) return NEITHER;
      const end = strict ? top : top + 1;
      const kept = env[slot];
      let result = isExists ? FALSE : TRUE;
      for (let value = 0; value < end; value++) {
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

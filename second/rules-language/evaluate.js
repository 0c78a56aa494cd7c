// The rules language: what conditions and terms mean.
//
// A tree becomes a function of an array of numbers, one slot for each variable. A term gives a natural number, or NONE
// where it has no value; a condition gives TRUE, FALSE or NEITHER (rules-language, "Meaning"). Quantifiers run from 0 to the bound that their condition
// implies ("Evaluating"); without one the text is refused.

import { GaveUp } from '../verdict.js';
import { floorOf, invert, multiply, rational } from '../quadratic.js';
import { LanguageError, contains, isWithinLimits } from './parser.js';

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
        return this.binary(node, Math.min);
      case 'max':
        return this.binary(node, Math.max);
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

  /** Both sides are evaluated, whatever the first gives (evaluation, C5). */
  binary(node, combine) {
    const left = this.term(node.left);
    const right = this.term(node.right);
    return (env) => {
      const a = left(env);
      const b = right(env);
      return a === NONE || b === NONE ? NONE : combine(a, b);
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
      case '=':
      case '<':
      case '<=':
        return comparison(node.op, this.term(node.left), this.term(node.right));
      case 'exists':
      case 'forall':
        return this.quantifier(node);
      default:
        throw new Error(`no condition: ${node.op}`);
    }
  }

  quantifier(node) {
    const slot = this.slot(node.name);
    const isExists = node.op === 'exists';
    const bound = boundOf(node.body, node.name, isExists ? FALSE : TRUE, this);
    if (bound === null) throw new LanguageError(`nothing bounds "${node.name.split('#')[0]}"`);
    const body = this.condition(node.body);
    const decides = isExists ? TRUE : FALSE;
    return (env) => {
      const last = bound(env);
      let result = 1 - decides;
      for (let value = 0; value <= last; value++) {
        this.work.step(20);
        env[slot] = value;
        const truth = body(env);
        if (truth === decides) return truth;
        if (truth === NEITHER) result = NEITHER;
      }
      return result;
    };
  }
}

/**
 * "Bounds": if the condition is false (true) beyond some number of the variable, a function giving such a number B; otherwise null. A
 * comparison gives B from its fixed side; where one part is enough the first that will do is taken, where all are needed the greatest.
 */
export function boundOf(node, name, kind, compiler, inner = new Set()) {
  const again = (part, wanted = kind) => boundOf(part, name, wanted, compiler, inner);
  const both = (a, b) => (a === null || b === null ? null : (env) => Math.max(a(env), b(env)));
  switch (node.op) {
    case 'true':
    case 'false':
      return (node.op === 'true') === (kind === TRUE) ? () => 0 : null;
    case '=':
      if (kind === TRUE) return null;
      return growth(node.left, node.right, name, compiler, inner) ?? growth(node.right, node.left, name, compiler, inner);
    case '<':
    case '<=':
      return kind === FALSE ? growth(node.left, node.right, name, compiler, inner) : growth(node.right, node.left, name, compiler, inner);
    case 'not':
      return again(node.part, 1 - kind);
    case 'and':
    case 'or': {
      const left = again(node.left);
      const isOneEnough = (node.op === 'and') === (kind === FALSE);
      if (isOneEnough && left !== null) return left;
      const right = again(node.right);
      return isOneEnough ? right : both(left, right);
    }
    case 'implies': {
      const left = again(node.left, 1 - kind);
      if (kind === TRUE) return left ?? again(node.right);
      return both(left, again(node.right));
    }
    case 'iff':
      if (kind === TRUE) return both(again(node.left, TRUE), again(node.right, TRUE)) ?? both(again(node.left, FALSE), again(node.right, FALSE));
      return both(again(node.left, TRUE), again(node.right, FALSE)) ?? both(again(node.left, FALSE), again(node.right, TRUE));
    default:
      // A quantifier: what is quantified inside is not fixed.
      return boundOf(node.body, name, kind, compiler, new Set([...inner, node.name]));
  }
}

const ALWAYS = new Set(['number', 'name', 'next', '+', 'xor', 'min', 'max', '*', 'div', 'mod', 'floor']);

/** The bound from `grows` SIGN `still`, if the first grows and the second is fixed. */
function growth(grows, still, name, compiler, inner) {
  const alwaysHasValue = (node) => !contains(node, ({ op }) => !ALWAYS.has(op));
  const isFixed = (node) => alwaysHasValue(node) && !contains(node, (part) => part.op === 'name' && (part.name === name || inner.has(part.name)));
  // Gives a function that turns B, the bound of the term, into that of the variable; null if the term does not grow.
  const inwards = (node) => {
    switch (node.op) {
      case 'name':
        return node.name === name ? (b) => b : null;
      case '+':
      case 'max':
      case 'xor': {
        const needed = node.op === 'xor' ? isFixed : alwaysHasValue;
        for (const [a, b] of [[node.left, node.right], [node.right, node.left]]) {
          const inside = needed(b) ? inwards(a) : null;
          if (inside === null) continue;
          if (node.op !== 'xor') return inside;
          const added = compiler.term(b);
          return (bound, env) => inside(inRange(bound + added(env)), env);
        }
        return null;
      }
      case '-': {
        const inside = isFixed(node.right) ? inwards(node.left) : null;
        if (inside === null) return null;
        const added = compiler.term(node.right);
        return (bound, env) => inside(inRange(bound + added(env)), env);
      }
      case '*': {
        const [factor, part] = node.left.op === 'number' ? [node.left.value, node.right] : [node.right.value, node.left];
        const inside = factor > 0 ? inwards(part) : null;
        return inside && ((bound, env) => inside(Math.floor(bound / factor), env));
      }
      case 'div': {
        const inside = inwards(node.left);
        const k = node.right.value;
        return inside && ((bound, env) => inside(inRange(k * bound + k - 1), env));
      }
      case 'floor': {
        const inverse = invert(node.slope);
        const inside = isWithinLimits(inverse) ? inwards(node.term) : null;
        return inside && ((bound, env) => inside(inRange(Number(floorOf(multiply(inverse, rational(BigInt(bound + 1)))))), env));
      }
      default:
        return null;
    }
  };
  if (!isFixed(still)) return null;
  const inside = inwards(grows);
  if (inside === null) return null;
  const start = compiler.term(still);
  return (env) => inside(start(env), env);
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
  const test = { '=': (a, b) => a === b, '<': (a, b) => a < b, '<=': (a, b) => a <= b }[sign];
  return (env) => {
    const a = left(env);
    const b = right(env);
    return a === NONE || b === NONE ? NEITHER : test(a, b) ? TRUE : FALSE;
  };
}

/** The bitwise exclusive or of numbers below 2^53. */
export function xor(a, b) {
  if (a < 0x80000000 && b < 0x80000000) return a ^ b;
  return Number(BigInt(a) ^ BigInt(b));
}

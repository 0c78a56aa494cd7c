// The options of a position: all tuples of numbers that satisfy a move (rules-language, "Listing moves").
//
// The condition of a move is multiplied out into alternatives. In each, the coordinates after the move become known one after the other, by an
// equation or by an inequality that bounds them from above. These only say which tuples are tried; every tuple is then put to the whole condition and
// to the domain.

import { Compiler, TRUE } from './evaluate.js';
import { LanguageError, contains, partsOf, rewritten } from './parser.js';
import { GaveUp } from '../verdict.js';

const MOST_ALTERNATIVES = 64;
const GREATEST_COEFFICIENT = 2 ** 50;

export class Moves {
  constructor(game, work) {
    this.game = game;
    this.work = work;
    this.compiler = new Compiler({ work });
    const { coordinates } = game;
    this.here = coordinates.map((name) => this.compiler.slot(name));
    this.there = coordinates.map((name) => this.compiler.slot(name + "'"));
    this.domainHere = game.domain ? this.compiler.condition(game.domain) : () => TRUE;
    this.domainThere = game.domain ? this.compiler.condition(primed(game.domain, coordinates)) : () => TRUE;
    const sum = coordinates.map((name) => ({ op: 'name', name })).reduce((left, right) => ({ op: '+', left, right }));
    this.measureHere = this.compiler.term(game.order ?? sum);
    this.measureThere = this.compiler.term(primed(game.order ?? sum, coordinates));
    this.plans = game.moves.flatMap((condition) => this.plansFor(condition));
    this.env = this.compiler.environment();
  }

  isPosition(tuple) {
    this.here.forEach((slot, i) => (this.env[slot] = tuple[i]));
    return this.domainHere(this.env) === TRUE;
  }

  /** Calls `visit(env, there)` for each move to a position; one option may come several times. */
  forEachOption(tuple, visit) {
    const { env, here } = this;
    for (let i = 0; i < here.length; i++) env[here[i]] = tuple[i];
    for (const plan of this.plans) this.run(plan, 0, visit);
  }

  run(plan, at, visit) {
    const { env } = this;
    if (at === plan.order.length) {
      this.work.step(5);
      if (plan.condition(env) === TRUE && this.domainThere(env) === TRUE) visit(env, this.there);
      return;
    }
    const { slot, fixed, lower, upper } = plan.order[at];
    let from = 0;
    let to;
    if (fixed !== null) {
      from = to = fixed(env);
      if (!(from >= 0) || !Number.isInteger(from)) return;
    } else {
      to = Infinity;
      for (const bound of upper) to = Math.min(to, bound(env));
      for (const bound of lower) from = Math.max(from, bound(env));
    }
    this.work.step(5 + Math.max(0, to - from));
    for (let value = from; value <= to; value++) {
      env[slot] = value;
      this.run(plan, at + 1, visit);
    }
  }

  plansFor(whole) {
    if (alternativeCount(whole) > MOST_ALTERNATIVES) throw new LanguageError(`a move has more than ${MOST_ALTERNATIVES} alternatives`);
    const condition = this.compiler.condition(whole);
    return alternatives(whole).map((parts) => ({ order: this.orderFor(parts), condition }));
  }

  orderFor(parts) {
    const { coordinates } = this.game;
    const equations = parts.filter(({ op }) => op === '=').flatMap(({ left, right }) => [[left, right], [right, left]]);
    const inequalities = parts.flatMap(inequalitiesOf);
    const known = new Set();
    const order = [];
    while (order.length < coordinates.length) {
      const steps = coordinates.filter((name) => !known.has(name)).map((name) => this.stepFor(name, equations, inequalities, known));
      const best = steps.find(({ fixed }) => fixed !== null) ?? steps.find(({ upper }) => upper.length > 0);
      if (best === undefined) throw new LanguageError('the options of a move cannot be listed');
      known.add(best.name);
      order.push(best);
    }
    return order;
  }

  /** What is known of a coordinate after the move when those of `known` are. */
  stepFor(name, equations, inequalities, known) {
    const step = { name, slot: this.compiler.slot(name + "'"), fixed: null, upper: [], lower: [] };
    const isKnown = (node) => !contains(node, ({ op, name: other }) => op === 'exists' || op === 'forall' || (op === 'next' && !known.has(other)));
    for (const [left, right] of equations) {
      if (left.op === 'next' && left.name === name && isKnown(right)) step.fixed ??= this.compiler.term(right);
    }
    for (const form of inequalities) {
      const factor = form.get(name + "'") ?? 0;
      if (factor === 0) continue;
      const others = [...form].filter(([key]) => key !== name + "'" && key !== '');
      const unknown = others.filter(([key]) => key.endsWith("'") && !known.has(key.slice(0, -1)));
      // factor * v + rest >= 0; unknown coordinates with factors below 0 only make it smaller.
      if (unknown.some(([, value]) => value > 0)) continue;
      const rest = this.restOf(form, others.filter((other) => !unknown.includes(other)));
      if (factor < 0) step.upper.push((env) => Math.floor(rest(env) / -factor));
      else step.lower.push((env) => Math.ceil(-rest(env) / factor));
    }
    return step;
  }

  restOf(form, others) {
    const constant = form.get('') ?? 0;
    const terms = others.map(([key, value]) => [this.compiler.slot(key), value]);
    return (env) => {
      let sum = constant;
      for (const [slot, value] of terms) {
        sum += value * env[slot];
        if (!Number.isSafeInteger(sum)) throw new GaveUp('a number is larger than 2^53');
      }
      return sum;
    };
  }
}

/** How many alternatives a condition has when multiplied out over `and` and `or`. */
function alternativeCount(node) {
  if (node.op === 'and') return Math.min(1e9, alternativeCount(node.left) * alternativeCount(node.right));
  if (node.op === 'or') return Math.min(1e9, alternativeCount(node.left) + alternativeCount(node.right));
  return node.op === 'false' ? 0 : 1;
}

function alternatives(node) {
  if (node.op === 'and') return alternatives(node.left).flatMap((left) => alternatives(node.right).map((right) => [...left, ...right]));
  if (node.op === 'or') return [...alternatives(node.left), ...alternatives(node.right)];
  return node.op === 'false' ? [] : node.op === 'true' ? [[]] : [[node]];
}

/** The inequalities Σ … >= 0 that a comparison of linear terms gives: maps from names, '' for the constant, to numbers. */
function inequalitiesOf({ op, left, right }) {
  if (!['=', '<', '<='].includes(op)) return [];
  const a = linear(left);
  const b = linear(right);
  if (a === null || b === null) return [];
  const list = [];
  if (op === '=') list.push(combined(b, a, -1), combined(a, b, -1));
  else {
    const form = combined(b, a, -1);
    if (op === '<') form.set('', (form.get('') ?? 0) - 1);
    list.push(form);
  }
  const subtractions = (node) => [...(node.op === '-' ? [linear(node)] : []), ...partsOf(node).flatMap(subtractions)];
  return [...list, ...subtractions(left), ...subtractions(right)];
}

/** A term multiplied out; null if it is not linear, or a number passes 2^50. */
function linear(node) {
  const within = (form) => (form !== null && [...form.values()].every((value) => Math.abs(value) <= GREATEST_COEFFICIENT) ? form : null);
  switch (node.op) {
    case 'number':
      return new Map([['', node.value]]);
    case 'name':
      return new Map([[node.name, 1]]);
    case 'next':
      return new Map([[node.name + "'", 1]]);
    case '+':
    case '-': {
      const left = linear(node.left);
      const right = linear(node.right);
      return left === null || right === null ? null : within(combined(left, right, node.op === '+' ? 1 : -1));
    }
    case '*': {
      const [factor, part] = node.left.op === 'number' ? [node.left.value, linear(node.right)] : [node.right.value, linear(node.left)];
      return part === null ? null : within(new Map([...part].map(([key, value]) => [key, value * factor])));
    }
    default:
      return null;
  }
}

function combined(left, right, sign) {
  const form = new Map(left);
  for (const [key, value] of right) form.set(key, (form.get(key) ?? 0) + sign * value);
  return form;
}

/** The tree with every coordinate primed. */
export function primed(node, coordinates) {
  return rewritten(node, (part) => (part.op === 'name' && coordinates.includes(part.name) ? { op: 'next', name: part.name } : undefined));
}

// The options of a position: all tuples of numbers that satisfy a move.
//
// For each move the coordinates are put in an order in which each is, given those before it, either fixed by an equation
// or bounded by an inequality that must hold. These only say which tuples are tried; every tuple is then put to all
// conditions of the move and to the domain.

import { Compiler, NONE, TRUE } from './evaluate.js';
import { LanguageError } from './parser.js';
import { GaveUp } from '../verdict.js';

export class Moves {
  constructor(game, work) {
    this.game = game;
    this.work = work;
    this.compiler = new Compiler({ work });
    const { coordinates } = game;
    this.here = coordinates.map((name) => this.compiler.slot(name));
    this.there = coordinates.map((name) => this.compiler.slot(name + "'"));
    this.domainHere = game.domain ? this.compiler.condition(game.domain) : () => TRUE;
    this.domainThere = game.domain ? this.compiler.condition(primed(game.domain)) : () => TRUE;
    const sum = coordinates.map((name) => ({ op: 'name', name })).reduce((left, right) => ({ op: '+', left, right }));
    this.measureHere = this.compiler.term(game.order ?? sum);
    this.measureThere = this.compiler.term(primed(game.order ?? sum));
    this.plans = game.moves.map((conditions) => this.plan(conditions));
    this.env = this.compiler.environment();
  }

  isPosition(tuple) {
    this.here.forEach((slot, i) => (this.env[slot] = tuple[i]));
    return this.domainHere(this.env) === TRUE;
  }

  /** Calls `visit(env, there)` for each move; one option may come several times. The position is put in first. */
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
      for (const bound of upper) {
        const value = bound(env);
        if (value === null) return;
        to = Math.min(to, value);
      }
      for (const bound of lower) {
        const value = bound(env);
        if (value === null) return;
        from = Math.max(from, value);
      }
    }
    this.work.step(5 + Math.max(0, to - from));
    for (let value = from; value <= to; value++) {
      env[slot] = value;
      this.run(plan, at + 1, visit);
    }
  }

  plan(conditions) {
    const { compiler, game } = this;
    const links = conditions.flatMap(linksOf);
    const condition = compiler.condition(conditions.reduce((left, right) => ({ op: 'and', left, right })));
    const assigned = new Set();
    const order = [];
    while (order.length < game.coordinates.length) {
      const left = game.coordinates.filter((name) => !assigned.has(name));
      const steps = left.map((name) => this.stepFor(name, links, assigned));
      const best = steps.find((step) => step.fixed !== null) ?? steps.find((step) => step.upper.length > 0);
      if (best === undefined) throw new LanguageError(`a move does not bound ${left.map((name) => name + "'").join(', ')}`);
      assigned.add(best.name);
      order.push(best);
    }
    return { order, condition };
  }

  /** What the comparisons say about the coordinate `name`, given those assigned. */
  stepFor(name, links, assigned) {
    const step = { name, slot: this.compiler.slot(name + "'"), fixed: null, upper: [], lower: [] };
    for (const { sign, left, right } of links) {
      this.useTerm(step, sign, left, right, assigned);
      this.useTerm(step, flipped(sign), right, left, assigned);
      this.useLinear(step, sign, left, right, assigned);
    }
    return step;
  }

  /** name' SIGN term, the term known. */
  useTerm(step, sign, left, right, assigned) {
    if (left.op !== 'next' || left.name !== step.name || !isKnown(right, assigned)) return;
    const term = this.compiler.term(right);
    const shifted = (shift) => (env) => {
      const value = term(env);
      return value === NONE ? null : value + shift;
    };
    if (sign === '=') step.fixed ??= (env) => term(env);
    if (sign === '<') step.upper.push(shifted(-1));
    if (sign === '<=') step.upper.push(shifted(0));
    if (sign === '>') step.lower.push(shifted(1));
    if (sign === '>=') step.lower.push(shifted(0));
  }

  /** A linear comparison in which all other variables are known. */
  useLinear(step, sign, left, right, assigned) {
    const form = difference(linear(left), linear(right));
    if (form === null || sign === '!=') return;
    const key = step.name + "'";
    const factor = form.factors.get(key) ?? 0;
    if (factor === 0) return;
    const others = [];
    for (const [name, value] of form.factors) {
      if (name === key || value === 0) continue;
      if (name.endsWith("'") && !assigned.has(name.slice(0, -1))) return;
      if (!name.endsWith("'") && !this.game.coordinates.includes(name)) return;
      others.push([this.compiler.slot(name), value]);
    }
    // factor * v + rest SIGN 0
    const rest = (env) => {
      let sum = form.constant;
      for (const [slot, value] of others) {
        sum += value * env[slot];
        if (!Number.isSafeInteger(sum)) throw new GaveUp('a number is larger than 2^53');
      }
      return sum;
    };
    if (sign === '=') {
      step.fixed ??= (env) => -rest(env) / factor;
      return;
    }
    const strict = sign === '<' || sign === '>' ? 1 : 0;
    const isUpper = (sign === '<' || sign === '<=') === factor > 0;
    if (isUpper) step.upper.push((env) => Math.floor((factor > 0 ? -rest(env) - strict : rest(env) - strict) / Math.abs(factor)));
    else step.lower.push((env) => Math.ceil((factor > 0 ? -rest(env) + strict : rest(env) + strict) / Math.abs(factor)));
  }
}

/** The comparisons that must hold: through `and`, chains taken apart. */
function linksOf(node) {
  if (node.op === 'and') return [...linksOf(node.left), ...linksOf(node.right)];
  if (node.op !== 'compare') return [];
  return node.signs.map((sign, i) => ({ sign, left: node.terms[i], right: node.terms[i + 1] }));
}

function flipped(sign) {
  return { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=', '!=': '!=' }[sign];
}

/** Whether a term needs no primed coordinate that is not assigned. */
function isKnown(node, assigned) {
  if (node === null || typeof node !== 'object') return true;
  if (Array.isArray(node)) return node.every((part) => isKnown(part, assigned));
  if (node.op === 'next') return assigned.has(node.name);
  return PARTS.every((key) => isKnown(node[key] ?? null, assigned));
}

/** The tree with every coordinate primed; names bound by a quantifier stay. */
export function primed(node, bound = new Set()) {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((part) => primed(part, bound));
  if (node.op === 'name') return bound.has(node.name) ? node : { op: 'next', name: node.name };
  const inside = node.op === 'exists' || node.op === 'forall' ? new Set([...bound, node.name]) : bound;
  const copy = { ...node };
  for (const key of PARTS) if (key in node) copy[key] = primed(node[key], key === 'limit' ? bound : inside);
  return copy;
}

/** The fields of a node that hold trees. */
const PARTS = ['left', 'right', 'terms', 'term', 'condition', 'yes', 'no', 'part', 'body', 'limit'];

/** A term as constant + sum of factors times variables, or null. */
export function linear(node) {
  switch (node.op) {
    case 'number':
      return { constant: node.value, factors: new Map() };
    case 'name':
      return { constant: 0, factors: new Map([[node.name, 1]]) };
    case 'next':
      return { constant: 0, factors: new Map([[node.name + "'", 1]]) };
    case '+':
      return difference(linear(node.left), scaled(linear(node.right), -1));
    case '-':
      return difference(linear(node.left), linear(node.right));
    case '*': {
      const left = linear(node.left);
      const right = linear(node.right);
      if (left === null || right === null) return null;
      if (left.factors.size === 0) return scaled(right, left.constant);
      if (right.factors.size === 0) return scaled(left, right.constant);
      return null;
    }
    default:
      return null;
  }
}

function scaled(form, by) {
  if (form === null) return null;
  return { constant: form.constant * by, factors: new Map([...form.factors].map(([name, value]) => [name, value * by])) };
}

export function difference(left, right) {
  if (left === null || right === null) return null;
  const factors = new Map(left.factors);
  for (const [name, value] of right.factors) factors.set(name, (factors.get(name) ?? 0) - value);
  return { constant: left.constant - right.constant, factors };
}

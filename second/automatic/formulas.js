// Formulas of relations (automatic, F1 to F6): atoms, calls, negations and blocks.

import { refuse } from '../verdict.js';

export const TRUE = { kind: 'block', vars: [], parts: [] };
export const FALSE = { kind: 'not', part: TRUE };

/** F1. */
export function not(formula) {
  return formula.kind === 'not' ? formula.part : { kind: 'not', part: formula };
}

/** F2: some `vars`: all of `parts`. */
export function block(vars, parts) {
  const allVars = [...vars];
  const allParts = [];
  for (const part of parts) {
    if (part.kind === 'block') {
      allVars.push(...part.vars);
      allParts.push(...part.parts);
    } else allParts.push(part);
  }
  if (allVars.length === 0 && allParts.length === 1) return allParts[0];
  return { kind: 'block', vars: allVars, parts: allParts };
}

export const all = (...parts) => block([], parts);
export const any = (...parts) => not(block([], parts.map(not)));

/** The free variables of a formula, as written. */
export function freeVariables(formula) {
  if (formula.free === undefined) {
    const free = new Set();
    if (formula.kind === 'atom' || formula.kind === 'call') for (const v of formula.vars) free.add(v);
    else if (formula.kind === 'not') for (const v of freeVariables(formula.part)) free.add(v);
    else {
      for (const part of formula.parts) for (const v of freeVariables(part)) free.add(v);
      for (const v of formula.vars) free.delete(v);
    }
    formula.free = free;
  }
  return formula.free;
}

const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

function within(value) {
  if (value < LEAST || value > GREATEST) refuse('a coefficient passes 64 bits');
  return value;
}

/** A form Σ c_v v + k. */
export class Form {
  constructor(k = 0n, factors = new Map()) {
    this.k = k;
    this.factors = factors;
  }

  static variable(v) {
    return new Form(0n, new Map([[v, 1n]]));
  }

  plus(other, sign = 1n) {
    const factors = new Map(this.factors);
    for (const [v, c] of other.factors) {
      const sum = within((factors.get(v) ?? 0n) + within(sign * c));
      if (sum === 0n) factors.delete(v);
      else factors.set(v, sum);
    }
    return new Form(within(this.k + within(sign * other.k)), factors);
  }

  minus(other) {
    return this.plus(other, -1n);
  }

  times(factor) {
    if (factor === 0n) return new Form();
    return new Form(within(this.k * factor), new Map([...this.factors].map(([v, c]) => [v, within(c * factor)])));
  }

  add(k) {
    return new Form(within(this.k + k), this.factors);
  }

  /** The variable that the form is, or null. */
  single() {
    if (this.k !== 0n || this.factors.size !== 1) return null;
    const [[v, c]] = this.factors;
    return c === 1n ? v : null;
  }
}

/** Makes variables, definitions and linear relations, numbered in the order in which they are made. */
export class Maker {
  constructor(work) {
    this.work = work;
    this.variables = 0;
    this.definitions = [];
    this.numbers = new Map();
  }

  fresh() {
    this.work.step(100);
    this.work.memory(100);
    return this.variables++;
  }

  freshes(count) {
    return Array.from({ length: count }, () => this.fresh());
  }

  /** A definition: parameters, and a body or a given automaton. Returns its number. */
  define(parameters, body, automaton = null) {
    this.work.memory(200);
    this.definitions.push({ parameters, body, automaton });
    return this.definitions.length - 1;
  }

  call(definition, vars) {
    return { kind: 'call', definition, vars };
  }

  /** F3, F4: lin(form = 0) or lin(form >= 0). */
  lin(form, isEquation) {
    this.work.step(200);
    if (form.factors.size === 0) return (isEquation ? form.k === 0n : form.k >= 0n) ? TRUE : FALSE;
    for (const c of form.factors.values()) if (c > 2n ** 32n || c < -(2n ** 32n)) refuse('a coefficient passes 2^32');
    const size = form.k < 0n ? -form.k : form.k;
    if (size <= 64n) {
      const vars = [...form.factors.keys()].sort((a, b) => a - b);
      const numbers = [Number(form.k), ...vars.map((v) => Number(form.factors.get(v)))];
      return { kind: 'atom', relation: isEquation ? 'equal' : 'atLeast', numbers, vars };
    }
    const definition = this.isNumber(size);
    const z = this.fresh();
    const rest = form.add(-form.k).plus(Form.variable(z), form.k < 0n ? -1n : 1n);
    return block([z], [this.call(definition, [z]), this.lin(rest, isEquation)]);
  }

  equal(form) {
    return this.lin(form, true);
  }

  atLeast(form) {
    return this.lin(form, false);
  }

  /** F5: the definition "is n". */
  isNumber(n) {
    const known = this.numbers.get(n);
    if (known !== undefined) return known;
    let definition;
    if (n <= 64n) {
      const v = this.fresh();
      definition = this.define([v], { kind: 'atom', relation: 'equal', numbers: [-Number(n), 1], vars: [v] });
    } else {
      const half = this.isNumber(n / 2n);
      const v = this.fresh();
      const u = this.fresh();
      const atom = { kind: 'atom', relation: 'equal', numbers: [-Number(n % 2n), 1, -2], vars: [v, u] };
      definition = this.define([v], block([u], [this.call(half, [u]), atom]));
    }
    this.numbers.set(n, definition);
    return definition;
  }
}

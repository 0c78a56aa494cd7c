// The rules language as formulas of relations (automatic, T1 to T8, C1 to C5, D1).
//
// An environment is a map from variables of the text (coordinates, primed ones, quantified ones, in this order) to variables of formulas. A *place* is a block under
// construction: new variables and parts are added to it.

import { refuse } from '../verdict.js';
import { squareRoot } from '../quadratic.js';
import { contains, partsOf } from '../rules-language/parser.js';
import { FALSE, Form, TRUE, all, any, block, not } from './formulas.js';

const GREATEST = 2n ** 32n;

export class Translator {
  /** `floors`: the definitions of the automata for floors, or an empty list. */
  constructor(maker, numeration, work) {
    this.maker = maker;
    this.numeration = numeration;
    this.work = work;
    this.floors = [];
    this.usesFloors = false;
    this.shared = new Map();
    this.totals = new Map();
  }

  newPlace() {
    return { vars: [], parts: [] };
  }

  fresh(place) {
    const v = this.maker.fresh();
    place.vars.push(v);
    return v;
  }

  /** F6. */
  require(place, formula) {
    if (!(formula.kind === 'block' && formula.vars.length === 0 && formula.parts.length === 0)) place.parts.push(formula);
  }

  requireAtLeast(place, form) {
    this.require(place, this.maker.atLeast(form));
  }

  requireEqual(place, form) {
    this.require(place, this.maker.equal(form));
  }

  /** The form of a term. */
  term(node, env, place) {
    const { maker } = this;
    this.work.step(100);
    switch (node.op) {
      case 'number': // T1
        return new Form(BigInt(node.value));
      case 'name':
        return Form.variable(env.get(node.name));
      case 'next':
        return Form.variable(env.get(node.name + "'"));
      case '+': // T2
        return this.term(node.left, env, place).plus(this.term(node.right, env, place));
      case '*': {
        const [factor, part] = node.left.op === 'number' ? [node.left, node.right] : [node.right, node.left];
        return this.term(part, env, place).times(BigInt(factor.value));
      }
      case '-': {
        const left = this.term(node.left, env, place);
        const form = left.minus(this.term(node.right, env, place));
        this.requireAtLeast(place, form);
        return form;
      }
      case 'div': // T3
        return this.quotient(this.term(node.left, env, place), BigInt(node.right.value), place);
      case 'mod': {
        const form = this.term(node.left, env, place);
        const k = BigInt(node.right.value);
        return form.minus(this.quotient(form, k, place).times(k));
      }
      case 'xor': {
        // T4
        const left = this.term(node.left, env, place);
        const right = this.term(node.right, env, place);
        const x = this.held(left, place);
        const y = this.held(right, place);
        const z = this.fresh(place);
        place.parts.push({ kind: 'atom', relation: 'xor', numbers: [], vars: [x, y, z] });
        return Form.variable(z);
      }
      case 'min':
      case 'max': {
        // T5
        const f = this.term(node.left, env, place);
        const g = this.term(node.right, env, place);
        const value = Form.variable(this.fresh(place));
        const bound = (form) => (node.op === 'min' ? form.minus(value) : value.minus(form));
        this.requireAtLeast(place, bound(f));
        const isF = maker.equal(f.minus(value));
        this.requireAtLeast(place, bound(g));
        const isG = maker.equal(g.minus(value));
        place.parts.push(any(isF, isG));
        return value;
      }
      case 'if': {
        // T6
        const v = this.fresh(place);
        place.parts.push(this.sharedCall(node, 'if', env, v));
        return Form.variable(v);
      }
      case 'floor':
        return this.floor(node, env, place);
      case 'call':
        return this.word(node, env, place);
      default:
        throw new Error(`no term: ${node.op}`);
    }
  }

  /** T3. */
  quotient(form, k, place) {
    const q = Form.variable(this.fresh(place));
    this.requireAtLeast(place, form.minus(q.times(k)));
    this.requireAtLeast(place, new Form(k - 1n).minus(form).plus(q.times(k)));
    return q;
  }

  /** T4: a variable with the value of the form. */
  held(form, place) {
    const single = form.single();
    if (single !== null) return single;
    const v = this.fresh(place);
    this.requireEqual(place, form.minus(Form.variable(v)));
    return v;
  }

  /** T7. */
  floor(node, env, place) {
    const { maker, numeration } = this;
    const { a: alpha, b: beta, c: gamma, d } = node.slope;
    const form = this.term(node.term, env, place);
    const small = (value) => {
      if (value >= GREATEST || value <= -GREATEST) refuse('a slope passes 2^32');
      return value;
    };
    if (beta === 0n) {
      const sum = form.times(small(alpha));
      return small(gamma) === 1n ? sum : this.quotient(sum, gamma, place);
    }
    if (!numeration.isOst) refuse('a floor with a root needs a numeration "ost" or "mu"');
    small(alpha);
    small(gamma);
    let [x, y, z, w] = [1n, 0n, 0n, 1n];
    for (const c of numeration.terms.map(BigInt)) [x, y, z, w] = [x * c + y, x, z * c + w, z];
    const R = (x - w) ** 2n + 4n * y * z;
    const h = squareRoot(R / d);
    if (h * h * d !== R) refuse('the numeration does not fit the root of the slope');
    let [A, B, G] = [alpha * h + beta * (x - w), 2n * beta * y, gamma * h];
    const divisor = gcd(gcd(A, B), G);
    [A, B, G] = [A / divisor, B / divisor, G / divisor];
    for (const value of [x - w, y, z, A, B, G]) small(value);
    if (this.floors.length === 0) refuse('there are no automata for floors');
    const sum = form.times(A);
    const j = this.held(form.times(B < 0n ? -B : B), place);
    const n = this.fresh(place);
    place.parts.push(maker.call(this.floors[0], [j, n]));
    this.usesFloors = true;
    let result = sum.plus(Form.variable(n));
    if (B < 0n) {
      const e = this.fresh(place);
      const [J, E] = [Form.variable(j), Form.variable(e)];
      place.parts.push(any(all(maker.equal(J), maker.equal(E)), all(maker.atLeast(J.add(-1n)), maker.equal(E.add(-1n)))));
      result = sum.minus(Form.variable(n)).minus(E);
    }
    return G === 1n ? result : this.quotient(result, G, place);
  }

  /** T8. */
  word(node, env, place) {
    const { maker, numeration } = this;
    const number = (at) => (node.terms[at].op === 'number' ? node.terms[at].value : refuse('the first argument must be a number'));
    const isMu = (s) => numeration.isOst && numeration.period === 1 && numeration.terms[0] === s;
    const kinds = {
      thue_morse: () => ({ term: node.terms[0], first: 0n, relation: 'thueMorse', fits: numeration.base === 2 }),
      is_power: () => ({ term: node.terms[1], first: 0n, relation: 'weight', fits: numeration.base === number(0) }),
      is_fibonacci: () => ({ term: node.terms[0], first: 0n, relation: 'weight', fits: isMu(1) }),
      is_metallic: () => ({ term: node.terms[1], first: 0n, relation: 'weight', fits: isMu(number(0)) }),
      fibonacci_word: () => ({ term: node.terms[0], first: 1n, relation: 'metallicWord', fits: isMu(1) }),
      metallic_word: () => ({ term: node.terms[1], first: 1n, relation: 'metallicWord', fits: isMu(number(0)) }),
    };
    const { term, first, relation, fits } = kinds[node.name]();
    if (!fits) refuse(`${node.name} does not go with the numeration ${numeration.name}`);
    const form = this.term(term, env, place).add(-first);
    this.requireAtLeast(place, form);
    const i = this.held(form, place);
    const v = Form.variable(this.fresh(place));
    const atom = { kind: 'atom', relation, numbers: [], vars: [i] };
    place.parts.push(any(all(atom, maker.equal(v.add(-1n))), all(not(atom), maker.equal(v))));
    return v;
  }

  /** equals(t, w): a block of its own. */
  equals(node, w, env) {
    const place = this.newPlace();
    const form = this.term(node, env, place);
    this.requireEqual(place, form.minus(Form.variable(w)));
    return block(place.vars, place.parts);
  }

  isTotal(node) {
    let total = this.totals.get(node);
    if (total === undefined) {
      total = !(node.op === '-' || (node.op === 'call' && (node.name === 'fibonacci_word' || node.name === 'metallic_word'))) && partsOf(node).every((part) => this.isTotal(part));
      this.totals.set(node, total);
    }
    return total;
  }

  /** "F is true" or "F is false". */
  is(node, wanted, env) {
    this.work.step(100);
    if (!wanted && this.isTotal(node)) return not(this.is(node, true, env)); // C1
    switch (node.op) {
      case 'true': // C2
        return wanted ? TRUE : FALSE;
      case 'false':
        return wanted ? FALSE : TRUE;
      case '=':
      case '<':
      case '<=':
        return this.comparison(node, wanted, env);
      case 'not': // C3
        return this.is(node.part, !wanted, env);
      case 'and':
      case 'or': {
        const left = this.is(node.left, wanted, env);
        const right = this.is(node.right, wanted, env);
        return (node.op === 'and') === wanted ? all(left, right) : any(left, right);
      }
      case 'implies': {
        const left = this.is(node.left, !wanted, env);
        const right = this.is(node.right, wanted, env);
        return wanted ? any(left, right) : all(left, right);
      }
      case 'iff': {
        // C4
        const side = (part, truth) => (!truth && this.isTotal(part) ? not(this.sharedCall(part, true, env)) : this.sharedCall(part, truth, env));
        const pairs = [];
        for (const left of [true, false]) {
          const a = side(node.left, left);
          pairs.push(all(a, side(node.right, wanted ? left : !left)));
        }
        return any(...pairs);
      }
      default: {
        // C5
        const x = this.maker.fresh();
        const inside = new Map(env).set(node.name, x);
        const isExists = node.op === 'exists';
        const part = this.is(node.body, wanted, inside);
        return isExists === wanted ? block([x], [part]) : not(block([x], [not(part)]));
      }
    }
  }

  /** C2. */
  comparison({ op, left, right }, wanted, env) {
    const place = this.newPlace();
    const f = this.term(left, env, place);
    const g = this.term(right, env, place);
    if (op === '=') {
      const equal = this.maker.equal(g.minus(f));
      if (wanted) this.require(place, equal);
      else place.parts.push(not(equal));
    } else if (wanted) this.requireAtLeast(place, op === '<' ? g.minus(f).add(-1n) : g.minus(f));
    else this.requireAtLeast(place, op === '<' ? f.minus(g) : f.minus(g).add(-1n));
    return block(place.vars, place.parts);
  }

  /** D1: the call of the definition of an `if` (with its value) or of a side of an `iff` that is true or false. */
  sharedCall(node, how, env, value = null) {
    const names = [...env.keys()].filter((name) => contains(node, (part) => (part.op === 'name' && part.name === name) || (part.op === 'next' && part.name + "'" === name)));
    const key = `${how} ${treeText(node)}`;
    let definition = this.shared.get(key);
    if (definition === undefined) {
      const inside = new Map(names.map((name) => [name, this.maker.fresh()]));
      const parameters = [...inside.values()];
      let body;
      if (how === 'if') {
        const w = this.maker.fresh();
        parameters.push(w);
        const isTrue = this.is(node.condition, true, inside);
        const yes = this.equals(node.yes, w, inside);
        const isFalse = this.is(node.condition, false, inside);
        const no = this.equals(node.no, w, inside);
        body = any(all(isTrue, yes), all(isFalse, no));
      } else body = this.is(node, how, inside);
      definition = this.maker.define(parameters, body);
      this.shared.set(key, definition);
    }
    const vars = names.map((name) => env.get(name));
    return this.maker.call(definition, value === null ? vars : [...vars, value]);
  }
}

function gcd(a, b) {
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

/** A text that equal trees share. Variables of the text have names of their own, also those quantified inside. */
function treeText(node) {
  if (node.op === 'name') return node.name;
  if (node.op === 'next') return node.name + "'";
  if (node.op === 'number') return String(node.value);
  const slope = node.slope ? ` ${Object.values(node.slope).join('/')}` : '';
  return `(${node.op}${node.name ? ` ${node.name}` : ''}${slope} ${partsOf(node).map(treeText).join(' ')})`;
}

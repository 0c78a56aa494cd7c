// What has to be shown (automatic, O1 to O5): lemmas about floors, and obligations: blocks that nothing may satisfy.

import { refuse } from '../verdict.js';
import { Form, TRUE, block, not } from './formulas.js';

/** O1: the definitions of the automata for floors, and three lemmas for each term. */
export function floorLemmas(automata, numeration, maker, translator) {
  if (automata.length === 0) return [];
  if (!numeration.isOst || automata.length !== numeration.period) refuse('there is one automaton for each term of the period');
  for (const automaton of automata) {
    if (automaton.tracks !== 2) refuse('an automaton for floors has two tracks');
    translator.floors.push(maker.define(maker.freshes(2), null, automaton.automaton));
  }
  return numeration.terms.flatMap((c, r) => {
    const [i, g, m, h] = maker.freshes(4);
    const here = translator.floors[r];
    const next = translator.floors[(r + 1) % automata.length];
    const [I, G, M, H] = [i, g, m, h].map((v) => Form.variable(v));
    const term = BigInt(c);
    const first = block([i], [not(block([g], [maker.call(here, [i, g])]))]);
    const second = block([i, g, h], [maker.call(here, [i, g]), not(maker.equal(G)), maker.call(next, [g, h]), maker.atLeast(G.times(term).plus(H).minus(I))]);
    const third = block([i, g, m, h], [maker.call(here, [i, g]), maker.equal(G.minus(M).add(1n)), maker.call(next, [m, h]), not(maker.atLeast(M.times(term).plus(H).minus(I)))]);
    return [first, second, third];
  });
}

/** O2: the obligation of a formula. */
export function formulaObligations(formula, isTrue, maker, translator) {
  const words = 'the statement holds';
  if (!isTrue) return [{ words, shown: [], names: [], formula: not(translator.is(formula, false, new Map())) }];
  const env = new Map();
  const names = [];
  let rest = formula;
  while (rest.op === 'forall') {
    env.set(rest.name, maker.fresh());
    names.push(rest.name.split('#')[0]);
    rest = rest.body;
  }
  const shown = [...env.values()];
  return [{ words, shown, names, formula: block(shown, [not(translator.is(rest, true, env))]) }];
}

/** O3 to O5: the obligations of a law. `law`: {kind: 'grundy' | 'losing' | 'condition', node} or {kind, automaton, tracks}. */
export function lawObligations(game, law, maker, translator) {
  return new LawObligations(game, law, maker, translator).run();
}

class LawObligations {
  constructor(game, law, maker, translator) {
    Object.assign(this, { game, law, maker, translator });
    this.size = game.coordinates.length;
    this.hasValue = law.kind === 'grundy';
  }

  envOf(vars) {
    return new Map(this.game.coordinates.map((name, i) => [name, vars[i]]));
  }

  run() {
    const { game, law, maker, translator, size } = this;
    this.lawDefinition = this.defineLaw();
    const coordinates = maker.freshes(size);
    this.domain = maker.define(coordinates, game.domain === null ? TRUE : translator.is(game.domain, true, this.envOf(coordinates)));
    if (law.kind === 'condition') {
      const x = maker.freshes(size);
      return [this.obligation('the formula holds at every position', x, [], block(x, [this.isPosition(x), not(this.isLaw(x))]))];
    }
    this.reaches = game.moves.map((condition) => this.defineReach(condition));
    const list = game.moves.map((condition, i) => this.measureFalls(condition, i));
    return [...list, ...(this.hasValue ? this.grundyObligations() : this.losingObligations())];
  }

  defineLaw() {
    const { law, maker, translator, size } = this;
    if (law.automaton) return maker.define(maker.freshes(law.tracks), null, law.automaton);
    const vars = maker.freshes(size);
    const env = this.envOf(vars);
    if (law.kind !== 'grundy') return maker.define(vars, translator.is(law.node, true, env));
    const v = maker.fresh();
    return maker.define([...vars, v], translator.equals(law.node, v, env));
  }

  /** O4: variables before and after, and the parts of the move. */
  move(condition) {
    const { game, maker, translator, size } = this;
    const before = maker.freshes(size);
    const env = this.envOf(before);
    const conjuncts = conjunctsOf(condition);
    const after = game.coordinates.map((name) => {
      const same = conjuncts.find(({ op, left, right }) => op === '=' && left.op === 'next' && left.name === name && keyOf(right) !== null && env.has(keyOf(right)));
      const v = same === undefined ? maker.fresh() : env.get(keyOf(same.right));
      env.set(name + "'", v);
      return v;
    });
    const parts = [translator.is(condition, true, env), this.isPosition(before), this.isPosition(after)];
    return { before, after, moved: after.filter((v) => !before.includes(v)), parts };
  }

  defineReach(condition) {
    const { before, after, moved, parts } = this.move(condition);
    const value = this.hasValue ? [this.maker.fresh()] : [];
    return this.maker.define([...before, ...value], block(moved, [...parts, this.isLaw(after, ...value)]));
  }

  isPosition(vars) {
    return this.maker.call(this.domain, vars);
  }

  isLaw(vars, ...value) {
    return this.maker.call(this.lawDefinition, [...vars, ...value]);
  }

  reach(i, vars, ...value) {
    return this.maker.call(this.reaches[i], [...vars, ...value]);
  }

  obligation(words, x, more, formula, isMeasure = false) {
    const names = [...this.game.coordinates, ...more.map(([name]) => name)];
    return { words, shown: [...x, ...more.map(([, v]) => v)], names, formula, isMeasure };
  }

  /** a < b */
  less(a, b) {
    return this.maker.atLeast(Form.variable(b).minus(Form.variable(a)).add(-1n));
  }

  measureFalls(condition, i) {
    const { game, maker, translator } = this;
    const { before, after, moved, parts } = this.move(condition);
    const [a, b] = maker.freshes(2);
    const sum = game.coordinates.map((name) => ({ op: 'name', name })).reduce((left, right) => ({ op: '+', left, right }));
    const order = game.order ?? sum;
    const isBefore = translator.equals(order, a, this.envOf(before));
    const isAfter = translator.equals(order, b, this.envOf(after));
    const falls = block([a, b], [isBefore, isAfter, this.less(b, a)]);
    return this.obligation(`the measure falls with move \`${game.moveTexts[i]}\``, before, [], block([...before, ...moved], [...parts, not(falls)]), true);
  }

  grundyObligations() {
    const { game, maker, size } = this;
    const list = [];
    {
      const x = maker.freshes(size);
      const v = maker.fresh();
      list.push(this.obligation('there is a value', x, [], block(x, [this.isPosition(x), not(block([v], [this.isLaw(x, v)]))])));
    }
    game.moves.forEach((_, i) => {
      const x = maker.freshes(size);
      const v = maker.fresh();
      list.push(this.obligation(`no move \`${game.moveTexts[i]}\` keeps the value`, x, [['value', v]], block([...x, v], [this.isPosition(x), this.isLaw(x, v), this.reach(i, x, v)])));
    });
    {
      const x = maker.freshes(size);
      const [v, w] = maker.freshes(2);
      const parts = [this.isPosition(x), this.isLaw(x, v), this.isLaw(x, w), this.less(w, v)];
      list.push(this.obligation('there is only one value', x, [['value', v], ['other', w]], block([...x, v, w], parts)));
    }
    const x = maker.freshes(size);
    const [v, w] = maker.freshes(2);
    const parts = [this.isPosition(x), this.isLaw(x, v), this.less(w, v), ...game.moves.map((_, i) => not(this.reach(i, x, w)))];
    list.push(this.obligation('every smaller value is reached', x, [['value', v], ['other', w]], block([...x, v, w], parts)));
    return list;
  }

  losingObligations() {
    const { game, maker, size } = this;
    const list = game.moves.map((_, i) => {
      const x = maker.freshes(size);
      return this.obligation(`no move \`${game.moveTexts[i]}\` leads from losing to losing`, x, [], block(x, [this.isPosition(x), this.isLaw(x), this.reach(i, x)]));
    });
    const x = maker.freshes(size);
    const parts = [this.isPosition(x), not(this.isLaw(x)), ...game.moves.map((_, i) => not(this.reach(i, x)))];
    list.push(this.obligation('every other position has a move to a losing one', x, [], block(x, parts)));
    return list;
  }
}

function conjunctsOf(node) {
  return node.op === 'and' ? [...conjunctsOf(node.left), ...conjunctsOf(node.right)] : [node];
}

/** The key of a name in an environment; null for other terms. */
function keyOf(node) {
  return node.op === 'name' ? node.name : node.op === 'next' ? node.name + "'" : null;
}

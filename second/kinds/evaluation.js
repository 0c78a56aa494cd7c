// evaluation: a closed formula about the values of named games is true, or false with the first place where it fails.
//
// There is no evidence: the formula is evaluated, Grundy values are worked out by their definition.

import { Mex } from '../mex.js';
import { LanguageError, Parser, RESERVED, tokensOf } from '../rules-language/parser.js';
import { Compiler, FALSE, NONE, TRUE } from '../rules-language/evaluate.js';
import { Moves } from '../rules-language/moves.js';
import { inLanguage, isPlain, readRules } from '../rules-text.js';

export function check(reader, { work }) {
  const arities = new Map([['bit', 2]]);
  const functions = new Map([['bit', bit]]);
  const titles = [];
  while (reader.peek() === 'function') {
    const [name, what] = reader.exactly('function', 2);
    reader.demand(/^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name) && !BUILT_IN.has(name), 'this cannot be the name of a function');
    reader.demand(!functions.has(name), 'a function of this name is there already');
    reader.demand(['grundy', 'options', 'move'].includes(what), 'a function is "grundy", "options" or "move"');
    const game = readRules(reader);
    inLanguage(reader, () => {
      const values = new Values(game, work, reader);
      arities.set(name, game.coordinates.length * (what === 'move' ? 2 : 1));
      functions.set(name, (tuple) => values[what](tuple));
    });
    titles.push(`${name} = ${what} of ${game.title}`);
  }
  const text = reader.rest('formula');
  reader.demand(isPlain(text), 'the formula is not in plain spelling');
  const words = reader.raw().split(' ');
  const place = words.slice(1).map((word) => reader.number(word));
  reader.end();

  return inLanguage(reader, () => {
    const parser = new Parser(tokensOf([text]), { functions: arities });
    const formula = parser.condition();
    if (!parser.isAtEnd()) throw new LanguageError('the formula should end');
    const where = titles.length === 0 ? '' : `with ${titles.join(' and ')}, `;
    if (words[0] === 'true') {
      reader.demand(place.length === 0, 'nothing stands behind "true"');
      const compiler = new Compiler({ functions, work });
      const truth = compiler.condition(formula);
      reader.demand(truth(compiler.environment()) === TRUE, 'the formula is not true');
      return `${where}the formula ${text} is true`;
    }
    reader.demand(words[0] === 'false', '"true" or "false" is expected');
    checkFalse(formula, place, functions, reader, work);
    return `${where}the formula ${text} is false${place.length ? `, first at ${place.join(' ')}` : ''}`;
  });
}

const BUILT_IN = new Set(['bit', 'min', 'max', 'floor', 'phi', 'mu', 'sqrt']);

/** The body is not true at `place`, and true at every place before it: smaller sum, or equal sum and earlier in the dictionary. */
function checkFalse(formula, place, functions, reader, work) {
  const compiler = new Compiler({ functions, work });
  const limits = [];
  const slots = [];
  let body = formula;
  while (body.op === 'forall' && body.limit?.op === 'number') {
    limits.push(body.sign === '<' ? body.limit.value - 1 : body.limit.value);
    slots.push(compiler.slot(body.name));
    ({ body } = body);
  }
  reader.demand(place.length === limits.length, () => `${place.length} numbers given, the formula has ${limits.length}`);
  place.forEach((value, i) => reader.demand(value <= limits[i], 'the place is out of bounds'));
  const truth = compiler.condition(body);
  const env = compiler.environment();
  const at = (tuple) => {
    tuple.forEach((value, i) => (env[slots[i]] = value));
    return truth(env);
  };
  if (place.length === 0) {
    reader.demand(at([]) === FALSE, 'the formula is not false');
    return;
  }
  reader.demand(at(place) !== TRUE, 'the formula is true at this place');
  const sum = place.reduce((total, value) => total + value, 0);
  const visit = (tuple, left, isFirst) => {
    const i = tuple.length;
    if (i === place.length - 1) {
      if (left > limits[i]) return;
      work.step(10);
      if (isFirst || isBefore([...tuple, left], place)) reader.demand(at([...tuple, left]) === TRUE, () => `the formula fails before, at ${[...tuple, left].join(' ')}`);
      return;
    }
    for (let value = 0; value <= limits[i] && value <= left; value++) visit([...tuple, value], left - value, isFirst);
  };
  for (let total = 0; total <= sum; total++) visit([], total, total < sum);
}

function isBefore(a, b) {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i];
  return false;
}

function bit([n, i]) {
  return i > 60 ? 0 : Math.floor(n / 2 ** i) % 2;
}

/** Values of the positions of one game. */
class Values {
  constructor(game, work, reader) {
    this.moves = new Moves(game, work);
    this.work = work;
    this.reader = reader;
    this.known = new Map();
  }

  /** The options of a position, each once, as keys and tuples; the measure must fall. */
  optionsOf(tuple) {
    const { moves } = this;
    const options = new Map();
    moves.isPosition(tuple);
    const measure = moves.measureHere(moves.env);
    moves.forEachOption(tuple, (env, there) => {
      const option = there.map((slot) => env[slot]);
      const after = moves.measureThere(env);
      this.reader.demand(measure !== NONE && after !== NONE && after < measure, () => `a move from (${tuple.join(', ')}) does not lower the measure`);
      this.work.step(20);
      options.set(option.join(','), option);
    });
    return options;
  }

  options(tuple) {
    return this.moves.isPosition(tuple) ? this.optionsOf(tuple).size : NONE;
  }

  move(pair) {
    const half = pair.length / 2;
    const from = pair.slice(0, half);
    const to = pair.slice(half);
    if (!this.moves.isPosition(to) || !this.moves.isPosition(from)) return NONE;
    return this.optionsOf(from).has(to.join(',')) ? 1 : 0;
  }

  grundy(tuple) {
    const key = tuple.join(',');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (!this.moves.isPosition(tuple)) return NONE;
    const stack = [{ key, options: this.optionsOf(tuple) }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      let isReady = true;
      for (const [name, option] of top.options) {
        this.work.step(5);
        if (this.known.has(name)) continue;
        stack.push({ key: name, options: this.optionsOf(option) });
        isReady = false;
        break;
      }
      if (!isReady) continue;
      const mex = new Mex(top.options.size + 1);
      for (const name of top.options.keys()) mex.add(this.known.get(name));
      this.work.memory(150);
      this.known.set(top.key, mex.value());
      stack.pop();
    }
    return this.known.get(key);
  }
}

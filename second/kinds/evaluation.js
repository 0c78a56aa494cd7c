// evaluation: a closed formula about the values of named games is true, or it is not, with the first place where it is not.
//
// There is no evidence: the formula is evaluated, Grundy values are worked out by their definition.

import { Mex } from '../mex.js';
import { Parser, contains, isReserved, tokensOf } from '../rules-language/parser.js';
import { Compiler, NONE, TRUE } from '../rules-language/evaluate.js';
import { Moves } from '../rules-language/moves.js';
import { inLanguage, isPlain, readRules } from '../rules-text.js';

export function check(reader, { work }) {
  const arities = new Map([['bit', 2]]);
  const functions = new Map([['bit', bit]]);
  const titles = [];
  while (reader.peek() === 'function') {
    const [name, what] = reader.exactly('function', 2);
    // C1
    reader.demand(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && !isReserved(name) && !BUILT_IN.has(name), 'this cannot be the name of a function');
    reader.demand(!functions.has(name), 'a function of this name is there already');
    reader.demand(['grundy', 'options', 'move'].includes(what), 'a function is "grundy", "options" or "move"');
    const game = readRules(reader);
    const values = inLanguage(reader, () => new Values(game, work, reader)); // C3
    arities.set(name, game.coordinates.length * (what === 'move' ? 2 : 1));
    functions.set(name, (tuple) => values[what](tuple));
    titles.push(`${name} the ${what} function of ${game.title}`);
  }
  const text = reader.rest('formula');
  reader.demand(isPlain(text), 'the formula is not in plain spelling');
  reader.demand(text.length <= 65536, 'the formula is longer than 65,536 bytes');
  const isTrue = reader.peek() === 'true';
  const place = reader.naturals(isTrue ? 'true' : 'not-true');
  reader.end();

  return inLanguage(reader, () => {
    const parser = new Parser(tokensOf([text]), { functions: arities });
    const formula = parser.condition();
    parser.end();
    for (const name of arities.keys()) {
      if (name !== 'bit') reader.demand(contains(formula, (node) => node.op === 'call' && node.name === name), () => `the function ${name} does not occur`); // C2
    }
    const first = firstFailure(formula, functions, work);
    reader.demand(isTrue ? first === null && place.length === 0 : first !== null && first.join() === place.join(), () =>
      first === null ? 'the formula is true' : `the formula is not true${first.length ? `, first at ${first.join(' ')}` : ''}`,
    );
    const where = titles.length === 0 ? '' : `with ${titles.join(' and ')}, `;
    return `${where}the formula ${text} is ${isTrue ? 'true' : `not true${place.length ? `, first at ${place.join(' ')}` : ''}`}`;
  });
}

const BUILT_IN = new Set('min max bit thue_morse fibonacci_word metallic_word is_weight'.split(' '));

/** C4: the first place of the front at which the rest of the formula is not true; null if there is none. */
function firstFailure(formula, functions, work) {
  const compiler = new Compiler({ functions, work });
  const limits = [];
  const slots = [];
  let rest = formula;
  for (;;) {
    const front = frontOf(rest);
    if (front === null) break;
    limits.push(front.last);
    slots.push(compiler.slot(rest.name));
    rest = rest.body.right;
  }
  // C3: every quantifier of the whole formula has a bound; those of the front have theirs.
  const truth = compiler.condition(rest);
  const env = compiler.environment();
  const tuple = limits.map(() => 0);
  // Places of one sum, in the order of the dictionary.
  const visit = (i, left) => {
    if (i === limits.length) {
      work.step(10);
      if (left > 0) return false;
      tuple.forEach((value, at) => (env[slots[at]] = value));
      return truth(env) !== TRUE;
    }
    const room = limits.slice(i + 1).reduce((sum, limit) => sum + limit, 0);
    for (let value = Math.max(0, left - room); value <= limits[i] && value <= left; value++) {
      tuple[i] = value;
      if (visit(i + 1, left - value)) return true;
    }
    return false;
  };
  const most = limits.reduce((sum, limit) => sum + limit, 0);
  for (let sum = 0; sum <= most; sum++) if (visit(0, sum)) return tuple;
  return null;
}

/** Whether the formula is `forall v . (v <= N implies F)` or with `<` and N >= 1: the last value of v. */
function frontOf({ op, name, body }) {
  if (op !== 'forall' || body.op !== 'implies') return null;
  const { op: sign, left, right } = body.left;
  if ((sign !== '<=' && sign !== '<') || left.op !== 'name' || left.name !== name || right.op !== 'number') return null;
  const last = sign === '<' ? right.value - 1 : right.value;
  return last < 0 ? null : { last };
}

function bit([n, i]) {
  return i > 60 ? 0 : Math.floor(n / 2 ** i) % 2;
}

const OPTION_BYTES = 250;

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
      this.work.step(50);
      const key = option.join(',');
      if (!options.has(key)) this.work.memory(OPTION_BYTES);
      options.set(key, option);
    });
    return options;
  }

  /** Gives the memory of a list of options back. */
  drop(options) {
    this.work.release(OPTION_BYTES * options.size);
  }

  options(tuple) {
    if (!this.moves.isPosition(tuple)) return NONE;
    const options = this.optionsOf(tuple);
    this.drop(options);
    return options.size;
  }

  move(pair) {
    const half = pair.length / 2;
    const from = pair.slice(0, half);
    const to = pair.slice(half);
    if (!this.moves.isPosition(to) || !this.moves.isPosition(from)) return NONE;
    const options = this.optionsOf(from);
    this.drop(options);
    return options.has(to.join(',')) ? 1 : 0;
  }

  grundy(tuple) {
    const key = tuple.join(',');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (!this.moves.isPosition(tuple)) return NONE;
    // A frame goes through its options once; `left` is what is not yet looked at.
    const frame = (name, options) => ({ key: name, options, left: options.entries() });
    const stack = [frame(key, this.optionsOf(tuple))];
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const { value: next, done: isReady } = top.left.next();
      this.work.step(10);
      if (!isReady) {
        const [name, option] = next;
        if (!this.known.has(name)) stack.push(frame(name, this.optionsOf(option)));
        continue;
      }
      const mex = new Mex(top.options.size + 1);
      for (const name of top.options.keys()) mex.add(this.known.get(name));
      this.work.memory(150);
      this.known.set(top.key, mex.value());
      this.drop(top.options);
      stack.pop();
    }
    return this.known.get(key);
  }
}

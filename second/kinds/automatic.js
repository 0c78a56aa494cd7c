// automatic: a law for every position of a game, or a formula about every number. Version 2.
//
// The statement is translated into definitions, lemmas and obligations: formulas of relations between numbers that nothing may satisfy. Numbers are words, relations
// are automata, and the steps of the file put each block together by joining parts and forgetting variables. The checker finds pairs and sets of states
// itself; the file says which of them become one state.

import { Parser, tokensOf } from '../rules-language/parser.js';
import { readClaimTokens } from '../rules-language/game.js';
import { inLanguage, isPlain, readRules } from '../rules-text.js';
import { sha256OfText } from '../sha256.js';
import { freeVariables, Maker } from '../automatic/formulas.js';
import { numerationOf } from '../automatic/numeration.js';
import { floorLemmas, formulaObligations, lawObligations } from '../automatic/obligations.js';
import { Automata, Relation } from '../automatic/relation.js';
import { Translator } from '../automatic/translate.js';

const FUNCTIONS = new Map([['thue_morse', 1], ['fibonacci_word', 1], ['metallic_word', 2], ['is_power', 2], ['is_fibonacci', 1], ['is_metallic', 2]]);

export function check(reader, { work }) {
  let fails = null;
  if (reader.peek() === 'fails') {
    const [number, ...values] = reader.words('fails');
    fails = { number: reader.number(number ?? '', 0, 2 ** 32 - 1), values: values.map((word) => readBig(reader, word)) };
  }
  const states = reader.choice('states', ['law', 'automaton', 'true', 'false']);
  const isGame = states === 'law' || states === 'automaton';
  const game = isGame ? readRules(reader) : null;
  const text = states === 'law' ? reader.rest('claim') : isGame ? null : reader.rest('formula');
  reader.demand(text === null || (isPlain(text) && text.length <= 65536), 'the text is not in plain spelling'); // L1
  const statement = inLanguage(reader, () => readStatement(states, game, text));
  const numeration = numerationOf(reader.word('numeration'));
  const given = readAutomata(reader, numeration, states, work);
  const stepCount = reader.natural('steps', 0, 2 ** 32 - 1);

  // O1 to O5
  const maker = new Maker(work);
  const translator = new Translator(maker, numeration, work);
  const floors = states === 'automaton' ? given.slice(1) : given;
  const lemmas = floorLemmas(floors, numeration, maker, translator);
  let obligations;
  if (isGame) {
    const law = states === 'law' ? statement : automatonLaw(given[0], game, reader);
    obligations = lawObligations(game, law, maker, translator);
  } else obligations = formulaObligations(statement, states === 'true', maker, translator);

  // E1
  const sentence = sentenceOf(states, game, text, given, numeration);
  const walk = new Walk(maker, new Automata(numeration, work), numeration, reader, stepCount);
  const looked = fails === null ? obligations : obligations.filter((_, i) => i === fails.number);
  reader.demand(looked.length > 0, 'there is no such condition');
  walk.definitions([...lemmas, ...looked.map(({ formula }) => formula)]);
  reader.demand(floors.length === 0 || translator.floors.some((definition) => walk.isUsedOutsideLemmas(definition, looked)), 'the automata for floors are not used'); // O1
  for (const lemma of lemmas) reader.demand(walk.isEmpty(walk.relationOf(lemma)), 'the automata for floors are not right'); // E8
  for (const { words, formula, shown } of looked) {
    const relation = walk.relationOf(formula, shown);
    if (fails === null) reader.demand(walk.isEmpty(relation), () => `not shown: ${words}`); // E8
    else checkFails(relation, shown, fails.values, numeration, reader);
  }
  reader.demand(walk.steps === stepCount, 'there are steps that are not needed');
  reader.end();
  return fails === null ? sentence : failure(sentence, looked[0], fails.values, game);
}

function readBig(reader, word) {
  const value = reader.big(word);
  reader.demand(value < 2n ** 128n, 'a value is 2^128 or more');
  return value;
}

function readStatement(states, game, text) {
  if (states === 'automaton') return null;
  if (states === 'law') return readClaimTokens(game, tokensOf([text]));
  const parser = new Parser(tokensOf([text]), { functions: FUNCTIONS });
  const formula = parser.condition();
  parser.end();
  return formula;
}

/** L2: the automata, with their roles. */
function readAutomata(reader, numeration, states, work) {
  const count = reader.natural('automata', 0, 100);
  const list = [];
  for (let i = 0; i < count; i++) {
    const role = states === 'automaton' ? (i === 0 ? 'law' : `floor ${i - 1}`) : `floor ${i}`;
    reader.demand(reader.rest('automaton') === role, `the role "${role}" is expected here`);
    const from = reader.at;
    const automaton = readAutomaton(reader, numeration, work);
    list.push({ ...automaton, digest: sha256OfText(reader.lines.slice(from, reader.at).map((line) => line + '\n').join('')) });
  }
  reader.demand(states !== 'automaton' || count > 0, 'the automaton of the law is missing');
  return list;
}

function readAutomaton(reader, numeration, work) {
  const tracks = reader.natural('tracks', 0, 2 ** 32 - 1);
  const symbols = reader.naturals('symbols', 0, 1);
  const letters = numeration.letters(tracks);
  work.memory(8 * letters);
  work.step(letters);
  const classOf = Int32Array.from(reader.naturals('classes', 0, 2 ** 31));
  // A2
  reader.demand(classOf.length === letters, () => `${classOf.length} letters given, there are ${letters}`);
  reader.demand(symbols.length > 0, 'there is no state');
  let classes = 0;
  for (const c of classOf) {
    reader.demand(c <= classes, 'classes are not numbered as they first occur'); // A3
    if (c === classes) classes++;
  }
  work.memory(4 * classes * symbols.length);
  const table = new Int32Array(classes * symbols.length);
  let known = 1;
  for (let state = 0; state < symbols.length; state++) {
    const row = reader.naturals('row', 0, symbols.length - 1);
    reader.demand(row.length === classes, 'a row has a state for each class');
    reader.demand(state < known, 'a row stands before the first occurrence of its state'); // A3
    row.forEach((next, c) => {
      reader.demand(next <= known, 'states are not numbered as they first occur'); // A3
      if (next === known) known++;
      table[state * classes + c] = next;
    });
  }
  reader.demand(known === symbols.length, 'a state does not occur'); // A3
  const columns = new Set(Array.from({ length: classes }, (_, c) => symbols.map((_, state) => table[state * classes + c]).join()));
  reader.demand(columns.size === classes, 'two classes have the same column'); // A3
  // A4
  const zero = classOf[0];
  if (numeration.isLsd) {
    symbols.forEach((symbol, state) => reader.demand(symbol === symbols[table[state * classes + zero]], 'zeros behind a number change acceptance'));
  } else {
    let state = 0;
    for (let i = 0; i < numeration.period; i++) state = table[state * classes + zero];
    reader.demand(state === 0, 'zeros in front of a number change the state');
  }
  return { tracks, automaton: { classOf, classes, table, accepts: Uint8Array.from(symbols), states: symbols.length } };
}

function automatonLaw({ tracks, automaton }, game, reader) {
  const size = game.coordinates.length;
  reader.demand(tracks === size || tracks === size + 1, 'the tracks are the coordinates, or one more');
  return { kind: tracks > size ? 'grundy' : 'losing', automaton, tracks };
}

/** Works out formulas as relations, reading the steps of blocks (E1 to E7). */
class Walk {
  constructor(maker, automata, numeration, reader, stepCount) {
    Object.assign(this, { maker, automata, numeration, reader, stepCount });
    this.steps = 0;
    this.relations = new Map();
    const one = { classOf: new Int32Array(1), classes: 1, table: new Int32Array(1), accepts: Uint8Array.of(1), states: 1 };
    this.always = new Relation(one, []);
  }

  /** E1: each used definition in the order of their numbers. */
  definitions(formulas) {
    const used = this.usedBy(formulas);
    this.maker.definitions.forEach(({ parameters, body, automaton }, i) => {
      if (!used.has(i)) return;
      this.relations.set(i, automaton ? this.automata.on(automaton, parameters) : this.relationOf(body));
    });
  }

  usedBy(formulas) {
    const used = new Set();
    const visit = (formula) => {
      if (formula.kind === 'not') visit(formula.part);
      else if (formula.kind === 'block') formula.parts.forEach(visit);
      else if (formula.kind === 'call' && !used.has(formula.definition)) {
        used.add(formula.definition);
        const { body } = this.maker.definitions[formula.definition];
        if (body) visit(body);
      }
    };
    formulas.forEach(visit);
    return used;
  }

  isUsedOutsideLemmas(definition, looked) {
    return this.usedBy(looked.map(({ formula }) => formula)).has(definition);
  }

  isEmpty(relation) {
    for (let state = 0; state < relation.automaton.states; state++) if (relation.holds(state)) return false;
    return true;
  }

  /** E2, E3. `shown` are variables of an obligation's own block that are not forgotten. */
  relationOf(formula, shown = []) {
    if (formula.kind === 'not') return this.relationOf(formula.part).negated();
    if (formula.kind === 'atom') return this.automata.on(this.automata.basic(formula.relation, formula.numbers), formula.vars);
    if (formula.kind === 'call') return this.called(formula);
    return this.blockOf(formula, shown);
  }

  called({ definition, vars }) {
    const { parameters } = this.maker.definitions[definition];
    const relation = this.relations.get(definition);
    const list = relation.vars.map((v) => vars[parameters.indexOf(v)]);
    return this.automata.on(relation.automaton, list, relation.isNegated);
  }

  blockOf(formula, shown) {
    const { automata, reader } = this;
    const parts = formula.parts.map((part) => this.relationOf(part));
    if (this.numeration.isOst) {
      const vars = new Set([...formula.vars, ...formula.parts.flatMap((part) => [...freeVariables(part)])]);
      for (const v of [...vars].sort((a, b) => a - b)) parts.push(new Relation(automata.basic('allowed'), [v]));
    }
    if (parts.length === 0) return this.always; // E3
    const forgotten = new Set(formula.vars.filter((v) => !shown.includes(v)));
    const left = new Set(parts.keys());
    for (;;) {
      // E4
      if (left.size === 1) {
        const [last] = left;
        if (!parts[last].vars.some((v) => forgotten.has(v))) return parts[last];
      }
      reader.demand(this.steps < this.stepCount, 'there are too few steps');
      this.steps++;
      parts.push(this.step(parts, left, forgotten));
      left.add(parts.length - 1);
    }
  }

  step(parts, left, forgotten) {
    const { automata, reader } = this;
    const take = (number) => {
      reader.demand(left.has(number), () => `there is no part ${number} left`);
      left.delete(number);
      const part = parts[number];
      parts[number] = null;
      return part;
    };
    const kind = reader.peek();
    if (kind === 'join') {
      const [a, b] = reader.exactly('join', 2).map((word) => reader.number(word));
      reader.demand(a < b, 'the parts of a join are in order'); // E5
      const [first, second] = [take(a), take(b)];
      return automata.join(first, second, this.becomes());
    }
    const variable = reader.natural('forget');
    reader.demand(forgotten.has(variable), () => `the variable ${variable} is not to be forgotten`); // E6
    const holders = [...left].filter((number) => parts[number].vars.includes(variable));
    reader.demand(holders.length === 1, () => `the variable ${variable} is in ${holders.length} parts`); // E6
    const part = take(holders[0]);
    return automata.forget(part, variable, this.becomes());
  }

  becomes() {
    const numbers = this.reader.naturals('becomes', 0, 2 ** 32 - 1);
    this.reader.demand(numbers.length > 0, 'there are too few numbers in "becomes"');
    return numbers;
  }
}

/** E8, fails: the relation holds at the state to which the word of the values leads. */
function checkFails(relation, shown, values, numeration, reader) {
  reader.demand(values.length === shown.length, () => `${values.length} values given, there are ${shown.length} variables`); // E1
  const word = numeration.word(values);
  const { automaton, vars } = relation;
  const tracks = vars.map((v) => shown.indexOf(v));
  reader.demand(!tracks.includes(-1), 'a variable is not shown');
  let state = 0;
  for (const letter of word) {
    let own = 0;
    tracks.forEach((track, i) => {
      own += (Math.floor(letter / numeration.digits ** track) % numeration.digits) * numeration.digits ** i;
    });
    state = automaton.table[state * automaton.classes + automaton.classOf[own]];
  }
  reader.demand(relation.holds(state), 'the condition does not fail there');
}

/** L4. */
function sentenceOf(states, game, text, given, numeration) {
  if (states === 'law') return `${game.title}, at every position: ${text}`;
  if (states !== 'automaton') return `${text} is ${states}`;
  const { tracks, automaton, digest } = given[0];
  const named = `the automaton sha256:${digest} with ${automaton.states} states reading ${numeration.name}`;
  if (tracks > game.coordinates.length) return `${game.title}, at every position: the Grundy value is the one accepted by ${named}`;
  return `${game.title}, at every position: the player to move loses exactly where acceptance is given by ${named}`;
}

function failure(sentence, { words, names, isMeasure }, values, game) {
  const place = names.map((name, i) => `${name} = ${values[i]}`).join(', ');
  if (isMeasure) return `${game.title}: ${words.replace('the measure falls', 'the measure does not fall')} at ${place}`;
  return `false: ${sentence} ("${words}" fails${place === '' ? '' : ` at ${place}`})`;
}

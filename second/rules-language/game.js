// A rules text: statements, and the game they make with given parameters (rules-language, "Statements").

import { GREATEST_NUMBER, LanguageError, Parser, isReserved, tokensOf } from './parser.js';

const KEYWORDS = new Set(['game', 'param', 'position', 'move', 'order', 'claim']);

/**
 * Reads the lines of a rules text with the parameters in use (a map from names to numbers; missing ones keep their
 * defaults). Returns `{name, parameters, coordinates, domain, moves, moveTexts, order}`; domain and order may be null.
 */
export function readGame(lines, values = new Map()) {
  if (lines.reduce((sum, line) => sum + line.length + 1, 0) > 65536) throw new LanguageError('the text is longer than 65,536 bytes');
  const game = { name: null, parameters: new Map(), coordinates: [], domain: null, moves: [], moveTexts: [], order: null };
  const readers = { game: readName, param: readParam, position: readPosition, move: readMove, order: readOrder, claim: readClaim };
  for (const statement of statementsOf(lines)) readers[statement.keyword](game, statement, values);
  if (game.name === null) throw new LanguageError('the game has no name');
  if (game.coordinates.length === 0) throw new LanguageError('there is no "position"');
  return game;
}

/** A statement begins with its keyword, first on its line, and runs to the next one. */
function statementsOf(lines) {
  const statements = [];
  // The name of the game may hold hyphens.
  const tokens = tokensOf(lines.map((line) => line.replace(/^game .*/, 'game')));
  let line = -1;
  for (const token of tokens) {
    const isFirst = token.line !== line;
    line = token.line;
    if (isFirst && token.kind === 'word' && KEYWORDS.has(token.text)) statements.push({ keyword: token.text, tokens: [], line, end: line, lines });
    else if (statements.length === 0) throw new LanguageError('the text does not begin with a statement');
    else {
      statements[statements.length - 1].tokens.push(token);
      statements[statements.length - 1].end = line;
    }
  }
  return statements;
}

function readName(game, { tokens, line, lines }) {
  const match = /^game ([A-Za-z][A-Za-z0-9_-]{0,63})$/.exec(lines[line]);
  if (game.name !== null || !match || tokens.length > 0) throw new LanguageError('"game NAME" stands once, with letters, digits, "-" and "_"');
  tokensOf([match[1]]);
  game.name = match[1];
}

function readParam(game, { tokens }, values) {
  const parser = new Parser(tokens);
  const name = newName(game, parser);
  parser.expect('=');
  const token = parser.tokens[parser.at++];
  if (token?.kind !== 'number') parser.fail('a number is expected');
  parser.end();
  game.parameters.set(name, values.get(name) ?? Number(token.text));
}

function newName(game, parser) {
  const token = parser.tokens[parser.at];
  if (token?.kind !== 'word' || isReserved(token.text)) parser.fail('a name is expected');
  if (game.parameters.has(token.text) || game.coordinates.includes(token.text)) parser.fail(`"${token.text}" has a meaning already`);
  parser.at++;
  return token.text;
}

function readPosition(game, { tokens }) {
  if (game.coordinates.length > 0) throw new LanguageError('"position" stands once');
  const names = new Parser(tokens);
  do game.coordinates.push(newName(game, names));
  while (names.accept(','));
  if (game.coordinates.length > 8) names.fail('a position has at most 8 coordinates');
  if (names.accept('where')) {
    const parser = parserFor(game, tokens.slice(names.at));
    game.domain = parser.conditions();
    parser.end();
  } else names.end();
}

/** A parser that knows the coordinates and the parameters so far. */
export function parserFor(game, tokens, more = {}) {
  if (game.coordinates.length === 0) throw new LanguageError('"position" comes first');
  return new Parser(tokens, { names: game.coordinates, parameters: game.parameters, ...more });
}

function readMove(game, { tokens, line, end, lines }) {
  const parser = parserFor(game, tokens, { nexts: true });
  game.moves.push(parser.conditions());
  parser.end();
  game.moveTexts.push(lines.slice(line, end + 1).join(' ').slice('move '.length));
  for (const name of game.coordinates) {
    if (!tokens.some((token) => token.kind === 'next' && token.text === name)) parser.fail(`the move does not mention ${name}'`);
  }
}

function readOrder(game, { tokens }) {
  if (game.order !== null) throw new LanguageError('"order" stands once');
  const parser = parserFor(game, tokens);
  game.order = parser.term();
  parser.end();
}

/** Claims play no part, but must be readable. */
function readClaim(game, { tokens }) {
  readClaimTokens(game, tokens);
}

/** What stands after the word `claim`: `{kind: 'grundy' | 'losing' | 'condition', node}`. */
export function readClaimTokens(game, tokens) {
  const parser = parserFor(game, tokens);
  for (const kind of ['grundy', 'losing']) {
    if (!parser.is(kind)) continue;
    parser.at++;
    parser.expect('=');
    const node = kind === 'grundy' ? parser.term() : parser.conditions();
    parser.end();
    return { kind, node };
  }
  const node = parser.conditions();
  parser.end();
  return { kind: 'condition', node };
}

/** Reads `NAME=VALUE` words: every parameter of the text once, in order (README, R2). */
export function readParameters(words, lines) {
  const names = parameterNames(lines);
  if (names.length !== words.length) throw new LanguageError(`the text has ${names.length} parameters`);
  return new Map(
    words.map((word, i) => {
      const match = /^([^=]+)=(0|[1-9][0-9]*)$/.exec(word);
      if (!match || match[1] !== names[i] || Number(match[2]) > GREATEST_NUMBER) throw new LanguageError(`"${names[i]}=NUMBER" is expected`);
      return [match[1], Number(match[2])];
    }),
  );
}

/** The names of the parameters, in the order of the text; values play no part in this. */
function parameterNames(lines) {
  return statementsOf(lines).flatMap(({ keyword, tokens }) => (keyword === 'param' && tokens.length > 0 ? [tokens[0].text] : []));
}

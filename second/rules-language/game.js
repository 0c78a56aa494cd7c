// A rules text: statements, and the game they make with given parameters.

import { GREATEST_NUMBER, LanguageError, Parser, RESERVED, isCondition, tokensOf } from './parser.js';

const KEYWORDS = new Set(['game', 'param', 'position', 'move', 'order', 'claim']);

/**
 * Reads the lines of a rules text with the parameters in use (a map from names to numbers; missing ones keep their
 * defaults). Returns `{name, parameters, coordinates, domain, moves, order, claims}`.
 */
export function readGame(lines, values = new Map()) {
  if (lines.join('\n').length + 1 > 65536) throw new LanguageError('the text is longer than 64 KiB');
  const game = { name: null, parameters: new Map(), coordinates: [], domain: null, moves: [], order: null, claims: [] };
  for (const { keyword, tokens, line } of statementsOf(lines)) {
    const reader = { game: readName, param: readParam, position: readPosition, move: readMove, order: readOrder, claim: readClaim }[keyword];
    reader(game, tokens, { line, lines, values });
  }
  if (game.name === null) throw new LanguageError('the game has no name');
  if (game.coordinates.length === 0) throw new LanguageError('there is no position');
  return game;
}

/** A statement begins with its keyword at the start of a line and runs to the next keyword there. */
function statementsOf(lines) {
  const statements = [];
  // The name of the game may hold hyphens and is no token of the language.
  for (const token of tokensOf(lines.map((line) => line.replace(/^(game ).*/, '$1')))) {
    if (token.at === 0 && token.kind === 'word' && KEYWORDS.has(token.text)) statements.push({ keyword: token.text, tokens: [], line: token.line });
    else if (statements.length === 0) throw new LanguageError('the text does not begin with a statement');
    else statements[statements.length - 1].tokens.push(token);
  }
  return statements;
}

function readName(game, tokens, { line, lines }) {
  const match = /^game ([A-Za-z0-9-]+)$/.exec(lines[line]);
  if (game.name !== null || !match || tokens.length > 0) throw new LanguageError('"game NAME" stands once');
  game.name = match[1];
}

function readParam(game, tokens, { values }) {
  const parser = new Parser(tokens);
  const name = newName(game, parser);
  parser.expect('=');
  const value = parser.number().value;
  if (!parser.isAtEnd()) parser.fail('the statement should end');
  game.parameters.set(name, values.get(name) ?? value);
}

function newName(game, parser) {
  const token = parser.tokens[parser.at];
  if (token?.kind !== 'word' || RESERVED.has(token.text)) parser.fail('a name is expected');
  if (game.parameters.has(token.text) || game.coordinates.includes(token.text)) parser.fail(`"${token.text}" has a meaning already`);
  parser.at++;
  return token.text;
}

function readPosition(game, tokens) {
  if (game.coordinates.length > 0) throw new LanguageError('"position" stands once');
  const parser = new Parser(tokens, { parameters: game.parameters });
  do game.coordinates.push(newName(game, parser));
  while (parser.accept(','));
  if (game.coordinates.length > 8) parser.fail('a position has at most 8 coordinates');
  if (parser.accept('where')) {
    parser.names = new Set(game.coordinates);
    game.domain = parser.condition();
  }
  if (!parser.isAtEnd()) parser.fail('the statement should end');
}

function readMove(game, tokens) {
  if (game.coordinates.length === 0) throw new LanguageError('"position" comes before the moves');
  const names = new Set(game.coordinates);
  const parser = new Parser(tokens, { names, nexts: names, parameters: game.parameters });
  const conditions = [];
  do conditions.push(parser.condition());
  while (parser.accept(','));
  if (!parser.isAtEnd()) parser.fail('the statement should end');
  for (const name of game.coordinates) {
    if (!tokens.some((token) => token.kind === 'next' && token.text === name)) parser.fail(`the move does not mention ${name}'`);
  }
  game.moves.push(conditions);
}

function readOrder(game, tokens) {
  if (game.order !== null) throw new LanguageError('"order" stands once');
  const parser = new Parser(tokens, { names: new Set(game.coordinates), parameters: game.parameters });
  game.order = parser.term();
  if (!parser.isAtEnd()) parser.fail('the statement should end');
}

function readClaim(game, tokens) {
  const parser = new Parser(tokens, { names: new Set(game.coordinates), parameters: game.parameters });
  const named = tokens.length > 1 && tokens[1].text === '=' && ['grundy', 'losing'].includes(tokens[0].text) ? tokens[0].text : null;
  if (named) parser.at = 2;
  const node = parser.expression(0);
  if (isCondition(node) === (named === 'grundy')) parser.fail(named === 'grundy' ? 'a number is expected' : 'a condition is expected');
  if (!parser.isAtEnd()) parser.fail('the statement should end');
  game.claims.push({ kind: named ?? 'condition', node });
}

/** Reads `NAME=VALUE` words: every parameter of the text once, in order (README, R2). */
export function readParameters(words, lines) {
  const game = readGame(lines);
  const names = [...game.parameters.keys()];
  if (names.length !== words.length) throw new LanguageError(`the text has ${names.length} parameters`);
  return new Map(
    words.map((word, i) => {
      const match = /^([^=]+)=(0|[1-9][0-9]*)$/.exec(word);
      if (!match || match[1] !== names[i] || Number(match[2]) > GREATEST_NUMBER) throw new LanguageError(`"${names[i]}=NUMBER" is expected`);
      return [match[1], Number(match[2])];
    }),
  );
}

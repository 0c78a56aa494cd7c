// response: strategies of infinite Connect-Four that only answer and never lose.

import { checkStrategy, readStrategy } from '../response-strategy.js';

export function check(reader, { work }) {
  const strategy = readStrategy(reader);
  reader.end();
  checkStrategy(strategy, reader, work);
  return sentence(strategy);
}

function sentence({ board, stones, toMove, responder, excludes }) {
  const where = board.kind === 'widths' ? `width ${board.width}+${board.step}n` : board.width ? `${board.kind} ${board.width}` : board.kind;
  const position = stones.length === 0 ? 'none' : stones.map(({ side, column }) => side + column).join(' ');
  const what = excludes === 'both' ? 'nobody makes a four' : 'the other side makes no four';
  return `Connect-Four (${where}) with the stones ${position}, ${toMove} to move: ${responder} answers so that ${what}`;
}

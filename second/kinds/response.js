// response: strategies of infinite Connect-Four that only answer and never lose.

import { checkStrategy, readStrategy, strategySentence } from '../response-strategy.js';

export function check(reader, { work }) {
  const strategy = readStrategy(reader);
  reader.end();
  checkStrategy(strategy, reader, work);
  return strategySentence(strategy);
}

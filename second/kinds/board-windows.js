// board-windows: a finite rectangle shows every 4×4 square of an infinite board.
//
// Both boards are those of static response strategies. A square is written down as sixteen words: the side that is certain of a cell, or
// "zone" with the way to its partner if that is in the square.

import { checkStrategy, readStrategy, strategySentence } from '../response-strategy.js';
import { other } from '../infinite-four.js';
import { sha256OfText } from '../sha256.js';

export function check(reader, { work }) {
  const [first, last] = reader.exactly('columns', 2).map((word) => reader.number(word, -1e13, 1e13));
  const rows = reader.natural('rows', 4, 1000); // C2
  const isExchanged = reader.choice('exchanged', ['yes', 'no']) === 'yes';
  const [model, second] = [0, 1].map(() => {
    const from = reader.at;
    const strategy = readStrategy(reader);
    const digest = sha256OfText(reader.lines.slice(from, reader.at).map((line) => line + '\n').join(''));
    // C1
    reader.demand(strategy.board.kind === 'infinite' && strategy.root.kind === 'static' && strategy.opening === null, 'the strategy is static, on the infinite board, without an opening');
    return { strategy, digest, layout: checkStrategy(strategy, reader, work) };
  });
  reader.end();

  reader.demand(model.layout.from <= first && last <= model.layout.to && last - first >= 3, 'the rectangle is out of range'); // C2
  const found = new Set();
  for (let column = first; column + 3 <= last; column++) {
    for (let row = 1; row + 3 <= rows; row++) {
      work.step(1000);
      work.memory(300);
      found.add(square(model.layout, column, row, false, false));
      found.add(square(model.layout, column, row, true, false));
    }
  }
  // C3
  const { layout } = second;
  for (let column = layout.from; column <= layout.to; column++) {
    for (let row = 1; row <= layout.top + 2; row++) {
      work.step(500);
      reader.demand(found.has(square(layout, column, row, false, isExchanged)), () => `the square at ${column},${row} is not in the rectangle`);
    }
  }
  const name = ({ digest, strategy }) => `the strategy sha256:${digest} (${strategySentence(strategy)})`;
  return `every 4x4 square of ${name(second)}${isExchanged ? ', X and O exchanged,' : ''} occurs, as it is or mirrored, in columns ${first} to ${last} and rows 1 to ${rows} of ${name(model)}`;
}

function square(layout, column, row, isMirrored, isExchanged) {
  const words = [];
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) {
      const at = [column + (isMirrored ? 3 - c : c), row + r];
      const owner = layout.certain(at[0], at[1]);
      if (owner !== null) words.push(isExchanged ? other(owner) : owner);
      else words.push(`zone${wayToPartner(layout, at, column, row, isMirrored)}`);
    }
  }
  return words.join(' ');
}

function wayToPartner(layout, at, column, row, isMirrored) {
  const pair = layout.partners.get(at.join(','));
  if (pair === undefined) return '';
  const [c, r] = pair.cell;
  if (c < column || c > column + 3 || r < row || r > row + 3) return '';
  return `${isMirrored ? at[0] - c : c - at[0]},${r - at[1]}`;
}

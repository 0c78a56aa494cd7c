// board-windows: a finite rectangle shows every 4×4 square of an infinite board.
//
// Both boards are those of static response strategies. A square is written down as sixteen words: the side that is certain of a cell, or
// where in the square the partner of a zone cell is.

import { certain, checkStrategy, readStrategy } from '../response-strategy.js';
import { other } from '../infinite-four.js';

export function check(reader, { work }) {
  const [first, last] = reader.exactly('columns', 2).map((word) => reader.number(word, -1e6, 1e6));
  const rows = reader.natural('rows', 4, 1000);
  const exchanged = reader.choice('exchanged', ['yes', 'no']) === 'yes';
  reader.demand(last - first >= 3 && last - first < 10000, 'the rectangle has at least four columns');
  const [shown, looked] = [0, 1].map(() => {
    const strategy = readStrategy(reader);
    reader.demand(strategy.board.kind === 'infinite', 'the board is infinite');
    reader.demand(strategy.toMove !== strategy.responder, 'the opponent is to move');
    return { strategy, picture: checkStrategy(strategy, reader, work) };
  });
  reader.end();

  const found = new Set();
  reader.demand(shown.picture.first <= first && last <= shown.picture.last, 'the rectangle goes beyond what repeats');
  for (let column = first; column + 3 <= last; column++) {
    for (let row = 1; row + 3 <= rows; row++) {
      work.step(200);
      for (const reflected of [false, true]) found.add(square(shown, column, row, reflected, exchanged));
    }
  }
  let top = 0;
  for (const zone of looked.picture.zones.values()) top = Math.max(top, zone);
  for (let column = looked.picture.lineFirst; column <= looked.picture.lineLast; column++) {
    for (let row = 1; row <= top + 3; row++) {
      work.step(200);
      reader.demand(found.has(square(looked, column, row, false, false)), () => `the square at ${column},${row} is not in the rectangle`);
    }
  }
  return `every square of four columns and four rows of the second board occurs in columns ${first} to ${last} and rows 1 to ${rows} of the first`;
}

function square({ strategy, picture }, column, row, reflected, exchanged) {
  const words = [];
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) {
      const at = [column + (reflected ? 3 - c : c), row + r];
      const owner = certain(picture, strategy.position, at[0], at[1], strategy.responder);
      if (owner !== null) words.push(exchanged ? other(owner) : owner);
      else words.push(partnerIn(picture, at, column, row, reflected));
    }
  }
  return words.join(' ');
}

function partnerIn(picture, at, column, row, reflected) {
  const pair = picture.partners.get(at.join(','));
  if (pair === undefined) return 'alone';
  const [c, r] = pair.partner.split(',').map(Number);
  if (c < column || c > column + 3 || r < row || r > row + 3) return 'out';
  return `${reflected ? 3 - (c - column) : c - column},${r - row}`;
}

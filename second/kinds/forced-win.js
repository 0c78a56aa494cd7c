// forced-win: one side of infinite Connect-Four wins by threats alone.
//
// The line is played out. Before each stone of the other side the winner threatens to make a four; with one threat the stone must
// stop it, with two nothing does, and the other side has no four of its own.

import { GREATEST_COLUMN, Stones, other, readStones } from '../infinite-four.js';

export function check(reader, { work }) {
  const start = readStones(reader, reader.words('stones'));
  const toMove = reader.choice('to-move', ['X', 'O']);
  const winner = reader.choice('winner', ['X', 'O']);
  const plies = reader.natural('plies', 1);
  const line = readStones(reader, reader.words('line'));
  reader.end();
  reader.demand(line.length === plies, () => `${line.length} stones given, the claim has ${plies} plies`);

  const stones = new Stones();
  work.step(1000 * (start.length + line.length) * (1 + start.length + line.length));
  for (const { side, column } of start) {
    stones.drop(side, column);
    reader.demand(!stones.makesFour(side, column, stones.height(column)), 'there is a four at the start');
  }
  const loser = other(winner);
  let side = toMove;
  line.forEach((stone, i) => {
    reader.demand(stone.side === side, () => `ply ${i + 1}: ${side} is to move`);
    if (side === loser) {
      reader.demand(stones.winningColumns(loser).length === 0, () => `ply ${i + 1}: ${loser} can make a four`);
      const threats = stones.winningColumns(winner).filter((column) => Math.abs(column) <= GREATEST_COLUMN);
      reader.demand(threats.length > 0, () => `ply ${i + 1}: ${winner} threatens nothing`);
      reader.demand(threats.length > 1 || threats[0] === stone.column, () => `ply ${i + 1}: the threat in column ${threats[0]} is not stopped`);
    }
    stones.drop(side, stone.column);
    const isFour = stones.makesFour(side, stone.column, stones.height(stone.column));
    reader.demand(isFour === (i === plies - 1), () => (isFour ? `ply ${i + 1} makes a four already` : 'the last stone makes no four'));
    side = other(side);
  });
  reader.demand(line[plies - 1].side === winner, `the last stone is not ${winner}'s`);
  const position = start.length === 0 ? 'none' : start.map((stone) => stone.side + stone.column).join(' ');
  return `infinite Connect-Four with the stones ${position}, ${toMove} to move: ${winner} makes a four within ${plies} plies, whatever the other does`;
}

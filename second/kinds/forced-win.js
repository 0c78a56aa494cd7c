// forced-win: one side of infinite Connect-Four wins by threats alone.
//
// The line is played out. Before each stone of the defender the winner threatens to make a four; with one threat the stone must
// stop it, with two nothing does, and the defender has no threat.

import { Stones, describeStones, other, readStones } from '../infinite-four.js';

export function check(reader, { work }) {
  const start = readStones(reader, reader.words('stones'));
  const toMove = reader.choice('to-move', ['X', 'O']);
  const winner = reader.choice('winner', ['X', 'O']);
  const plies = reader.natural('plies');
  const line = readStones(reader, reader.words('line'));
  reader.end();
  reader.demand(line.length === plies && plies > 0, () => `${line.length} stones given, the claim has ${plies} plies`); // C1

  const stones = new Stones();
  for (const { side, column } of start) {
    work.step(1000);
    stones.drop(side, column);
    reader.demand(!stones.topMakesFour(column), 'there is a four at the start'); // C2
  }
  const defender = other(winner);
  let side = toMove;
  line.forEach((stone, i) => {
    reader.demand(stone.side === side, () => `ply ${i + 1}: ${side} is to move`); // C3
    if (side === defender) {
      // C4
      work.step(10000 * (1 + stones.columns.size));
      reader.demand(stones.threats(defender).length === 0, () => `ply ${i + 1}: ${defender} can make a four`);
      const threats = stones.threats(winner);
      reader.demand(threats.length > 0, () => `ply ${i + 1}: ${winner} threatens nothing`);
      reader.demand(threats.length > 1 || threats[0] === stone.column, () => `ply ${i + 1}: the threat in column ${threats[0]} is not stopped`);
    }
    stones.drop(side, stone.column);
    const isFour = stones.topMakesFour(stone.column);
    reader.demand(isFour === (i === plies - 1), () => (isFour ? `ply ${i + 1} makes a four already` : 'the last stone makes no four')); // C5
    side = other(side);
  });
  reader.demand(line[plies - 1].side === winner, () => `the last stone is not ${winner}'s`); // C5
  return `infinite Connect-Four, after ${describeStones(start)}, ${toMove} to move: whatever ${defender} does, ${winner} can make a four within the next ${plies} stones of both sides`;
}

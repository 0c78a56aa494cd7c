// grundy-box: the Grundy values of all positions in a box.
//
// Every place is looked at: it is a position or not as the table says, its options lower the measure and lie in the table, and its
// value is the mex of theirs. Games whose moves are rays and single steps are checked with one set of values per line.

import { Mex } from '../mex.js';
import { Moves } from '../rules-language/moves.js';
import { inLanguage, readRules } from '../rules-text.js';
import { sha256 } from '../sha256.js';
import { raysOf, checkRays } from '../rays.js';

const NO_POSITION = 0xffffffff;

export function check(reader, { work, sideFile }) {
  const game = readRules(reader);
  const shape = reader.naturals('shape', 1);
  reader.demand(shape.length === game.coordinates.length, 'the shape has a number for each coordinate'); // C1
  const size = shape.reduce((product, length) => product * length, 1);
  reader.demand(size <= 2 ** 32, 'the box is larger than any certificate');
  const values = readValues(reader, shape, size, sideFile, work);
  reader.end();

  const moves = inLanguage(reader, () => new Moves(game, work)); // C3
  const rays = raysOf(game);
  if (rays !== null) checkRays(rays, shape, values, reader, work);
  else checkAll(moves, shape, values, reader, work);
  return `${game.title}: the Grundy values of all positions in the box ${shape.join(' x ')}`;
}

function readValues(reader, shape, size, sideFile, work) {
  work.memory(4 * size);
  if (reader.peek() === 'side-file') {
    const [digest, width] = reader.exactly('side-file', 2);
    reader.demand(/^[0-9a-f]{64}$/.test(digest), 'a digest is expected');
    reader.demand(width === '2' || width === '4', 'the width is 2 or 4');
    const bytes = sideFile(`${digest}.values`);
    reader.demand(bytes, `the side file ${digest}.values is not there`);
    work.step(2 * bytes.length);
    reader.demand(bytes.length === size * Number(width), 'the side file has another length');
    reader.demand(sha256(bytes) === digest, 'the side file has another digest');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const values = new Uint32Array(size);
    for (let i = 0; i < size; i++) {
      if (width === '4') values[i] = view.getUint32(4 * i, true);
      else {
        const value = view.getUint16(2 * i, true);
        values[i] = value === 0xffff ? NO_POSITION : value;
      }
    }
    const isNarrow = values.every((value) => value <= 65534 || value === NO_POSITION);
    reader.demand(isNarrow === (width === '2'), 'the width is 2 exactly if every value is at most 65534');
    return values;
  }
  const words = reader.wrapped('values', shape[shape.length - 1]);
  reader.demand(words.length === size, () => `${words.length} values given, the box has ${size}`); // C2
  return Uint32Array.from(words, (word) => (word === '.' ? NO_POSITION : reader.number(word, 0, NO_POSITION - 1)));
}

function checkAll(moves, shape, values, reader, work) {
  const tuple = shape.map(() => 0);
  let largest = 0;
  for (const value of values) if (value !== NO_POSITION && value > largest) largest = value;
  // No value can exceed the number of positions.
  reader.demand(largest < values.length, 'a value is larger than the box');
  const mex = new Mex(largest + 1);
  for (let index = 0; index < values.length; index++) {
    const place = () => `(${tuple.join(', ')})`;
    work.step(10);
    const isPosition = moves.isPosition(tuple);
    // C4
    reader.demand(isPosition === (values[index] !== NO_POSITION), () => `${place()} is ${isPosition ? 'a' : 'no'} position`);
    if (isPosition) {
      mex.clear();
      const measure = moves.measureHere(moves.env);
      moves.forEachOption(tuple, (env, there) => {
        // C5
        reader.demand(moves.measureThere(env) < measure && measure >= 0 && moves.measureThere(env) >= 0, () => `a move from ${place()} does not lower the measure`);
        let option = 0;
        for (let i = 0; i < there.length; i++) {
          const value = env[there[i]];
          // C6
          reader.demand(value < shape[i], () => `a move from ${place()} leaves the box`);
          option = option * shape[i] + value;
        }
        mex.add(values[option]);
      });
      // C7
      reader.demand(values[index] === mex.value(), () => `${place()}: value ${values[index]} given, the rules give ${mex.value()}`);
    }
    for (let i = tuple.length - 1; i >= 0; i--) {
      if (++tuple[i] < shape[i]) break;
      tuple[i] = 0;
    }
  }
}

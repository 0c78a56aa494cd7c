// grundy-period: the Grundy sequence of a subtraction game, for ever.
//
// The values of one preperiod and one period are given, and continued periodically. Every value up to one largest take
// beyond must be the mex of its options; further on the options repeat, and so does the mex.

import { Mex } from '../mex.js';

export function check(reader, { work }) {
  const takes = reader.naturals('takes', 1, 1_000_000); // line 1
  reader.demand(takes.length > 0, 'no take is given');
  reader.demand(takes.every((take, i) => i === 0 || takes[i - 1] < take), 'the takes do not increase');
  const { preperiod, period, values } = readPeriod(reader);
  reader.end();

  // C3
  const largest = takes[takes.length - 1];
  const count = preperiod + period + largest;
  const valueAt = periodic(preperiod, period, values, count, work);
  const mex = new Mex(takes.length + 1);
  for (let heap = 0; heap < count; heap++) {
    mex.clear();
    work.step(1 + takes.length);
    for (const take of takes) {
      if (take > heap) break;
      mex.add(valueAt[heap - take]);
    }
    reader.demand(valueAt[heap] === mex.value(), () => `heap ${heap}: value ${valueAt[heap]} given, the rules give ${mex.value()}`);
  }
  return `the subtraction game of taking ${takes.join(', ')}: from heap ${preperiod} on the Grundy values repeat with period ${period}`;
}

/** The lines `preperiod`, `period` and `values`: exactly preperiod + period values, 32 on a line. */
export function readPeriod(reader) {
  const preperiod = reader.natural('preperiod');
  const period = reader.natural('period', 1); // C1
  const values = reader.wrapped('values', 32).map((word) => reader.number(word, 0, 0xffffffff));
  reader.demand(values.length === preperiod + period, () => `${values.length} values given, the claim needs ${preperiod + period}`); // C2
  return { preperiod, period, values };
}

/** The first `count` values of the sequence that the claim describes. */
export function periodic(preperiod, period, values, count, work) {
  work.step(count);
  work.memory(4 * count);
  const all = new Uint32Array(count);
  for (let n = 0; n < count; n++) all[n] = n < values.length ? values[n] : all[n - period];
  return all;
}

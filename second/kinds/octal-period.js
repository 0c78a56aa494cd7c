// octal-period: the Grundy sequence of an octal game, for ever.
//
// As for subtraction games, but a move may leave two heaps, so values are looked at up to twice the length given.

import { Mex } from '../mex.js';
import { periodic, readPeriod } from './grundy-period.js';

export function check(reader, { work }) {
  const code = reader.word('code');
  reader.demand(/^([04]\.[0-7]{0,62}[1-7]|4\.0)$/.test(code), 'not an octal code'); // line 1
  const digits = code === '4.0' ? [4] : [Number(code[0]), ...Array.from(code.slice(2), Number)];
  const { preperiod, period, values } = readPeriod(reader);
  reader.end();

  // C3
  const largest = digits.length - 1;
  const count = 2 * preperiod + 2 * period + largest + 2;
  const valueAt = periodic(preperiod, period, values, count, work);
  // A mex is at most the number of options, and at most the least power of two above all values.
  let power = 1;
  for (const value of values) while (power <= value) power *= 2;
  const size = Math.min(digits.length * (count / 2 + 2), power);
  work.memory(8 * size);
  const mex = new Mex(Math.ceil(size));
  for (let heap = 0; heap < count; heap++) {
    mex.clear();
    work.step(1);
    for (let take = 0; take < digits.length && take <= heap; take++) {
      const digit = digits[take];
      const left = heap - take;
      if (digit & 1 && left === 0) mex.add(0);
      if (digit & 2 && left > 0) mex.add(valueAt[left]);
      if (digit & 4) {
        work.step(left / 2);
        for (let part = 1; 2 * part <= left; part++) mex.add((valueAt[part] ^ valueAt[left - part]) >>> 0);
      }
    }
    reader.demand(valueAt[heap] === mex.value(), () => `heap ${heap}: value ${valueAt[heap]} given, the rules give ${mex.value()}`);
  }
  return `the octal game ${code}: from heap ${preperiod} on the Grundy values repeat with period ${period}`;
}

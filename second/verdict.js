// Verdicts, and the two ways in which a check ends before its end.
//
// A check either returns its sentence, or throws `Refused` (the text is no certificate, or its evidence is not
// enough) or `GaveUp` (more steps or memory than it was given). README, section "Verdicts".

export class Refused extends Error {}
export class GaveUp extends Error {}

/** Refuses, with the reason. */
export function refuse(reason) {
  throw new Refused(reason);
}

/** Refuses unless `condition` holds. The reason is a string, or a function that makes it. */
export function demand(condition, reason) {
  if (!condition) refuse(typeof reason === 'function' ? reason() : reason);
}

/** Exit codes by verdict, in the order in which the first one that occurs is taken (README, "Verdicts"). */
export const EXIT_CODES = [['unreadable', 2], ['refused', 1], ['gave-up', 3], ['counted', 4], ['accepted', 0]];

export function exitCode(verdicts) {
  for (const [verdict, code] of EXIT_CODES) if (verdicts.includes(verdict)) return code;
  return 0;
}

/** The account of steps and memory. One step is about ten nanoseconds of work. */
export class Work {
  constructor(steps, memory) {
    this.limit = steps;
    this.left = steps;
    this.memoryLimit = memory;
    this.memoryLeft = memory;
  }

  step(count) {
    this.left -= count;
    if (!(this.left >= 0)) throw new GaveUp(`needs more than ${this.limit} steps`);
  }

  memory(bytes) {
    this.memoryLeft -= bytes;
    if (!(this.memoryLeft >= 0)) throw new GaveUp(`needs more than ${this.memoryLimit} bytes of memory`);
  }

  release(bytes) {
    this.memoryLeft += bytes;
  }
}

/** A text in which no control character, line feed or other sign beyond printable ASCII is left. */
export function escaped(text) {
  let out = '';
  for (const sign of text) {
    const code = sign.codePointAt(0);
    out += code >= 32 && code <= 126 && sign !== '\\' ? sign : sign === '\\' ? '\\\\' : `\\u{${code.toString(16)}}`;
  }
  return out;
}

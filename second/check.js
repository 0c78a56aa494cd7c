// The second checker of certificates, written from docs/formats and docs/rules-language.md alone.
//
// `check(text, {sideFile, steps, memory})` decides one certificate and returns `{verdict, claim, reason}`. It reads plain
// text (a string or an array of bytes), prints nothing, and imports nothing but the files beside it, so it runs in
// a page as well as on the command line. `sideFile(name)` hands over the bytes of a side file, or null.

import { GaveUp, Refused, Work, refuse } from './verdict.js';
import { Reader, openText } from './text.js';
import { KINDS } from './kinds.js';

export const DEFAULT_STEPS = 1.2e10; // about 120 seconds
export const DEFAULT_MEMORY = 2e9;

export function check(text, { sideFile = () => null, steps = DEFAULT_STEPS, memory = DEFAULT_MEMORY } = {}) {
  const work = new Work(steps, memory);
  try {
    const { version, kind, lines } = openText(text, work);
    const entry = Object.hasOwn(KINDS, kind) ? KINDS[kind] : refuse(`there is no kind "${kind}"`); // T3
    if (entry.version !== version) refuse(`version ${version} of kind "${kind}" is not known`); // T2
    const reader = new Reader(lines);
    const result = entry.check(reader, { work, sideFile });
    const { verdict = 'accepted', claim } = typeof result === 'string' ? { claim: result } : result;
    return { verdict, claim, reason: null };
  } catch (error) {
    if (error instanceof Refused) return { verdict: 'refused', claim: null, reason: error.message };
    if (error instanceof GaveUp) return { verdict: 'gave-up', claim: null, reason: error.message };
    // The stack or an array was too small for what the file asks: nothing is decided.
    if (error instanceof RangeError) return { verdict: 'gave-up', claim: null, reason: `out of room: ${error.message}` };
    throw error;
  }
}

// The text of a certificate: README, paragraphs T1 to T8.
//
// Reading is strict: a line is taken only if it has the one spelling it may have. The reader of a kind asks for its
// lines one after the other by keyword; `end` refuses what is left over.

import { demand, refuse } from './verdict.js';
import { asciiBytes, sha256 } from './sha256.js';

/** Checks T1 to T4 and returns `{version, kind, lines}`; `input` is a string or an array of bytes. */
export function openText(input, work) {
  const bytes = typeof input === 'string' ? bytesOfString(input) : input;
  work.memory(10 * bytes.length); // the text, its lines, and their words
  work.step(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    demand(byte === 10 || (byte >= 32 && byte <= 126), () => `byte ${i} is neither printable ASCII nor a line feed`); // T1
  }
  demand(bytes.length > 0 && bytes[bytes.length - 1] === 10, 'the last line does not end with a line feed'); // T1
  const text = typeof input === 'string' ? input : new TextDecoder('latin1').decode(bytes);
  const last = text.lastIndexOf('\n', text.length - 2) + 1;
  const match = /^hissho-certificate (1|2)\nkind ([a-z-]+)\n/.exec(text.slice(0, 200)); // T2, T3
  demand(match && last >= match[0].length, 'does not begin with the lines "hissho-certificate VERSION" and "kind KIND"');
  const digest = /^sha256 ([0-9a-f]{64})\n$/.exec(text.slice(last)); // T4
  demand(digest, 'the last line is not "sha256" and 64 hexadecimal digits');
  const found = sha256(bytes.subarray(0, last));
  demand(found === digest[1], () => `the digest of the text is ${found}`);
  const body = text.slice(match[0].length, last);
  const lines = body === '' ? [] : body.slice(0, -1).split('\n');
  return { version: Number(match[1]), kind: match[2], lines };
}

function bytesOfString(text) {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) refuse(`sign ${i} is not ASCII`); // T1
  return asciiBytes(text);
}

/** The lines of the kind, taken one after the other. */
export class Reader {
  constructor(lines) {
    this.lines = lines;
    this.at = 0;
  }

  /** Where we are, for refusals: the line that was taken last. */
  place() {
    return `line ${this.at + 2}`;
  }

  refuse(reason) {
    refuse(`${this.place()}: ${reason}`);
  }

  demand(condition, reason) {
    if (!condition) this.refuse(typeof reason === 'function' ? reason() : reason);
  }

  isAtEnd() {
    return this.at === this.lines.length;
  }

  /** The keyword of the next line; null at the end. */
  peek() {
    if (this.isAtEnd()) return null;
    const line = this.lines[this.at];
    const space = line.indexOf(' ');
    return space < 0 ? line : line.slice(0, space);
  }

  /** The next line as it is. */
  raw() {
    if (this.isAtEnd()) refuse('the certificate ends too early'); // T5
    return this.lines[this.at++];
  }

  /** The next line, which must begin with `keyword`, without it: T5. The empty string if the keyword stands alone. */
  rest(keyword) {
    const line = this.raw();
    if (line === keyword) return '';
    this.demand(line.startsWith(keyword + ' ') && line.length > keyword.length + 1, `a line "${keyword}" is expected here`);
    return line.slice(keyword.length + 1);
  }

  /** The words of the next line behind its keyword: T6. */
  words(keyword) {
    const rest = this.rest(keyword);
    if (rest === '') return [];
    const words = rest.split(' ');
    for (const word of words) this.demand(word !== '', 'two spaces together, or one at the end');
    return words;
  }

  /** The words of a line that has exactly `count` of them. */
  exactly(keyword, count) {
    const words = this.words(keyword);
    this.demand(words.length === count, `"${keyword}" takes ${count} word${count === 1 ? '' : 's'}`);
    return words;
  }

  word(keyword) {
    return this.exactly(keyword, 1)[0];
  }

  /** A line of one keyword. */
  alone(keyword) {
    this.exactly(keyword, 0);
  }

  /** One of the given words. */
  choice(keyword, choices) {
    const word = this.word(keyword);
    this.demand(choices.includes(word), `"${keyword}" is one of ${choices.join(', ')}`);
    return word;
  }

  natural(keyword, least = 0, most = Number.MAX_SAFE_INTEGER) {
    return this.number(this.word(keyword), least, most);
  }

  naturals(keyword, least = 0, most = Number.MAX_SAFE_INTEGER) {
    return this.words(keyword).map((word) => this.number(word, least, most));
  }

  /** A number of natural spelling (T7) within bounds; negative ones if `least` is below 0. */
  number(word, least = 0, most = Number.MAX_SAFE_INTEGER) {
    this.demand(/^(0|-?[1-9][0-9]*)$/.test(word), () => `"${word.slice(0, 40)}" is no number`);
    const value = Number(word);
    this.demand(Number.isSafeInteger(value) && value >= least && value <= most, () => `${word.slice(0, 40)} is not from ${least} to ${most}`);
    return value;
  }

  /** A number of any size (T7), not negative. */
  big(word) {
    this.demand(/^(0|[1-9][0-9]*)$/.test(word), () => `"${word.slice(0, 40)}" is no number`);
    return BigInt(word);
  }

  /** A block (T8): `keyword N` and N lines as they are. */
  block(keyword) {
    const count = this.natural(keyword);
    this.demand(this.at + count <= this.lines.length, 'the block is longer than the certificate');
    this.at += count;
    return this.lines.slice(this.at - count, this.at);
  }

  /**
   * A list of words on lines of `perLine` words each, the last one shorter; an empty list is one line with the keyword
   * alone if `emptyLine`, else no line.
   */
  wrapped(keyword, perLine, emptyLine = false) {
    const all = [];
    if (emptyLine && this.lines[this.at] === keyword) {
      this.at++;
      return all;
    }
    let full = true;
    while (this.peek() === keyword) {
      const words = this.words(keyword);
      this.demand(full && words.length >= 1 && words.length <= perLine, `"${keyword}" has ${perLine} words on each line but the last`);
      full = words.length === perLine;
      for (const word of words) all.push(word);
    }
    return all;
  }

  /** Nothing may follow: T5. */
  end() {
    if (!this.isAtEnd()) {
      this.at++;
      this.refuse('nothing more is expected here');
    }
  }
}

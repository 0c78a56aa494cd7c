// Reads the part of Fluent (projectfluent.org) that the messages use: `key = text`, continued lines, `{ $name }`, and
// `{ $name -> [one] … *[other] … }` on numbers and words. Anything else in braces is an error with its line.

/** The messages of a text: a map from key to pattern. */
export function parse(source) {
  const messages = new Map();
  let key = null;
  let lines = [];
  const close = (number) => {
    if (key !== null) messages.set(key, pattern(lines.join('\n').trim(), number));
    key = null;
    lines = [];
  };
  source.split('\n').forEach((line, index) => {
    const start = /^([a-zA-Z][\w-]*)\s*=\s?(.*)$/.exec(line);
    if (start) {
      close(index);
      if (messages.has(start[1])) throw new Error(`line ${index + 1}: ${start[1]} is said twice`);
      [, key] = start;
      lines = [start[2]];
    } else if (key !== null && (/^\s+\S/.test(line) || line.trim() === '')) {
      lines.push(line.trim());
    } else if (line.startsWith('#') || line.trim() === '') {
      close(index);
    } else {
      throw new Error(`line ${index + 1}: neither a message nor a comment: ${line}`);
    }
  });
  close(source.length);
  return messages;
}

/** A pattern: texts, names and choices in order. */
function pattern(text, line) {
  const parts = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{', at);
    if (open < 0) { parts.push(text.slice(at)); break; }
    if (open > at) parts.push(text.slice(at, open));
    let depth = 1;
    let end = open + 1;
    for (; end < text.length && depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    if (depth > 0) throw new Error(`before line ${line}: a brace is not closed`);
    parts.push(placeable(text.slice(open + 1, end - 1).trim(), line));
    at = end;
  }
  return parts;
}

function placeable(inside, line) {
  const literal = /^"([^"]*)"$/.exec(inside);
  if (literal) return literal[1];
  const name = /^\$([\w-]+)\s*(->)?/.exec(inside);
  if (!name) throw new Error(`before line ${line}: { ${inside} } is not understood`);
  if (!name[2]) {
    if (name[0].length !== inside.length) throw new Error(`before line ${line}: { ${inside} } is not understood`);
    return { name: name[1] };
  }
  const variants = inside.slice(name[0].length).split(/\n(?=\*?\[[\w-]+\])/).filter((one) => one.trim());
  const choices = variants.map((one) => {
    const read = /^\s*(\*?)\[([\w-]+)\]\s*([\s\S]*)$/.exec(one);
    if (!read) throw new Error(`before line ${line}: ${one} is no choice`);
    return { usual: read[1] === '*', when: read[2], then: pattern(read[3].trim(), line) };
  });
  if (!choices.some((choice) => choice.usual)) throw new Error(`before line ${line}: no choice has a star`);
  return { name: name[1], choices };
}

/** The text of a pattern; numbers are written as the language does. */
export function format(parts, values, language) {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    const value = values[part.name];
    if (!part.choices) return value === undefined ? `{$${part.name}}` : String(value);
    const plural = typeof value === 'number' ? new Intl.PluralRules(language).select(value) : '';
    const chosen = part.choices.find((choice) => choice.when === String(value))
      ?? part.choices.find((choice) => choice.when === plural) ?? part.choices.find((choice) => choice.usual);
    return format(chosen.then, values, language);
  }).join('');
}

/** The names that a pattern needs, sorted; for comparing languages. */
export function names(parts) {
  const all = parts.filter((part) => typeof part !== 'string')
    .flatMap((part) => [part.name, ...(part.choices ?? []).flatMap((choice) => names(choice.then))]);
  return [...new Set(all)].sort();
}

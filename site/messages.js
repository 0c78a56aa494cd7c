// The language of the page: `?lang=` over the cookie over the browser's own.

import { format, parse } from './fluent.js';

export const LANGUAGES = ['en', 'ja'];
let messages = new Map();
export let language = 'en';

function wanted() {
  const asked = new URLSearchParams(location.search).get('lang');
  const kept = /(?:^|; )lang=(\w+)/.exec(document.cookie)?.[1];
  const browser = navigator.languages.map((one) => one.slice(0, 2));
  return [asked, kept, ...browser].find((one) => LANGUAGES.includes(one)) ?? 'en';
}

/** Loads the messages of a language, the wanted one unless it is said. */
export async function load(chosen = wanted()) {
  const response = await fetch(new URL(`./messages/${chosen}.ftl`, import.meta.url));
  if (!response.ok) throw new Error(`messages/${chosen}.ftl: ${response.status}`);
  messages = parse(await response.text());
  language = chosen;
  document.documentElement.lang = chosen;
}

/** Changes the language and remembers it. */
export async function choose(chosen) {
  document.cookie = `lang=${chosen}; path=/; max-age=31536000; SameSite=Strict`;
  const address = new URL(location.href);
  if (address.searchParams.has('lang')) {
    address.searchParams.delete('lang');
    history.replaceState(null, '', address);
  }
  await load(chosen);
}

/** A message. */
export function t(key, values = {}) {
  const found = messages.get(key);
  return found ? format(found, values, language) : key;
}

/** Whether there is such a message. */
export const has = (key) => messages.has(key);

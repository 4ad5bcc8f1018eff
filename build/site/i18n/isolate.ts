import { type LanguageTag, languageOf } from "./languages.ts";
import type { Say } from "./translations.ts";

/** First strong isolate and its end (Unicode Standard Annex 9): the direction inside is that of the first letter. */
const [ISOLATE, POP] = ["\u2068", "\u2069"];

/**
 * In a language that is written from right to left, each value of a text stands by itself: without it `7.1 × 10¹⁷ J` and
 * names of places in Latin letters come apart.
 */
export function isolating<Key extends string>(say: Say<Key>, language: LanguageTag): Say<Key> {
  if (languageOf(language).dir === "ltr") return say;
  const isolated = (key: Key, values: Readonly<Record<string, string | number>> = {}) =>
    say(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${ISOLATE}${value}${POP}`])));
  return Object.assign(isolated, { html: (...given: Parameters<typeof say.html>) => say.html(...given) });
}

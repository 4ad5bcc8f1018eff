import { type LanguageTag, languageOf } from "./languages.ts";
import type { Translate } from "./translations.ts";

/** First strong isolate and its end (Unicode Standard Annex 9): the direction inside is that of the first letter. */
const [ISOLATE, POP] = ["\u2068", "\u2069"];

/**
 * In a language that is written from right to left, each value of a text stands by itself: without it `7.1 × 10¹⁷ J` and
 * names of places in Latin letters come apart.
 */
export function isolating<Key extends string>(t: Translate<Key>, language: LanguageTag): Translate<Key> {
  if (languageOf(language).dir === "ltr") return t;
  const isolated = (key: Key, values: Readonly<Record<string, string | number>> = {}) =>
    t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${ISOLATE}${value}${POP}`])));
  return Object.assign(isolated, { html: (...given: Parameters<typeof t.html>) => t.html(...given) });
}

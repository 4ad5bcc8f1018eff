import { textAt } from "../shards/dictionary.ts";
import type { Names } from "../shards/names.ts";
import { matchTexts, NO_MATCH, SOMEWHERE, WHOLE_WORDS } from "./match-text.ts";
import { MAXIMUM_FOUND } from "./search-events.ts";

/**
 * Countries of which a name, in any language, holds every term, at most 50: whole-word matches first, then by name.
 *
 * @returns numbers of countries
 */
export function searchCountries(names: Names, terms: readonly string[]): number[] {
  const best = new Uint8Array(names.countries.length);
  matchTexts(names.countryNames, terms).forEach((match, name) => {
    const country = names.countryOfName[name] as number;
    if (match > (best[country] as number)) best[country] = match;
  });
  return ranked([numbersOf(best, WHOLE_WORDS), numbersOf(best, SOMEWHERE)]);
}

/**
 * Glossary terms that hold every term of the query as a whole word; then those that hold them anywhere; then those where
 * each stands in the term or its definition. Each by term, at most 50 in all.
 *
 * @returns numbers of terms
 */
export function searchGlossary(names: Names, terms: readonly string[]): number[] {
  if (terms.length === 0) return [];
  const matches = matchTexts(names.terms, terms);
  const defined = numbersOf(matches, NO_MATCH).filter((at) => {
    const term = textAt(names.terms, at);
    const definition = textAt(names.definitions, at);
    return terms.every((word) => definition.includes(word) || term.includes(word));
  });
  return ranked([numbersOf(matches, WHOLE_WORDS), numbersOf(matches, SOMEWHERE), defined]);
}

function numbersOf(matches: Uint8Array, wanted: number): number[] {
  const numbers: number[] = [];
  matches.forEach((match, at) => {
    if (match === wanted) numbers.push(at);
  });
  return numbers;
}

function ranked(groups: readonly number[][]): number[] {
  return groups.flat().slice(0, MAXIMUM_FOUND);
}

import { fold, words } from "../contract/fold.ts";
import { type Part, slicesOf } from "./body.ts";
import { recordsOf } from "./record-shards.ts";
import { searchEvents } from "./search-events.ts";
import { searchCountries, searchGlossary } from "./search-names.ts";
import type { Snapshot } from "./snapshot.ts";

/** The body of `/api/search/`. */
export async function searchBody(snapshot: Snapshot, q: string): Promise<Part[]> {
  return ['{"results":[', await foundEvents(snapshot, words(fold(q))), "]}"];
}

/**
 * The body of `/api/v1/search/`.
 *
 * @param q trimmed, otherwise as given
 */
export async function combinedSearchBody(snapshot: Snapshot, q: string): Promise<Part[]> {
  const { names, places } = snapshot;
  const terms = words(fold(q));
  const events = searchEvents(places, terms);
  const countries = searchCountries(names, terms);
  const glossary = searchGlossary(names, terms);
  const count = events.length + countries.length + glossary.length;
  return [
    `{"query":${JSON.stringify(q)},"count":${count},"earthquakes":[`,
    await recordsOf(snapshot.results, events),
    '],"countries":[',
    pick(names.countries, countries),
    '],"glossary":[',
    pick(names.glossary, glossary),
    "]}",
  ];
}

function foundEvents(snapshot: Snapshot, terms: readonly string[]) {
  return recordsOf(snapshot.results, searchEvents(snapshot.places, terms));
}

function pick(records: readonly Uint8Array[], numbers: readonly number[]) {
  return slicesOf(numbers.map((at) => records[at] as Uint8Array));
}

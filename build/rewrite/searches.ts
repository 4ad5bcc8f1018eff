import { fold, words } from "../contract/wire/fold.ts";
import type { Part } from "./body.ts";
import { searchEvents } from "./search-events.ts";
import { searchNames } from "./search-names.ts";
import type { Snapshot } from "./snapshot.ts";

/** The body of `/api/search/`. */
export function searchBody({ places, results }: Snapshot, q: string): Part[] {
  return ['{"results":[', { shards: results, rows: searchEvents(places, words(fold(q))) }, "]}"];
}

/**
 * The body of `/api/v1/search/`.
 *
 * @param q trimmed
 */
export function combinedSearchBody({ names, nameRecords, places, results }: Snapshot, q: string): Part[] {
  const terms = words(fold(q));
  const events = searchEvents(places, terms);
  const { countries, glossary } = searchNames(names, terms);
  return [
    `{"query":${JSON.stringify(q)},"count":${events.length + countries.length + glossary.length},"earthquakes":[`,
    { shards: results, rows: events },
    '],"countries":[',
    { shards: nameRecords, rows: countries },
    '],"glossary":[',
    { shards: nameRecords, rows: glossary },
    "]}",
  ];
}

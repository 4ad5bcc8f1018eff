import { fold, words } from "../../contract/wire/fold.ts";
import type { Part } from "../body.ts";
import type { Snapshot } from "../snapshot.ts";
import { find, understand } from "./find.ts";
import { searchEvents } from "./match.ts";

/** Makes the body of `/api/search/`. */
export function searchBody({ places, results }: Snapshot, q: string): Part[] {
  return ['{"results":[', { shards: results, rows: searchEvents(places, words(fold(q))) }, "]}"];
}

/**
 * Makes the body of `/api/v1/search/`. What has the words of the query comes first, then what the query means.
 *
 * @param q trimmed
 */
export function combinedSearchBody({ names, nameRecords, places, results }: Snapshot, q: string): Part[] {
  const search = (corrects: boolean) => find(names, places, understand(names, places.names, q, corrects));
  const found = search(false) ?? search(true);
  if (!found) throw new Error("a search with corrections always ends");
  const { best, understood, earthquakes, countries, glossary } = found;
  return [
    `{"query":${JSON.stringify(q)},"count":${earthquakes.length + countries.length + glossary.length},"best":${JSON.stringify(best)},` +
      `"understood":${JSON.stringify(understood)},"earthquakes":[`,
    { shards: results, rows: earthquakes },
    `],"deaths":${JSON.stringify(earthquakes.map((row) => places.deaths[row] || null))},"countries":[`,
    { shards: nameRecords, rows: countries },
    '],"glossary":[',
    { shards: nameRecords, rows: glossary },
    "]}",
  ];
}

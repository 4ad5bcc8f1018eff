import type { Endpoint } from "../contract/table/endpoints.ts";
import type { Query } from "../contract/table/parameters.ts";
import { fold, words } from "../contract/wire/fold.ts";
import { earthquakesBody, earthquakesPage, recentBody } from "./lists.ts";
import { bodyOf, loadParts, type Part } from "./record-shards.ts";
import { answerHeaders, type BodyReply } from "./reply.ts";
import { find, understand } from "./search/find.ts";
import { searchEvents } from "./search/match.ts";
import type { Snapshot } from "./snapshot.ts";

/** The answer of an endpoint whose queries have no files: selected from the shards. */
export function selectedReply(snapshot: Snapshot, endpoint: Endpoint, query: Query): BodyReply | Promise<BodyReply> {
  const { parts, link } = select(snapshot, endpoint, query);
  const finish = (): BodyReply => {
    const { body, etag } = bodyOf(parts);
    const headers = { ...answerHeaders(snapshot, endpoint.cache), etag, ...(link !== undefined && { link }) };
    return { kind: "body", status: 200, headers, body };
  };
  const loading = loadParts(parts);
  return loading ? loading.then(finish) : finish();
}

function select(snapshot: Snapshot, endpoint: Endpoint, query: Query): { parts: Part[]; link?: string } {
  const q = query.values.q as string;
  switch (endpoint.id) {
    case "recent":
      return { parts: recentBody(snapshot, query) };
    case "search":
      return { parts: searchBody(snapshot, q) };
    case "combined-search":
      return { parts: combinedSearchBody(snapshot, q) };
    default: {
      const { selection, link } = earthquakesPage(snapshot, endpoint, query);
      return { parts: earthquakesBody(snapshot, selection, query), link };
    }
  }
}

/** Makes the body of `/api/search/`. */
function searchBody({ places, results }: Snapshot, q: string): Part[] {
  return ['{"results":[', { shards: results, rows: searchEvents(places, words(fold(q))) }, "]}"];
}

/**
 * Makes the body of `/api/v1/search/`. What has the words of the query comes first, then what the query means.
 *
 * @param q trimmed
 */
function combinedSearchBody({ names, nameRecords, places, results }: Snapshot, q: string): Part[] {
  const search = (corrects: boolean) => find(names, places, understand(names, places.names, q, corrects));
  const found = search(false) ?? search(true);
  if (!found) throw new Error("a search with corrections always ends");
  const { best, understood, earthquakes, countries, glossary } = found;
  return [
    `{"query":${JSON.stringify(q)},"count":${earthquakes.length + countries.length + glossary.length},"best":${JSON.stringify(best)},` +
      `"understood":${JSON.stringify(understood)},"earthquakes":[`,
    { shards: results, rows: earthquakes },
    `],"names":${JSON.stringify(earthquakes.map((row) => places.titles.get(row) ?? null))}` +
      `,"deaths":${JSON.stringify(earthquakes.map((row) => places.deaths[row] || null))},"countries":[`,
    { shards: nameRecords, rows: countries },
    '],"glossary":[',
    { shards: nameRecords, rows: glossary },
    "]}",
  ];
}

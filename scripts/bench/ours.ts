import { endpoint } from "../../build/contract/endpoints.ts";
import { parseQuery } from "../../build/contract/parameters.ts";
import { bodyOf } from "../../build/rewrite/body.ts";
import { earthquakesBody, earthquakesPage, type Query, recentBody } from "../../build/rewrite/lists.ts";
import type { Snapshot } from "../../build/rewrite/respond.ts";
import { searchBody } from "../../build/rewrite/searches.ts";
import type { BenchQuery } from "./queries.ts";

/**
 * The way from a parsed query to the bytes of the body: selection and copy, without what a request costs besides (parsing,
 * headers, ETag, whole answers).
 */
export function selection(snapshot: Snapshot, query: BenchQuery): () => Promise<Uint8Array> {
  const parsed = parsedQuery(query);
  switch (query.endpoint) {
    case "recent":
      return async () => bodyOf(await recentBody(snapshot, parsed));
    case "earthquakes": {
      const row = endpoint("earthquakes");
      return async () => bodyOf(await earthquakesBody(snapshot, earthquakesPage(snapshot, row, parsed).selection));
    }
    case "search": {
      const q = String(parsed.values.q);
      return async () => bodyOf(await searchBody(snapshot, q));
    }
  }
}

/** The values of a query that is known to be good. */
export function parsedQuery(query: BenchQuery): Query {
  const parsed = parseQuery(endpoint(query.endpoint), query.query);
  if (!parsed.ok) throw new Error(`${query.query}: ${parsed.errors[0]?.parameter} is wrong`);
  return parsed;
}

import { endpoint } from "../../../build/contract/table/endpoints.ts";
import { parseQuery, type Query } from "../../../build/contract/table/parameters.ts";
import { earthquakesBody, earthquakesPage, recentBody } from "../../../build/rewrite/lists.ts";
import { type BodyPart, bodyOf } from "../../../build/rewrite/record-shards.ts";
import type { Snapshot } from "../../../build/rewrite/snapshot.ts";
import type { BenchQuery } from "./queries.ts";

/**
 * The way from a parsed query to the bytes of the body and their ETag: selection and copy, without what a request costs
 * besides (parsing, headers, whole answers).
 */
export function selection(snapshot: Snapshot, query: BenchQuery): () => Uint8Array {
  const parsed = parsedQuery(query);
  if (query.endpoint === "recent") return () => finish(recentBody(snapshot, parsed));
  const row = endpoint("earthquakes");
  return () => finish(earthquakesBody(snapshot, earthquakesPage(snapshot, row, parsed).selection, parsed));
}

function finish(parts: readonly BodyPart[]): Uint8Array {
  return bodyOf(parts).body;
}

/** The values of a query that is known to be good. */
export function parsedQuery(query: BenchQuery): Query {
  const parsed = parseQuery(endpoint(query.endpoint), query.query);
  if (!parsed.ok) throw new Error(`${query.query}: ${parsed.errors[0]?.parameter} is wrong`);
  return parsed;
}

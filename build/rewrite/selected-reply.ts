import type { Endpoint } from "../contract/endpoints.ts";
import { etagMatches, etagOf } from "../contract/etag.ts";
import { canonicalQuery } from "../contract/parameters.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { type Allocate, bodyOf, loadParts, type Part } from "./body.ts";
import { answerHeaders } from "./headers.ts";
import { earthquakesBody, earthquakesPage, type Query, recentBody } from "./lists.ts";
import type { BodyReply, Headers } from "./reply.ts";
import { combinedSearchBody, searchBody } from "./searches.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a host with memory may offer. */
export interface RespondOptions {
  /** Where bodies are written; fresh bytes for each unless the host recycles them. */
  allocate?: Allocate;
  /** Keeps finished answers. */
  cache?: AnswerCache;
}

/**
 * The answer of an endpoint whose queries have no files: selected from the shards, or kept from an equal query before. Equal
 * queries of one snapshot have one canonical form, and that is what answers are kept by.
 */
export async function selectedReply(
  snapshot: Snapshot,
  endpoint: Endpoint,
  query: Query,
  ifNoneMatch: string | undefined,
  { allocate, cache }: RespondOptions,
): Promise<BodyReply> {
  const key = cache && `${snapshot.record.id}${endpoint.path}?${canonicalQuery(endpoint, query.values)}`;
  let reply = key && cache.get(key);
  if (!reply) {
    const headers = answerHeaders(snapshot, endpoint.cache);
    const parts = select(snapshot, endpoint, query, headers);
    await loadParts(parts);
    const body = bodyOf(parts, allocate);
    headers.etag = etagOf(body);
    reply = { kind: "body", status: 200, headers, body };
    if (key) cache.put(key, reply);
  }
  return ifNoneMatch !== undefined && etagMatches(ifNoneMatch, reply.headers.etag as string)
    ? notModified(reply.headers)
    : reply;
}

function select(snapshot: Snapshot, endpoint: Endpoint, query: Query, headers: Headers): Part[] {
  const q = query.values.q as string;
  switch (endpoint.id) {
    case "recent":
      return recentBody(snapshot, query);
    case "search":
      return searchBody(snapshot, q);
    case "combined-search":
      return combinedSearchBody(snapshot, q);
    default: {
      const { selection, link } = earthquakesPage(snapshot, endpoint, query);
      headers.link = link;
      return earthquakesBody(snapshot, selection);
    }
  }
}

function notModified(headers: Headers): BodyReply {
  const { "content-type": _, ...kept } = headers;
  return { kind: "body", status: 304, headers: kept, body: new Uint8Array(0) };
}

import type { Endpoint } from "../contract/table/endpoints.ts";
import { canonicalQuery } from "../contract/table/parameters.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { type Allocate, bodyOf, loadParts, type Part } from "./body.ts";
import { answerHeaders } from "./headers.ts";
import { earthquakesBody, earthquakesPage, type Query, recentBody } from "./lists.ts";
import type { ApiRequest, BodyReply } from "./reply.ts";
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
export function selectedReply(
  snapshot: Snapshot,
  endpoint: Endpoint,
  query: Query,
  { target }: ApiRequest,
  { allocate, cache }: RespondOptions,
): BodyReply | Promise<BodyReply> {
  const key =
    cache?.isRepeated(target) && `${snapshot.record.id}${endpoint.path}?${canonicalQuery(endpoint, query.values)}`;
  const kept = key ? cache?.get(key) : undefined;
  if (kept) return kept;
  const { parts, link } = select(snapshot, endpoint, query);
  const finish = () => {
    const { body, etag } = bodyOf(parts, allocate);
    const headers = { ...answerHeaders(snapshot, endpoint.cache), etag, ...(link !== undefined && { link }) };
    const reply: BodyReply = { kind: "body", status: 200, headers, body };
    if (key) cache?.put(key, reply);
    return reply;
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
      return { parts: earthquakesBody(snapshot, selection), link };
    }
  }
}

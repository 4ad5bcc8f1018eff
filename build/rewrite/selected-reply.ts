import type { Endpoint } from "../contract/table/endpoints.ts";
import { canonicalQuery, type Query } from "../contract/table/parameters.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { type Allocate, bodyOf, loadParts, type Part } from "./body.ts";
import { answerHeaders } from "./headers.ts";
import { earthquakesBody, earthquakesPage, recentBody } from "./lists.ts";
import type { ApiRequest, BodyReply, Headers } from "./reply.ts";
import { combinedSearchBody, searchBody } from "./search.ts";
import type { Snapshot } from "./snapshot.ts";

/** Optional services of a host with memory. */
export interface RespondOptions {
  /** Buffers for bodies; by default a new one for each. */
  allocate?: Allocate;
  /** Cache of finished answers. */
  cache?: AnswerCache;
}

/** The headers are merged only when they are read: merging takes a fifth of the time of an answer, and not every host needs it. */
class SelectedReply implements BodyReply {
  readonly kind = "body";
  readonly status = 200;
  readonly shared: Headers;
  readonly own: Headers;
  readonly body: Uint8Array;

  constructor(shared: Headers, own: Headers, body: Uint8Array) {
    this.shared = shared;
    this.own = own;
    this.body = body;
  }

  get headers(): Headers {
    return { ...this.shared, ...this.own };
  }
}

/**
 * The answer of an endpoint whose queries have no files: selected from the shards, or cached from an equal query. Equal queries of
 * a snapshot have the same canonical form, which is the cache key.
 */
export function selectedReply(
  snapshot: Snapshot,
  endpoint: Endpoint,
  query: Query,
  { target }: ApiRequest,
  { allocate, cache }: RespondOptions,
): BodyReply | Promise<BodyReply> {
  const key = cache?.isRepeated(target) && `${snapshot.record.id}${endpoint.path}?${canonicalQuery(endpoint.parameters, query.values)}`;
  const kept = key ? cache?.get(key) : undefined;
  if (kept) return kept;
  const { parts, link } = select(snapshot, endpoint, query);
  const finish = () => {
    const { body, etag } = bodyOf(parts, allocate);
    const reply = new SelectedReply(answerHeaders(snapshot, endpoint.cache), link === undefined ? { etag } : { etag, link }, body);
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
      return { parts: earthquakesBody(snapshot, selection, query), link };
    }
  }
}

import type { CacheClass } from "../contract/table/endpoints.ts";
import { type ParameterError, shorten } from "../contract/table/parameters.ts";
import { memoizeByKey } from "../contract/wire/memoize.ts";
import { answerProblem, invalidParameters, PROBLEM_MEDIA_TYPE, type Problem } from "../contract/wire/problem.ts";
import type { Snapshot } from "./snapshot.ts";

/** A request as received. */
export interface ApiRequest {
  /** Upper case. */
  method: string;
  /** Path and query as received, not decoded. */
  target: string;
}

/** Names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

/**
 * A complete response except for Content-Length. If there is an ETag, the host evaluates conditions (If-Match and others). It omits
 * the body for HEAD.
 */
export interface BodyReply {
  kind: "body";
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** A response whose body is made while it is sent, because it would fill the memory. */
export interface StreamReply {
  kind: "stream";
  status: number;
  headers: Headers;
  /** The body; it can be read once. */
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * A reply with a file of the tree, which the host sends. The host chooses the encoding, adds the ETag of the index and evaluates
 * conditions. If the tree has no such file, it sends `ifMissing`.
 */
export interface FileReply {
  kind: "file";
  /** Without it, the status is 200. With 404 the file is the page for an address without a file; it has neither ETag nor ranges. */
  status?: 404;
  /** Tree-relative. */
  path: string;
  /** Its bytes if they come from a pack. The tree then has neither the file nor encodings of it. */
  bytes?: Uint8Array;
  headers: Headers;
  ifMissing: () => BodyReply;
}

/** Not a path of the API. The host serves pages, shards and `snapshot.json` as files. */
interface PassReply {
  kind: "pass";
}

export type Reply = BodyReply | FileReply | PassReply;

export const METHODS = "GET, HEAD, OPTIONS";
const JSON_MEDIA_TYPE = "application/json";

/**
 * Cache-Control by class. An answer of the class `minute` is outdated after the next rebuild, but better than none if the host
 * cannot be reached. An error may be corrected at any moment.
 */
const CACHE_CONTROL = {
  minute: "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
  day: "public, max-age=300, stale-while-revalidate=3600, stale-if-error=604800",
  immutable: "public, max-age=31536000, immutable",
  error: "public, max-age=30",
  never: "no-store",
} as const satisfies Record<CacheClass | "error" | "never", string>;

/** Response headers that scripts of other origins may read, besides those that are always readable. */
const EXPOSED = "Accept-Ranges, Content-Length, Content-Range, ETag, Link, Retry-After, X-As-Of, X-Snapshot";

/**
 * The headers of every response, including those of the host's own problems.
 *
 * @param snapshot that answers; undefined while the host has no tree
 */
export function commonHeaders(
  snapshot: Pick<Snapshot, "record" | "asOf" | "pinned"> | undefined,
  cache: keyof typeof CACHE_CONTROL,
): Headers {
  const forEver = snapshot?.pinned && (cache === "minute" || cache === "day");
  return {
    "cache-control": CACHE_CONTROL[forEver ? "immutable" : cache],
    vary: "Accept-Encoding",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": EXPOSED,
    "x-content-type-options": "nosniff",
    ...(snapshot && { "x-snapshot": snapshot.record.id, "x-as-of": snapshot.record.as_of }),
  };
}

/** The headers of an answer: the common ones, its type, and the time of the data. All answers of a snapshot share the object. */
export function answerHeaders(snapshot: Pick<Snapshot, "record" | "asOf" | "pinned">, cache: CacheClass): Readonly<Headers> {
  // The key is the record, because the copies of a snapshot share it.
  const ofSnapshot = headersOf(snapshot.record);
  return (ofSnapshot[snapshot.pinned ? "immutable" : cache] ??= {
    "content-type": JSON_MEDIA_TYPE,
    ...commonHeaders(snapshot, cache),
    "last-modified": new Date(snapshot.asOf).toUTCString(),
  });
}

const headersOf = memoizeByKey<object, Partial<Record<CacheClass, Headers>>>(() => ({}));

/** Seconds within which a host usually receives its first tree. */
const RETRY_AFTER = "30";

/** Time for which a browser may cache a preflight, s: one day. */
const PREFLIGHT_MAX_AGE = "86400";

/** A problem document (RFC 9457) as a reply. */
export function problemReply(document: Problem, headers: Headers): BodyReply {
  return {
    kind: "body",
    status: document.status,
    headers: { "content-type": PROBLEM_MEDIA_TYPE, ...headers },
    body: new TextEncoder().encode(JSON.stringify(document)),
  };
}

/** 404. */
export function notFound(snapshot: Snapshot, detail: string): BodyReply {
  return problemReply(answerProblem("not-found", detail), commonHeaders(snapshot, "error"));
}

/** 410. */
export function withdrawn(snapshot: Snapshot, id: string, withdrawnAt: number): BodyReply {
  const detail = `The earthquake ${shorten(id)} was withdrawn on ${new Date(withdrawnAt).toISOString()}.`;
  return problemReply(answerProblem("withdrawn", detail), commonHeaders(snapshot, "error"));
}

/** 400. */
export function invalid(snapshot: Snapshot, errors: readonly ParameterError[]): BodyReply {
  return problemReply(invalidParameters(errors), commonHeaders(snapshot, "error"));
}

/** 204 for OPTIONS. */
export function preflight(snapshot: Parameters<typeof commonHeaders>[0]): BodyReply {
  const headers = {
    ...commonHeaders(snapshot, "never"),
    allow: METHODS,
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": "*",
    "access-control-max-age": PREFLIGHT_MAX_AGE,
  };
  return { kind: "body", status: 204, headers, body: new Uint8Array(0) };
}

/** 405. */
export function methodNotAllowed(snapshot: Snapshot | undefined, method: string): BodyReply {
  const detail = `${shorten(method)} is not allowed; allowed are ${METHODS}.`;
  return problemReply(answerProblem("method-not-allowed", detail), {
    ...commonHeaders(snapshot, "never"),
    allow: METHODS,
  });
}

/** 503. */
export function noTree(): BodyReply {
  const document = answerProblem("no-tree", `This host has no data yet. Ask again in ${RETRY_AFTER} seconds.`);
  return problemReply(document, { ...commonHeaders(undefined, "never"), "retry-after": RETRY_AFTER });
}

/** 308: the same request, with the same method, at the canonical address. @param location path, and query if there is one */
export function redirect(snapshot: Snapshot, location: string, cache: CacheClass): BodyReply {
  const headers = { ...commonHeaders(snapshot, cache), location };
  return { kind: "body", status: 308, headers, body: new Uint8Array(0) };
}

/** 200: a file of the tree. @param missing the detail of the 404 if the tree has no such file */
export function fileReply(snapshot: Snapshot, path: string, cache: CacheClass, missing: string): FileReply {
  return { kind: "file", path, headers: answerHeaders(snapshot, cache), ifMissing: () => notFound(snapshot, missing) };
}

import type { CacheClass } from "../contract/table/endpoints.ts";
import { memoizeByKey } from "../contract/wire/memoize.ts";
import type { Headers } from "./reply.ts";
import type { Snapshot } from "./snapshot.ts";

export const METHODS = "GET, HEAD, OPTIONS";
const JSON_MEDIA_TYPE = "application/json";

/**
 * How long a response may be kept, in seconds. A minute's answer is stale at the next rebuild, yet better than none when the
 * host cannot be reached; an error may be mended at any moment.
 */
const CACHE_CONTROL = {
  minute: "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
  day: "public, max-age=300, stale-while-revalidate=3600, stale-if-error=604800",
  immutable: "public, max-age=31536000, immutable",
  error: "public, max-age=30",
  never: "no-store",
} as const satisfies Record<CacheClass | "error" | "never", string>;

/** What a browser may read of a response from another origin, beyond the headers that it may read always. */
const EXPOSED = "ETag, Link, Retry-After, X-As-Of, X-Snapshot";

/**
 * The headers that every response has, the host's own ones included.
 *
 * @param snapshot that the response is made of; none while a host has no tree
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

/**
 * The headers of an answer: what every response has, its type, and the instant that it is as of. The same object for all
 * answers of a snapshot.
 */
export function answerHeaders(
  snapshot: Pick<Snapshot, "record" | "asOf" | "pinned">,
  cache: CacheClass,
): Readonly<Headers> {
  const ofSnapshot = HEADERS(snapshot);
  return (ofSnapshot[cache] ??= {
    "content-type": JSON_MEDIA_TYPE,
    ...commonHeaders(snapshot, cache),
    "last-modified": new Date(snapshot.asOf).toUTCString(),
  });
}

const HEADERS = memoizeByKey<Pick<Snapshot, "record" | "asOf" | "pinned">, Partial<Record<CacheClass, Headers>>>(
  () => ({}),
);

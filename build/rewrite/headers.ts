import type { CacheClass } from "../contract/table/endpoints.ts";
import { memoizeByKey } from "../contract/wire/memoize.ts";
import type { Headers } from "./reply.ts";
import type { Snapshot } from "./snapshot.ts";

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
  const ofSnapshot = HEADERS(snapshot.record);
  return (ofSnapshot[snapshot.pinned ? "immutable" : cache] ??= {
    "content-type": JSON_MEDIA_TYPE,
    ...commonHeaders(snapshot, cache),
    "last-modified": new Date(snapshot.asOf).toUTCString(),
  });
}

const HEADERS = memoizeByKey<object, Partial<Record<CacheClass, Headers>>>(() => ({}));

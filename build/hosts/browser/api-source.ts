import { createLruCache } from "../../platform/lru-cache.ts";
import { request } from "./fetch-file.ts";
import type { Fetch, RawAnswer, SnapshotInfo, Source } from "./source.ts";

/**
 * Asks a host that answers the API. What it has answered before it is asked for again by its ETag, and sends only what has
 * changed.
 *
 * @param base address that `/api/` stands under, with a closing slash
 * @param cacheBytes of answers that are kept
 */
export function apiSource(base: string, fetch: Fetch, cacheBytes: number): Source {
  const kept = createLruCache<RawAnswer>(cacheBytes, ({ bytes }) => bytes.length);
  return async (target, signal) => {
    const before = kept.get(target);
    const headers: Record<string, string> = before?.etag === undefined ? {} : { "if-none-match": before.etag };
    const { response, bytes } = await request(fetch, base + target.slice(1), { headers, ...(signal && { signal }) });
    const snapshot = snapshotOf(response);
    // Unchanged, the body belongs to the newer snapshot as well.
    if (response.status === 304 && before) return { ...before, snapshot };
    const answer = rawAnswer(response, snapshot, bytes);
    if (response.ok && answer.etag !== undefined) kept.set(target, answer);
    return answer;
  };
}

function snapshotOf({ headers }: Response): SnapshotInfo {
  return { id: headers.get("x-snapshot") ?? undefined, as_of: headers.get("x-as-of") ?? undefined };
}

function rawAnswer({ status, headers }: Response, snapshot: SnapshotInfo, bytes: Uint8Array): RawAnswer {
  return {
    status,
    contentType: headers.get("content-type") ?? "",
    etag: headers.get("etag") ?? undefined,
    link: headers.get("link") ?? undefined,
    snapshot,
    bytes,
  };
}

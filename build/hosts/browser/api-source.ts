import { createLruCache } from "../../platform/lru-cache.ts";
import { request } from "./fetch-file.ts";
import type { Fetch, RawAnswer, SnapshotInfo, Source } from "./source.ts";

/**
 * Asks an API host. Known answers are revalidated by their ETag, so only changes are transferred.
 *
 * @param base address above `/api/`, with a closing slash
 * @param cacheBytes bytes of answers to keep
 */
export function apiSource(base: string, fetch: Fetch, cacheBytes: number): Source {
  const kept = createLruCache<RawAnswer>(cacheBytes, ({ bytes }) => bytes.length);
  return async (target, signal) => {
    const before = kept.get(target);
    const headers: Record<string, string> = before?.etag === undefined ? {} : { "if-none-match": before.etag };
    const { response, bytes } = await request(fetch, base + target.slice(1), { headers, ...(signal && { signal }) });
    const snapshot = snapshotOf(response);
    // An unchanged body belongs to the newer snapshot too.
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

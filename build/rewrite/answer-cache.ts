import type { BodyReply } from "./reply.ts";

/** A cache of finished answers, for hosts with memory. */
export interface AnswerCache {
  /** Whether this exact target was requested before. The cache is worth a look-up only then. */
  isRepeated: (target: string) => boolean;
  get: (key: string) => BodyReply | undefined;
  /** Stores an answer with a copy of its body. */
  put: (key: string, reply: BodyReply) => void;
}

/** Estimated overhead of an answer besides its body, bytes. */
const OVERHEAD = 2048;
/** A larger share of the limit is not cached, because it would evict too many other answers. */
const LARGEST_SHARE = 1 / 8;
/** Number of targets that are remembered after one request. */
const REMEMBERED = 4096;

/**
 * Caches answers up to a limit and evicts the least recently used ones. An answer is cached at its second request. So a client that
 * requests everything once does not evict the answers that others need. It also does not cost copies and canonical queries, which
 * take as long as selecting the answer.
 *
 * @param limit total size, bytes
 */
export function createAnswerCache(limit: number): AnswerCache {
  const held = new Map<string, BodyReply>();
  const seen = new Set<string>();
  let size = 0;

  function drop(key: string): void {
    size -= (held.get(key)?.body.length ?? 0) + OVERHEAD;
    held.delete(key);
  }

  return {
    isRepeated(target) {
      if (seen.has(target)) return true;
      if (seen.size >= REMEMBERED) seen.clear();
      seen.add(target);
      return false;
    },
    get(key) {
      const reply = held.get(key);
      if (!reply) return undefined;
      // A Map keeps the order of insertion, so a key that is deleted and set again is the newest.
      held.delete(key);
      held.set(key, reply);
      return reply;
    },
    put(key, reply) {
      const bytes = reply.body.length + OVERHEAD;
      if (held.has(key) || bytes > limit * LARGEST_SHARE) return;
      const { kind, status, headers } = reply;
      // `slice` of a Buffer would be a view of bytes that the next answer overwrites.
      held.set(key, { kind, status, headers, body: new Uint8Array(reply.body), kept: true });
      size += bytes;
      for (const oldest of held.keys()) {
        if (size <= limit) return;
        drop(oldest);
      }
    },
  };
}

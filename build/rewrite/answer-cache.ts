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
/** A larger answer is not cached: it would evict too many others. */
const LARGEST_SHARE = 1 / 8;
/** How many targets are remembered that were requested once. */
const REMEMBERED = 4096;

/**
 * Caches answers up to a limit and evicts the least recently used ones. An answer is cached on its second request, so
 * that a client that asks for everything once neither evicts what others need nor pays for copies and for the canonical
 * form of the query, which takes as long as selecting the answer.
 *
 * @param limit bytes
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
      // Map order is age: deleted and set again, the key is the youngest.
      held.delete(key);
      held.set(key, reply);
      return reply;
    },
    put(key, reply) {
      const bytes = reply.body.length + OVERHEAD;
      if (held.has(key) || bytes > limit * LARGEST_SHARE) return;
      const { kind, status, headers } = reply;
      // `slice` of a Buffer would be a view of bytes that are overwritten by the next answer.
      held.set(key, { kind, status, headers, body: new Uint8Array(reply.body), kept: true });
      size += bytes;
      for (const oldest of held.keys()) {
        if (size <= limit) return;
        drop(oldest);
      }
    },
  };
}

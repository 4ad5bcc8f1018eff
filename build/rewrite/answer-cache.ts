import type { BodyReply } from "./reply.ts";

/** Finished answers, for hosts that have memory. */
export interface AnswerCache {
  /** Whether somebody has asked in these very words before; only then is it worth while to look for the answer. */
  isRepeated: (target: string) => boolean;
  get: (key: string) => BodyReply | undefined;
  /** Keeps an answer with a copy of its body. */
  put: (key: string, reply: BodyReply) => void;
}

/** What an answer costs besides its body, roughly. */
const OVERHEAD = 2048;
/** An answer that is longer than this share of the limit would drive out too many others. */
const LARGEST_SHARE = 1 / 8;
/** So many requests are remembered that came once. */
const REMEMBERED = 4096;

/**
 * Keeps answers up to a limit; those not asked for for the longest time go first. An answer is kept when it is asked for the
 * second time, so that somebody who asks for everything once neither drives out what many ask for nor pays for copies and
 * for the canonical form of the query, which takes as long as selecting the answer.
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
      // Map order is age: taken out and put back in, the key is the youngest.
      held.delete(key);
      held.set(key, reply);
      return reply;
    },
    put(key, reply) {
      const bytes = reply.body.length + OVERHEAD;
      if (held.has(key) || bytes > limit * LARGEST_SHARE) return;
      held.set(key, { ...reply, body: reply.body.slice(), kept: true });
      size += bytes;
      for (const oldest of held.keys()) {
        if (size <= limit) return;
        drop(oldest);
      }
    },
  };
}

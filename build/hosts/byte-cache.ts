import { createLruCache } from "../platform/lru-cache.ts";
import { createShared } from "../platform/shared.ts";

/** Bytes by key. If there are too many, the least recently used are evicted first. */
export interface ByteCache {
  /** The bytes of a key, made if they are not cached. Concurrent callers share the work. Undefined is not cached. */
  get: (key: string, make: () => Promise<Buffer | undefined>) => Promise<Buffer | undefined>;
}

/** Estimated overhead of an entry, bytes. */
const OVERHEAD = 256;

/** @param limit total size, bytes */
export function createByteCache(limit: number): ByteCache {
  const held = createLruCache<Buffer>(limit, (bytes) => bytes.length + OVERHEAD);
  const shared = createShared<Buffer | undefined>();

  return {
    async get(key, make) {
      const made = async () => {
        const bytes = await make();
        if (bytes) held.set(key, bytes);
        return bytes;
      };
      return held.get(key) ?? shared(key, made);
    },
  };
}

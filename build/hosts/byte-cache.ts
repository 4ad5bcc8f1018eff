import { createLruCache } from "../platform/lru-cache.ts";

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
  const making = new Map<string, Promise<Buffer | undefined>>();

  async function begin(key: string, make: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    try {
      const bytes = await make();
      if (bytes) held.set(key, bytes);
      return bytes;
    } finally {
      making.delete(key);
    }
  }

  return {
    get(key, make) {
      const found = held.get(key);
      if (found) return Promise.resolve(found);
      const begun = making.get(key) ?? begin(key, make);
      making.set(key, begun);
      return begun;
    },
  };
}

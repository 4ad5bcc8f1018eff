/** Bytes by key; the least recently used are dropped when the limit is reached. */
export interface ByteCache {
  /** The bytes of a key, made if they are not there; concurrent callers share the work. Undefined is not cached. */
  get: (key: string, make: () => Promise<Buffer | undefined>) => Promise<Buffer | undefined>;
}

/** Estimated overhead of an entry, bytes. */
const OVERHEAD = 256;

/** @param limit bytes */
export function createByteCache(limit: number): ByteCache {
  const held = new Map<string, Buffer>();
  const making = new Map<string, Promise<Buffer | undefined>>();
  let size = 0;

  function hold(key: string, bytes: Buffer): void {
    held.set(key, bytes);
    size += bytes.length + OVERHEAD;
    for (const [oldest, old] of held) {
      if (size <= limit) return;
      held.delete(oldest);
      size -= old.length + OVERHEAD;
    }
  }

  async function begin(key: string, make: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    try {
      const bytes = await make();
      if (bytes) hold(key, bytes);
      return bytes;
    } finally {
      making.delete(key);
    }
  }

  return {
    get(key, make) {
      const found = held.get(key);
      if (found) {
        // Map order is age: deleted and set again, the key is the youngest.
        held.delete(key);
        held.set(key, found);
        return Promise.resolve(found);
      }
      const begun = making.get(key) ?? begin(key, make);
      making.set(key, begun);
      return begun;
    },
  };
}

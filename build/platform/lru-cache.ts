/** Values by key, up to a total size. The least recently used values are evicted first. */
export interface LruCache<Value> {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
}

/**
 * @param limit total size, bytes; a larger value is not stored
 * @param sizeOf size of a value, bytes
 */
export function createLruCache<Value>(limit: number, sizeOf: (value: Value) => number): LruCache<Value> {
  // A Map keeps the order of insertion, so a key that is deleted and set again is the newest.
  const held = new Map<string, Value>();
  let size = 0;

  function drop(key: string, value: Value): void {
    held.delete(key);
    size -= sizeOf(value);
  }

  return {
    get(key) {
      const value = held.get(key);
      if (value === undefined) return undefined;
      held.delete(key);
      held.set(key, value);
      return value;
    },
    set(key, value) {
      const before = held.get(key);
      if (before !== undefined) drop(key, before);
      if (sizeOf(value) > limit) return;
      held.set(key, value);
      size += sizeOf(value);
      for (const [oldest, old] of held) {
        if (size <= limit) return;
        drop(oldest, old);
      }
    },
  };
}

let isKept = false;

/**
 * Sets whether this process will build again. Then values are kept from build to build; a process that builds only once saves the
 * memory.
 */
export function keepValues(keep: boolean): void {
  isKept = keep;
}

/** Whether values are kept between builds. */
export function keepsValues(): boolean {
  return isKept;
}

/**
 * Wraps a function of an object that does not change. If values are kept, the function is called once for each object, and its
 * value is garbage-collected with the object.
 */
export function keptBy<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>();
  return (key) => {
    if (!isKept) return make(key);
    let known = made.get(key);
    if (!known) made.set(key, (known = { value: make(key) }));
    return known.value;
  };
}

/** Returns a function that makes its value at the first call and returns the same value afterwards. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

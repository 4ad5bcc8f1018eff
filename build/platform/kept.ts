let isKept = false;

/** Tells whether this process builds again: then values are kept from build to build. A process that builds once saves the memory. */
export function keepValues(keep: boolean): void {
  isKept = keep;
}

/** Whether values are kept. */
export function keepsValues(): boolean {
  return isKept;
}

/**
 * A function of an object that does not change. Where values are kept, it is called once for each object, and its value is
 * forgotten with the object.
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

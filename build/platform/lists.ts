/** Groups items by key and keeps their order (Map.groupBy requires Node 21). */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Compares by code units, so that the result is the same on every machine and for every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of lists: by time, newest first, then by id. */
export function newestFirst(a: { time: number; id: string }, b: { time: number; id: string }): number {
  return b.time - a.time || compareText(a.id, b.id);
}

/** Binary search: the first index in [from, to) at and after which a condition is true, or `to`. */
export function lowerBound(from: number, to: number, holds: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns a function that makes its value at the first call and returns the same value afterwards. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Work in progress by key: simultaneous requests for the same key get the same result. */
export function createShared<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const making = new Map<string, Promise<Value>>();
  return (key, make) => {
    const begun = making.get(key) ?? make().finally(() => making.delete(key));
    making.set(key, begun);
    return begun;
  };
}

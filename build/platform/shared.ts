/** Work in progress by key: simultaneous requests for the same key get the same result. */
export function createShared<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const making = new Map<string, Promise<Value>>();
  return (key, make) => {
    const begun = making.get(key) ?? make().finally(() => making.delete(key));
    making.set(key, begun);
    return begun;
  };
}

import type { IndexEntry } from "../contract/wire/snapshot.ts";

/** The file of a list of entries. */
interface Leaf {
  entries: readonly IndexEntry[];
  sha256: string;
  bytes: number;
}

/** By the entry whose path has the least hash. */
const leaves = new WeakMap<IndexEntry, Leaf>();

/** Caches a list that was read or made. Most lists are the same a minute later, and need not be serialised and hashed again. */
export function cacheLeaf(least: IndexEntry, leaf: Leaf): void {
  leaves.set(least, leaf);
}

/** The cached list of exactly these entry objects, the one with the least hash first. */
export function cachedLeaf(entries: readonly IndexEntry[]): Leaf | undefined {
  const [least] = entries;
  const known = least && leaves.get(least);
  if (known?.entries.length !== entries.length) return undefined;
  const all = new Set(known.entries);
  return entries.every((entry) => all.has(entry)) ? known : undefined;
}

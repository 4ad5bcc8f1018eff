import type { IndexEntry } from "../contract/wire/snapshot.ts";

/** The file of a list of entries. */
interface Leaf {
  entries: readonly IndexEntry[];
  sha256: string;
  bytes: number;
}

/** By the entry whose path has the least hash. */
const leaves = new WeakMap<IndexEntry, Leaf>();

/** Remembers a list that was read or made: most lists are the same a minute later, and need not be written down and hashed again. */
export function rememberLeaf(least: IndexEntry, leaf: Leaf): void {
  leaves.set(least, leaf);
}

/** The list that has exactly these entries, the very objects, the one of the least hash first. */
export function knownLeaf(entries: readonly IndexEntry[]): Leaf | undefined {
  const [least] = entries;
  const known = least && leaves.get(least);
  if (known?.entries.length !== entries.length) return undefined;
  const all = new Set(known.entries);
  return entries.every((entry) => all.has(entry)) ? known : undefined;
}

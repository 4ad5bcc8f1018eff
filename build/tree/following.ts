import type { IndexEntry } from "../contract/wire/snapshot.ts";
import type { TreeFile } from "./file.ts";

/** What is in the tree before, and what has been placed in the new one so far. */
interface Known {
  before: { files: ReadonlyMap<string, IndexEntry> } | undefined;
  /** SHA-256 by path. */
  hashes: ReadonlyMap<string, string>;
}

/**
 * What the tree before says of a file that need not be made: it has it, and all that it follows from is there unchanged.
 * Whoever names what a file follows from answers for it that nothing is missing.
 */
export function followedBefore({ before, hashes }: Known, { path, cache, follows }: TreeFile): IndexEntry | undefined {
  const earlier = before?.files.get(path);
  if (!before || !earlier || !follows || earlier.cache !== cache) return undefined;
  const same = follows.files.every((one) => {
    const hash = hashes.get(one);
    return hash !== undefined && hash === before.files.get(one)?.sha256;
  });
  return same && follows.there.every(([one, there]) => before.files.has(one) === there) ? earlier : undefined;
}

import { join } from "node:path";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE } from "./file.ts";
import { findDamage, findStrays } from "./inspect.ts";
import { readIndex, readRecord, type Sections } from "./read.ts";
import { drop, removeEmptyFolders, type Staging, takeOver } from "./staging.ts";
import { removeTree } from "./swap.ts";
import type { Previous } from "./transition.ts";
import type { TreePaths } from "./tree-paths.ts";

/**
 * Makes the folder of the next tree: of the tree before the one that is served, if that is there and whole, otherwise anew. From
 * here on it is no tree until its record is written.
 */
export async function beginStaging(
  staging: Staging,
  places: TreePaths,
  before: Previous | undefined,
  report: (line: string) => void,
): Promise<void> {
  const { fs, dir } = staging;
  const older = before && (await readGeneration(places.before, before));
  if (!older) {
    removeTree(fs, places.before);
    fs.makeFolder(dir);
    return;
  }
  fs.rename(places.before, dir);
  for (const name of [SNAPSHOT_FILE, SIGNATURE_FILE]) fs.remove(join(dir, name));
  for (const entries of older.values()) for (const entry of entries) staging.held.set(entry.path, entry);
  const folder = { dir, files: staging.held };
  for (const path of findStrays(fs, folder)) {
    fs.remove(join(dir, path));
    report(`${path} did not belong to the tree and was removed`);
  }
  for (const path of findDamage(fs, folder)) drop(staging, path);
}

/** What the index of the older tree says. Files of it that the tree before has too are not read: `writeIndex` links them. */
async function readGeneration(dir: string, before: Previous): Promise<Sections | undefined> {
  try {
    const { snapshot } = await readRecord(dir);
    return (await readIndex(dir, snapshot, before.index)).sections;
  } catch {
    return undefined;
  }
}

/** Completes the folder of the next tree according to its index: takes over missing files, and removes others. */
export function complete(staging: Staging, sections: Sections): void {
  const { fs, dir, folders, held, put } = staging;
  const named = new Map<string, IndexEntry>();
  for (const entries of sections.values()) for (const entry of entries) named.set(entry.path, entry);
  const gone = [...held.keys()].filter((path) => !named.has(path));
  for (const path of gone) drop(staging, path);
  for (const folder of removeEmptyFolders(fs, dir, gone)) folders.delete(folder);
  for (const [path, entry] of named) {
    if (!put.has(path) && !isSame(held.get(path), entry)) takeOver(staging, entry);
  }
}

function isSame(held: IndexEntry | undefined, entry: IndexEntry): boolean {
  // Sections that are the same in both trees have been read only once.
  if (held === entry) return true;
  return (
    held?.sha256 === entry.sha256 && held.cache === entry.cache && held.encodings.join() === entry.encodings.join()
  );
}

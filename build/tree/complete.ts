import { join } from "node:path";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE } from "./file.ts";
import { type EntryChange, type IndexDifference, indexDifference, pathChanges } from "./index-difference.ts";
import { entriesBelow, findIn, type IndexRoots, openIndex } from "./index-node.ts";
import { findStrays, hasDamage } from "./inspect.ts";
import { readIndexFile, readRecord } from "./read.ts";
import { drop, foldersAbove, removeEmptyFolders, type Staging, takeOver } from "./staging.ts";
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
  const older = before?.index && (await readGeneration(staging, places.before, before.dir, before.index));
  if (!older) {
    removeTree(fs, places.before);
    fs.makeFolder(dir);
    return;
  }
  fs.rename(places.before, dir);
  for (const name of [SNAPSHOT_FILE, SIGNATURE_FILE]) fs.remove(join(dir, name));
  for (const path of older.strays) {
    fs.remove(join(dir, path));
    report(`${path} did not belong to the tree and was removed`);
  }
  staging.older = older.changes;
}

/** A file that the index of the previous tree names is missing: somebody removed it. */
export class FileMissing extends Error {}

/** What is to be known of the older tree. From here on nothing of its index is read. */
interface Generation {
  strays: readonly string[];
  /** As in `Staging`. */
  changes: ReadonlyMap<string, EntryChange>;
}

/** @returns undefined if there is no older tree, its index cannot be read, or files of it are damaged: only a part is looked at */
async function readGeneration({ fs }: Staging, dir: string, served: string, index: IndexRoots): Promise<Generation | undefined> {
  try {
    const { snapshot } = await readRecord(dir);
    const older = openIndex(snapshot, (file) => readIndexFile(dir, file));
    const folder = { dir, index: older };
    if (hasDamage(fs, folder)) return undefined;
    const changes = new Map(pathChanges(indexDifference(older, index)));
    // The index is read only for a path that is not on the disk: what both trees have there is no stray.
    const isNamed = (path: string) =>
      changes.has(path)
        ? changes.get(path)?.before !== undefined
        : fs.stat(join(served, path)) !== undefined || findIn(index, path) !== undefined;
    return { strays: findStrays(fs, folder, isNamed), changes };
  } catch {
    return undefined;
  }
}

function after(entry: IndexEntry | undefined): Pick<EntryChange, "after"> {
  return entry ? { after: entry } : {};
}

/**
 * Completes the folder of the next tree according to its index: takes over missing files, and removes others.
 *
 * @param difference how the index of the previous tree differs from it
 * @throws FileMissing
 */
export function complete(staging: Staging, index: IndexRoots, difference: IndexDifference): void {
  const { older, put } = staging;
  if (!older) {
    for (const entry of entriesBelow(index.values())) if (!put.has(entry.path)) takeOverNamed(staging, entry, undefined);
    return;
  }
  const changes = new Map(older);
  for (const { path, before, after: entry } of pathChanges(difference).values()) {
    const held = changes.has(path) ? changes.get(path)?.before : before;
    changes.set(path, { path, ...(held && { before: held }), ...after(entry) });
  }
  removeGone(
    staging,
    [...changes.values()].filter((change) => !change.after),
  );
  for (const { path, before, after: entry } of changes.values())
    if (entry && !put.has(path) && !isSame(before, entry)) takeOverNamed(staging, entry, before);
}

/** @param held as for `takeOver` @throws FileMissing */
function takeOverNamed(staging: Staging, entry: IndexEntry, held: IndexEntry | undefined): void {
  try {
    takeOver(staging, entry, held);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new FileMissing(`${entry.path} is missing`);
  }
}

function removeGone(staging: Staging, gone: readonly EntryChange[]): void {
  const { fs, dir, folders, put } = staging;
  const replaced = new Set<string>();
  for (const path of put) for (const one of foldersAbove(path)) replaced.add(one);
  // Where a folder has replaced a file, or a file a folder, what was there is gone already.
  const left = gone.filter(({ path }) => !replaced.has(path) && !foldersAbove(path).some((one) => put.has(one)));
  for (const { before } of left) if (before) drop(staging, before);
  const paths = left.map(({ path }) => path);
  for (const folder of removeEmptyFolders(fs, dir, paths)) folders.delete(folder);
}

function isSame(held: IndexEntry | undefined, entry: IndexEntry): boolean {
  return held?.sha256 === entry.sha256 && held.cache === entry.cache && held.encodings.join() === entry.encodings.join();
}

import { basename, join } from "node:path";
import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { ignoringErrors } from "../platform/lock.ts";
import { SNAPSHOT_FILE } from "./file.ts";
import { openTree, readRecord } from "./read.ts";
import { removeEmptyFolders } from "./staging.ts";
import { stagings, type TreePaths } from "./tree-paths.ts";

/** Whether the replaced tree becomes the base of the next one, or is removed. */
type Replaced = "keep" | "remove";

/**
 * Replaces the previous tree with the staged one. After a crash between the first two renames there is no tree at `out`, but both
 * are beside it: `recover` completes the swap.
 *
 * @param outdated paths of files that no index names and that the next build writes again: feeds take as much as all details do, and
 * nobody reads those of the previous tree
 */
export function swap(fs: TreeFileSystem, places: TreePaths, replaced: Replaced, outdated: readonly string[] = []): void {
  if (fs.stat(places.out)) fs.rename(places.out, places.old);
  try {
    fs.rename(places.staging, places.out);
  } catch (error) {
    ignoringErrors(() => fs.rename(places.old, places.out));
    throw error;
  }
  retire(fs, places, replaced);
  if (replaced === "remove") return;
  for (const path of outdated) ignoringErrors(() => fs.remove(join(places.before, path)));
  // The next build would report an empty folder as one that does not belong to the tree.
  ignoringErrors(() => removeEmptyFolders(fs, places.before, outdated));
}

/**
 * Cleans up after an interrupted run: completes a swap that was begun, restores the old tree if the new one is not complete, and
 * removes the rest of an unfinished tree.
 *
 * @returns what was done, for the log, or undefined
 */
export async function recover(fs: TreeFileSystem, places: TreePaths, replaced: Replaced = "keep"): Promise<string | undefined> {
  for (const dir of [places.old, places.before]) await refuseForeign(fs, dir);
  const done = fs.stat(places.out) ? undefined : await restore(fs, places);
  for (const staging of stagings(fs, places.out)) removeTree(fs, staging);
  retire(fs, places, replaced);
  return done;
}

function retire(fs: TreeFileSystem, { out, old, before }: TreePaths, replaced: Replaced): void {
  const isKept = replaced === "keep" && fs.stat(out) !== undefined;
  // Without a tree to replace, the older one is useless.
  if (!isKept || fs.stat(old)) removeTree(fs, before);
  if (isKept && fs.stat(old)) fs.rename(old, before);
  else removeTree(fs, old);
}

async function restore(fs: TreeFileSystem, places: TreePaths): Promise<string | undefined> {
  for (const candidate of [...stagings(fs, places.out), places.old]) {
    if (!(await isWhole(candidate))) continue;
    fs.rename(candidate, places.out);
    return `completed what an earlier run left unfinished: ${basename(candidate)} is now ${places.out}`;
  }
  return undefined;
}

/** The record is written last and removed first, so a tree with its record and index is complete. */
function isWhole(dir: string): Promise<boolean> {
  return succeeds(openTree(dir));
}

function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

/**
 * Removes a tree. The index goes first, so that a part of a tree is never taken for a complete one, and the record last, so that
 * the rest can still be recognized as a tree of Quaketree.
 */
export function removeTree(fs: TreeFileSystem, dir: string): void {
  const stat = fs.stat(dir);
  if (!stat) return;
  if (stat.kind === "folder") {
    fs.remove(join(dir, "index"));
    for (const name of fs.list(dir)) if (name !== SNAPSHOT_FILE) fs.remove(join(dir, name));
  }
  fs.remove(dir);
}

/**
 * Refuses a folder that is not a tree, before anything in it is changed.
 *
 * @throws UserError `out-not-a-tree`
 */
export async function refuseForeign(fs: TreeFileSystem, dir: string): Promise<void> {
  const stat = fs.stat(dir);
  if (!stat || (stat.kind === "folder" && fs.list(dir).length === 0)) return;
  if (stat.kind === "folder" && (await succeeds(readRecord(dir)))) return;
  const what = stat.kind === "folder" ? "holds files that are not a tree" : "is not a folder";
  throw new UserError("out-not-a-tree", `${dir} ${what}`, "choose another folder, or move it away");
}

import { basename, join } from "node:path";
import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { tryTo } from "../platform/lock.ts";
import { SNAPSHOT_FILE } from "./file.ts";
import { openTree, readRecord } from "./read.ts";
import { stagings, type TreePaths } from "./tree-paths.ts";

/** What becomes of the tree that was replaced: the next one is made of it, or it is of no use. */
type Replaced = "keep" | "remove";

/**
 * Puts the staged tree in the place of the one before. A crash between the first two renames leaves no tree at `out`, but
 * both beside it: `recover` completes it.
 */
export function swap(fs: TreeFileSystem, places: TreePaths, replaced: Replaced): void {
  if (fs.look(places.out)) fs.rename(places.out, places.old);
  try {
    fs.rename(places.staging, places.out);
  } catch (error) {
    tryTo(() => fs.rename(places.old, places.out));
    throw error;
  }
  retire(fs, places, replaced);
}

/**
 * Cleans up after a run that was cut short: completes a swap that was begun, takes back the old tree where the new one is
 * not whole, and removes what is left of a tree that was not finished.
 *
 * @returns what was done, for the log, or undefined
 */
export async function recover(
  fs: TreeFileSystem,
  places: TreePaths,
  replaced: Replaced = "keep",
): Promise<string | undefined> {
  for (const dir of [places.old, places.before]) await refuseForeign(fs, dir);
  const done = fs.look(places.out) ? undefined : await restore(fs, places);
  for (const staging of stagings(fs, places.out)) removeTree(fs, staging);
  retire(fs, places, replaced);
  return done;
}

function retire(fs: TreeFileSystem, { out, old, before }: TreePaths, replaced: Replaced): void {
  const isKept = replaced === "keep" && fs.look(out) !== undefined;
  // With no tree to replace, the one before it is as old as none.
  if (!isKept || fs.look(old)) removeTree(fs, before);
  if (isKept && fs.look(old)) fs.rename(old, before);
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

/** The record is written last and removed first, so a tree that has it and its index is whole. */
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
 * Removes a tree. The index goes first, so that a part of it is never taken for a whole tree, and the record last: as long as
 * anything is left it can be seen that this was a tree of ours.
 */
export function removeTree(fs: TreeFileSystem, dir: string): void {
  const sight = fs.look(dir);
  if (!sight) return;
  if (sight.kind === "folder") {
    fs.remove(join(dir, "index"));
    for (const name of fs.list(dir)) if (name !== SNAPSHOT_FILE) fs.remove(join(dir, name));
  }
  fs.remove(dir);
}

/**
 * Refuses a folder that holds something else than a tree, before anything of it is touched.
 *
 * @throws UserError `out-not-a-tree`
 */
export async function refuseForeign(fs: TreeFileSystem, dir: string): Promise<void> {
  const sight = fs.look(dir);
  if (!sight || (sight.kind === "folder" && fs.list(dir).length === 0)) return;
  if (sight.kind === "folder" && (await succeeds(readRecord(dir)))) return;
  const what = sight.kind === "folder" ? "holds files that are not a tree" : "is not a folder";
  throw new UserError("out-not-a-tree", `${dir} ${what}`, "choose another folder, or move it away yourself");
}

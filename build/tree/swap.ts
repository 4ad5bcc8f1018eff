import { basename, join } from "node:path";
import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { tryTo } from "../platform/lock.ts";
import { SNAPSHOT_FILE } from "./file.ts";
import { openTree, readRecord } from "./read.ts";
import { stagings, type TreePaths } from "./tree-paths.ts";

/**
 * Puts the staged tree in the place of the one before. A crash between the two renames leaves no tree at `out`, but both
 * beside it: `recover` completes it.
 */
export function swap(fs: TreeFileSystem, places: TreePaths): void {
  if (fs.look(places.out)) fs.rename(places.out, places.old);
  try {
    fs.rename(places.staging, places.out);
  } catch (error) {
    tryTo(() => fs.rename(places.old, places.out));
    throw error;
  }
  removeTree(fs, places.old);
}

/**
 * Cleans up after a planting that was cut short: completes a swap that was begun, takes back the old tree where the new
 * one is not whole, and removes what is left of either.
 *
 * @returns what was done, for the log, or undefined
 */
export async function recover(fs: TreeFileSystem, places: TreePaths): Promise<string | undefined> {
  await refuseForeign(fs, places.old);
  const done = fs.look(places.out) ? undefined : await restore(fs, places);
  for (const staging of stagings(fs, places.out)) fs.remove(staging);
  removeTree(fs, places.old);
  return done;
}

async function restore(fs: TreeFileSystem, places: TreePaths): Promise<string | undefined> {
  for (const candidate of [...stagings(fs, places.out), places.old]) {
    if (!(await isWhole(candidate))) continue;
    fs.rename(candidate, places.out);
    return `completed what an earlier run left unfinished: ${basename(candidate)} is now ${places.out}`;
  }
  return undefined;
}

/** The record is written last and the index removed first, so a tree that has both is whole. */
function isWhole(dir: string): Promise<boolean> {
  return succeeds(openTree(dir));
}

function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

/** The record goes last: as long as anything is left it can be seen that this was a tree of ours. */
function removeTree(fs: TreeFileSystem, dir: string): void {
  if (!fs.look(dir)) return;
  fs.remove(join(dir, "index"));
  for (const name of fs.list(dir)) if (name !== SNAPSHOT_FILE) fs.remove(join(dir, name));
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

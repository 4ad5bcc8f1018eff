import { join, resolve } from "node:path";
import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { locked } from "../platform/lock.ts";
import { STAGED } from "./unindexed.ts";

/** Where a tree is, and what lies in it and beside it while it is changed. */
export interface TreePaths {
  out: string;
  /** Former bytes by their hash; see `plan.ts`. */
  replaced: string;
  /** Folder of the staged files of the next tree, and of the plan that moves them. */
  next: string;
  /** The staged files, at their paths. */
  staged: string;
  /** Folder of the cells of the tree; see `keys.ts`. */
  cells: string;
  /** Prefix of the names of lock files. */
  lock: string;
  /** Files that a mirror has fetched of an incomplete tree. */
  part: string;
}

/** The folders of a tree. A tree behind a symbolic link is changed where it is. */
export function treePaths(fs: TreeFileSystem, out: string): TreePaths {
  const real = fs.resolve(resolve(out));
  return {
    out: real,
    replaced: join(real, "replaced"),
    next: join(real, "replaced", "next"),
    staged: join(real, STAGED),
    cells: `${real}.cells`,
    lock: `${real}.lock`,
    part: `${real}.part`,
  };
}

/** Prevents other builds and mirrors of the same tree while `work` runs. @throws UserError `build-running` */
export function lockedTree<T>(fs: TreeFileSystem, places: TreePaths, work: () => Promise<T>): Promise<T> {
  return locked(fs, places.lock, (holder) => running(places, holder), work);
}

function running(places: TreePaths, holder: string): UserError {
  const hint = `wait for it; if no build runs on any machine, delete ${holder}`;
  return new UserError("build-running", `another build is writing ${places.out}`, hint);
}

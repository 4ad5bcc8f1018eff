import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { locked } from "../platform/lock.ts";

/** The folders beside a tree while it is replaced. */
export interface TreePaths {
  out: string;
  /** Folder of the next tree while it is written. */
  staging: string;
  /** The previous tree, during the swap. */
  old: string;
  /** The older tree, which becomes the next one: only changes are written into it. */
  before: string;
  /** Keys of the files of the tree; see `keys.ts`. */
  keys: string;
  /** Prefix of the names of lock files. */
  lock: string;
  /** Files that a mirror has fetched of an incomplete tree. */
  part: string;
}

/** The folders of a tree. A tree behind a symbolic link is replaced where it is. */
export function treePaths(fs: TreeFileSystem, out: string): TreePaths {
  const real = fs.resolve(resolve(out));
  return {
    out: real,
    staging: `${real}.next-${process.pid}`,
    old: `${real}.old`,
    before: `${real}.before`,
    keys: `${real}.keys`,
    lock: `${real}.lock`,
    part: `${real}.part`,
  };
}

/** Folders of unfinished trees. With the lock held, nobody writes there any more. */
export function stagings(fs: TreeFileSystem, out: string): string[] {
  const prefix = `${basename(out)}.next-`;
  if (!fs.stat(dirname(out))) return [];
  return fs
    .list(dirname(out))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => join(dirname(out), name));
}

/**
 * Prevents other builds and mirrors of the same tree while `work` runs.
 *
 * @throws UserError `build-running`
 */
export function lockedTree<T>(fs: TreeFileSystem, places: TreePaths, work: () => Promise<T>): Promise<T> {
  return locked(fs, places.lock, (holder) => running(places, holder), work);
}

function running(places: TreePaths, holder: string): UserError {
  const hint = `wait for it; if no build runs on any machine, delete ${holder}`;
  return new UserError("build-running", `another build is writing ${places.out}`, hint);
}

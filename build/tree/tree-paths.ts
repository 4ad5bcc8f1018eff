import { basename, dirname, join, resolve } from "node:path";
import type { TreeFileSystem } from "../platform/file-system.ts";

/** The folders beside a tree while it is replaced. */
export interface TreePaths {
  out: string;
  /** Where the next tree grows. */
  staging: string;
  /** The tree before, while the folders change places. */
  old: string;
  /** The tree before, which becomes the next one: only what has changed since has to be brought into it. */
  before: string;
  /** Keys of the files of the tree; see `keys.ts`. */
  keys: string;
  /** What the names of lock files begin with. */
  lock: string;
  /** What a mirror has fetched of a tree that is not whole yet. */
  part: string;
}

/** Where the folders of a tree are. A tree that is reached by a symbolic link is replaced where it is. */
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

/** Folders in which a tree was begun. Whoever holds the lock knows that nobody writes there any more. */
export function stagings(fs: TreeFileSystem, out: string): string[] {
  const prefix = `${basename(out)}.next-`;
  if (!fs.look(dirname(out))) return [];
  return fs
    .list(dirname(out))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => join(dirname(out), name));
}

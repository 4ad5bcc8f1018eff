import { basename, dirname, join, resolve } from "node:path";
import type { TreeFileSystem } from "./file-system.ts";

/** The folders beside a tree while it is replaced. */
export interface Places {
  out: string;
  /** Where the next tree grows. */
  staging: string;
  /** The tree before, between the two renames and until it is removed. */
  old: string;
  /** Holds the number of the process that plants. */
  lock: string;
  /** What a mirror has fetched of a tree that is not whole yet. */
  part: string;
}

/** Where the folders of a tree are. A tree that is reached by a symbolic link is replaced where it is. */
export function placesOf(fs: TreeFileSystem, out: string): Places {
  const real = fs.resolve(resolve(out));
  return {
    out: real,
    staging: `${real}.next-${process.pid}`,
    old: `${real}.old`,
    lock: `${real}.lock`,
    part: `${real}.part`,
  };
}

/** Folders in which processes that are gone had begun a tree. */
export function stagings(fs: TreeFileSystem, out: string): string[] {
  const prefix = `${basename(out)}.next-`;
  if (!fs.look(dirname(out))) return [];
  return fs
    .list(dirname(out))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .filter((name) => !isOtherProcess(Number(name.slice(prefix.length))))
    .map((name) => join(dirname(out), name));
}

/** Whether a number is that of a living process other than this one. */
function isOtherProcess(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

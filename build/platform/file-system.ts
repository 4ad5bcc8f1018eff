import {
  appendFileSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { Server } from "node:net";
import { dirname } from "node:path";
import { UserError } from "./error.ts";

/**
 * What planting and mirroring ask of a file system. Synchronous: a tree has tens of thousands of small files, and a promise for each
 * costs more than the call. Tests pass one that fails at the n-th change.
 */
export interface TreeFileSystem {
  /** With its parents; no error where it is there. */
  makeFolder: (path: string) => void;
  /** Fails where the file is there. */
  write: (path: string, bytes: Uint8Array | string) => void;
  /** Makes the file where it is not there. */
  append: (path: string, bytes: Uint8Array) => void;
  link: (from: string, to: string) => void;
  /** Fails where the file is there. */
  copy: (from: string, to: string) => void;
  rename: (from: string, to: string) => void;
  /** A file, or a folder with all that is in it; no error where it is not there. */
  remove: (path: string) => void;
  /** Does not follow links; undefined where there is nothing. */
  look: (path: string) => FileStat | undefined;
  /** Whether two paths lead to one and the same file on the disk. */
  isSame: (a: string, b: string) => boolean;
  read: (path: string) => Uint8Array;
  list: (path: string) => string[];
  /** The path without symbolic links, or the path itself where there is nothing. */
  resolve: (path: string) => string;
  /** The type of the file system that holds a folder, as statfs(2) has it. */
  type: (folder: string) => number;
  /** Makes a server listen on a Unix socket at the path. */
  listen: (server: Server, path: string) => void;
}

interface FileStat {
  kind: "file" | "folder" | "other";
  size: number;
}

export const NODE_FILE_SYSTEM: TreeFileSystem = {
  makeFolder,
  write: (path, bytes) => writeFileSync(path, bytes, { flag: "wx" }),
  append: (path, bytes) => appendFileSync(path, bytes),
  link: (from, to) => linkSync(from, to),
  copy: (from, to) => copyFileSync(from, to, constants.COPYFILE_EXCL),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path, { recursive: true, force: true }),
  look,
  isSame,
  read: (path) => readFileSync(path),
  list: (path) => readdirSync(path),
  resolve: (path) => (look(path) ? realpathSync(path) : path),
  type: (folder) => statfsSync(folder).type,
  // A socket that another user may not write to could not be told from a living one after a crash.
  listen: (server, path) => void server.listen({ path, writableAll: true }),
};

function look(path: string): FileStat | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  return { kind: stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other", size: stat.size };
}

/** Numbers of files on Windows need more than 53 bits. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && other !== undefined && one.ino !== 0n && one.ino === other.ino && one.dev === other.dev;
}

/**
 * Makes a folder, and those that it lies in. Not by `recursive: true`: where a folder is there but nothing can be made in
 * it (`/proc`), Node then tries for ever.
 *
 * @throws Error with the system's code: `EACCES`, `ENOENT`, `ENOTDIR`, `EROFS`, …
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const CAUSES: Record<string, readonly [cause: string, hint: string]> = {
  EACCES: ["permission denied", "choose a folder that you may write, or change its rights"],
  EPERM: ["not permitted", "choose a folder that you may write, or change its rights"],
  EROFS: ["the file system is read-only", "choose a folder on another one"],
  ENOTDIR: ["a part of its path is a file", "choose another folder"],
  EEXIST: ["a part of its path is a file", "choose another folder"],
  ENOENT: ["it cannot be made there", "choose another folder"],
  ENOSPC: ["the disk is full", "the tree before is as it was; make room and run again"],
  EDQUOT: ["the disk quota is used up", "the tree before is as it was; make room and run again"],
  EIO: ["the disk fails", "the tree before is as it was; look at the disk before you run again"],
  EMFILE: ["too many files are open", "the tree before is as it was; raise the limit (`ulimit -n`) and run again"],
  ENFILE: ["too many files are open", "the tree before is as it was; run again when the machine has less to do"],
  EBUSY: ["it is in use, or a mount point that cannot be renamed", "use a folder inside it"],
  ENAMETOOLONG: ["a name in it is too long", "choose a shorter path"],
};

/** An error of the file system as one that a person can mend, with the folder in question; any other error as it is. */
export function explain(error: unknown, dir: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const known = syscall === undefined ? undefined : CAUSES[code ?? ""];
  if (!known) return error;
  return new UserError("folder-unwritable", `cannot write ${dir}: ${known[0]}`, known[1]);
}

import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import type { Server } from "node:net";
import { dirname } from "node:path";
import { UserError } from "./error.ts";

/**
 * The file operations for writing and mirroring trees. They are synchronous: a tree has tens of thousands of small files, and a
 * promise for each costs more than the call. Tests pass an implementation that fails at the n-th change.
 */
export interface TreeFileSystem {
  /** Makes the folder and its parents; no error if it exists. */
  makeFolder: (path: string) => void;
  /** Fails if the file exists. */
  write: (path: string, bytes: Uint8Array | string) => void;
  /** Returns when the disk has the bytes of a file. */
  flush: (path: string) => void;
  /** Creates the file if it is missing. */
  append: (path: string, bytes: Uint8Array) => void;
  link: (from: string, to: string) => void;
  /** Fails if the file exists. */
  copy: (from: string, to: string) => void;
  rename: (from: string, to: string) => void;
  /** Removes a file, or a folder with its content; no error if it is missing. */
  remove: (path: string) => void;
  /** Removes a folder if it is empty. @returns whether it did */
  removeEmpty: (folder: string) => boolean;
  /** Does not follow links; undefined if there is no file or folder. */
  stat: (path: string) => FileStat | undefined;
  read: (path: string) => Uint8Array;
  list: (path: string) => string[];
  /** The path without symbolic links; the unchanged path if there is no file or folder. */
  resolve: (path: string) => string;
  /** The type of the file system of a folder, as in statfs(2). */
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
  flush,
  append: (path, bytes) => appendFileSync(path, bytes),
  link: (from, to) => linkSync(from, to),
  copy: (from, to) => copyFileSync(from, to, constants.COPYFILE_EXCL),
  rename: (from, to) => renameSync(from, to),
  remove,
  removeEmpty,
  stat,
  read: (path) => readFileSync(path),
  list: (path) => readdirSync(path),
  resolve: (path) => (stat(path) ? realpathSync(path) : path),
  type: (folder) => statfsSync(folder).type,
  // After a crash, the socket file remains. Without write permission for other users, it would look to them like one in use.
  listen: (server, path) => void server.listen({ path, writableAll: true }),
};

function flush(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function stat(path: string): FileStat | undefined {
  const stats = lstat(path);
  if (!stats) return undefined;
  return { kind: stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other", size: stats.size };
}

function lstat(path: string): Stats | undefined {
  return unlessBelowFile(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** Most removed paths are files, or are missing: for these, one call does instead of three. */
function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    unlessBelowFile(() => rmSync(path, { recursive: true, force: true }));
  }
}

/** Listing a folder to find out whether it is empty takes ten thousand times as long where it has 100,000 entries. */
function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    if (!KEPT_FOLDER.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return false;
  }
}

const KEPT_FOLDER = new Set(["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"]);

/** A path below a file is missing like any other, but the system has another error for it. */
function unlessBelowFile<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * Makes a folder and its parents. It does not use `recursive: true`, because Node then loops forever in a folder in which nothing
 * can be created (`/proc`).
 *
 * @throws Error with the system's code: `EACCES`, `ENOENT`, `ENOTDIR`, `EROFS`, …
 */
export function makeFolder(path: string): void {
  const parent = dirname(path);
  try {
    // A tree has ten thousand folders, and nearly all that are asked for are new.
    mkdirSync(path);
  } catch (error) {
    if (isFolder(path)) return;
    // The parent nearly always exists, so nothing looks for it before.
    if (isFolder(parent) || parent === path) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
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

/** The cause of an error of the file system, and what to do; undefined for any other error. */
export function causeOf(error: unknown): readonly [cause: string, hint: string] | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : CAUSES[code ?? ""];
}

/** Turns an error of the file system into a UserError that names the folder. Returns any other error unchanged. */
export function explain(error: unknown, dir: string): unknown {
  const known = causeOf(error);
  if (!known) return error;
  return new UserError("folder-unwritable", `cannot write ${dir}: ${known[0]}`, known[1]);
}

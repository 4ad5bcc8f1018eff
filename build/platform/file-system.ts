import {
  appendFileSync,
  copyFileSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import type { Server } from "node:net";
import { makeFolder } from "./make-folder.ts";

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
  copy: (from: string, to: string) => void;
  rename: (from: string, to: string) => void;
  /** A file, or a folder with all that is in it; no error where it is not there. */
  remove: (path: string) => void;
  /** Does not follow links; undefined where there is nothing. */
  look: (path: string) => FileStat | undefined;
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
  copy: (from, to) => copyFileSync(from, to),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path, { recursive: true, force: true }),
  look,
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

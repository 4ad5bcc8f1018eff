import { join } from "node:path";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { SNAPSHOT_FILE, VARIANT_SUFFIX } from "./file.ts";
import { entriesBelow, type IndexRoots, someEntries } from "./index-node.ts";
import { folderOf } from "./staging.ts";
import { reservedFor } from "./unindexed.ts";

/**
 * How many files of a folder a build checks, beginning with a random one: the existence and size of `SIZED` files; the bytes of up to
 * `READ` files, as long as they have at most `READ_BYTES` together; foreign files in the folders of `READ` files. One file is always
 * read.
 */
const SIZED = 2_000;
const READ = 256;
const READ_BYTES = 500_000;

interface Folder {
  dir: string;
  index: IndexRoots;
}

/**
 * Whether others have changed or removed files, or a part of the index: a build, which may run each minute, looks at a part of the
 * files, and `verify` at all of them.
 *
 * @throws Error for a damaged file of the index
 */
export function hasDamage(fs: TreeFileSystem, { dir, index }: Folder, random = Math.random): boolean {
  for (const root of index.values()) root.entries();
  const entries = someEntries(index, SIZED, random());
  return (
    !entries.slice(0, SIZED).every((entry) => isThere(fs, dir, entry)) ||
    !firstBytes(part(entries, READ, random())).every((entry) => isWhole(fs, dir, entry))
  );
}

/**
 * Looks at every byte of every file.
 *
 * @returns paths of damaged files
 * @throws Error for a damaged file of the index
 */
export function damagedFiles(fs: TreeFileSystem, { dir, index }: Folder): Set<string> {
  const damaged = new Set<string>();
  for (const entry of entriesBelow(index.values())) if (!isWhole(fs, dir, entry)) damaged.add(entry.path);
  return damaged;
}

/**
 * Finds foreign files in the folder.
 *
 * @param isNamed whether a path is that of a file of the tree, or of a folder with one; a folder without a file may be unknown
 * @returns paths of files and folders that do not belong to the tree
 * @throws Error for a damaged file of the index
 */
export function findStrays(fs: TreeFileSystem, { dir, index }: Folder, isNamed: (path: string) => boolean, random = Math.random): string[] {
  const folders = new Set([""]);
  const all = [...index.values()].reduce((sum, { files }) => sum + files, 0);
  // A folder of folders may have as many folders as there are files.
  const isAbove = random() * all < SIZED;
  for (const { path } of someEntries(index, READ, random())) {
    for (let one = folderOf(path); !folders.has(one); one = isAbove ? folderOf(one) : "") folders.add(one);
  }
  return [...folders].flatMap((folder) => {
    const names = part(namesIn(fs, dir, folder), READ, random());
    return names.filter((path) => !isFile(path) && !isFolder(path));
  });

  function isFile(path: string): boolean {
    const suffix = Object.values(VARIANT_SUFFIX).find((one) => path.endsWith(one)) ?? "";
    const plain = path.slice(0, path.length - suffix.length);
    return [path, plain].some((one) => one === SNAPSHOT_FILE || reservedFor(one) !== undefined || isNamed(one));
  }

  function isFolder(path: string): boolean {
    return path === "index" || namesIn(fs, dir, path).some((one) => isFile(one) || isFolder(one));
  }
}

/** Paths of the content of a folder; empty if it is not a folder. */
function namesIn(fs: TreeFileSystem, dir: string, folder: string): string[] {
  if (fs.stat(join(dir, folder))?.kind !== "folder") return [];
  return fs.list(join(dir, folder)).map((name) => (folder === "" ? name : `${folder}/${name}`));
}

function part<T>(all: readonly T[], count: number, random: number): readonly T[] {
  if (all.length <= count) return all;
  const from = Math.floor(random * all.length);
  return [...all.slice(from, from + count), ...all.slice(0, Math.max(0, from + count - all.length))];
}

function firstBytes(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  let sum = 0;
  const end = entries.findIndex(({ bytes }) => (sum += bytes) > READ_BYTES);
  return end < 0 ? entries : entries.slice(0, Math.max(1, end));
}

function isThere(fs: TreeFileSystem, dir: string, { path, bytes, encodings }: IndexEntry): boolean {
  const stat = fs.stat(join(dir, path));
  if (stat?.kind !== "file" || stat.size !== bytes) return false;
  return encodings.every((encoding) => (fs.stat(join(dir, path + VARIANT_SUFFIX[encoding]))?.size ?? 0) > 0);
}

function isWhole(fs: TreeFileSystem, dir: string, entry: IndexEntry): boolean {
  try {
    return isThere(fs, dir, entry) && sha256(fs.read(join(dir, entry.path))) === entry.sha256;
  } catch {
    // A file that cannot be read is written again.
    return false;
  }
}

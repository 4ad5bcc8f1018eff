import { join } from "node:path";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { SNAPSHOT_FILE, VARIANT_SUFFIX } from "./file.ts";
import { folderOf } from "./staging.ts";
import { reservedFor } from "./unindexed.ts";

/**
 * How many files of a folder a build looks at, beginning with a random one: of so many whether they are there with their size, of
 * so many what their bytes are, and what else lies in their folders. All of a small tree; of a large one, a part that
 * does not grow with it.
 */
const SIZED = 8_000;
const READ = 512;

interface Folder {
  dir: string;
  /** What its index names, by path. */
  files: ReadonlyMap<string, IndexEntry>;
}

/**
 * Looks whether files are as the index says that somebody else may have changed. `verify` looks at all of them; this is what a
 * build can do each minute.
 *
 * @returns paths of those that are not
 */
export function findDamage(fs: TreeFileSystem, { dir, files }: Folder, random = Math.random): Set<string> {
  const entries = [...files.values()];
  const small = part(entries, SIZED, random()).filter((entry) => !isThere(fs, dir, entry));
  const other = part(entries, READ, random()).filter((entry) => !isWhole(fs, dir, entry));
  return new Set([...small, ...other].map(({ path }) => path));
}

/** Looks for what somebody else has put into the folder. @returns paths of files and folders that do not belong there */
export function findStrays(fs: TreeFileSystem, { dir, files }: Folder, random = Math.random): string[] {
  const folders = new Set([""]);
  // A folder above others may have as many of them as there are files.
  const isAbove = random() * files.size < SIZED;
  for (const { path } of part([...files.values()], READ, random())) {
    for (let one = folderOf(path); !folders.has(one); one = isAbove ? folderOf(one) : "") folders.add(one);
  }
  return [...folders].flatMap((folder) => {
    const names = part(namesIn(fs, dir, folder), READ, random());
    return names.filter((path) => !isFile(path) && !isFolder(path));
  });

  function isFile(path: string): boolean {
    const suffix = Object.values(VARIANT_SUFFIX).find((one) => path.endsWith(one)) ?? "";
    const plain = path.slice(0, path.length - suffix.length);
    return [path, plain].some((one) => files.has(one) || one === SNAPSHOT_FILE || reservedFor(one) !== undefined);
  }

  function isFolder(path: string): boolean {
    return path === "index" || namesIn(fs, dir, path).some((one) => isFile(one) || isFolder(one));
  }
}

/** Paths of what lies in a folder; none where it is no folder. */
function namesIn(fs: TreeFileSystem, dir: string, folder: string): string[] {
  if (fs.look(join(dir, folder))?.kind !== "folder") return [];
  return fs.list(join(dir, folder)).map((name) => (folder === "" ? name : `${folder}/${name}`));
}

function part<T>(all: readonly T[], count: number, random: number): readonly T[] {
  if (all.length <= count) return all;
  const from = Math.floor(random * all.length);
  return [...all.slice(from, from + count), ...all.slice(0, Math.max(0, from + count - all.length))];
}

function isThere(fs: TreeFileSystem, dir: string, { path, bytes, encodings }: IndexEntry): boolean {
  const sight = fs.look(join(dir, path));
  if (sight?.kind !== "file" || sight.size !== bytes) return false;
  return encodings.every((encoding) => (fs.look(join(dir, path + VARIANT_SUFFIX[encoding]))?.size ?? 0) > 0);
}

function isWhole(fs: TreeFileSystem, dir: string, entry: IndexEntry): boolean {
  try {
    return isThere(fs, dir, entry) && sha256(fs.read(join(dir, entry.path))) === entry.sha256;
  } catch {
    // What cannot be read is written again.
    return false;
  }
}

import { join } from "node:path";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { SNAPSHOT_FILE, VARIANT_SUFFIX } from "./file.ts";
import { folderOf } from "./staging.ts";
import { reservedFor, UNINDEXED } from "./unindexed.ts";

/**
 * How many files of a folder a build looks at, beginning with a random one: of so many whether they are there with their size, of
 * so many what their bytes are, and what else lies in their folders. All of a small tree; of a large one, a part that
 * does not grow with it.
 */
const SIZED = 8_000;
const READ = 512;

/** What somebody else has done to a folder. */
export interface Inspected {
  /** Paths of files that are not as the index says. */
  damaged: Set<string>;
  /** Paths of files and folders that do not belong there. */
  strays: string[];
}

/** Looks whether a folder is as its index says. `verify` looks at all of it; this is what a build can do each minute. */
export function inspect(
  fs: TreeFileSystem,
  { dir, files }: { dir: string; files: ReadonlyMap<string, IndexEntry> },
  random: () => number = Math.random,
): Inspected {
  const entries = [...files.values()];
  const sized = part(entries, SIZED, random());
  const read = part(entries, READ, random());
  const damaged = new Set([
    ...sized.filter((entry) => !isThere(fs, dir, entry)).map(({ path }) => path),
    ...read.filter((entry) => !isWhole(fs, dir, entry)).map(({ path }) => path),
  ]);
  return { damaged, strays: straysBeside(fs, dir, read, entries) };
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
  return isThere(fs, dir, entry) && sha256(fs.read(join(dir, entry.path))) === entry.sha256;
}

function straysBeside(
  fs: TreeFileSystem,
  dir: string,
  some: readonly IndexEntry[],
  all: readonly IndexEntry[],
): string[] {
  const folders = new Set([""]);
  for (const { path } of some) {
    for (let one = folderOf(path); !folders.has(one); one = folderOf(one)) folders.add(one);
  }
  const known = new Set<string>();
  const know = (path: string) => {
    for (let one = path; one !== "" && !known.has(one); one = folderOf(one)) known.add(one);
  };
  for (const { places } of Object.values(UNINDEXED)) places.forEach((path) => know(path));
  for (const { path, encodings } of all) {
    know(path);
    if (folders.has(folderOf(path))) for (const encoding of encodings) known.add(path + VARIANT_SUFFIX[encoding]);
  }
  const strays: string[] = [];
  for (const folder of folders) {
    if (fs.look(join(dir, folder))?.kind !== "folder") continue;
    for (const name of fs.list(join(dir, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (!known.has(path) && !isOwn(path)) strays.push(path);
    }
  }
  return strays;
}

/** What of a tree no index names. */
function isOwn(path: string): boolean {
  const plain = Object.values(VARIANT_SUFFIX).reduce(
    (name, suffix) => name.replace(new RegExp(`\\${suffix}$`), ""),
    path,
  );
  return plain === "index" || plain === SNAPSHOT_FILE || reservedFor(plain) !== undefined;
}

import { join } from "node:path";
import { etagOf } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { compress, SMALLEST_COMPRESSED, type Variants } from "../platform/compress.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { type TreeFile, VARIANT_SUFFIX } from "./file.ts";
import type { EntryChange } from "./index-difference.ts";
import type { KeptEntry } from "./index-section.ts";
import { wasCompressed } from "./keys.ts";

/**
 * The folder in which the next tree is made: that of an older tree, in which only changed files are replaced, or an empty one. No
 * file is ever overwritten in place, because the served tree may link to it: a new file replaces it.
 */
export interface Staging {
  fs: TreeFileSystem;
  dir: string;
  /** Folder of the tree to replace, from which unchanged files are taken over; undefined if there is none. */
  before: string | undefined;
  /**
   * How the older tree, whose files the folder has, differs from the tree to replace; damaged files have no older version. Undefined:
   * the folder has no files but those that were put.
   */
  older: ReadonlyMap<string, EntryChange> | undefined;
  /** Paths of files that were added since. */
  put: Set<string>;
  /** Existing folders, so that each is checked once. */
  folders: Set<string>;
}

export function openStaging(fs: TreeFileSystem, dir: string, before: string | undefined): Staging {
  return { fs, dir, before, older: undefined, put: new Set(), folders: new Set([""]) };
}

type Encoding = keyof typeof VARIANT_SUFFIX;

/** The decision about a file of the next tree. */
export interface Placed {
  entry: IndexEntry;
  /** Whether the previous tree has the same bytes at that path. */
  unchanged: boolean;
  /** Writes the file, if `complete` does not take it over; then its variants, if it is compressed. */
  put?: () => void;
  variants?: (() => Promise<void>) | undefined;
}

/**
 * Makes a file, and decides whether the previous tree has it.
 *
 * @param former its entry in the previous tree, unless the file there is damaged
 * @param stored its stored key in the previous tree
 */
export function place(staging: Staging, file: TreeFile, former: IndexEntry | undefined, stored: string | undefined): Placed {
  const { path, cache } = file;
  const bytes = file.bytes();
  const entry: IndexEntry = {
    path,
    bytes: bytes.length,
    sha256: sha256(bytes),
    etag: etagOf(bytes),
    cache,
    encodings: [],
  };
  const before = former?.sha256 === entry.sha256 && isHere(staging, file, bytes) ? former : undefined;
  const unchanged = before !== undefined;
  const isWanted = file.compress && bytes.length >= SMALLEST_COMPRESSED;
  // The cache class determines the compression level, so variants of another class are not the same.
  const has = before?.cache === cache && hasVariants(staging, before) ? before : undefined;
  const isAsWanted = isWanted ? has && (has.encodings.length > 0 || wasCompressed(stored)) : has?.encodings.length === 0;
  if (has && isAsWanted) return { entry: withoutAge(has), unchanged };
  const put = () => {
    if (before) takeOver(staging, { ...entry, encodings: [] }, former);
    else putFile(staging, path, former, (to) => staging.fs.write(to, bytes));
  };
  return {
    entry,
    unchanged,
    put,
    variants: isWanted ? () => writeVariants(staging, entry, bytes, file.variants) : undefined,
  };
}

/** The entry of a kept shard that the snapshot names again. */
function withoutAge(entry: IndexEntry & Partial<KeptEntry>): IndexEntry {
  if (entry.unnamed_since === undefined) return entry;
  const { unnamed_since: _, ...rest } = entry;
  return rest;
}

/** The entry of a file of the previous tree that stays; undefined if the folder no longer has it. */
export function stays<E extends IndexEntry>(staging: Staging, entry: E): E | undefined {
  if (!isOfSize(staging, entry)) return undefined;
  return hasVariants(staging, entry) ? entry : { ...entry, encodings: [] };
}

/**
 * Whether the folder of the previous tree has a file that its index names. Shards are compared even if they seem unchanged, because
 * a damaged shard makes the whole tree useless to a host; other files are served one by one.
 */
function isHere(staging: Staging, { path, section }: TreeFile, bytes: Uint8Array): boolean {
  if (!isOfSize(staging, { path, bytes: bytes.length })) return false;
  return section !== "shards" || Buffer.compare(staging.fs.read(join(staging.before ?? "", path)), bytes) === 0;
}

function isOfSize({ fs, before }: Staging, { path, bytes }: Pick<IndexEntry, "path" | "bytes">): boolean {
  const stat = before === undefined ? undefined : fs.stat(join(before, path));
  return stat?.kind === "file" && stat.size === bytes;
}

function hasVariants({ fs, before }: Staging, entry: IndexEntry): boolean {
  return variantsOf(entry).every((path) => (fs.stat(join(before ?? "", path))?.size ?? 0) > 0);
}

function variantsOf({ path, encodings }: Pick<IndexEntry, "path" | "encodings">): string[] {
  return encodings.map((encoding) => path + VARIANT_SUFFIX[encoding]);
}

/** Takes over a file of the previous tree, with the variants that the entry names. @param former as for `putFile` */
export function takeOver(staging: Staging, entry: IndexEntry, former: IndexEntry | undefined): void {
  const { fs, dir, before = "" } = staging;
  putFile(staging, entry.path, former, (to) => linkOrCopy(fs, join(before, entry.path), to));
  for (const path of variantsOf(entry)) replacing(fs, join(dir, path), (to) => linkOrCopy(fs, join(before, path), to));
}

/**
 * Writes a file at a path of the staged tree, replacing what is there.
 *
 * @param former the entry of the file that the folder has at this path, where the older tree does not differ from the previous one
 * @param write fails if the file exists
 */
export function putFile(staging: Staging, path: string, former: IndexEntry | undefined, write: (to: string) => void): void {
  const { fs, dir, older, put } = staging;
  put.add(path);
  makeFolderOf(staging, path);
  const held = older?.has(path) ? older.get(path)?.before : older && former;
  if (held) drop(staging, held);
  replacing(fs, join(dir, path), write, () => drop(staging, { path, encodings: ["br", "gzip"] }));
}

/** Writes a file. If something is in the way, it is removed first. @param write fails if the file exists */
export function replacing(fs: TreeFileSystem, to: string, write: (to: string) => void, clear: () => void = () => fs.remove(to)): void {
  try {
    write(to);
  } catch (error) {
    if (!IN_THE_WAY.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    clear();
    write(to);
  }
}

/** Removes a file with its variants. */
export function drop({ fs, dir }: Staging, entry: Pick<IndexEntry, "path" | "encodings">): void {
  for (const path of [entry.path, ...variantsOf(entry)]) fs.remove(join(dir, path));
}

const IN_THE_WAY = new Set(["EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY"]);

/** A hard link needs no space and preserves the file; on file systems without links (some network shares) the file is copied. */
export function linkOrCopy(fs: TreeFileSystem, from: string, to: string): void {
  try {
    fs.link(from, to);
  } catch (error) {
    if (!LINKS_FAIL.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    fs.copy(from, to);
  }
}

const LINKS_FAIL = new Set(["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES"]);

async function writeVariants({ fs, dir }: Staging, entry: IndexEntry, bytes: Uint8Array, made: Variants | undefined): Promise<void> {
  const variants = made ?? (await compress(entry.path, bytes, entry.cache));
  const encodings: Encoding[] = [];
  for (const encoding of ["br", "gzip"] as const) {
    const packed = variants[encoding];
    if (!packed) continue;
    replacing(fs, join(dir, entry.path + VARIANT_SUFFIX[encoding]), (to) => fs.write(to, packed));
    encodings.push(encoding);
  }
  entry.encodings = encodings;
}

/** Makes the folder of a path of the tree. A file of the older tree may be in its place. */
function makeFolderOf(staging: Staging, path: string): void {
  const { fs, dir, folders, older } = staging;
  const folder = folderOf(path);
  if (folders.has(folder)) return;
  try {
    // The folder of an older tree has most folders already.
    if (!older || fs.stat(join(dir, folder))?.kind !== "folder") fs.makeFolder(join(dir, folder));
  } catch (error) {
    if (!IN_THE_WAY.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    for (let end = folder.indexOf("/"); ; end = folder.indexOf("/", end + 1)) {
      const one = end < 0 ? folder : folder.slice(0, end);
      if (fs.stat(join(dir, one))?.kind !== "folder") drop(staging, { path: one, encodings: ["br", "gzip"] });
      if (end < 0) break;
    }
    fs.makeFolder(join(dir, folder));
  }
  folders.add(folder);
}

/** The folder of a path; "" for the root of the tree. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The folders of a path, the nearest one first, without the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return folders;
}

/**
 * Removes the folders that are empty without the files that they had.
 *
 * @param gone paths of removed files
 * @returns the removed folders
 */
export function removeEmptyFolders(fs: TreeFileSystem, dir: string, gone: readonly string[]): string[] {
  const removed: string[] = [];
  for (const path of gone) {
    for (const folder of foldersAbove(path)) {
      if (!fs.removeEmpty(join(dir, folder))) break;
      removed.push(folder);
    }
  }
  return removed;
}

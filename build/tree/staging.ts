import { join } from "node:path";
import { etagOf } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { compress, SMALLEST_COMPRESSED, type Variants } from "../platform/compress.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { type TreeFile, VARIANT_SUFFIX } from "./file.ts";
import type { KeptEntry } from "./index-section.ts";
import { storedKey, wasCompressed } from "./keys.ts";

/**
 * The folder in which the next tree is made: that of an older tree, in which only changed files are replaced, or an empty one. No
 * file is ever overwritten in place, because the served tree may link to it: a new file replaces it.
 */
export interface Staging {
  fs: TreeFileSystem;
  dir: string;
  /** The tree to replace and its files, from which unchanged ones are taken over; undefined if there is none. */
  before: { dir: string; files: ReadonlyMap<string, IndexEntry> } | undefined;
  /** Remaining files of the older tree, by path. */
  held: Map<string, IndexEntry>;
  /** Paths of files that were added since. */
  put: Set<string>;
  /** Existing folders, so that each is checked once. */
  folders: Set<string>;
}

export function openStaging(fs: TreeFileSystem, dir: string, before: Staging["before"]): Staging {
  return { fs, dir, before, held: new Map(), put: new Set(), folders: new Set([""]) };
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

/** Decides about one file. @param stored the stored key of the file in the previous tree */
export function place(staging: Staging, file: TreeFile, stored: string | undefined): Placed {
  const isKnown = file.key !== undefined && stored === storedKey(file);
  const earlier = isKnown ? staging.before?.files.get(file.path) : undefined;
  if (earlier?.cache === file.cache) return { entry: withoutAge(earlier), unchanged: true };
  return placeMade(staging, file, stored);
}

function placeMade(staging: Staging, file: TreeFile, stored: string | undefined): Placed {
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
  const before = unchangedFile(staging, file.section, bytes, entry);
  const unchanged = before !== undefined;
  const isWanted = file.compress && bytes.length >= SMALLEST_COMPRESSED;
  // The cache class determines the compression level, so variants of another class are not the same.
  const has = before?.cache === cache && hasVariants(staging, before) ? before : undefined;
  const isAsWanted = isWanted
    ? has && (has.encodings.length > 0 || wasCompressed(stored))
    : has?.encodings.length === 0;
  if (has && isAsWanted) return { entry: withoutAge(has), unchanged };
  const put = () => {
    if (before) takeOver(staging, { ...entry, encodings: [] });
    else putFile(staging, path, (to) => staging.fs.write(to, bytes));
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
  if (!unchangedSince(staging, entry)) return undefined;
  return hasVariants(staging, entry) ? entry : { ...entry, encodings: [] };
}

/**
 * Shards are compared even if they seem unchanged, because a damaged shard makes the whole tree useless to a host; other files are
 * served one by one.
 */
function unchangedFile(
  staging: Staging,
  section: TreeFile["section"],
  bytes: Uint8Array,
  entry: IndexEntry,
): IndexEntry | undefined {
  const { fs, before } = staging;
  const earlier = unchangedSince(staging, entry);
  if (!before || !earlier || section !== "shards") return earlier;
  return Buffer.compare(fs.read(join(before.dir, entry.path)), bytes) === 0 ? earlier : undefined;
}

function unchangedSince({ fs, before }: Staging, entry: IndexEntry): IndexEntry | undefined {
  const earlier = before?.files.get(entry.path);
  if (!before || earlier?.sha256 !== entry.sha256) return undefined;
  const stat = fs.stat(join(before.dir, entry.path));
  return stat?.kind === "file" && stat.size === entry.bytes ? earlier : undefined;
}

function hasVariants({ fs, before }: Staging, entry: IndexEntry): boolean {
  return variantsOf(entry).every((path) => (fs.stat(join(before?.dir ?? "", path))?.size ?? 0) > 0);
}

function variantsOf({ path, encodings }: Pick<IndexEntry, "path" | "encodings">): string[] {
  return encodings.map((encoding) => path + VARIANT_SUFFIX[encoding]);
}

/** Takes over a file of the previous tree, with the variants that the entry names. */
export function takeOver(staging: Staging, entry: IndexEntry): void {
  const { fs, before } = staging;
  const from = before?.dir ?? "";
  putFile(staging, entry.path, (to) => linkOrCopy(fs, join(from, entry.path), to));
  for (const path of variantsOf(entry)) linkOrCopy(fs, join(from, path), join(staging.dir, path));
}

/** Writes a file at a path of the staged tree, replacing what is there. @param write fails if the file exists */
export function putFile(staging: Staging, path: string, write: (to: string) => void): void {
  const { dir, put } = staging;
  put.add(path);
  drop(staging, path);
  makeFolderOf(staging, path);
  try {
    write(join(dir, path));
  } catch (error) {
    if (!IN_THE_WAY.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    clear(staging, path);
    write(join(dir, path));
  }
}

/** Removes a file of the older tree, with its variants. */
export function drop({ fs, dir, held }: Staging, path: string): void {
  const entry = held.get(path);
  if (!entry) return;
  for (const one of [path, ...variantsOf(entry)]) fs.remove(join(dir, one));
  held.delete(path);
}

const IN_THE_WAY = new Set(["EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY"]);

/** Removes foreign content, or a folder of files that are not in the next tree. */
function clear({ fs, dir, held, folders }: Staging, path: string): void {
  for (const one of [path, ...Object.values(VARIANT_SUFFIX).map((suffix) => path + suffix)]) fs.remove(join(dir, one));
  for (const one of held.keys()) if (one.startsWith(`${path}/`)) held.delete(one);
  for (const one of folders) if (`${one}/`.startsWith(`${path}/`)) folders.delete(one);
}

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

async function writeVariants(
  { fs, dir }: Staging,
  entry: IndexEntry,
  bytes: Uint8Array,
  made: Variants | undefined,
): Promise<void> {
  const variants = made ?? (await compress(entry.path, bytes, entry.cache));
  const encodings: Encoding[] = [];
  for (const encoding of ["br", "gzip"] as const) {
    const packed = variants[encoding];
    if (!packed) continue;
    fs.write(join(dir, entry.path + VARIANT_SUFFIX[encoding]), packed);
    encodings.push(encoding);
  }
  entry.encodings = encodings;
}

/** Makes the folder of a path of the tree. A file of the older tree may be in its place. */
function makeFolderOf(staging: Staging, path: string): void {
  const { fs, dir, folders } = staging;
  const folder = folderOf(path);
  if (folders.has(folder)) return;
  try {
    fs.makeFolder(join(dir, folder));
  } catch (error) {
    if (!IN_THE_WAY.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    for (let end = folder.indexOf("/"); ; end = folder.indexOf("/", end + 1)) {
      const one = end < 0 ? folder : folder.slice(0, end);
      drop(staging, one);
      if (fs.stat(join(dir, one))?.kind !== "folder") fs.remove(join(dir, one));
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

/**
 * Removes the folders that are empty without the files that they had.
 *
 * @param gone paths of removed files
 * @returns the removed folders
 */
export function removeEmptyFolders(fs: TreeFileSystem, dir: string, gone: readonly string[]): string[] {
  const removed: string[] = [];
  for (const path of gone) {
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
      const place = join(dir, folder);
      if (fs.stat(place)?.kind !== "folder" || fs.list(place).length > 0) break;
      fs.remove(place);
      removed.push(folder);
    }
  }
  return removed;
}

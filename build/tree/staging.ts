/**
 * The files of the next tree that differ from those of the tree to be changed, at their paths in a folder of their own, until a
 * plan moves them. No file is ever overwritten: a new file replaces it.
 */
import { dirname, join } from "node:path";
import { etagOf } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { compress, SMALLEST_COMPRESSED, type Variants } from "../platform/compress.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { type TreeFile, VARIANT_SUFFIX } from "./file.ts";
import type { KeptEntry } from "./index-section.ts";
import { wasCompressed } from "./keys.ts";
import type { TreePaths } from "./tree-paths.ts";

export interface Staging {
  fs: TreeFileSystem;
  places: TreePaths;
  /** The paths of staged files, in their order, with the hashes of those that the index names. */
  staged: Map<string, string>;
  /** Existing folders, so that each is checked once. */
  folders: Set<string>;
}

export function openStaging(fs: TreeFileSystem, places: TreePaths): Staging {
  return { fs, places, staged: new Map(), folders: new Set() };
}

type Encoding = keyof typeof VARIANT_SUFFIX;

/** The decision about a file of the next tree. */
interface Placed {
  entry: IndexEntry;
  /** Whether the previous tree has the same bytes at that path. */
  unchanged: boolean;
  /** Stages the file, if it is new; then its variants, if they are. */
  put?: (() => void) | undefined;
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
  const entry: IndexEntry = { path, bytes: bytes.length, sha256: sha256(bytes), etag: etagOf(bytes), cache, encodings: [] };
  const before = former?.sha256 === entry.sha256 && isHere(staging, file, bytes) ? former : undefined;
  const unchanged = before !== undefined;
  const isWanted = file.compress && bytes.length >= SMALLEST_COMPRESSED;
  // The cache class determines the compression level, so variants of another class are not the same.
  const has = before?.cache === cache && hasVariants(staging, before) ? before : undefined;
  const isAsWanted = isWanted ? has && (has.encodings.length > 0 || wasCompressed(stored)) : has?.encodings.length === 0;
  if (has && isAsWanted) return { entry: withoutAge(has), unchanged };
  return {
    entry,
    unchanged,
    put: before ? undefined : () => stage(staging, path, entry.sha256, (to) => staging.fs.write(to, bytes)),
    variants: isWanted ? () => stageVariants(staging, entry, bytes, file.variants) : undefined,
  };
}

/** The entry of a kept shard that the snapshot names again. */
function withoutAge(entry: IndexEntry & Partial<KeptEntry>): IndexEntry {
  if (entry.unnamed_since === undefined) return entry;
  const { unnamed_since: _, ...rest } = entry;
  return rest;
}

/** The entry of a file that the next tree takes over from the previous one; undefined if the folder no longer has it. */
export function verifyCarried<E extends IndexEntry>(staging: Staging, entry: E): E | undefined {
  if (!isOfSize(staging, entry)) return undefined;
  return hasVariants(staging, entry) ? entry : { ...entry, encodings: [] };
}

/**
 * Whether the folder has a file that the index of the previous tree names. Shards are compared even if they seem unchanged, because
 * a damaged shard makes the whole tree useless to a host; other files are served one by one.
 */
function isHere(staging: Staging, { path, section }: TreeFile, bytes: Uint8Array): boolean {
  if (!isOfSize(staging, { path, bytes: bytes.length })) return false;
  return section !== "shards" || Buffer.compare(staging.fs.read(join(staging.places.out, path)), bytes) === 0;
}

function isOfSize({ fs, places }: Staging, { path, bytes }: Pick<IndexEntry, "path" | "bytes">): boolean {
  const stat = fs.stat(join(places.out, path));
  return stat?.kind === "file" && stat.size === bytes;
}

function hasVariants({ fs, places }: Staging, entry: IndexEntry): boolean {
  return variantsOf(entry).every((path) => (fs.stat(join(places.out, path))?.size ?? 0) > 0);
}

/** The paths of the variants of a file. */
export function variantsOf({ path, encodings }: Pick<IndexEntry, "path" | "encodings">): string[] {
  return encodings.map((encoding) => path + VARIANT_SUFFIX[encoding]);
}

/** Stages a file. @param hash its SHA-256, "" for one that the index does not name @param write fails if the file exists */
export function stage({ fs, places, staged, folders }: Staging, path: string, hash: string, write: (to: string) => void): void {
  const to = join(places.staged, path);
  const folder = dirname(to);
  if (!folders.has(folder)) fs.makeFolder(folder);
  folders.add(folder);
  if (staged.has(path)) fs.remove(to);
  staged.set(path, hash);
  write(to);
}

/** File systems without hard links, such as some network shares. */
export const LINKS_FAIL = new Set(["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES"]);

/** A hard link needs no space and preserves the file; on file systems without links the file is copied. */
export function linkOrCopy(fs: TreeFileSystem, from: string, to: string): void {
  try {
    fs.link(from, to);
  } catch (error) {
    if (!LINKS_FAIL.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    fs.copy(from, to);
  }
}

async function stageVariants(staging: Staging, entry: IndexEntry, bytes: Uint8Array, made: Variants | undefined): Promise<void> {
  const variants = made ?? (await compress(entry.path, bytes, entry.cache));
  const encodings: Encoding[] = [];
  for (const encoding of ["br", "gzip"] as const) {
    const packed = variants[encoding];
    if (!packed) continue;
    stage(staging, entry.path + VARIANT_SUFFIX[encoding], "", (to) => staging.fs.write(to, packed));
    encodings.push(encoding);
  }
  entry.encodings = encodings;
}

/** The folder of a path; "" for the root of the tree. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The folders of a path, the nearest one first, without the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return folders;
}

/** Removes the folders that are empty without the files that they had. @param gone paths of removed files */
export function removeEmptyFolders(fs: TreeFileSystem, dir: string, gone: readonly string[]): void {
  const folders = new Set(gone.flatMap(foldersAbove));
  // A folder after those in it.
  for (const folder of [...folders].toSorted((a, b) => b.length - a.length)) fs.removeEmpty(join(dir, folder));
}

import { join } from "node:path";
import { etagOf } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { compress, SMALLEST_COMPRESSED } from "../platform/compress.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { type TreeFile, VARIANT_SUFFIX } from "./file.ts";

/** A tree that grows beside the one that it will replace. */
export interface Staging {
  fs: TreeFileSystem;
  dir: string;
  /** The tree to replace and its files, from which unchanged ones are taken over; undefined on the first planting. */
  before: { dir: string; files: ReadonlyMap<string, IndexEntry> } | undefined;
  /** Folders that are there already, so that each is asked for once. */
  folders: Set<string>;
  /** SHA-256 by path of what has been placed. */
  hashes: Map<string, string>;
}

type Encoding = keyof typeof VARIANT_SUFFIX;

/** How a file came into the staged tree. `variants` is left to do where it has to be compressed. */
export interface Placed {
  entry: IndexEntry;
  unchanged: boolean;
  variants: (() => Promise<void>) | undefined;
}

/** Places one file: taken over from the tree before where it is the same, written otherwise. */
export function place(staging: Staging, file: TreeFile): Placed {
  const placed = placeUnmade(staging, file) ?? placeMade(staging, file);
  staging.hashes.set(file.path, placed.entry.sha256);
  return placed;
}

/** Takes a file over whose bytes are known to be the same before they are made. */
function placeUnmade(staging: Staging, file: TreeFile): Placed | undefined {
  const earlier = file.compress ? undefined : followedBefore(staging, file);
  if (!earlier || earlier.encodings.length > 0 || !unchangedSince(staging, earlier)) return undefined;
  makeFolderOf(staging, file.path);
  takeOver(staging, file.path);
  return { entry: earlier, unchanged: true, variants: undefined };
}

function placeMade(staging: Staging, unmade: TreeFile): Placed {
  // Bytes may be made when they are asked for: asked for once.
  const file = { ...unmade };
  const { path, bytes, cache } = file;
  const entry: IndexEntry = {
    path,
    bytes: bytes.length,
    sha256: sha256(bytes),
    etag: etagOf(bytes),
    cache,
    encodings: [],
  };
  const before = unchangedFile(staging, file, entry);
  makeFolderOf(staging, path);
  if (before) takeOver(staging, path);
  else staging.fs.write(join(staging.dir, path), bytes);
  const wanted = file.compress && bytes.length >= SMALLEST_COMPRESSED;
  if (!wanted) return { entry, unchanged: before !== undefined, variants: undefined };
  // The cache class decides the quality, so variants made for another one are not the same.
  if (before?.cache === cache && takeOverVariants(staging, before)) {
    return { entry: { ...entry, encodings: before.encodings }, unchanged: true, variants: undefined };
  }
  return { entry, unchanged: before !== undefined, variants: () => writeVariants(staging, file, entry) };
}

/** Takes a file of the tree before over as it is, with its variants; undefined where it is not there any more. */
export function keep<E extends IndexEntry>(staging: Staging, entry: E): E | undefined {
  if (!unchangedSince(staging, entry)) return undefined;
  makeFolderOf(staging, entry.path);
  takeOver(staging, entry.path);
  return takeOverVariants(staging, entry) ? entry : { ...entry, encodings: [] };
}

/** No host takes up a tree with a damaged shard, so none may outlive a build; for other files hosts answer one by one. */
function unchangedFile(staging: Staging, { section, bytes }: TreeFile, entry: IndexEntry): IndexEntry | undefined {
  const { fs, before } = staging;
  const earlier = unchangedSince(staging, entry);
  if (!before || !earlier || section !== "shards") return earlier;
  return Buffer.compare(fs.read(join(before.dir, entry.path)), bytes) === 0 ? earlier : undefined;
}

function unchangedSince({ fs, before }: Staging, entry: IndexEntry): IndexEntry | undefined {
  const earlier = before?.files.get(entry.path);
  if (!before || earlier?.sha256 !== entry.sha256) return undefined;
  const sight = fs.look(join(before.dir, entry.path));
  return sight?.kind === "file" && sight.size === entry.bytes ? earlier : undefined;
}

function takeOverVariants(staging: Staging, entry: IndexEntry): boolean {
  const { fs, before } = staging;
  const paths = entry.encodings.map((encoding) => entry.path + VARIANT_SUFFIX[encoding]);
  if (!before || paths.length === 0) return false;
  if (!paths.every((path) => (fs.look(join(before.dir, path))?.size ?? 0) > 0)) return false;
  for (const path of paths) takeOver(staging, path);
  return true;
}

function takeOver({ fs, dir, before }: Staging, path: string): void {
  linkOrCopy(fs, join(before?.dir ?? "", path), join(dir, path));
}

/** A hard link costs no space and keeps the file as it is; where there are none (some network shares) a copy does. */
export function linkOrCopy(fs: TreeFileSystem, from: string, to: string): void {
  try {
    fs.link(from, to);
  } catch (error) {
    if (!LINKS_FAIL.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    fs.copy(from, to);
  }
}

const LINKS_FAIL = new Set(["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES"]);

async function writeVariants(staging: Staging, file: TreeFile, entry: IndexEntry): Promise<void> {
  const variants = await compress(file.path, file.bytes, file.cache);
  const encodings: Encoding[] = [];
  for (const encoding of ["br", "gzip"] as const) {
    const bytes = variants[encoding];
    if (!bytes) continue;
    staging.fs.write(join(staging.dir, file.path + VARIANT_SUFFIX[encoding]), bytes);
    encodings.push(encoding);
  }
  entry.encodings = encodings;
}

/** Makes the folder that a path of the tree lies in. */
export function makeFolderOf({ fs, dir, folders }: Staging, path: string): void {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folders.has(folder)) return;
  fs.makeFolder(join(dir, folder));
  folders.add(folder);
}

/**
 * What the tree before says of a file that need not be made: it has it, and all that it follows from is there unchanged.
 * Whoever names what a file follows from answers for it that nothing is missing.
 */
function followedBefore({ before, hashes }: Staging, { path, cache, follows }: TreeFile): IndexEntry | undefined {
  const earlier = before?.files.get(path);
  if (!before || !earlier || !follows || earlier.cache !== cache) return undefined;
  const same = follows.files.every((one) => {
    const hash = hashes.get(one);
    return hash !== undefined && hash === before.files.get(one)?.sha256;
  });
  return same && follows.there.every(([one, there]) => before.files.has(one) === there) ? earlier : undefined;
}

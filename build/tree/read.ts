import { type BigIntStats, constants, lstatSync, readFileSync, realpathSync } from "node:fs";
import { type FileHandle, open, readFile, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { type IndexEntry, type IndexSection, malformedMember, SNAPSHOT_FILE, type SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { isObject } from "../platform/json-fault.ts";
import { pathFault } from "./file.ts";
import { entriesBelow, type IndexRoots, nodesBelow, openIndex } from "./index-node.ts";
import type { IndexFile } from "./index-section.ts";
import { baseOf, replacedFile } from "./unindexed.ts";

/** A tree on disk as its record and index describe it. */
export interface Tree {
  dir: string;
  snapshot: SnapshotRecord;
  /** The bytes of `snapshot.json`. */
  recordBytes: Uint8Array;
  /** Of the file that was read; it may have been replaced since. */
  recordStat: BigIntStats;
  /** Every file but the record, the index and the variants. */
  files: ReadonlyMap<string, IndexEntry>;
  index: readonly IndexFile[];
}

/** Reads `snapshot.json`. @throws UserError `tree-missing` if there is none, `tree-damaged` if it is malformed */
export async function readRecord(dir: string): Promise<Omit<Tree, "dir" | "files" | "index">> {
  const handle = await openInside(dir, SNAPSHOT_FILE);
  if (!handle) throw new UserError("tree-missing", `there is no tree at ${dir}`, "run `quaketree build` first");
  try {
    const recordStat = await handle.stat({ bigint: true });
    const recordBytes = await readFile(handle);
    return { snapshot: parseRecord(new TextDecoder().decode(recordBytes)), recordBytes, recordStat };
  } finally {
    await handle.close();
  }
}

/**
 * Reads the record and the whole index.
 *
 * @throws UserError `tree-missing`, or `tree-damaged` where a file of the index is missing, malformed or not the one that is named
 */
export async function openTree(dir: string): Promise<Tree> {
  const record = await readRecord(dir);
  const index = await readIndex(dir, record.snapshot);
  return { dir, ...record, files: filesByPath(index), index: [...nodesBelow(index.values())] };
}

/** The event loop gets a turn after this number of files of the index. */
const FILES_PER_TURN = 64;

/** Reads and checks the whole index. @throws UserError `tree-damaged` */
export async function readIndex(dir: string, snapshot: Pick<SnapshotRecord, "index">): Promise<IndexRoots> {
  const index = openIndex(snapshot, (file) => readIndexFile(dir, file));
  let count = 0;
  for (const node of nodesBelow(index.values())) {
    node.entries();
    if (++count % FILES_PER_TURN === 0) await new Promise(setImmediate);
  }
  return index;
}

export function filesByPath(index: IndexRoots): Map<string, IndexEntry> {
  return new Map(Array.from(entriesBelow(index.values()), (entry) => [entry.path, entry]));
}

/** A file of the index, checked against its hash. @throws UserError `tree-damaged` */
export function readIndexFile(dir: string, { path, bits, sha256: hash }: IndexFile): Buffer {
  const named = readNamedSync(dir, { path, sha256: hash });
  if (named) return named;
  const hint = "build the tree again";
  if (!readInsideSync(dir, path)) throw new UserError("tree-damaged", `${path} is missing`, hint);
  const namedBy = bits === "" ? SNAPSHOT_FILE : "the index";
  throw new UserError("tree-damaged", `${path} does not have the hash that ${namedBy} states`, hint);
}

/** A file of the tree as a record names it. */
type NamedFile = Pick<IndexEntry, "path" | "sha256">;

/** The places of a file that a record names: its path, and where its bytes are once the path has others. */
function placesOf({ path, sha256: hash }: NamedFile): readonly string[] {
  return [path, replacedFile(hash)];
}

/** A file as a record names it, also while a newer one replaces it; undefined if no place has these bytes. */
export async function readNamed(dir: string, file: NamedFile): Promise<Buffer | undefined> {
  for (const path of placesOf(file)) {
    const bytes = await readInside(dir, path);
    if (bytes && sha256(bytes) === file.sha256) return bytes;
  }
  return undefined;
}

/** As `readNamed`. */
export function readNamedSync(dir: string, file: NamedFile): Buffer | undefined {
  for (const path of placesOf(file)) {
    const bytes = readInsideSync(dir, path);
    if (bytes && sha256(bytes) === file.sha256) return bytes;
  }
  return undefined;
}

/** The content of a file of the tree; undefined if there is no regular file at that path. */
export async function readInside(dir: string, path: string): Promise<Buffer | undefined> {
  const handle = await openInside(dir, path);
  if (!handle) return undefined;
  try {
    return await readFile(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file of the tree for reading; undefined if there is no regular file at that path, or a symbolic link leads out of the
 * tree. The caller closes the handle.
 */
export async function openInside(dir: string, path: string): Promise<FileHandle | undefined> {
  if (pathFault(path)) return undefined;
  try {
    const root = await realpath(dir);
    const file = await realpath(join(root, path));
    if (!isInside(root, file)) return undefined;
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return undefined;
  } catch (error) {
    const base = baseOf(dir);
    if (isAbsence(error)) return base === undefined ? undefined : openInside(base, path);
    throw error;
  }
}

/** As `readInside`, for thousands of files one after the other: a promise for each costs more than the call. */
export function readInsideSync(dir: string, path: string): Buffer | undefined {
  if (pathFault(path)) return undefined;
  try {
    const root = realpathSync.native(dir);
    const file = realpathSync.native(join(root, path));
    if (!isInside(root, file) || !lstatSync(file).isFile()) return undefined;
    return readFileSync(file);
  } catch (error) {
    const base = baseOf(dir);
    if (isAbsence(error)) return base === undefined ? undefined : readInsideSync(base, path);
    throw error;
  }
}

function isInside(root: string, file: string): boolean {
  return file.startsWith(root.endsWith(sep) ? root : root + sep);
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ENXIO" || code === "ENAMETOOLONG";
}

/** Reads `snapshot.json` strictly. Unknown fields are kept. @throws UserError `tree-damaged` with the wrong field */
export function parseRecord(text: string): SnapshotRecord {
  const fault = recordFault(parseJson(text));
  if (fault) throw broken(fault);
  return JSON.parse(text) as SnapshotRecord;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken("is not JSON");
  }
}

function recordFault(given: unknown): string | undefined {
  if (!isObject(given)) return "is not an object";
  const { format, sequence, sources, shards, index } = given as Partial<SnapshotRecord>;
  const malformed = malformedMember(given);
  if (malformed === "format") return `has format ${JSON.stringify(format)}; this version reads format 3`;
  if (malformed === "id") return "has no id of 16 hex digits";
  if (malformed === "as_of") return "has no time as_of";
  if (!Number.isSafeInteger(sequence) || (sequence as number) < 1) return "has no sequence number";
  if (!Array.isArray(sources) || !sources.every(isObject)) return "has no list of sources";
  if (!isObject(shards)) return "names no shards";
  if (!Array.isArray(index)) return "has no index";
  return index.map(sectionFault).find((fault) => fault !== undefined);
}

function sectionFault(section: unknown): string | undefined {
  if (!isObject(section)) return "has an index section that is not an object";
  const { name, path, sha256, bytes, files } = section as Partial<IndexSection>;
  if (typeof name !== "string" || !/^[a-z]+(?:-[a-z]+)*$/.test(name)) return "has an index section without a name";
  if (typeof path !== "string" || pathFault(path)) return `has no path for the index section ${name}`;
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return `has no hash for the index section ${name}`;
  if (!Number.isSafeInteger(bytes) || !Number.isSafeInteger(files)) return `has no size for the index section ${name}`;
  return undefined;
}

function broken(what: string): UserError {
  return new UserError("tree-damaged", `${SNAPSHOT_FILE} ${what}`, "build the tree again");
}

/**
 * When a snapshot becomes stale, ms since 1970 UTC; undefined if it does not state a period. The publisher's signature covers the
 * period, so a mirror that receives only old data detects this with its own clock.
 */
export function expiryOf({ as_of, stale_after_s }: Pick<SnapshotRecord, "as_of" | "stale_after_s">): number | undefined {
  if (typeof stale_after_s !== "number" || !(stale_after_s > 0)) return undefined;
  return Date.parse(as_of) + stale_after_s * 1000;
}

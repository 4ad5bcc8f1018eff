import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { createPool } from "../platform/pool.ts";
import { mayBeMixed, wrongHash } from "../tree/origins/mirror-errors.ts";
import { type Origin, placesOf } from "../tree/origins/origin.ts";

interface FetchOptions {
  origin: Origin;
  fs: TreeFileSystem;
  downloads: DownloadCache;
  signal: AbortSignal;
  /** Called with the number of bytes so far and of all. */
  progress?: (done: number, total: number) => void;
}

/** The cost of a fetch: files, and bytes after unpacking. */
export interface Fetched {
  files: number;
  bytes: number;
}

/** Number of parallel requests: small files wait for the network's latency; more requests are a burden to a small host. */
const AT_A_TIME = 8;

/** Bytes that are buffered before a write, and may be lost in a crash. */
const GATHER = 262_144;

/**
 * Fetches files into the download cache, by their hash. Existing files are skipped, and unfinished ones are continued.
 *
 * @throws UserError `mirror-wrong-hash` for bytes that were wrong twice, and as `Origin.read`
 */
export async function fetchAll(entries: readonly IndexEntry[], options: FetchOptions): Promise<Fetched> {
  const contents = [...new Map(entries.map((entry) => [entry.sha256, entry])).values()];
  const total = contents.reduce((sum, { bytes }) => sum + bytes, 0);
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const fetched: Fetched = { files: 0, bytes: 0 };
  let done = 0;
  const fetchOne = async (entry: IndexEntry) => {
    if (!isFinished(options.fs, options.downloads, entry)) {
      const came = await fetchFile(entry, { ...options, signal });
      fetched.bytes += came;
      fetched.files++;
    }
    done += entry.bytes;
    options.progress?.(done, total);
  };
  const pool = createPool(AT_A_TIME);
  try {
    // The first failure stops the others, since the tree can no longer be completed.
    for (const entry of contents) await pool.add(() => fetchOne(entry).catch((error) => fail(error, stop)));
  } finally {
    await pool.drain();
  }
  return fetched;
}

function fail(error: unknown, stop: AbortController): never {
  // Later errors follow from the abort; the pool reports the first one.
  stop.abort(error);
  throw error;
}

/** @returns number of received bytes */
async function fetchFile(entry: IndexEntry, options: FetchOptions): Promise<number> {
  let wrong: Error | undefined;
  for (const [path, fresh] of placesOf(entry)) {
    const came = await attempt(entry, { ...options, path, fresh });
    if (typeof came === "number") return came;
    // The beginning had other bytes.
    options.fs.remove(options.downloads.begun(entry.sha256));
    if (path === entry.path) wrong = came;
  }
  throw wrong;
}

/** @returns number of received bytes, or their fault */
async function attempt(entry: IndexEntry, options: FetchOptions & { path: string; fresh: boolean }): Promise<number | Error> {
  const { fs, downloads } = options;
  const begun = downloads.begun(entry.sha256);
  const hash = createHash("sha256");
  const from = takeUp(fs, begun, entry.bytes, hash);
  let size: number;
  try {
    size = from + (await append(entry, { ...options, from, hash, begun }));
  } catch (error) {
    if (mayBeMixed(error)) return error as Error;
    throw error;
  }
  if (size !== entry.bytes) return wrongHash(entry.path, `has ${size} bytes, the index states ${entry.bytes}`);
  if (hash.digest("hex") !== entry.sha256) return wrongHash(entry.path, "does not have the SHA-256 of the index");
  if (size === 0) fs.append(begun, new Uint8Array());
  fs.rename(begun, downloads.finished(entry.sha256));
  return size - from;
}

/** @returns number of bytes of the file that are already here */
function takeUp(fs: TreeFileSystem, begun: string, bytes: number, hash: Hash): number {
  const stat = fs.stat(begun);
  if (!stat) return 0;
  if (stat.kind === "file" && stat.size <= bytes) {
    hash.update(fs.read(begun));
    return stat.size;
  }
  fs.remove(begun);
  return 0;
}

/** A place where a file is read, and its beginning that is already here. */
interface Continuation extends FetchOptions {
  path: string;
  fresh: boolean;
  begun: string;
  from: number;
  hash: Hash;
}

async function append(entry: IndexEntry, continuation: Continuation): Promise<number> {
  const { origin, fs, signal, from, hash, begun, path, fresh } = continuation;
  if (from === entry.bytes) return 0;
  let gathered: Uint8Array[] = [];
  let waiting = 0;
  let came = 0;
  const write = () => {
    if (waiting > 0) fs.append(begun, Buffer.concat(gathered));
    gathered = [];
    waiting = 0;
  };
  try {
    for await (const chunk of origin.read(path, { from, maxBytes: entry.bytes, fresh, signal })) {
      hash.update(chunk);
      gathered.push(chunk);
      came += chunk.length;
      waiting += chunk.length;
      if (waiting >= GATHER) write();
    }
  } finally {
    write();
  }
  return came;
}

/**
 * Fetched files of an incomplete tree, by their hash, and the beginnings of files. The folder is beside the tree and survives a
 * crash. Nothing in it is trusted: a file counts only if its bytes have the hash in its name.
 */
export interface DownloadCache {
  /** Path of a finished file. */
  finished: (hash: string) => string;
  /** Path of the beginning of a file. */
  begun: (hash: string) => string;
  /** Removes everything except needed files, or the whole folder if none are needed. Foreign files stay. */
  keepOnly: (needed: ReadonlySet<string>) => void;
}

const OURS = /^([0-9a-f]{64})(?:\.begun)?$/;

export function downloadCache(fs: TreeFileSystem, dir: string): DownloadCache {
  return {
    finished: (hash) => join(dir, hash),
    begun: (hash) => join(dir, `${hash}.begun`),
    keepOnly(needed) {
      if (fs.stat(dir)?.kind !== "folder") return;
      for (const name of fs.list(dir)) {
        const hash = OURS.exec(name)?.[1];
        if (hash !== undefined && !needed.has(hash)) fs.remove(join(dir, name));
      }
      if (needed.size === 0 && fs.list(dir).length === 0) fs.remove(dir);
    },
  };
}

/** Whether a file is complete. Removes the rest of an interrupted write. */
function isFinished(fs: TreeFileSystem, downloads: DownloadCache, { sha256: hash, bytes }: IndexEntry): boolean {
  const path = downloads.finished(hash);
  const stat = fs.stat(path);
  if (!stat) return false;
  if (stat.kind === "file" && stat.size === bytes && sha256(fs.read(path)) === hash) return true;
  fs.remove(path);
  return false;
}

import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Encoding } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { openSnapshot, preload, type Snapshot, SnapshotError } from "../rewrite/respond.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE } from "../tree/file.ts";
import { openTree, readInside } from "../tree/read.ts";
import { loadFeed } from "./load-feed.ts";

/** A tree of which all is loaded that answers are made of. */
export interface LoadedTree {
  dir: string;
  /** Which `snapshot.json` it was loaded from. */
  identity: string;
  snapshot: Snapshot;
  /** `snapshot.json` itself. */
  recordBytes: Uint8Array;
  /** Every file that may be sent, sections of the index included. */
  files: ReadonlyMap<string, IndexEntry>;
  /** How its files are read where they are not those of the folder; undefined for one that is gone. */
  read?: (entry: IndexEntry, encoding: Encoding | undefined) => Promise<Uint8Array | undefined>;
}

/**
 * Tells one `snapshot.json` from another without reading it; undefined where there is none. A tree is replaced as a whole,
 * so as long as this is the same, every file is of the same tree.
 */
export async function identityOf(dir: string): Promise<string | undefined> {
  try {
    return identity(await stat(join(dir, SNAPSHOT_FILE), { bigint: true }));
  } catch {
    return undefined;
  }
}

function identity({ ino, mtimeNs, size }: BigIntStats): string {
  return `${ino}:${mtimeNs}:${size}`;
}

/**
 * Loads record, index and all shards, each checked against the index.
 *
 * @throws UserError `tree-missing` or `tree-broken`, naming the file
 */
export async function loadTree(dir: string): Promise<LoadedTree> {
  const { snapshot: record, recordBytes, recordStat, files } = await openTree(dir);
  const read = async (path: string) => {
    if (path === SNAPSHOT_FILE) return recordBytes;
    const bytes = await readInside(dir, path);
    if (bytes && sha256(bytes) !== files.get(path)?.sha256) throw new SnapshotError(path, "is not what the index says");
    return bytes;
  };
  try {
    const snapshot = await openSnapshot({ read });
    await preload(snapshot);
    const signature = await readInside(dir, SIGNATURE_FILE);
    const feed = await loadFeed(dir, record);
    if (feed.length === 0 && (await identityOf(dir)) !== identity(recordStat)) throw replaced(dir);
    return {
      dir,
      identity: identity(recordStat),
      snapshot,
      recordBytes,
      files: withOwnFiles(files, feed, record.index, [
        [SNAPSHOT_FILE, recordBytes],
        ...(signature ? [[SIGNATURE_FILE, signature] as const] : []),
      ]),
    };
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    throw new UserError("tree-broken", `the tree at ${dir} is damaged: ${error.message}`, "build the tree again");
  }
}

function replaced(dir: string): UserError {
  return new UserError("tree-broken", `the tree at ${dir} was replaced while it was read`, "run it again");
}

/** The tree's own record, its signature and the index are files like any other, for mirrors and clients that do the rewrite themselves. */
function withOwnFiles(
  files: ReadonlyMap<string, IndexEntry>,
  feed: readonly IndexEntry[],
  index: readonly { path: string; sha256: string; bytes: number }[],
  unnamed: readonly (readonly [path: string, bytes: Uint8Array])[],
): Map<string, IndexEntry> {
  const own = [...index, ...unnamed.map(([path, bytes]) => ({ path, sha256: sha256(bytes), bytes: bytes.length }))];
  const entries = own.map(({ path, sha256: hash, bytes }): [string, IndexEntry] => {
    const etag = `"${hash.slice(0, 16)}"`;
    return [path, { path, bytes, sha256: hash, etag, cache: "minute", encodings: [] }];
  });
  return new Map([...files, ...feed.map((file) => [file.path, file] as const), ...entries]);
}

import { type BigIntStats, statSync } from "node:fs";
import { join } from "node:path";
import { partFile } from "../contract/wire/index-part.ts";
import { type IndexEntry, SNAPSHOT_FILE, type SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { SnapshotError } from "../rewrite/record-shards.ts";
import { openSnapshot, preload, type Snapshot } from "../rewrite/snapshot.ts";
import { CHANGES_FILE } from "../tree/change-feed-files.ts";
import { SIGNATURE_FILE } from "../tree/file.ts";
import { changesFiles } from "../tree/history/changes/read.ts";
import type { IndexFile } from "../tree/index-section.ts";
import { openTree, readInside, readNamed } from "../tree/read.ts";
import { replacedFile } from "../tree/unindexed.ts";

/** A tree whose data for answers are all loaded. */
export interface LoadedTree {
  dir: string;
  /** Identifies the `snapshot.json` from which it was loaded. */
  identity: string;
  snapshot: Snapshot;
  /** The bytes of `snapshot.json`. */
  recordBytes: Uint8Array;
  /** All files that may be sent, including those of the index. */
  files: ReadonlyMap<string, IndexEntry>;
}

/**
 * Identifies a `snapshot.json` without reading it; undefined if there is none. While a plan is carried out, files of the next tree
 * are at their paths before the identity changes.
 */
export function identityOf(dir: string): string | undefined {
  try {
    return identity(statSync(join(dir, SNAPSHOT_FILE), { bigint: true }));
  } catch {
    return undefined;
  }
}

function identity({ ino, mtimeNs, size }: BigIntStats): string {
  return `${ino}:${mtimeNs}:${size}`;
}

/**
 * Loads the record, the index and all shards, and checks each of them against the index.
 *
 * @param checked files that were read and checked before, by path; they are not read again
 * @throws UserError `tree-missing` or `tree-damaged`, naming the file
 */
export async function loadTree(dir: string, checked: ReadonlyMap<string, Uint8Array> = new Map()): Promise<LoadedTree> {
  const { snapshot: record, recordBytes, recordStat, files, index } = await openTree(dir);
  const read = async (path: string) => {
    if (path === SNAPSHOT_FILE) return recordBytes;
    const known = checked.get(path);
    if (known) return known;
    const entry = files.get(path);
    const bytes = entry && (await readNamed(dir, entry));
    if (!bytes && (await readInside(dir, path))) throw new SnapshotError(path, "is not what the index says");
    return bytes;
  };
  try {
    const snapshot = await openSnapshot({ read });
    await preload(snapshot);
    // While the record is replaced, the other place has that of the other record.
    const signature = (await readInside(dir, `${replacedFile(sha256(recordBytes))}.sig`)) ?? (await readInside(dir, SIGNATURE_FILE));
    const feed = await loadFeed(dir, record);
    if (feed.length === 0 && identityOf(dir) !== identity(recordStat)) throw replaced(dir);
    return {
      dir,
      identity: identity(recordStat),
      snapshot,
      recordBytes,
      files: withOwnFiles(files, feed, index, [[SNAPSHOT_FILE, recordBytes], ...(signature ? [[SIGNATURE_FILE, signature] as const] : [])]),
    };
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    throw new UserError("tree-damaged", `the tree at ${dir} is damaged: ${error.message}`, "build the tree again");
  }
}

function replaced(dir: string): UserError {
  return new UserError("tree-damaged", `the tree at ${dir} was replaced while it was read`, "run it again");
}

/** Adds the record, the signature and the index, which mirrors and clients that run the rewrite fetch like other files. */
function withOwnFiles(
  files: ReadonlyMap<string, IndexEntry>,
  feed: readonly IndexEntry[],
  index: readonly IndexFile[],
  unnamed: readonly (readonly [path: string, bytes: Uint8Array])[],
): Map<string, IndexEntry> {
  const own = [...index, ...unnamed.map(([path, bytes]) => ({ path, sha256: sha256(bytes), bytes: bytes.length }))];
  const entries = own.map(({ path, sha256: hash, bytes }): [string, IndexEntry] => {
    const etag = `"${hash.slice(0, 16)}"`;
    const cache = path === partFile(hash) ? "immutable" : "minute";
    return [path, { path, bytes, sha256: hash, etag, cache, encodings: [] }];
  });
  return new Map([...files, ...feed.map((file) => [file.path, file] as const), ...entries]);
}

/**
 * The files of a tree's change feed, which are in no index. There are none if the feed does not end at the snapshot of the tree,
 * because it is then damaged or belongs to the next tree.
 */
async function loadFeed(dir: string, { id, sequence }: SnapshotRecord): Promise<IndexEntry[]> {
  const files = await changesFiles(dir);
  const list = files.length > 0 ? listOf(await readInside(dir, CHANGES_FILE)) : undefined;
  return list?.snapshot?.id === id && list.snapshot.sequence === sequence ? files : [];
}

function listOf(bytes: Buffer | undefined): { snapshot?: Partial<SnapshotRecord> } | undefined {
  try {
    return bytes && JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

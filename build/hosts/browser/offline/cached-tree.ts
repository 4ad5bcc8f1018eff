import type { IndexEntry, SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { openSnapshot, type Snapshot } from "../../../rewrite/respond.ts";
import { SNAPSHOT_FILE } from "../../../rewrite/snapshot.ts";
import { type Entries, readRecord, readSection, sectionNamed } from "../tree-index.ts";

/** Persistent bytes by name. */
export interface ByteStore {
  get: (name: string) => Promise<Uint8Array | undefined>;
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  names: () => Promise<string[]>;
  remove: (name: string) => Promise<void>;
}

/**
 * The store's name for the record of the snapshot in use. Everything else is stored under the SHA-256 of its bytes, so
 * snapshots share common files, and writing this one name switches between snapshots.
 */
export const CURRENT = "current";

/** A snapshot whose shards are all in the store. */
export interface CachedTree {
  record: SnapshotRecord;
  recordBytes: Uint8Array;
  snapshot: Snapshot;
  /** The index entry of a file, read section by section; undefined for sections that are not kept. */
  entry: (section: string, path: string) => Promise<IndexEntry | undefined>;
  entries: (section: string) => Promise<Entries>;
}

/** Fetches a file by its hash on first use and keeps it; undefined if it is not available now. */
export type FetchLate = (path: string, sha256: string) => Promise<Uint8Array | undefined>;

/**
 * Opens a snapshot from the store. Missing packs are fetched on first use.
 *
 * @throws SnapshotError if a part of it is missing
 */
export async function openCachedTree(store: ByteStore, recordBytes: Uint8Array, late?: FetchLate): Promise<CachedTree> {
  const record = await readRecord(recordBytes);
  const read = async (path: string) => {
    if (path === SNAPSHOT_FILE) return recordBytes;
    const sha256 = hashOfShard(path);
    return (await store.get(sha256)) ?? late?.(path, sha256);
  };
  const entries = sectionReader(store, record);
  return {
    record,
    recordBytes,
    snapshot: await openSnapshot({ read }),
    entries,
    entry: async (section, path) => (await entries(section)).get(path),
  };
}

/** `shards/{hash}.bin` → `{hash}`. The record is accepted only if all shards are named like this. */
export function hashOfShard(path: string): string {
  return path.slice("shards/".length, path.lastIndexOf("."));
}

const NONE: Entries = new Map<string, IndexEntry>();

function sectionReader(store: ByteStore, record: SnapshotRecord): CachedTree["entries"] {
  const read = new Map<string, Entries>();
  return async (name) => {
    const known = read.get(name);
    if (known) return known;
    const bytes = await store.get(sectionNamed(record, name)?.sha256 ?? "");
    // The section may be wanted later.
    if (!bytes) return NONE;
    const entries = readSection(bytes);
    read.set(name, entries);
    return entries;
  };
}

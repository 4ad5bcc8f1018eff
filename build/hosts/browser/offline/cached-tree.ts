import type { IndexEntry, SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { openSnapshot, type Snapshot } from "../../../rewrite/respond.ts";
import { SNAPSHOT_FILE } from "../../../rewrite/snapshot.ts";
import { type Entries, readRecord, readSection, sectionNamed } from "../tree-index.ts";
import type { ByteStore } from "./byte-store.ts";

/**
 * The name under which the record of the snapshot in use is kept. Everything else is kept under the SHA-256 of its bytes,
 * so two snapshots share what they have in common, and to write this one name is to go over from one to the other.
 */
export const CURRENT = "current";

/** A snapshot of which everything that answers are made of is in the store. */
export interface KeptTree {
  record: SnapshotRecord;
  recordBytes: Uint8Array;
  snapshot: Snapshot;
  /** What the index says of a file, read section by section; of a section that is not kept, nothing. */
  entry: (section: string, path: string) => Promise<IndexEntry | undefined>;
  entries: (section: string) => Promise<Entries>;
}

/** A file by its hash that is fetched when it is first needed, and kept from then on; undefined where it cannot be had now. */
export type FetchLate = (path: string, sha256: string) => Promise<Uint8Array | undefined>;

/**
 * Opens a snapshot from the store. Packs that are not there are fetched when they are first needed.
 *
 * @throws SnapshotError where something of it is not there
 */
export async function openKept(store: ByteStore, recordBytes: Uint8Array, late?: FetchLate): Promise<KeptTree> {
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

/** `shards/{hash}.bin` → `{hash}`: the record is read only where every shard is called like that. */
export function hashOfShard(path: string): string {
  return path.slice("shards/".length, path.lastIndexOf("."));
}

const NONE: Entries = new Map<string, IndexEntry>();

function sectionReader(store: ByteStore, record: SnapshotRecord): KeptTree["entries"] {
  const read = new Map<string, Entries>();
  return async (name) => {
    const known = read.get(name);
    if (known) return known;
    const bytes = await store.get(sectionNamed(record, name)?.sha256 ?? "");
    // A section that nobody wanted so far may be wanted later.
    if (!bytes) return NONE;
    const entries = readSection(bytes);
    read.set(name, entries);
    return entries;
  };
}

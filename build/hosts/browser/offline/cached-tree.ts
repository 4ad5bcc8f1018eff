import { findEntry, type IndexLine, isPart, partFile } from "../../../contract/wire/index-part.ts";
import type { IndexEntry, SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { openSnapshot, type Snapshot } from "../../../rewrite/respond.ts";
import { SNAPSHOT_FILE } from "../../../rewrite/snapshot.ts";
import { hashOfShard, readLines, readRecord, sectionNamed } from "../../tree-index.ts";

/** Persistent bytes by name. */
export interface ByteStore {
  get: (name: string) => Promise<Uint8Array | undefined>;
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  names: () => Promise<string[]>;
  remove: (name: string) => Promise<void>;
}

/**
 * Name of the record of the current snapshot in the store. Everything else is stored under the SHA-256 of its bytes. So snapshots
 * share common files, and a single write to this name switches to another snapshot.
 */
export const CURRENT = "current";

/** A snapshot whose shards are all in the store. */
export interface CachedTree {
  record: SnapshotRecord;
  recordBytes: Uint8Array;
  snapshot: Snapshot;
  /** The index entry of a file; undefined for sections that are not stored. */
  entry: (section: string, path: string) => Promise<IndexEntry | undefined>;
  /** All entries of a section, and the files of the index that list them; none for sections that are not stored. */
  section: (name: string) => Promise<{ entries: readonly IndexEntry[]; files: readonly IndexFileName[] }>;
}

/** A file of the index. */
export interface IndexFileName {
  path: string;
  sha256: string;
}

/** Fetches a file by its hash on first use and stores it; undefined if it is not available now. */
export type FetchOnDemand = (path: string, sha256: string) => Promise<Uint8Array | undefined>;

/** Sections of answers without details of events. A copy that is made on demand looks files of these sections up on first use. */
const ANSWERS: readonly string[] = ["api", "q"];

/**
 * Opens a snapshot from the store.
 *
 * @param late fetches packs on first use
 * @param onDemand whether the index of answers is fetched on first use, too
 * @throws SnapshotError if a part of it is missing
 */
export async function openCachedTree(
  store: ByteStore,
  recordBytes: Uint8Array,
  late?: FetchOnDemand,
  onDemand = false,
): Promise<CachedTree> {
  const record = await readRecord(recordBytes);
  const read = async (path: string) => {
    if (path === SNAPSHOT_FILE) return recordBytes;
    const sha256 = hashOfShard(path);
    return (await store.get(sha256)) ?? late?.(path, sha256);
  };
  const linesOf = lineReader(store);
  const lateLinesOf = onDemand ? lineReader(store, late) : linesOf;
  return {
    record,
    recordBytes,
    snapshot: await openSnapshot({ read }),
    section: (name) => readSection(sectionNamed(record, name), linesOf),
    async entry(name, path) {
      const section = sectionNamed(record, name);
      return section && findEntry(section, path, ANSWERS.includes(name) ? lateLinesOf : linesOf);
    },
  };
}

type ReadLines = (file: IndexFileName) => Promise<readonly IndexLine[]>;

/** Reads the lines of files of the index. There are none if a file is not stored, because its section may be added later. */
export function lineReader(store: ByteStore, late?: FetchOnDemand): ReadLines {
  const read = new Map<string, readonly IndexLine[]>();
  return async ({ path, sha256 }) => {
    const known = read.get(sha256);
    if (known) return known;
    const bytes = (await store.get(sha256)) ?? (await late?.(path, sha256));
    if (!bytes) return [];
    const lines = readLines(bytes);
    read.set(sha256, lines);
    return lines;
  };
}

/** Reads a section through its parts. */
export async function readSection(section: IndexFileName | undefined, linesOf: ReadLines) {
  const entries: IndexEntry[] = [];
  const files: IndexFileName[] = [];
  for (let level = section ? [section] : []; level.length > 0; ) {
    files.push(...level);
    const lines = (await Promise.all(level.map(linesOf))).flat();
    entries.push(...lines.filter((line): line is IndexEntry => !isPart(line)));
    level = lines.filter(isPart).map(({ sha256 }) => ({ path: partFile(sha256), sha256 }));
  }
  return { entries, files };
}

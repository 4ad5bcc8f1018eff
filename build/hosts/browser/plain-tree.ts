import type { LruCache } from "../../platform/lru-cache.ts";
import { openSnapshot, type Snapshot } from "../../rewrite/respond.ts";
import { SNAPSHOT_FILE } from "../../rewrite/snapshot.ts";
import { isChangesFile } from "../../tree/change-feed-files.ts";
import { QuaketreeError } from "./errors.ts";
import type { Freshness, ReadFile } from "./fetch-file.ts";
import { type Digest, type Entries, readRecord, readSection, sectionNamed, sectionOf } from "./tree-index.ts";

/** A tree on a static host, opened at one snapshot. */
export interface PlainTree {
  snapshot: Snapshot;
  /**
   * The file of an answer in this snapshot. `missing`: this snapshot has none. `other`: the host has the file of
   * another snapshot by now, or only a part of it.
   */
  file: (path: string, freshness: Freshness, signal?: AbortSignal) => Promise<Uint8Array | "missing" | "other">;
}

/** What trees are opened with, for all snapshots. */
export interface TreeAccess {
  read: ReadFile;
  /** Shards, by path; most of them are in the next snapshot too. */
  shards: LruCache<Uint8Array>;
  digest: Digest | undefined;
}

/**
 * Opens the current snapshot of a tree; returns `before` if it has not changed.
 *
 * @throws SnapshotError, QuaketreeError
 */
export async function openTree(access: TreeAccess, before: PlainTree | undefined): Promise<PlainTree> {
  const recordBytes = await access.read(SNAPSHOT_FILE, "checked");
  if (!recordBytes) throw new QuaketreeError("not-quaketree", `there is no ${SNAPSHOT_FILE}: this is no tree`);
  if (before && (await readRecord(recordBytes)).id === before.snapshot.record.id) return before;
  const read = async (path: string) => (path === SNAPSHOT_FILE ? recordBytes : readShard(access, path));
  const snapshot = await openSnapshot({ read });
  return { snapshot, file: createFileReader(access, snapshot) };
}

/** A shard is named by its hash. If it is damaged, it is fetched once more, past every cache. */
async function readShard({ read, shards, digest }: TreeAccess, path: string): Promise<Uint8Array | undefined> {
  const kept = shards.get(path);
  if (kept) return kept;
  for (const freshness of ["kept", "reloaded"] as const) {
    const bytes = await read(path, freshness);
    if (!bytes) return undefined;
    if (digest && !path.includes(await digest(bytes))) continue;
    shards.set(path, bytes);
    return bytes;
  }
  return undefined;
}

/**
 * Answers have the same path in every snapshot, so each must be checked. The index has their hashes; but its section on
 * events is as large as all of them together, and without a digest it is useless. For these, a file counts as part of
 * this snapshot if the tree has the same record afterwards.
 */
function createFileReader({ read, digest }: TreeAccess, { record }: Snapshot): PlainTree["file"] {
  const sections = new Map<string, Promise<Entries | undefined>>();

  async function readEntries(name: string, check: Digest): Promise<Entries | undefined> {
    const section = sectionNamed(record, name);
    const bytes = section && (await readExactly(section.path, section.sha256, "checked", check));
    return bytes && readSection(bytes);
  }

  /** During publishing, an object store may already have the next file, and this one under its hash. */
  async function readExactly(path: string, sha256: string, freshness: Freshness, check: Digest, signal?: AbortSignal) {
    const bytes = await read(path, freshness, signal);
    if (bytes && (await check(bytes)) === sha256) return bytes;
    const kept = await read(`replaced/${sha256}`, "kept", signal);
    return kept && (await check(kept)) === sha256 ? kept : undefined;
  }

  async function entriesOf(name: string, check: Digest): Promise<Entries | undefined> {
    const pending = sections.get(name) ?? readEntries(name, check);
    sections.set(name, pending);
    // A failed read is tried again.
    const entries = await pending.catch((error: unknown) => {
      sections.delete(name);
      throw error;
    });
    if (!entries) sections.delete(name);
    return entries;
  }

  return async (path, freshness, signal) => {
    // The change feed is in no index, and says itself to which snapshot it leads.
    if (isChangesFile(path)) return (await read(path, freshness, signal)) ?? "missing";
    const section = sectionOf(path);
    if (section === "earthquakes" || !digest) {
      const bytes = await read(path, freshness, signal);
      const now = await read(SNAPSHOT_FILE, "checked", signal);
      return (await readRecord(now)).id === record.id ? (bytes ?? "missing") : "other";
    }
    const entries = await entriesOf(section, digest);
    if (!entries) return "other";
    const entry = entries.get(path);
    if (!entry) return "missing";
    return (await readExactly(path, entry.sha256, freshness, digest, signal)) ?? "other";
  };
}

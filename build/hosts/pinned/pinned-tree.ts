import { findEntry, type IndexLine } from "../../contract/wire/index-part.ts";
import type { IndexEntry, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { openSnapshot, type Snapshot, SnapshotError } from "../../rewrite/respond.ts";
import { SNAPSHOT_FILE } from "../../tree/file.ts";
import type { PinnedSnapshot } from "../../tree/history/pins/table.ts";
import { pinned } from "./replies.ts";

/** An opened older snapshot. */
export interface PinnedTree {
  snapshot: Snapshot;
  /** Upper estimate of the memory that it uses itself, bytes. */
  bytes: number;
  /** The index entry of an answer. @throws SnapshotError if a part of the index no longer exists */
  file: (path: string, content: PinContent) => Promise<IndexEntry | undefined>;
}

/**
 * A content by its SHA-256, from the current tree or a pin; undefined if neither has it any more.
 *
 * @param path in its own tree, where it may still exist
 */
export type PinContent = (sha256: string, path: string) => Promise<Uint8Array | undefined>;

/**
 * Opens a snapshot from its stored parts. Records are read on first use.
 *
 * @param current its shards are already in memory, and any snapshot of the same week shares most of them
 * @param content used for late reads too
 * @throws SnapshotError if a part of the snapshot no longer exists
 */
export async function openPinned({ record: hash }: PinnedSnapshot, current: Snapshot, content: PinContent): Promise<PinnedTree> {
  const loaded = loadedShards(current);
  const read = async (path: string) => {
    if (path === SNAPSHOT_FILE) return content(hash, path);
    return loaded.get(path) ?? content(hashInName(path), path);
  };
  const snapshot = pinned(await openSnapshot({ read }));
  return { snapshot, bytes: bytesOf(snapshot.record), file: (path, now) => entryOf(snapshot.record, path, now) };
}

/** `shards/{hash}.bin` → `{hash}`. The record is accepted only if all shards are named like this. */
function hashInName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
}

function loadedShards({ earthquakes, results }: Snapshot): Map<string, Uint8Array> {
  const shards = [earthquakes, results].flatMap(({ paths, loaded }) => paths.map((path, at) => [path, loaded[at]] as const));
  return new Map(shards.filter((shard): shard is [string, Uint8Array] => shard[1] !== undefined));
}

/** Estimated memory of an opened snapshot, bytes. Columns and similar structures take several times the size of their files. */
const OPENED = 4_000_000;

function bytesOf({ shards: { days, results } }: SnapshotRecord): number {
  return [...days, ...results].reduce((sum, { bytes }) => sum + bytes, OPENED);
}

async function entryOf({ index }: SnapshotRecord, path: string, content: PinContent): Promise<IndexEntry | undefined> {
  const isDetail = path.startsWith("api/v1/earthquakes/");
  const name = path.startsWith("q/") ? "q" : isDetail ? "earthquakes" : "api";
  const section = index.find((one) => one.name === name);
  if (!section) throw new SnapshotError("index", "is gone");
  return findEntry(section, path, async (file) => {
    const bytes = await content(file.sha256, file.path);
    if (!bytes) throw new SnapshotError(file.path, "is gone");
    // A cast is safe, because the hash of the bytes has been checked.
    return JSON.parse(new TextDecoder().decode(bytes)) as IndexLine[];
  });
}

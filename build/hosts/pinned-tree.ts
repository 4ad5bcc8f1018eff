import type { Encoding } from "../contract/etag.ts";
import type { IndexEntry, SnapshotRecord } from "../contract/snapshot.ts";
import { openSnapshot, type Snapshot, SnapshotError } from "../rewrite/respond.ts";
import { pack } from "../tree/compress.ts";
import { SNAPSHOT_FILE } from "../tree/file.ts";
import { parseSection } from "../tree/index-section.ts";
import type { PinnedSnapshot } from "../tree/pin-table.ts";
import type { LoadedTree } from "./load-tree.ts";
import { pinned } from "./pin-replies.ts";
import type { PinStore } from "./pin-store.ts";

/** A snapshot that was replaced, opened. */
export interface PinnedTree {
  snapshot: Snapshot;
  /** What it takes in memory at the most, besides what others take as well; bytes. */
  bytes: number;
  /** What its index says of a file that answers, and how that is read. @throws SnapshotError where a part of it is gone */
  file: (path: string, store: PinStore) => Promise<LoadedTree["files"]>;
}

/**
 * Opens a snapshot out of what is kept of it. Its records are read when they are first needed.
 *
 * @param current whose shards are in memory already; most of them are those of any snapshot of the week
 * @param store gives what is kept now: what is read late is read from there
 * @throws SnapshotError where something of it is gone
 */
export async function openPinned(
  { record: hash }: PinnedSnapshot,
  current: Snapshot,
  store: () => PinStore,
): Promise<PinnedTree> {
  const loaded = loadedShards(current);
  const read = async (path: string) => {
    if (path === SNAPSHOT_FILE) return store().content(hash);
    return loaded.get(path) ?? store().content(hashInName(path));
  };
  const snapshot = pinned(await openSnapshot({ read }));
  return {
    snapshot,
    bytes: bytesOf(snapshot.record),
    async file(path, now) {
      const entry = await entryOf(snapshot.record, path, now);
      return new Map(entry ? [[path, entry]] : []);
    },
  };
}

/** The bytes of a file of a pinned snapshot, in an encoding. */
export async function pinnedBytes(
  { sha256, path, cache }: IndexEntry,
  encoding: Encoding | undefined,
  { content }: PinStore,
): Promise<Uint8Array | undefined> {
  const plain = await content(sha256);
  return plain && encoding ? pack(encoding, path, plain, cache) : plain;
}

/** `shards/{hash}.bin` → `{hash}`: the record is read only where every shard is called like that. */
function hashInName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
}

function loadedShards({ earthquakes, results }: Snapshot): Map<string, Uint8Array> {
  const shards = [earthquakes, results].flatMap(({ paths, loaded }) =>
    paths.map((path, at) => [path, loaded[at]] as const),
  );
  return new Map(shards.filter((shard): shard is [string, Uint8Array] => shard[1] !== undefined));
}

/** Opened, columns and the like take some times what their files do. */
const OPENED = 4_000_000;

function bytesOf({ shards: { days, results } }: SnapshotRecord): number {
  return [...days, ...results].reduce((sum, { bytes }) => sum + bytes, OPENED);
}

/** The files that answer are in sections of their own, all but one of them large; so a line is read, and not the section. */
async function entryOf(
  { index }: SnapshotRecord,
  path: string,
  { content }: PinStore,
): Promise<IndexEntry | undefined> {
  const isDetail = path.startsWith("api/v1/earthquakes/");
  const name = path.startsWith("q/") ? "q" : isDetail ? "earthquakes" : "api";
  const section = index.find((one) => one.name === name);
  const text = section && (await content(section.sha256));
  if (!text) throw new SnapshotError(section?.path ?? "index", "is gone");
  const from = text.indexOf(`\n{"path":${JSON.stringify(path)},`);
  if (from < 0) return undefined;
  const line = text.toString("utf8", from + 1, text.indexOf("\n", from + 1)).replace(/,$/, "");
  return parseSection(name, `[${line}]`)[0];
}

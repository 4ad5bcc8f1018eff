import { shorten } from "../../contract/table/parameters.ts";
import type { Encoding } from "../../contract/wire/etag.ts";
import { findEntry } from "../../contract/wire/index-part.ts";
import { problem } from "../../contract/wire/problem-types.ts";
import { type IndexEntry, SNAPSHOT_FILE, type SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { SnapshotError } from "../../rewrite/record-shards.ts";
import { type BodyReply, commonHeaders, type Headers, problemReply } from "../../rewrite/reply.ts";
import { openSnapshot, type Snapshot } from "../../rewrite/snapshot.ts";
import type { PinnedSnapshot } from "../../tree/history/pins/table.ts";
import type { HostFile } from "../file-answer.ts";
import { hashOfShard, readLines, sectionNamed, sectionOf } from "../tree-index.ts";

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
    return loaded.get(path) ?? content(hashOfShard(path), path);
  };
  const snapshot = pinned(await openSnapshot({ read }));
  return { snapshot, bytes: bytesOf(snapshot.record), file: (path, now) => entryOf(snapshot.record, path, now) };
}

function loadedShards({ earthquakes, features, results }: Snapshot): Map<string, Uint8Array> {
  const shards = [earthquakes, features, results].flatMap(({ paths, loaded }) => paths.map((path, at) => [path, loaded[at]] as const));
  return new Map(shards.filter((shard): shard is [string, Uint8Array] => shard[1] !== undefined));
}

/** Estimated memory of an opened snapshot, bytes. Columns and similar structures take several times the size of their files. */
const OPENED = 4_000_000;

function bytesOf({ shards: { days, features, results } }: SnapshotRecord): number {
  return [...days, ...features, ...results].reduce((sum, { bytes }) => sum + bytes, OPENED);
}

async function entryOf(record: SnapshotRecord, path: string, content: PinContent): Promise<IndexEntry | undefined> {
  const section = sectionNamed(record, sectionOf(path));
  if (!section) throw new SnapshotError("index", "is gone");
  return findEntry(section, path, async (file) => {
    const bytes = await content(file.sha256, file.path);
    if (!bytes) throw new SnapshotError(file.path, "is gone");
    return readLines(bytes);
  });
}

/** A file of an opened snapshot. @param compress absent: it is sent plain */
export async function pinnedFile(
  { file }: PinnedTree,
  path: string,
  content: PinContent,
  compress?: (encoding: Encoding, plain: Uint8Array, entry: IndexEntry) => Promise<Uint8Array>,
): Promise<HostFile | undefined> {
  const entry = await file(path, content);
  if (!entry) return undefined;
  const read = async (encoding: Encoding | undefined) => {
    const plain = await content(entry.sha256, path);
    const bytes = plain && encoding && compress ? await compress(encoding, plain, entry) : plain;
    return bytes && { size: bytes.length, bytes };
  };
  return { etag: entry.etag, bytes: entry.bytes, encodings: compress ? entry.encodings : [], read };
}

/** `as_of` of the oldest snapshot, ms since 1970 UTC; undefined if there is none. */
export function oldestOf(snapshots: readonly PinnedSnapshot[]): number | undefined {
  return snapshots.length === 0 ? undefined : snapshots.reduce((least, { asOf }) => Math.min(least, asOf), Infinity);
}

/** A target under `/s/`. */
export interface PinnedTarget {
  /** The requested snapshot; undefined if it is not a valid id. */
  id: string | undefined;
  /** The target without the pin. */
  target: string;
}

const PIN = /^\/s\/([0-9a-f]{16})(?=[/?]|$)/;

/**
 * Removes `/s/{snapshot id}` from a request target, in origin form or in absolute form; undefined for other targets. An id has only
 * one spelling: 16 lower-case digits, not percent-encoded.
 */
export function readPin(target: string): PinnedTarget | undefined {
  // Nearly all targets begin with a slash and then something other than `s/`.
  if (target.startsWith("/") && !target.startsWith("s/", 1)) return undefined;
  const origin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  if (!origin.startsWith("/s/")) return undefined;
  const id = PIN.exec(origin)?.[1];
  return id === undefined ? { id, target: origin } : { id, target: origin.slice("/s/".length + id.length) };
}

/** The address of a target under a pin. @param target path and query, with the first slash */
function underPin(id: string, target: string): string {
  return `/s/${id}${target}`;
}

/** Marks a snapshot as pinned, so that its answers may be cached forever. */
export function pinned(snapshot: Snapshot): Snapshot {
  return { ...snapshot, pinned: true };
}

/** Keeps redirects under the pin. Links are relative anyway. */
export function insidePin(id: string, headers: Headers): Headers {
  const { location } = headers;
  return location === undefined ? headers : { ...headers, location: underPin(id, location) };
}

/**
 * 404 for an unknown snapshot. The host cannot know whether it ever existed, because nothing of it remains.
 *
 * @param current the current snapshot
 * @param requested the requested id, or the invalid text in its place
 * @param since `as_of` of the oldest available snapshot, ms since 1970 UTC; undefined if only the current one is available
 */
export function unknownSnapshot(current: Snapshot, requested: string, since: number | undefined): BodyReply {
  const { id, as_of: asOf } = current.record;
  const others =
    since === undefined ? "No other is available here." : `Those since ${new Date(since).toISOString()} are available as well.`;
  const detail =
    `${shorten(requested)} is not available here: it is no longer kept, or never existed. The current one is ` +
    `${id}, as of ${asOf}. ${others} Without /s/ and the id, /api/ always answers from the current one.`;
  return problemReply(problem("unknown-snapshot", detail), commonHeaders(current, "error"));
}

/** The part after `/s/`, for messages. */
export function requestedSnapshot(target: string): string {
  return target.slice("/s/".length).split(/[/?]/, 1)[0] || "Nothing";
}

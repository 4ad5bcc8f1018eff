/** The path of the record of a tree; written last. */
export const SNAPSHOT_FILE = "snapshot.json";

/**
 * `snapshot.json`: one state of the tree. It is written last and read first. Its `id` is derived from the index alone, so the same
 * store gives the same id on any machine.
 */
export interface SnapshotRecord {
  format: 3;
  /** The first 16 hex digits of the SHA-256 of the index sections' hashes. */
  id: string;
  /** Increases by one with every published change. */
  sequence: number;
  /** ISO 8601; the end of every time window. */
  as_of: string;
  /** Present if the recent events do not reach back 720 hours: since when they are complete, ISO 8601 (`window.ts`). */
  covered_from?: string;
  /** Present if the recent events are the embedded sample, a real week of the past. Their age is then not an error. */
  sample?: true;
  /** The program that built the tree: `quaketree/0.1.0`. */
  program?: string;
  /** Expected interval between snapshots, s, if the tree is rebuilt regularly. */
  expected_interval_s?: number;
  /** Age of `as_of` from which the data count as stale, s. */
  stale_after_s?: number;
  sources: readonly SnapshotSource[];
  shards: ShardManifest;
  index: readonly IndexSection[];
}

/** A parsed value whose members have not been checked. */
export type Unchecked<Shape> = { [Name in keyof Shape]?: unknown } | undefined | null;

/**
 * The first member without which no reader can use a record; undefined if all are sound. Hosts and mirrors both check them here, so
 * that no mirror copies what every host refuses. Each then checks what it uses itself: the shards, or the index.
 */
export function malformedMember(record: Unchecked<SnapshotRecord>): "format" | "id" | "as_of" | "covered_from" | undefined {
  if (record?.format !== 3) return "format";
  if (typeof record.id !== "string" || !/^[0-9a-f]{16}$/.test(record.id)) return "id";
  if (record.covered_from !== undefined && !isInstant(record.covered_from)) return "covered_from";
  return isInstant(record.as_of) ? undefined : "as_of";
}

function isInstant(text: unknown): boolean {
  const time = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

export interface SnapshotSource {
  id: string;
  name: string;
  provides: string;
  as_of: string | null;
  covers: { from: string; to: string } | null;
  records: number;
  licence: string;
  attribution: string;
  url: string;
}

/** The shards of a snapshot: paths in the tree, each with the SHA-256 of its bytes. */
export interface ShardManifest {
  /** Columns of the recent events, newest first; a file for each unit of time. */
  columns: readonly string[];
  /** Day shards of Earthquake records, newest day first. */
  days: readonly { day: string; path: string; records: number; bytes: number }[];
  /** Day shards of the live feed's features: those of the first of `days`, as many as its longest window reaches into. */
  features: readonly { path: string; records: number; bytes: number }[];
  /** Names and rows for the search by place, newest first; a file for each unit of time. */
  places: readonly string[];
  /** EarthquakeSearchResult records. */
  results: readonly { path: string; records: number; bytes: number }[];
  /** Countries and glossary terms for the combined search. */
  names: string;
  /** Every known id with its slug, a file for each unit of time; withdrawn ids with the time. An id is in one file. */
  ids: readonly string[];
  /** The table of packed details. It is absent if every event has a file. */
  packs?: string;
  /** The fences (tables of blocks) of the archive of events, newest first; absent if the tree has no archive. */
  archive?: readonly { path: string }[];
}

export interface IndexSection {
  name: string;
  /** Its file, with the entries or, if there are many, with a list of parts (`IndexPart`). */
  path: string;
  /** SHA-256 of its file. */
  sha256: string;
  /** Size of its file. */
  bytes: number;
  /** Number of files of the tree that it lists. */
  files: number;
}

export interface IndexEntry {
  /** Tree-relative, no leading slash. */
  path: string;
  bytes: number;
  sha256: string;
  etag: string;
  cache: "minute" | "day" | "immutable";
  /** Precompressed variants: `br`, `gzip`. */
  encodings: readonly ("br" | "gzip")[];
}

/**
 * `snapshot.json`: one state of the tree. Written last, read first; its `id` follows from the content of the index alone,
 * so the same store gives the same id on any machine.
 */
export interface SnapshotRecord {
  format: 1;
  /** The first 16 hex digits of the SHA-256 of the index sections' hashes. */
  id: string;
  /** Grows by one with every published change. */
  sequence: number;
  /** ISO 8601; the instant that every window ends at. */
  as_of: string;
  /** How often a newer snapshot is to be expected, s, where somebody rebuilds. */
  expected_interval_s?: number;
  /** From which age of `as_of` on the data count as stale, s. */
  stale_after_s?: number;
  sources: readonly SnapshotSource[];
  shards: ShardManifest;
  index: readonly IndexSection[];
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

/** Where the shards of a snapshot are: paths in the tree, each ending in the SHA-256 of its bytes. */
export interface ShardManifest {
  /** Columns of the recent events, newest first. */
  columns: string;
  /** Day shards of Earthquake records, newest day first. */
  days: readonly { day: string; path: string; records: number; bytes: number }[];
  /** Names and rows for the search by place. */
  places: string;
  /** EarthquakeSearchResult records. */
  results: readonly { path: string; records: number; bytes: number }[];
  /** Countries and glossary terms for the combined search. */
  names: string;
  /** Every known id and the slug it leads to; withdrawn ids and when. */
  ids: string;
  /** Which pack has the detail of an event that has no file of its own; only where some have none. */
  packs?: string;
}

/** A part of the list of files of the tree, itself a file of the tree. */
export interface IndexSection {
  name: string;
  path: string;
  sha256: string;
  bytes: number;
  files: number;
}

/** What the index says of one file of the tree. */
export interface IndexEntry {
  /** Tree-relative, no leading slash. */
  path: string;
  bytes: number;
  sha256: string;
  etag: string;
  cache: "minute" | "day" | "immutable";
  /** Precompressed variants that lie beside it: `br`, `gzip`. */
  encodings: readonly ("br" | "gzip")[];
}

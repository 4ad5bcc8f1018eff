import { createHash } from "node:crypto";
import type { ShardManifest } from "../contract/snapshot.ts";
import { RECENT_HOURS } from "../contract/vocabulary.ts";
import { DAY_MS, dayOf, writeColumns } from "./columns.ts";
import { writeIds } from "./ids.ts";
import { type CountryNames, type TermText, writeNames } from "./names.ts";
import { type EventClass, writePlaces } from "./places.ts";
import { writeRecords } from "./records.ts";

/** What the shards are made of. Records are JSON as it stands in answers. */
export interface ShardInput {
  /** ms since 1970 UTC. */
  asOf: number;
  /** Newest first, equal times by id. `time`: ms since 1970 UTC; `country`: ISO 3166-1 alpha-2. */
  recent: readonly { id: string; time: number; magnitude: number; country: string | null; record: string }[];
  /** Newest first, equal times by id. `cls`: 0 major, 1 significant, 2 other. */
  search: readonly { time: number; cls: EventClass; place: string; record: string }[];
  /** By name. */
  countries: readonly CountryNames[];
  /** By term. */
  terms: readonly TermText[];
  /** Every id that an event was ever known by, with the event's slug. */
  ids: Iterable<readonly [id: string, slug: string]>;
  withdrawn: readonly { id: string; withdrawnAt: number }[];
}

export interface Shards {
  manifest: ShardManifest;
  files: { path: string; bytes: Uint8Array }[];
}

/**
 * All shards of a snapshot and where they are. The same input gives the same bytes on every machine.
 *
 * @throws RangeError for an input that is out of order or that the formats cannot hold
 */
export function makeShards(input: ShardInput): Shards {
  assertNewestFirst(input.recent, "recent");
  assertNewestFirst(input.search, "search");
  const files = new Map<string, Uint8Array>();
  const put = (bytes: Uint8Array, extension: "bin" | "json") => {
    const path = `shards/${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
    files.set(path, bytes);
    return path;
  };
  const putRecords = (rows: readonly { record: string }[]) => {
    const bytes = writeRecords(rows.map(({ record }) => record));
    return { path: put(bytes, "json"), records: rows.length, bytes: bytes.length };
  };
  const days = groups(input.recent, ({ time }) => dayOf(time));
  const results = groups(input.search, ({ time }) => resultShard(time, input.asOf));
  const manifest: ShardManifest = {
    columns: put(writeColumns(input.recent.map(withLength)), "bin"),
    days: days.map((rows) => ({ day: dayName(rows[0]?.time ?? 0), ...putRecords(rows) })),
    places: put(
      writePlaces(
        input.search.map(withLength),
        results.map((rows) => rows.length),
      ),
      "bin",
    ),
    results: results.map(putRecords),
    names: put(writeNames(input.countries, input.terms), "json"),
    ids: put(writeIds(input.ids, input.withdrawn), "bin"),
  };
  return { manifest, files: Array.from(files, ([path, bytes]) => ({ path, bytes })) };
}

function withLength<Row extends { record: string }>(row: Row): Row & { length: number } {
  return { ...row, length: Buffer.byteLength(row.record) };
}

/** `2018-02-06` */
function dayName(time: number): string {
  return new Date(time).toISOString().slice(0, -14);
}

/**
 * Which result shard an instant belongs to: its UTC day in the window of recent events, where a revision should touch
 * little; before that its decade, before 1900 its century, which hardly ever change.
 */
function resultShard(time: number, asOf: number): string {
  if (time > asOf - RECENT_HOURS * 3_600_000) return `day ${Math.floor(time / DAY_MS)}`;
  const year = new Date(time).getUTCFullYear();
  return year < 1900 ? `century ${Math.floor(year / 100)}` : `decade ${Math.floor(year / 10)}`;
}

/** Runs of neighbours with the same key. */
function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => string | number): Row[][] {
  const found: Row[][] = [];
  let last: string | number | undefined;
  for (const row of rows) {
    const key = keyOf(row);
    if (key === last) found.at(-1)?.push(row);
    else found.push([row]);
    last = key;
  }
  return found;
}

function assertNewestFirst(rows: readonly { time: number }[], what: string): void {
  rows.forEach(({ time }, at) => {
    const before = rows[at - 1];
    if (before && before.time < time) throw new RangeError(`${what}: row ${at} is newer than the one before`);
  });
}

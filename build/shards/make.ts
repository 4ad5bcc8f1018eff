import { RECENT_HOURS } from "../contract/texts/vocabulary.ts";
import type { ShardManifest } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { DAY_MS, dayOf, writeColumns } from "./columns.ts";
import { writeIds } from "./ids.ts";
import { type CountryNames, type TermText, writeNames } from "./names.ts";
import { type PackedEvent, writePacks } from "./packs.ts";
import { type EventClass, writePlaces } from "./places.ts";
import { writeRecords } from "./records.ts";

/**
 * The input of the shards. Records are JSON as in answers. The records of events are requested once, shard by shard, so that they
 * are never all in memory.
 */
export interface ShardInput {
  /** ms since 1970 UTC. */
  asOf: number;
  /** Newest first, equal times by id. `time`: ms since 1970 UTC; `country`: ISO 3166-1 alpha-2. */
  recent: readonly ({ id: string; time: number; magnitude: number; country: string | null } & ShardRecord)[];
  /** Newest first, equal times by id. `cls`: 0 major, 1 significant, 2 other. `text`: the searched text of a row. */
  search: readonly ({ time: number; cls: EventClass; text: string } & ShardRecord)[];
  /** By name. */
  countries: readonly CountryNames[];
  /** By term. */
  terms: readonly TermText[];
  /** Every current or former id of an event, with the slug of the event. */
  ids: Iterable<readonly [id: string, slug: string]>;
  withdrawn: readonly { id: string; withdrawnAt: number }[];
  /** Events whose details have no files; undefined if all details have files. */
  packed?: readonly PackedEvent[] | undefined;
}

interface ShardRecord {
  record: () => string;
  /** Throws if the record violates its schema. */
  check?: () => void;
}

export interface ShardFile {
  path: string;
  bytes: Uint8Array;
  /** Checks the records in the shard, which takes longer than making them. */
  check?: () => void;
}

export interface Shards {
  manifest: ShardManifest;
  files: ShardFile[];
}

/**
 * Makes all shards of a snapshot with their paths. The same input gives the same bytes on every machine.
 *
 * @throws RangeError if the input is not sorted, or if the formats cannot represent it
 */
export function makeShards(input: ShardInput): Shards {
  assertNewestFirst(input.recent, "recent");
  assertNewestFirst(input.search, "search");
  const files = new Map<string, Omit<ShardFile, "path">>();
  const put = (bytes: Uint8Array, extension: "bin" | "json", check?: () => void) => {
    const path = `shards/${sha256(bytes)}.${extension}`;
    files.set(path, check ? { bytes, check } : { bytes });
    return path;
  };
  const putPack = (bytes: Uint8Array) => put(bytes, "json").slice("shards/".length, -".json".length);
  const putRecords = (all: readonly ShardRecord[], lengths: Uint32Array, { from, to }: Run) => {
    const rows = all.slice(from, to);
    const records = rows.map(({ record }) => record());
    const bytes = writeRecords(records);
    measure(records, bytes, lengths, from);
    const checks = rows.flatMap((row) => row.check ?? []);
    const check = checks.length === 0 ? undefined : () => checks.forEach((one) => one());
    return { path: put(bytes, "json", check), records: records.length, bytes: bytes.length };
  };
  const dayLengths = new Uint32Array(input.recent.length);
  const days = runs(input.recent, ({ time }) => dayOf(time)).map((run) => ({
    day: dayName(input.recent[run.from]?.time ?? 0),
    ...putRecords(input.recent, dayLengths, run),
  }));
  const resultLengths = new Uint32Array(input.search.length);
  const results = runs(input.search, ({ time }) => resultShard(time, input.asOf)).map((run) =>
    putRecords(input.search, resultLengths, run),
  );
  const manifest: ShardManifest = {
    columns: put(writeColumns(input.recent, dayLengths), "bin"),
    days,
    places: put(
      writePlaces(
        input.search,
        resultLengths,
        results.map(({ records }) => records),
      ),
      "bin",
    ),
    results,
    names: put(writeNames(input.countries, input.terms), "bin"),
    ids: put(writeIds(input.ids, input.withdrawn, new Set(input.packed?.map(({ id }) => id))), "bin"),
    ...(input.packed && { packs: put(writePacks(input.packed, putPack), "bin") }),
  };
  return { manifest, files: Array.from(files, ([path, file]) => ({ path, ...file })) };
}

/** Record lengths in bytes. An ASCII shard, the usual case, has as many bytes as characters, so its records need not be encoded. */
function measure(records: readonly string[], bytes: Uint8Array, lengths: Uint32Array, from: number): void {
  const characters = records.reduce((sum, { length }) => sum + length + 1, 1);
  const ascii = characters === bytes.length;
  records.forEach((record, at) => {
    lengths[from + at] = ascii ? record.length : Buffer.byteLength(record);
  });
}

/** `2018-02-06` */
function dayName(time: number): string {
  return new Date(time).toISOString().slice(0, -14);
}

/**
 * The result shard of an instant. Within the window of recent events it is the UTC day, so that a revision affects few records.
 * Before the window it is the decade, and before 1900 the century, because these hardly ever change.
 */
function resultShard(time: number, asOf: number): string | number {
  if (time > asOf - RECENT_HOURS * 3_600_000) return Math.floor(time / DAY_MS);
  const year = new Date(time).getUTCFullYear();
  return year < 1900 ? `century ${Math.floor(year / 100)}` : `decade ${Math.floor(year / 10)}`;
}

/** A run of adjacent rows; `to` is exclusive. */
interface Run {
  from: number;
  to: number;
}

/** Runs of adjacent rows with the same key. */
function runs<Row>(rows: readonly Row[], keyOf: (row: Row) => string | number): Run[] {
  const found: Run[] = [];
  let last: string | number | undefined;
  rows.forEach((row, at) => {
    const key = keyOf(row);
    const run = found.at(-1);
    if (run && key === last) run.to = at + 1;
    else found.push({ from: at, to: at + 1 });
    last = key;
  });
  return found;
}

function assertNewestFirst(rows: readonly { time: number }[], what: string): void {
  rows.forEach(({ time }, at) => {
    const before = rows[at - 1];
    if (before && before.time < time) throw new RangeError(`${what}: row ${at} is newer than the one before`);
  });
}

import { FEED_HOURS, RECENT_HOURS } from "../../contract/texts/vocabulary.ts";
import type { ShardManifest } from "../../contract/wire/snapshot.ts";
import { sha256 } from "../../platform/hash.ts";
import { groupBy } from "../../platform/lists.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import { type ColumnRow, dayOf, writeColumns } from "./columns.ts";
import { writeIds } from "./ids.ts";
import { type CountryNames, type SearchWords, type TermText, writeNames } from "./names.ts";
import { type PackedEvent, writePacks } from "./packs.ts";
import { type PlaceRow, writePlaces } from "./places.ts";
import { writeRecords } from "./records.ts";

/**
 * Tables and packs of many events are files of units of time, so that a minute changes only the small file of the newest days. A unit
 * has whole UTC days. Readers join the files of a table: the joined table is the table that all rows would have in one file.
 */

/** The unit of events before the window of recent ones. */
const OLDER = Number.NEGATIVE_INFINITY;

/**
 * The unit of a UTC day, as the first day of it: the newest day and the one before are a unit, and otherwise its week, from Monday.
 *
 * @param day days since 1970
 * @param newest the day of the snapshot
 */
export function unitOf(day: number, newest: number): number {
  // 1 January 1970 was a Thursday.
  return day >= newest - 1 ? newest - 1 : Math.floor((day + 3) / 7) * 7 - 3;
}

/**
 * The input of the shards. Records are JSON as in answers. The records of events are requested once, shard by shard, so that they
 * are never all in memory.
 */
export interface ShardInput {
  /** ms since 1970 UTC. */
  asOf: number;
  /** Newest first, equal times by id. */
  recent: readonly ({ id: string; feature: ShardRecord } & ColumnRow & ShardRecord)[];
  /** Newest first, equal times by id. */
  search: readonly (PlaceRow & ShardRecord)[];
  /** By name. */
  countries: readonly CountryNames[];
  /** By term. */
  terms: readonly TermText[];
  words?: SearchWords | undefined;
  /** Newest first. */
  ids: readonly EventIds[];
  withdrawn: readonly { id: string; withdrawnAt: number }[];
  /** Events whose details have no files; undefined if all details have files. */
  packed?: readonly PackedEvent[] | undefined;
}

interface EventIds {
  slug: string;
  /** Current and former ones. */
  ids: readonly string[];
  /** Origin time, ms since 1970 UTC; null before the window of recent events. */
  time: number | null;
  /** Identifies the event among all. */
  key?: () => string;
}

interface ShardRecord {
  record: () => string;
  /** Identifies the record among all that the same program makes; absent if nothing does. */
  key?: () => string;
  /** Throws if the record violates its schema. */
  check?: () => void;
}

export interface ShardFile {
  path: string;
  sha256: string;
  bytes: () => Uint8Array;
  /** Checks the records in the shard, which takes longer than making them. */
  check?: () => void;
}

/** Returns what is known of the shard with a key, or what it makes. */
export type RecallShard = (key: string, make: () => KnownShard) => KnownShard;

/** What is to be known of a shard that is not made again. */
interface KnownShard {
  sha256: string;
  bytes: number;
  /** Length of each record, bytes. */
  lengths: readonly number[];
}

export interface Shards {
  manifest: ShardManifest;
  files: ShardFile[];
}

/**
 * Makes all shards of a snapshot with their paths. The same input gives the same bytes on every machine.
 *
 * @param recall known shards are made only if a tree lacks them
 * @throws RangeError if the input is not sorted, or if the formats cannot represent it
 */
export function makeShards(input: ShardInput, recall: RecallShard = (_key, make) => make()): Shards {
  assertNewestFirst(input.recent, "recent");
  assertNewestFirst(input.search, "search");
  const files = new Map<string, Omit<ShardFile, "path">>();
  const put = (bytes: Uint8Array, extension: "bin" | "json", check?: () => void) => {
    const hash = sha256(bytes);
    const path = `shards/${hash}.${extension}`;
    files.set(path, { sha256: hash, bytes: () => bytes, ...(check && { check }) });
    return path;
  };
  const putPack = (bytes: Uint8Array) => put(bytes, "json").slice("shards/".length, -".json".length);
  /** Adds a shard. With a known key, its bytes are made only when they are read. */
  const putKnown = (key: string | undefined, make: () => MadeShard, extension: "bin" | "json", check?: () => void) => {
    let made: MadeShard | undefined;
    const describe = () => {
      const { bytes, lengths } = (made ??= make());
      return { sha256: sha256(bytes), bytes: bytes.length, lengths: [...(lengths ?? [])] };
    };
    const shard = key === undefined ? describe() : recall(key, describe);
    const path = `shards/${shard.sha256}.${extension}`;
    files.set(path, { sha256: shard.sha256, bytes: () => sameBytes((made ??= make()).bytes, shard.sha256), ...(check && { check }) });
    return { ...shard, path };
  };
  const putRecords = (all: readonly ShardRecord[], lengths: Uint32Array, { from, to }: Run) => {
    const rows = all.slice(from, to);
    const shard = putKnown(
      keyOfRows(rows),
      () => shardOf(rows),
      "json",
      () => {
        for (const { check } of rows) check?.();
      },
    );
    lengths.set(shard.lengths, from);
    return { path: shard.path, records: rows.length, bytes: shard.bytes };
  };
  /** The table of some rows, a file for each unit. @param shards the runs of rows of the record shards */
  const putTables = <Row extends ShardRecord>(
    nameOf: (run: Run) => string,
    { rows, shards, unitAt }: { rows: readonly Row[]; shards: readonly Run[]; unitAt: (row: Row) => number },
    write: (run: Run, shardRows: readonly number[]) => Uint8Array,
  ) =>
    runs(shards, ({ from }) => unitAt(rows[from] as Row)).map((unit) => {
      const own = shards.slice(unit.from, unit.to);
      const run = { from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 };
      const shardRows = own.map(({ from, to }) => to - from);
      const key = keyOfRows(rows.slice(run.from, run.to));
      const make = () => ({ bytes: write(run, shardRows) });
      return putKnown(key && `${nameOf(run)} ${shardRows.join(" ")} ${key}`, make, "bin").path;
    });
  const { countries, terms, words, recent, search, asOf } = input;
  const newest = Math.floor(asOf / DAY_MS);
  const dayRuns = runs(recent, ({ time }) => dayOf(time));
  const dayLengths = new Uint32Array(recent.length);
  const days = dayRuns.map((run) => ({ day: dayName(recent[run.from]?.time ?? 0), ...putRecords(recent, dayLengths, run) }));
  // The rows of the days that the longest window of the live feed reaches into.
  const firstDay = dayOf(asOf - FEED_HOURS * HOUR_MS);
  const featureRuns = dayRuns.filter(({ from }) => dayOf(recent[from]?.time ?? 0) >= firstDay);
  const featureLengths = new Uint32Array(recent.length);
  const ofFeed = recent.slice(0, featureRuns.at(-1)?.to ?? 0).map(({ feature }) => feature);
  const features = featureRuns.map((run) => putRecords(ofFeed, featureLengths, run));
  const resultRuns = runs(search, ({ time }) => resultShard(time, asOf));
  const resultLengths = new Uint32Array(search.length);
  const results = resultRuns.map((run) => putRecords(search, resultLengths, run));
  const names = putKnown(sha256(JSON.stringify([countries, terms, words])), () => ({ bytes: writeNames(countries, terms, words) }), "bin");
  const unitOfResult = ({ time }: PlaceRow) => (isInWindow(time, asOf) ? unitOf(dayOf(time), newest) : OLDER);
  const manifest: ShardManifest = {
    columns: putTables(
      ({ from, to }) => `columns ${Math.max(0, Math.min(to, ofFeed.length) - from)}`,
      { rows: recent, shards: dayRuns, unitAt: ({ time }) => unitOf(dayOf(time), newest) },
      ({ from, to }) => writeColumns(recent.slice(from, to), dayLengths.subarray(from, to), featureLengths.subarray(from, to)),
    ),
    days,
    features,
    places: putTables(
      () => "places",
      { rows: search, shards: resultRuns, unitAt: unitOfResult },
      ({ from, to }, shardRows) => writePlaces(search.slice(from, to), resultLengths.subarray(from, to), shardRows),
    ),
    results,
    names: names.path,
    ids: idTables(input, newest).map(({ key, make }) => putKnown(key, () => ({ bytes: make() }), "bin").path),
    ...(input.packed && { packs: put(writePacks(input.packed, putPack), "bin") }),
  };
  return { manifest, files: Array.from(files, ([path, file]) => ({ path, ...file })) };
}

/** The tables of ids: one for each unit, and one of the withdrawn ids that no event has. */
function idTables({ ids, withdrawn, packed = [] }: ShardInput, newest: number): { key: string | undefined; make: () => Uint8Array }[] {
  const isPacked = new Set(packed.map(({ id }) => id));
  const units = groupBy(ids, ({ time }) => (time === null ? OLDER : unitOf(dayOf(time), newest)));
  const tables = Array.from(units.values(), (events) => {
    const keys = events.map(({ key, ids: own }) => key && `${own.some((id) => isPacked.has(id)) ? "=" : ""}${key()}`);
    const pairs = () => events.flatMap(({ ids: own, slug }) => own.map((id) => [id, slug] as const));
    return { key: keys.includes(undefined) ? undefined : `ids ${sha256(keys.join("\n"))}`, make: () => writeIds(pairs(), [], isPacked) };
  });
  const alive = new Set(ids.flatMap(({ ids: own }) => own));
  const gone = withdrawn.filter(({ id }) => !alive.has(id));
  return gone.length === 0 ? tables : [...tables, { key: undefined, make: () => writeIds([], gone) }];
}

interface MadeShard {
  bytes: Uint8Array;
  /** Of its records. */
  lengths?: Uint32Array;
}

function shardOf(rows: readonly ShardRecord[]): MadeShard {
  const records = rows.map(({ record }) => record());
  const bytes = writeRecords(records);
  // An ASCII shard, the usual case, has as many bytes as characters, so its records need not be encoded to measure them.
  const characters = records.reduce((sum, { length }) => sum + length + 1, 1);
  const isAscii = characters === bytes.length;
  return {
    bytes,
    lengths: Uint32Array.from(records, (record) => (isAscii ? record.length : Buffer.byteLength(record))),
  };
}

/** Undefined if a record has no key. */
function keyOfRows(rows: readonly ShardRecord[]): string | undefined {
  const keys = rows.map(({ key }) => key?.());
  return keys.includes(undefined) ? undefined : sha256(keys.join("\n"));
}

/** @throws Error if a key did not cover everything that the shard is made of */
function sameBytes(bytes: Uint8Array, hash: string): Uint8Array {
  if (sha256(bytes) !== hash) throw new Error(`the shard ${hash} is made of other records than before`);
  return bytes;
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
  if (isInWindow(time, asOf)) return Math.floor(time / DAY_MS);
  const year = new Date(time).getUTCFullYear();
  return year < 1900 ? `century ${Math.floor(year / 100)}` : `decade ${Math.floor(year / 10)}`;
}

function isInWindow(time: number, asOf: number): boolean {
  return time > asOf - RECENT_HOURS * HOUR_MS;
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

import { FEED_HOURS } from "../contract/texts/vocabulary.ts";
import { malformedMember, type ShardManifest, SNAPSHOT_FILE, type SnapshotRecord, type Unchecked } from "../contract/wire/snapshot.ts";
import { DAY_MS, HOUR_MS } from "../platform/time.ts";
import { loadAll, parsed, type ReadShard, type RecordShards, recordShards, shardReader, type TreeReader } from "./record-shards.ts";
import { readText, ShardError } from "./shards/binary.ts";
import { type Columns, joinColumns, readColumns, rowsNewerThan } from "./shards/columns.ts";
import { type Ids, readIds } from "./shards/ids.ts";
import { type Names, readNames } from "./shards/names.ts";
import { type Packs, readPacks } from "./shards/packs.ts";
import { joinPlaces, type Places, readPlaces } from "./shards/places.ts";
import { type RecordTable, tableOfFirst } from "./shards/records.ts";

const SHARD_PATH = /^shards\/[0-9a-f]{64}\.(?:bin|json)$/;

/**
 * Parses `snapshot.json` and checks everything on which answers depend. The path of a shard must be `shards/{hash}.…`, so that a
 * manipulated record cannot make a host read other files.
 *
 * @throws ShardError
 */
export function readSnapshotRecord(bytes: Uint8Array): SnapshotRecord {
  const record = parse(bytes);
  const malformed = malformedMember(record);
  if (malformed) throw fault(malformed);
  const shards = record?.shards as Unchecked<ShardManifest>;
  checkPath(shards?.names, "names");
  for (const name of ["columns", "places", "ids"] as const) {
    const list = shards?.[name];
    if (!Array.isArray(list)) throw fault(name);
    list.forEach((path, at) => {
      checkPath(path, name, at);
    });
  }
  if (shards?.packs !== undefined) checkPath(shards.packs, "packs");
  for (const name of ["days", "features", "results"] as const) {
    const list = shards?.[name];
    if (!Array.isArray(list)) throw fault(name);
    list.forEach((entry: Unchecked<ShardManifest["days"][number]>, at) => {
      checkPath(entry?.path, name, at);
      if (!isCount(entry?.records) || !isCount(entry?.bytes)) throw fault(`${name} counts`, at);
    });
  }
  return record as SnapshotRecord;
}

function fault(what: string, ...numbers: number[]): ShardError {
  return new ShardError("snapshot", what, ...numbers);
}

function parse(bytes: Uint8Array): Unchecked<SnapshotRecord> {
  try {
    return JSON.parse(readText("snapshot", bytes));
  } catch {
    throw fault("json");
  }
}

function checkPath(path: unknown, name: string, ...at: number[]): void {
  if (typeof path !== "string" || !SHARD_PATH.test(path)) throw fault(`${name} path`, ...at);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** An opened snapshot of the tree, with the data of all answers. It is immutable, as its shards are. */
export interface Snapshot {
  /** Whether it was requested by its id. Its answers may then be cached forever. */
  pinned?: true;
  record: SnapshotRecord;
  /** ms since 1970 UTC. */
  asOf: number;
  columns: Columns;
  /** Earthquake records, one shard for each UTC day. */
  earthquakes: RecordShards;
  /** Features of the live feed, of the first rows of the columns. */
  features: RecordShards;
  places: Places;
  /** EarthquakeSearchResult records. */
  results: RecordShards;
  names: Names;
  /** The records of countries and glossary terms. */
  nameRecords: RecordShards;
  ids: Ids;
  /** The table of packed details; undefined if every event has a file. */
  packs: Packs | undefined;
  /** Reads a pack. */
  read: ReadShard;
}

/**
 * Opens the current snapshot of a tree. Records are read on first use (see `preload`).
 *
 * @throws SnapshotError naming the missing or malformed file
 */
export async function openSnapshot(reader: TreeReader): Promise<Snapshot> {
  const read = shardReader(reader);
  const record = await read(SNAPSHOT_FILE, readSnapshotRecord);
  const { shards } = record;
  /** A table of several files. If they contradict each other or the record, the record is at fault, which names them. */
  const readTable = async <Part, Table>(paths: readonly string[], open: (bytes: Uint8Array) => Part, join: (parts: Part[]) => Table) => {
    const parts = await Promise.all(paths.map((path) => read(path, open)));
    return parsed(SNAPSHOT_FILE, () => join(parts));
  };
  const [{ columns, features }, places, names, ids, packs] = await Promise.all([
    readTable(shards.columns, readColumns, (parts) => {
      const opened = joinColumns(parts);
      checkList("columns", opened.records, shards.days);
      checkDays(opened, shards.days);
      const features = tableOfFirst("columns", opened.records, opened.features, shards.features.length);
      checkList("features", features, shards.features);
      const needed = rowsNewerThan(opened, Date.parse(record.as_of) - FEED_HOURS * HOUR_MS);
      if (needed > features.length.length) throw new ShardError("features", "rows", features.length.length, needed);
      return { columns: opened, features };
    }),
    readTable(shards.places, readPlaces, (parts) => {
      const opened = joinPlaces(parts);
      checkList("places", opened.records, shards.results);
      return opened;
    }),
    read(shards.names, readNames),
    readTable(shards.ids, readIds, (parts) => parts),
    shards.packs === undefined ? undefined : read(shards.packs, readPacks),
  ]);
  return {
    record,
    asOf: Date.parse(record.as_of),
    columns,
    earthquakes: recordShards(columns.records, pathsOf(shards.days), read),
    features: recordShards(features, pathsOf(shards.features), read),
    places,
    results: recordShards(places.records, pathsOf(shards.results), read),
    names,
    nameRecords: { ...recordShards(names.records, [], read), loaded: [...names.shards] },
    ids,
    packs,
    read,
  };
}

/**
 * Reads all records, so that no request has to wait for a file, and a tree with a missing file is refused before the first answer.
 *
 * @throws SnapshotError
 */
export async function preload(snapshot: Snapshot): Promise<void> {
  await loadAll(snapshot.earthquakes);
  await loadAll(snapshot.features);
  await loadAll(snapshot.results);
}

function pathsOf(list: readonly { path: string }[]): string[] {
  return list.map(({ path }) => path);
}

/** Manifest and record table must agree. Otherwise records would be read from the wrong file. */
function checkList(format: string, table: RecordTable, list: readonly { records: number; bytes: number }[]): void {
  const shards = table.shardBytes.length;
  if (list.length !== shards) {
    throw new ShardError(format, "shards", shards, list.length);
  }
  list.forEach(({ records, bytes }, at) => {
    const rows = (table.firstRow[at + 1] as number) - (table.firstRow[at] as number);
    if (rows !== records || table.shardBytes[at] !== bytes) {
      throw new ShardError(format, "shard", at, rows, table.shardBytes[at]);
    }
  });
}

function checkDays({ day }: Columns, list: readonly { day: string }[]): void {
  list.forEach((entry, at) => {
    if (Date.parse(`${entry.day}T00:00:00.000Z`) !== (day[at] as number) * DAY_MS) {
      throw new ShardError("columns", "day", at, day[at]);
    }
  });
}

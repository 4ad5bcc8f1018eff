import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { type Columns, DAY_MS, readColumns } from "../shards/columns.ts";
import { type Ids, readIds } from "../shards/ids.ts";
import { type Names, readNames } from "../shards/names.ts";
import { type Packs, readPacks } from "../shards/packs.ts";
import { type Places, readPlaces } from "../shards/places.ts";
import type { RecordTable } from "../shards/records.ts";
import { ShardError } from "../shards/shard-error.ts";
import { type ReadShard, shardReader, type TreeReader } from "./read-shard.ts";
import { loadAll, type RecordShards, recordShards } from "./record-shards.ts";
import { readSnapshotRecord } from "./snapshot-record.ts";

export const SNAPSHOT_FILE = "snapshot.json";

/** One state of the tree, opened: everything that an answer is made of. Its shards are immutable, and so is it. */
export interface Snapshot {
  /** Whether it was asked for by its id, so that its answers may be kept for ever. */
  pinned?: true;
  record: SnapshotRecord;
  /** ms since 1970 UTC. */
  asOf: number;
  columns: Columns;
  /** Earthquake records, a shard a UTC day. */
  earthquakes: RecordShards;
  places: Places;
  /** EarthquakeSearchResult records. */
  results: RecordShards;
  names: Names;
  /** The records of names. */
  nameRecords: RecordShards;
  ids: Ids;
  /** Where details are that have no files of their own. */
  packs: Packs | undefined;
  /** Reads a pack. */
  read: ReadShard;
}

/**
 * Opens the snapshot that a tree has now. Records are read when they are first needed (see `preload`).
 *
 * @throws SnapshotError that names the file which is missing or malformed
 */
export async function openSnapshot(reader: TreeReader): Promise<Snapshot> {
  const read = shardReader(reader);
  const record = await read(SNAPSHOT_FILE, readSnapshotRecord);
  const { shards } = record;
  const [columns, places, names, ids, packs] = await Promise.all([
    read(shards.columns, (bytes) => {
      const opened = readColumns(bytes);
      checkList("columns", opened.records, shards.days);
      checkDays(opened, shards.days);
      return opened;
    }),
    read(shards.places, (bytes) => {
      const opened = readPlaces(bytes);
      checkList("places", opened.records, shards.results);
      return opened;
    }),
    read(shards.names, readNames),
    read(shards.ids, readIds),
    shards.packs === undefined ? undefined : read(shards.packs, readPacks),
  ]);
  return {
    record,
    asOf: Date.parse(record.as_of),
    columns,
    earthquakes: recordShards(columns.records, pathsOf(shards.days), read),
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
 * Reads all records, so that no request waits for a file and a tree that has lost one is refused before it answers.
 *
 * @throws SnapshotError
 */
export async function preload(snapshot: Snapshot): Promise<void> {
  await loadAll(snapshot.earthquakes);
  await loadAll(snapshot.results);
}

function pathsOf(list: readonly { path: string }[]): string[] {
  return list.map(({ path }) => path);
}

/** The manifest and the table of records have to agree, or a record would be read from the wrong file. */
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

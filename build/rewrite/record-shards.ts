import { checkRecords, type RecordTable, shardOfRow } from "../shards/records.ts";
import type { ReadShard } from "./read-shard.ts";

/** Record shards, each read when it is first needed and then kept. */
export interface RecordShards {
  table: RecordTable;
  paths: readonly string[];
  loaded: (Uint8Array | undefined)[];
  /** How many of them are not loaded. */
  missing: number;
  pending: Map<number, Promise<void>>;
  read: ReadShard;
}

/** Records of some rows, in the order of the rows. */
export interface RowsPart {
  shards: RecordShards;
  rows: ArrayLike<number>;
}

export function recordShards(table: RecordTable, paths: readonly string[], read: ReadShard): RecordShards {
  return { table, paths, loaded: paths.map(() => undefined), missing: paths.length, pending: new Map(), read };
}

/**
 * Reads the shards that rows need and that have not been read yet, all at once.
 *
 * @throws SnapshotError where a shard is missing or malformed
 */
export async function loadRows({ shards, rows }: RowsPart): Promise<void> {
  if (shards.missing === 0) return;
  const wanted = new Set<number>();
  for (let at = 0; at < rows.length; at++) wanted.add(shardOfRow(shards.table, rows[at] as number));
  await Promise.all(Array.from(wanted, (shard) => loadShard(shards, shard)));
}

/** Reads whatever has not been read yet, one after the other: a host does this before it takes requests. */
export async function loadAll(shards: RecordShards): Promise<void> {
  for (let shard = 0; shard < shards.paths.length; shard++) await loadShard(shards, shard);
}

async function loadShard(shards: RecordShards, shard: number): Promise<void> {
  if (shards.loaded[shard]) return;
  const begun = shards.pending.get(shard) ?? readInto(shards, shard);
  shards.pending.set(shard, begun);
  return begun;
}

async function readInto(shards: RecordShards, shard: number): Promise<void> {
  try {
    shards.loaded[shard] = await shards.read(shards.paths[shard] as string, (bytes) => {
      checkRecords("records", bytes, shards.table, shard);
      return bytes;
    });
    shards.missing--;
  } finally {
    shards.pending.delete(shard);
  }
}

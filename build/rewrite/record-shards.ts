import { checkRecords, type RecordTable, type Slice, shardsOfRows, sliceRows } from "../shards/records.ts";
import type { ReadShard } from "./read-shard.ts";

/** Record shards, each read when it is first needed and then kept. */
export interface RecordShards {
  table: RecordTable;
  paths: readonly string[];
  loaded: (Uint8Array | undefined)[];
  pending: Map<number, Promise<void>>;
  read: ReadShard;
}

export function recordShards(table: RecordTable, paths: readonly string[], read: ReadShard): RecordShards {
  return { table, paths, loaded: paths.map(() => undefined), pending: new Map(), read };
}

/**
 * The records of the given rows, in their order.
 *
 * @throws SnapshotError where a shard is missing or malformed
 */
export async function recordsOf(shards: RecordShards, rows: ArrayLike<number>): Promise<Slice[]> {
  const missing = shardsOfRows(shards.table, rows).filter((shard) => !shards.loaded[shard]);
  if (missing.length > 0) await Promise.all(missing.map((shard) => loadShard(shards, shard)));
  return sliceRows(shards.table, rows, shards.loaded);
}

/** Reads whatever has not been read yet, one after the other: a host does this before it takes requests. */
export async function loadAll(shards: RecordShards): Promise<void> {
  for (let shard = 0; shard < shards.paths.length; shard++) {
    if (!shards.loaded[shard]) await loadShard(shards, shard);
  }
}

function loadShard(shards: RecordShards, shard: number): Promise<void> {
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
  } finally {
    shards.pending.delete(shard);
  }
}

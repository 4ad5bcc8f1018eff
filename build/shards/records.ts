import { ShardError } from "./shard-error.ts";

const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Where the record of each row stands. The rows of all shards are numbered through, newest first; a record shard is a JSON
 * array of its rows' records without blanks, so a row is found by the shard's first row and the lengths of the rows.
 */
export interface RecordTable {
  rows: number;
  /** First row of each shard, and after the last one the number of rows. */
  firstRow: Uint32Array;
  /** Offset of each row's record in its shard, bytes. */
  start: Uint32Array;
  /** Length of each row's record, bytes. */
  length: Uint32Array;
  /** Length of each shard, bytes. */
  shardBytes: Float64Array;
}

/** A piece of bytes that goes into a body as it stands. */
export interface Slice {
  source: Uint8Array;
  from: number;
  to: number;
}

/** A record shard: a JSON array of ready records. */
export function writeRecords(records: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`[${records.join(",")}]`);
}

/**
 * @param length of each row's record, bytes
 * @param shardRows number of rows of each shard
 * @throws ShardError where the two contradict each other or a shard would be empty
 */
export function recordTable(format: string, length: Uint32Array, shardRows: Uint32Array): RecordTable {
  const firstRow = new Uint32Array(shardRows.length + 1);
  const start = new Uint32Array(length.length);
  const shardBytes = new Float64Array(shardRows.length);
  let row = 0;
  for (let shard = 0; shard < shardRows.length; shard++) {
    const rows = shardRows[shard] as number;
    if (rows === 0) throw new ShardError(format, `record shard ${shard} has no rows`);
    if (rows > length.length - row) throw new ShardError(format, `record shard ${shard} has more rows than are left`);
    let at = 1;
    for (const end = row + rows; row < end; row++) {
      start[row] = at;
      at += (length[row] as number) + 1;
    }
    // Offsets are u32, and no runtime could hold such a shard anyway.
    if (at > 0xffffffff) throw new ShardError(format, `record shard ${shard} would have ${at} bytes`);
    firstRow[shard + 1] = row;
    shardBytes[shard] = at;
  }
  if (row !== length.length) throw new ShardError(format, `${length.length - row} rows belong to no record shard`);
  return { rows: row, firstRow, start, length, shardBytes };
}

/**
 * Checks that bytes are the given record shard of a table: brackets, commas and braces stand where its lengths say.
 *
 * @throws ShardError
 */
export function checkRecords(format: string, bytes: Uint8Array, table: RecordTable, shard: number): void {
  const expected = table.shardBytes[shard];
  if (bytes.length !== expected) throw new ShardError(format, `has ${bytes.length} bytes instead of ${expected}`);
  const from = table.firstRow[shard] as number;
  const to = table.firstRow[shard + 1] as number;
  for (let row = from; row < to; row++) {
    const start = table.start[row] as number;
    const end = start + (table.length[row] as number);
    const framed =
      bytes[start - 1] === (row === from ? OPEN : COMMA) &&
      bytes[start] === OPEN_OBJECT &&
      bytes[end - 1] === CLOSE_OBJECT &&
      bytes[end] === (row === to - 1 ? CLOSE : COMMA);
    if (!framed) throw new ShardError(format, `record ${row - from} does not stand at bytes ${start} to ${end}`);
  }
}

/** The shard that a row belongs to. */
export function shardOfRow(table: RecordTable, row: number): number {
  let low = 0;
  let high = table.firstRow.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((table.firstRow[middle] as number) <= row) low = middle;
    else high = middle;
  }
  return low;
}

/** The shards that hold the given rows, each once. */
export function shardsOfRows(table: RecordTable, rows: ArrayLike<number>): number[] {
  const shards = new Set<number>();
  for (let at = 0; at < rows.length; at++) shards.add(shardOfRow(table, rows[at] as number));
  return [...shards];
}

/**
 * The bytes of the given rows, in their order. Rows that follow one another in a shard are one slice, with the commas
 * between them.
 *
 * @param shards the bytes of each shard that `shardsOfRows` names
 */
export function sliceRows(
  table: RecordTable,
  rows: ArrayLike<number>,
  shards: readonly (Uint8Array | undefined)[],
): Slice[] {
  const slices: Slice[] = [];
  let at = 0;
  while (at < rows.length) {
    const first = rows[at] as number;
    const shard = shardOfRow(table, first);
    const endOfShard = table.firstRow[shard + 1] as number;
    let last = first;
    for (at++; rows[at] === last + 1 && last + 1 < endOfShard; at++) last++;
    const source = shards[shard];
    if (!source) throw new Error(`record shard ${shard} is not loaded`);
    slices.push({
      source,
      from: table.start[first] as number,
      to: (table.start[last] as number) + (table.length[last] as number),
    });
  }
  return slices;
}

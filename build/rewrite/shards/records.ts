import { lowerBound } from "../../platform/lists.ts";
import { columnJoiner, ShardError } from "./binary.ts";

const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The positions of the records. Rows are numbered across all shards, newest first. A record shard is a JSON array of its rows'
 * records without whitespace, so the first row of a shard and the lengths of its rows are sufficient to find a row.
 */
export interface RecordTable {
  /** First row of each shard, and a last entry with the number of rows. */
  firstRow: Uint32Array;
  /** Offset of each row's record in its shard, bytes. */
  start: Uint32Array;
  /** Length of each row's record, bytes. */
  length: Uint32Array;
  /** Length of each shard, bytes. */
  shardBytes: Float64Array;
  /** Views of runs of rows that were copied before, by first row, and the last row of each. Making a view takes longer than copying it. */
  runs: (Uint8Array | undefined)[];
  ends: Uint32Array;
}

/** Only runs that begin among the newest rows are kept, because they are requested most. They take about 2 MB at most. */
const MAX_RUNS = 16_384;

/** Serialises a record shard: a JSON array of serialised records. */
export function writeRecords(records: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`[${records.join(",")}]`);
}

/**
 * @param length of each row's record, bytes
 * @param shardRows number of rows of each shard
 * @throws ShardError if the two contradict each other or a shard is empty
 */
export function recordTable(format: string, length: Uint32Array, shardRows: Uint32Array): RecordTable {
  const firstRow = new Uint32Array(shardRows.length + 1);
  const start = new Uint32Array(length.length);
  const shardBytes = new Float64Array(shardRows.length);
  let row = 0;
  shardRows.forEach((rows, shard) => {
    if (rows === 0 || rows > length.length - row) throw new ShardError(format, "shard-rows", shard, rows);
    let at = 1;
    for (const end = row + rows; row < end; row++) {
      start[row] = at;
      at += (length[row] as number) + 1;
    }
    // Offsets are u32. No runtime could load a larger shard anyway.
    if (at > 0xffffffff) throw new ShardError(format, "shard-bytes", shard, at);
    firstRow[shard + 1] = row;
    shardBytes[shard] = at;
  });
  if (row !== length.length) throw new ShardError(format, "rows", row, length.length);
  const runs = Array.from<undefined>({ length: Math.min(row, MAX_RUNS) });
  return { firstRow, start, length, shardBytes, runs, ends: new Uint32Array(runs.length) };
}

/** The positions of the records of all rows of several tables. @throws ShardError */
export function joinRecords(format: string, parts: readonly { rows: number; records: RecordTable }[]): RecordTable {
  const length = columnJoiner(parts)(Uint32Array, ({ records }) => records.length);
  const shardRows = parts.flatMap(({ records: { firstRow } }) =>
    Array.from(firstRow.subarray(1), (row, shard) => row - (firstRow[shard] as number)),
  );
  return recordTable(format, length, Uint32Array.from(shardRows));
}

/**
 * The positions of other records of the first rows.
 *
 * @param of the table of the rows' own records
 * @param length of each row's other record, bytes
 * @param shards number of shards with other records
 * @throws ShardError
 */
export function tableOfFirst(format: string, of: RecordTable, length: Uint32Array, shards: number): RecordTable {
  const ends = of.firstRow.subarray(1, shards + 1);
  return recordTable(
    format,
    length.subarray(0, ends.at(-1) ?? 0),
    ends.map((row, shard) => row - (of.firstRow[shard] as number)),
  );
}

/**
 * Checks that bytes are the expected record shard: brackets, commas and braces must be at the positions that the lengths require.
 *
 * @throws ShardError
 */
export function checkRecords(format: string, bytes: Uint8Array, table: RecordTable, shard: number): void {
  const expected = table.shardBytes[shard];
  if (bytes.length !== expected) throw new ShardError(format, "length", bytes.length, expected);
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
    if (!framed) throw new ShardError(format, "record", row - from, start, end);
  }
}

export function shardOfRow({ firstRow }: RecordTable, row: number): number {
  return lowerBound(0, firstRow.length, (shard) => (firstRow[shard] as number) > row) - 1;
}

/** Length of the rows' records with commas between them, bytes. */
export function rowsBytes({ length }: RecordTable, rows: ArrayLike<number>): number {
  let sum = Math.max(0, rows.length - 1);
  for (let at = 0; at < rows.length; at++) sum += length[rows[at] as number] as number;
  return sum;
}

/**
 * Copies the records of some rows, in their order, with commas between them. Consecutive rows of a shard are one copy.
 *
 * @param shards the bytes of each shard that contains one of the rows, the same for every call with this table
 * @param at start in `target`
 * @returns the end in `target`
 */
export function copyRows(
  table: RecordTable,
  shards: readonly (Uint8Array | undefined)[],
  rows: ArrayLike<number>,
  target: Uint8Array,
  at: number,
): number {
  const { firstRow, start, length, runs, ends } = table;
  let to = at;
  let from = 0;
  let end = 0;
  let number = -1;
  let shard: Uint8Array | undefined;
  for (let index = 0; index < rows.length; ) {
    const first = rows[index] as number;
    if (first < from || first >= end) {
      // In most cases this is the next shard.
      number = first >= end && first < (firstRow[number + 2] as number) ? number + 1 : shardOfRow(table, first);
      from = firstRow[number] as number;
      end = firstRow[number + 1] as number;
      shard = shards[number];
    }
    let last = first;
    while (rows[++index] === last + 1 && last + 1 < end) last++;
    const begin = start[first] as number;
    const bytes = (start[last] as number) + (length[last] as number) - begin;
    if (!shard) throw new Error(`the record shard of row ${first} is not loaded`);
    if (to > at) target[to++] = COMMA;
    let run = runs[first];
    if (!run || ends[first] !== last) {
      // This is faster than `subarray`, which first determines the type of the source.
      run = new Uint8Array(shard.buffer, shard.byteOffset + begin, bytes);
      if (first < runs.length) {
        runs[first] = run;
        ends[first] = last;
      }
    }
    target.set(run, to);
    to += bytes;
  }
  return to;
}

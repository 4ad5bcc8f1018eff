import { cyrb53, etagOfHash } from "../contract/wire/etag.ts";
import { ShardError } from "./shards/binary.ts";
import { checkRecords, copyRows, type RecordTable, rowsBytes, shardOfRow } from "./shards/records.ts";

/** Access to the files of a tree. */
export interface TreeReader {
  /** The bytes of a file; undefined if it does not exist. @param path tree-relative, no leading slash */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** A tree that cannot answer, because `snapshot.json` or one of its shards is missing or malformed. */
export class SnapshotError extends Error {
  readonly code = "snapshot-malformed";
  /** The missing or malformed file. */
  readonly path: string;

  constructor(path: string, fault: string, cause?: unknown) {
    super(`${path}: ${fault}`, cause === undefined ? undefined : { cause });
    this.name = "SnapshotError";
    this.path = path;
  }
}

/** Reads and parses a file of the tree. */
export type ReadShard = <Content>(path: string, open: (bytes: Uint8Array) => Content) => Promise<Content>;

/** @throws SnapshotError (from the returned function) naming the missing or malformed file */
export function shardReader(reader: TreeReader): ReadShard {
  return async (path, open) => {
    const bytes = await reader.read(path);
    if (!bytes) throw new SnapshotError(path, "is missing");
    return parsed(path, () => open(bytes));
  };
}

/** @throws SnapshotError naming the file if it is malformed */
export function parsed<Content>(path: string, open: () => Content): Content {
  try {
    return open();
  } catch (error) {
    if (error instanceof ShardError) throw new SnapshotError(path, error.message, error);
    throw error;
  }
}

/** Record shards. Each is read on first use and then stays in memory. */
export interface RecordShards {
  table: RecordTable;
  paths: readonly string[];
  loaded: (Uint8Array | undefined)[];
  /** The hash of each row's record as two words; 0 until it is computed. */
  hashes: Int32Array;
  /** Number of shards that are not loaded. Copies of the snapshot for single requests share it. */
  missing: { shards: number };
  pending: Map<number, Promise<void>>;
  read: ReadShard;
}

/** Records of some rows, in the order of the rows. */
interface RowsPart {
  shards: RecordShards;
  rows: ArrayLike<number>;
}

export function recordShards(table: RecordTable, paths: readonly string[], read: ReadShard): RecordShards {
  const hashes = new Int32Array(2 * table.length.length);
  return {
    table,
    paths,
    loaded: paths.map(() => undefined),
    hashes,
    missing: { shards: paths.length },
    pending: new Map(),
    read,
  };
}

/**
 * Starts to read all missing shards of some rows at once.
 *
 * @param waiting receives the promises to wait for; one rejects with a SnapshotError if a shard is missing or malformed
 */
function loadRows({ shards, rows }: RowsPart, waiting: Promise<void>[]): void {
  if (shards.missing.shards === 0) return;
  for (let at = 0; at < rows.length; at++) {
    const shard = shardOfRow(shards.table, rows[at] as number);
    if (!shards.loaded[shard]) waiting.push(loadShard(shards, shard));
  }
}

/** The words of the rows that are hashed. The array is reused, because allocating one for each body takes longer than the hash. */
let words = new Int32Array(1024);

/** The combined hash of loaded records, in their order. */
function hashRows({ shards, rows }: RowsPart): number {
  const { table, loaded, hashes } = shards;
  if (words.length < 2 * rows.length) words = new Int32Array(2 * rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if (hashes[2 * row] === 0) {
      const start = table.start[row] as number;
      const bytes = loaded[shardOfRow(table, row)] as Uint8Array;
      putHash(hashes, row, cyrb53(bytes, start, start + (table.length[row] as number)));
    }
    words[2 * at] = hashes[2 * row] as number;
    words[2 * at + 1] = hashes[2 * row + 1] as number;
  }
  return cyrb53(words, 0, 2 * rows.length);
}

/** Writes a hash as two words. */
function putHash(words: Int32Array, at: number, hash: number): void {
  words[2 * at] = hash;
  words[2 * at + 1] = hash / 2 ** 32;
}

/** Reads all missing shards, one after the other. A host does this before it accepts requests. */
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
    const read = await shards.read(shards.paths[shard] as string, (bytes) => {
      checkRecords("records", bytes, shards.table, shard);
      return bytes;
    });
    // Another request may have read it in the meantime.
    if (!shards.loaded[shard]) shards.missing.shards--;
    shards.loaded[shard] ??= read;
  } finally {
    shards.pending.delete(shard);
  }
}

const ENCODER = new TextEncoder();

/** A part of a body: a literal text, or records separated by commas. */
export type BodyPart = string | RowsPart;

/** Loads all records of a body; undefined if they are loaded already. */
export function loadParts(parts: readonly BodyPart[]): Promise<unknown> | undefined {
  const waiting: Promise<void>[] = [];
  for (const part of parts) if (typeof part !== "string") loadRows(part, waiting);
  return waiting.length > 0 ? Promise.all(waiting) : undefined;
}

/**
 * Joins the parts of a body and computes its ETag. All its records must be loaded. The ETag is computed from the hashes of the
 * parts, and the hashes of records are cached: hashing a whole body takes ten times as long as building it.
 */
export function bodyOf(parts: readonly BodyPart[]): { body: Uint8Array; etag: string } {
  let size = 0;
  // A UTF-16 unit takes at most three bytes of UTF-8.
  for (const part of parts) size += typeof part === "string" ? part.length * 3 : rowsBytes(part.shards.table, part.rows);
  const body = new Uint8Array(size);
  const hashes = new Int32Array(2 * parts.length);
  let at = 0;
  parts.forEach((part, index) => {
    const from = at;
    if (typeof part === "string") {
      at += ENCODER.encodeInto(part, body.subarray(at)).written;
      putHash(hashes, index, cyrb53(body, from, at));
    } else {
      at = copyRows(part.shards.table, part.shards.loaded, part.rows, body, at);
      putHash(hashes, index, hashRows(part));
    }
  });
  return { body: body.subarray(0, at), etag: etagOfHash(cyrb53(hashes)) };
}

import { createLruCache, type LruCache } from "../../platform/lru-cache.ts";
import { SnapshotError } from "../../rewrite/read-shard.ts";
import { ShardError } from "../../shards/shard-error.ts";
import { readText } from "../../shards/utf8.ts";
import type { FeedFeature } from "../../store/feed-feature.ts";
import { type BlockColumns, BOUNDED, boundsOf, readBlock } from "./block.ts";
import {
  archivePath,
  type Block,
  type Chunk,
  type CompleteSpan,
  type Fence,
  type FenceWords,
  type Pack,
  readFence,
} from "./fence.ts";
import { bucketOf, type IdTable, idHash, readIds, unitNumber, valuesOf } from "./ids.ts";
import { readRecord } from "./record.ts";

/** Access to the files of an archive. */
export interface ArchiveSource {
  /**
   * Reads a part of a file of the tree; undefined if there is no such file. The result is shorter than the range if the file
   * is truncated.
   *
   * @param range absent: the whole file
   */
  read: (path: string, range?: { at: number; bytes: number }) => Promise<Uint8Array | undefined>;
  /** SHA-256 in hex digits; undefined if the platform has none, and then hashes are not checked. */
  digest: ((bytes: Uint8Array) => string | Promise<string>) | undefined;
}

/** A block with its pack. */
export interface BlockRef {
  pack: Pack;
  block: Block;
}

/** The archive of a snapshot. Its methods throw a SnapshotError if a file is missing or does not match its fence. */
export interface Archive {
  blocks: readonly BlockRef[];
  words: FenceWords;
  complete: readonly CompleteSpan[];
  /** The columns of blocks, in the order of `refs`. */
  columns: (refs: readonly BlockRef[]) => Promise<BlockColumns[]>;
  /** The records of blocks, in the order of `refs`: one line for each row. */
  records: (refs: readonly BlockRef[]) => Promise<string[][]>;
  /** The event with an id, which may be preferred or former. */
  find: (id: string) => Promise<FeedFeature | undefined>;
}

/** Opens an archive by the paths of its fences. */
export type OpenArchive = (fences: readonly string[]) => Promise<Archive>;

/** Byte ranges with a gap of at most this size are read in one operation. */
const NEAR = 16_384;

/** Estimated memory of a parsed value, as a multiple of its size in bytes. */
const IN_MEMORY = 2;

/**
 * Parsed data in memory. They are reused for the next snapshot, because file names contain the hash of the content. The cache
 * holds no pending reads: a Worker must not wait for the read of another request.
 */
export interface ArchiveCache {
  values: LruCache<{ bytes: number; value: unknown }>;
  /** The list of blocks of the last snapshot has thousands of entries, so requests to the same snapshot share it. */
  opened: OpenedFences | undefined;
}

type ArchiveContents = Pick<Archive, "blocks" | "words" | "complete">;

interface OpenedFences {
  /** The paths of the fences. */
  name: string;
  fences: readonly Fence[];
  contents: ArchiveContents;
}

/** @param bytes size limit of the parsed values */
export function createArchiveCache(bytes: number): ArchiveCache {
  return { values: createLruCache(bytes, (entry) => entry.bytes * IN_MEMORY + 200), opened: undefined };
}

/** @param shared data of all readers of the same host; a host may have a reader for each request */
export function createArchiveReader(source: ArchiveSource, shared: ArchiveCache): OpenArchive {
  const { values: cache } = shared;

  async function whole<Value>(path: string, open: (bytes: Uint8Array) => Value): Promise<Value> {
    const known = cache.get(path);
    if (known) return known.value as Value;
    const bytes = await source.read(path);
    if (!bytes) throw new SnapshotError(path, "is missing");
    const found = await source.digest?.(bytes);
    if (found !== undefined && !path.includes(found))
      throw new SnapshotError(path, "is not the file that its name says");
    const value = parse(path, () => open(bytes));
    cache.set(path, { bytes: bytes.length, value });
    return value;
  }

  /** The parsed chunks, in the order of `wanted`. Nearby chunks are read in one operation, and all operations run in parallel. */
  async function chunks<Value>(wanted: readonly Wanted<Value>[]): Promise<Value[]> {
    const found = wanted.map(({ path, chunk }) => cache.get(`${path} ${chunk.at}`));
    const missing = wanted.filter((_, at) => found[at] === undefined);
    const read = new Map<Wanted<Value>, Value>();
    const load = async ({ path, at, bytes, parts }: Run<Value>) => {
      const run = await source.read(path, { at, bytes });
      if (!run) throw new SnapshotError(path, "is missing");
      for (const part of parts) {
        const own = run.subarray(part.chunk.at - at, part.chunk.at - at + part.chunk.bytes);
        const sum = own.length === part.chunk.bytes ? await source.digest?.(own) : "";
        if (sum !== undefined && !sum.startsWith(part.chunk.sum))
          throw new SnapshotError(path, `is not as its fence says at byte ${part.chunk.at}`);
        const value = parse(path, () => part.open(own));
        cache.set(`${path} ${part.chunk.at}`, { bytes: own.length, value });
        read.set(part, value);
      }
    };
    await Promise.all(runsOf(missing).map(load));
    return wanted.map((one, at) => (found[at] ? (found[at].value as Value) : (read.get(one) as Value)));
  }

  const columns: Archive["columns"] = (refs) =>
    chunks(
      refs.map((ref) => ({ path: pathOf(ref.pack), chunk: ref.block.columns, open: (bytes) => columnsOf(ref, bytes) })),
    );

  const records: Archive["records"] = (refs) =>
    chunks(
      refs.map((ref) => ({ path: pathOf(ref.pack), chunk: ref.block.records, open: (bytes) => linesOf(ref, bytes) })),
    );

  async function find(fences: readonly Fence[], id: string): Promise<FeedFeature | undefined> {
    const hash = idHash(id);
    const tables = await Promise.all(
      fences.map(({ buckets }) =>
        whole(archivePath(buckets[bucketOf(hash, buckets.length)] as string, "bin"), readIds),
      ),
    );
    const packs = fences.flatMap((fence, at) => {
      const units = valuesOf(tables[at] as IdTable, hash);
      return fence.packs.filter(({ unit }) => units.includes(unitNumber(unit)));
    });
    const rows = await chunks(packs.map((pack) => ({ path: pathOf(pack), chunk: pack.ids, open: readIds })));
    const refs = packs.flatMap((pack, at) => valuesOf(rows[at] as IdTable, hash).map((row) => rowIn(pack, row)));
    const lines = await records(refs);
    const features = refs.map(({ row }, at) => readFeature(refs[at] as BlockRef, lines[at]?.[row]));
    return (
      features.find(({ properties }) => String(properties.ids).split(",").includes(id)) ??
      features.find((one) => one.id === id)
    );
  }

  async function openFences(paths: readonly string[]): Promise<OpenedFences> {
    const name = paths.join();
    if (shared.opened?.name === name) return shared.opened;
    const fences = await Promise.all(paths.map((path) => whole(path, readFence)));
    const opened = { name, fences, contents: contentsOf(fences) };
    shared.opened = opened;
    return opened;
  }

  return async (paths) => {
    const { fences, contents } = await openFences(paths);
    return { ...contents, columns, records, find: (id) => find(fences, id) };
  };
}

function contentsOf(fences: readonly Fence[]): ArchiveContents {
  const all = (name: keyof FenceWords) => [...new Set(fences.flatMap(({ words }) => words[name]))].toSorted();
  return {
    blocks: fences.flatMap(({ packs }) => packs.flatMap((pack) => pack.blocks.map((block) => ({ pack, block })))),
    words: {
      catalogs: all("catalogs"),
      contributors: all("contributors"),
      types: all("types"),
      magnitudeTypes: all("magnitudeTypes"),
    },
    complete: fences.flatMap(({ complete }) => complete),
  };
}

/** Parses the feature of a line. @throws SnapshotError */
export function readFeature({ pack }: Pick<BlockRef, "pack">, line: string | undefined): FeedFeature {
  return parse(pathOf(pack), () => readRecord(line ?? ""));
}

interface Wanted<Value> {
  path: string;
  chunk: Chunk;
  open: (bytes: Uint8Array) => Value;
}

interface Run<Value> {
  path: string;
  at: number;
  bytes: number;
  parts: Wanted<Value>[];
}

function runsOf<Value>(wanted: readonly Wanted<Value>[]): Run<Value>[] {
  const runs: Run<Value>[] = [];
  const sorted = wanted.toSorted((a, b) => (a.path === b.path ? a.chunk.at - b.chunk.at : a.path < b.path ? -1 : 1));
  for (const one of sorted) {
    const { path, chunk } = one;
    const last = runs.at(-1);
    if (last && last.path === path && chunk.at - (last.at + last.bytes) <= NEAR) {
      last.bytes = Math.max(last.bytes, chunk.at + chunk.bytes - last.at);
      last.parts.push(one);
    } else runs.push({ path, at: chunk.at, bytes: chunk.bytes, parts: [one] });
  }
  return runs;
}

function pathOf({ sha256 }: Pack): string {
  return archivePath(sha256, "pack");
}

/** The bounds are checked because queries skip blocks by the bounds in the fence: wrong bounds would lose results. */
function columnsOf({ block }: BlockRef, bytes: Uint8Array): BlockColumns {
  const columns = readBlock(bytes);
  if (columns.time.length !== block.rows)
    throw new ShardError("archive-block", "rows", columns.time.length, block.rows);
  const { least, most } = boundsOf(columns);
  for (const name of BOUNDED) {
    if (!Object.is(least[name], block.least[name]) || !Object.is(most[name], block.most[name]))
      throw new ShardError("archive-block", `bounds of ${name}`, least[name], most[name]);
  }
  return columns;
}

function linesOf({ block }: BlockRef, bytes: Uint8Array): string[] {
  const lines = readText("archive-record", bytes).split("\n");
  if (lines.pop() !== "" || lines.length !== block.rows) throw new ShardError("archive-record", "lines", lines.length);
  return lines;
}

function rowIn(pack: Pack, row: number): BlockRef & { row: number } {
  const block = pack.blocks.find(({ firstRow, rows }) => row >= firstRow && row < firstRow + rows);
  if (!block) throw new SnapshotError(pathOf(pack), `names a row that it does not have, ${row}`);
  return { pack, block, row: row - block.firstRow };
}

function parse<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShardError) throw new SnapshotError(path, error.message, error);
    throw error;
  }
}

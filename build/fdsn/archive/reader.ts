import { createLruCache, type LruCache } from "../../platform/lru-cache.ts";
import { parsed, SnapshotError } from "../../rewrite/record-shards.ts";
import { ShardError } from "../../rewrite/shards/binary.ts";
import type { FeedFeature } from "../../store/feed-feature.ts";
import { type OpenBlock, readBlock } from "./block.ts";
import { runsOf } from "./candidates.ts";
import { BOUNDED, boundsOf, type RowOrder } from "./columns.ts";
import { archivePath, type Chunk, type CompleteSpan, FENCE_FORMAT, type Fence, type FenceWords, type Pack, readFence } from "./fence.ts";
import { bucketOf, type IdTable, idHash, readIds, unitNumber, valuesOf } from "./ids.ts";

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
  /** Keeps a file readable for this request, even if the tree is replaced. Returns false if there is no such file. */
  hold?: (path: string) => Promise<boolean>;
  /**
   * Called before each small piece of work, about a millisecond. Lets other requests of the host run, and rejects if this request is
   * to stop.
   *
   * @param pieces number of pieces that follow at least. Default: 1.
   */
  turn?: (pieces?: number) => Promise<void> | undefined;
}

/** A block of an archive. */
export interface BlockRef {
  fence: Fence;
  /** Index of the block in the fence. */
  at: number;
}

/** The archive of a snapshot. Its methods throw a SnapshotError if a file is missing or does not match its fence. */
export interface Archive {
  fences: readonly Fence[];
  words: FenceWords;
  complete: readonly CompleteSpan[];
  /** The blocks, in the order of `refs`. */
  blocks: (refs: readonly BlockRef[]) => Promise<OpenBlock[]>;
  /** As the source has it. */
  turn: NonNullable<ArchiveSource["turn"]>;
  /** Keeps the files of rows readable for this request, even if the tree is replaced. */
  hold: (rows: readonly BlockRef[]) => Promise<void>;
  /** The features of rows, in their order. Those of a long answer are not kept in memory. */
  features: (rows: readonly (BlockRef & { row: number })[], isLong?: boolean) => Promise<FeedFeature[]>;
  /** The event with an id, which may be preferred or former. */
  find: (id: string) => Promise<FeedFeature | undefined>;
}

export type OpenArchive = (fences: readonly string[]) => Promise<Archive>;

/** An archive of another format than this program reads. */
export class OtherFormatError extends Error {}

/** Estimated memory of a parsed value with its lines and some of its features, as a multiple of its size in bytes. */
const IN_MEMORY = 2;

/** Blocks whose features are made at a time, so that a long answer does not fill the memory. */
const STEP = 256;

/** Blocks whose lines are parsed in one turn. */
const BEGUN = 8;

/**
 * Parsed data in memory. They are reused for the next snapshot, because file names contain the hash of the content. The cache
 * holds no pending reads: a Worker must not wait for the read of another request.
 */
export interface ArchiveCache {
  values: LruCache<{ bytes: number; value: unknown }>;
  /**
   * The fences of the last snapshot. They are not among the values: each request needs them, and that of a large archive
   * would displace many blocks.
   */
  opened: OpenedFences | undefined;
}

type ArchiveContents = Pick<Archive, "fences" | "words" | "complete">;

interface OpenedFences {
  /** The paths of the fences. */
  name: string;
  /** By path. */
  fences: ReadonlyMap<string, Fence>;
  contents: ArchiveContents;
}

/** @param bytes size limit of the parsed values */
export function createArchiveCache(bytes: number): ArchiveCache {
  return { values: createLruCache(bytes, (entry) => entry.bytes * IN_MEMORY + 200), opened: undefined };
}

/** @param shared data of all readers of the same host; a host may have a reader for each request */
export function createArchiveReader(source: ArchiveSource, shared: ArchiveCache): OpenArchive {
  const { values: cache } = shared;
  const { turn = () => undefined } = source;

  async function file<Value>(path: string, open: (bytes: Uint8Array) => Value): Promise<{ bytes: number; value: Value }> {
    const bytes = await source.read(path);
    if (!bytes) throw new SnapshotError(path, "is missing");
    const found = await source.digest?.(bytes);
    if (found !== undefined && !path.includes(found)) throw new SnapshotError(path, "is not the file that its name says");
    return { bytes: bytes.length, value: parsed(path, () => open(bytes)) };
  }

  async function bucket(path: string): Promise<IdTable> {
    const known = cache.get(path);
    if (known) return known.value as IdTable;
    const read = await file(path, readIds);
    cache.set(path, read);
    return read.value;
  }

  /** The parsed chunks, in the order of `requested`. Nearby chunks are read in one operation, and all operations run in parallel. */
  async function chunks<Value>(requested: readonly ChunkRequest<Value>[]): Promise<Value[]> {
    const values = requested.map(({ path, chunk }) => cache.get(`${path} ${chunk.at}`)?.value as Value | undefined);
    const missing = requested.flatMap((one, index) => (values[index] === undefined ? [{ ...one, index }] : []));
    await Promise.all(
      runsOf(missing).map(async ({ path, at, bytes, parts }) => {
        const run = await source.read(path, { at, bytes });
        if (!run) throw new SnapshotError(path, "is missing");
        for (const { chunk, open, index } of parts) {
          await turn();
          const own = run.subarray(chunk.at - at, chunk.at - at + chunk.bytes);
          const sum = own.length === chunk.bytes ? await source.digest?.(own) : "";
          if (sum !== undefined && !sum.startsWith(chunk.sum))
            throw new SnapshotError(path, `is not as its fence says at byte ${chunk.at}`);
          // A copy, so that the rest of a long run is not kept in memory. `slice` of a Node Buffer would be a view.
          const value = parsed(path, () => open(new Uint8Array(own)));
          cache.set(`${path} ${chunk.at}`, { bytes: own.length, value });
          values[index] = value;
        }
      }),
    );
    return values as Value[];
  }

  const blocks: Archive["blocks"] = (refs) =>
    chunks(refs.map((ref) => ({ path: pathOf(packOf(ref)), chunk: chunkOf(ref), open: (bytes) => opened(ref, bytes) })));

  async function features(rows: readonly (BlockRef & { row: number })[], isLong = false): Promise<FeedFeature[]> {
    const found: FeedFeature[] = [];
    while (found.length < rows.length) {
      const refs: BlockRef[] = [];
      const numbers = new Map<Fence, Map<number, number>>();
      const step: { number: number; row: number }[] = [];
      for (let next = found.length; next < rows.length && refs.length < STEP; next++) {
        const { fence, at, row } = rows[next] as BlockRef & { row: number };
        let own = numbers.get(fence);
        if (!own) numbers.set(fence, (own = new Map()));
        const number = own.get(at) ?? refs.push({ fence, at }) - 1;
        own.set(at, number);
        step.push({ number, row });
      }
      const read = await blocks(refs);
      let begun = 0;
      for (const { number, row } of step) {
        // The first row of a block parses its lines. In the order of magnitudes nearly every row is of another block.
        if (number >= begun + BEGUN) {
          begun = number;
          await turn();
        }
        found.push((read[number] as OpenBlock).feature(row, !isLong));
      }
    }
    return found;
  }

  async function hold(rows: readonly BlockRef[]): Promise<void> {
    for (const path of [...new Set(rows.map(packOf))].map(pathOf))
      if ((await source.hold?.(path)) === false) throw new SnapshotError(path, "is missing");
  }

  async function find(fences: readonly Fence[], id: string): Promise<FeedFeature | undefined> {
    const hash = idHash(id);
    const tables = await Promise.all(
      fences.map(({ buckets }) => bucket(archivePath(buckets[bucketOf(hash, buckets.length)] as string, "bin"))),
    );
    const packs = fences.flatMap((fence, at) => {
      const units = valuesOf(tables[at] as IdTable, hash);
      return fence.packs.flatMap((pack) => (pack.ids && units.includes(unitNumber(pack.unit)) ? [{ fence, pack }] : []));
    });
    const rows = await chunks(packs.map(({ pack }) => ({ path: pathOf(pack), chunk: pack.ids as Chunk, open: readIds })));
    const refs = packs.flatMap(({ fence, pack }, at) => valuesOf(rows[at] as IdTable, hash).map((row) => rowIn(fence, pack, row)));
    const found = await features(refs);
    return found.find(({ properties }) => String(properties.ids).split(",").includes(id)) ?? found.find((one) => one.id === id);
  }

  async function openFences(paths: readonly string[]): Promise<OpenedFences> {
    const name = paths.join();
    const before = shared.opened;
    if (before?.name === name) return before;
    const fences = await Promise.all(paths.map(async (path) => before?.fences.get(path) ?? (await file(path, readKnownFence)).value));
    const opened = { name, fences: new Map(fences.map((fence, at) => [paths[at] as string, fence])), contents: contentsOf(fences) };
    shared.opened = opened;
    return opened;
  }

  return async (paths) => {
    const { contents } = await openFences(paths);
    return { ...contents, blocks, features, turn, hold, find: (id) => find(contents.fences, id) };
  };
}

function contentsOf(fences: readonly Fence[]): ArchiveContents {
  const all = (name: keyof FenceWords) => [...new Set(fences.flatMap(({ words }) => words[name]))].toSorted();
  return {
    fences,
    words: { catalogs: all("catalogs"), contributors: all("contributors"), types: all("types"), magnitudeTypes: all("magnitudeTypes") },
    complete: fences.flatMap(({ complete }) => complete),
  };
}

/** @throws OtherFormatError, ShardError */
function readKnownFence(bytes: Uint8Array): Fence {
  try {
    return readFence(bytes);
  } catch (error) {
    if (!(error instanceof ShardError) || !error.message.includes(" version ")) throw error;
    const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
    throw new OtherFormatError(
      `The archive of this tree has format ${version}; this program reads format ${FENCE_FORMAT.version}. Build the tree again.`,
    );
  }
}

interface ChunkRequest<Value> {
  path: string;
  chunk: Chunk;
  open: (bytes: Uint8Array) => Value;
}

function packOf({ fence, at }: BlockRef): Pack {
  return fence.packs[fence.blocks.pack[at] as number] as Pack;
}

function pathOf({ sha256 }: Pack): string {
  return archivePath(sha256, "pack");
}

function chunkOf({ fence: { blocks }, at }: BlockRef): Chunk {
  const sum = [blocks.high, blocks.low].map((words) => (words[at] as number).toString(16).padStart(8, "0")).join("");
  return { at: blocks.at[at] as number, bytes: blocks.bytes[at] as number, sum };
}

/** The bounds are checked because queries skip blocks by the bounds in the fence: wrong bounds would lose results. */
function opened({ fence, at }: BlockRef, bytes: Uint8Array): OpenBlock {
  const { blocks } = fence;
  const block = readBlock(bytes);
  const { columns } = block;
  if (columns.time.length !== blocks.rows[at]) throw new ShardError("archive-block", "rows", columns.time.length, blocks.rows[at]);
  const { least, most, countries } = boundsOf(columns, orderOf(fence, at));
  for (const name of BOUNDED) {
    const single = (value: number | null) => (name === "time" ? (value ?? Number.NaN) : Math.fround(value ?? Number.NaN));
    if (!isSame(single(least[name]), blocks.least[name][at]) || !isSame(single(most[name]), blocks.most[name][at]))
      throw new ShardError("archive-block", `bounds of ${name}`, blocks.least[name][at], blocks.most[name][at]);
  }
  if (countries !== blocks.countries[at]) throw new ShardError("archive-block", "countries", countries);
  const path = pathOf(packOf({ fence, at }));
  return { columns, feature: (row, isKept) => parsed(path, () => block.feature(row, isKept)) };
}

function orderOf(fence: Fence, at: number): RowOrder {
  return fence.sets[packOf({ fence, at }).set]?.order as RowOrder;
}

function isSame(a: number, b: number | undefined): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function rowIn(fence: Fence, pack: Fence["packs"][0], row: number): BlockRef & { row: number } {
  let left = row;
  for (let at = pack.firstBlock; at < pack.endBlock; at++) {
    const rows = fence.blocks.rows[at] as number;
    if (left < rows) return { fence, at, row: left };
    left -= rows;
  }
  throw new SnapshotError(pathOf(pack), `names a row that it does not have, ${row}`);
}

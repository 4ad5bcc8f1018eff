import { type BinaryFormat, readBinary, readJson, ShardError, writeBinary } from "../../rewrite/shards/binary.ts";
import { type BlockBounds, BOUNDED, type Bounded, boundsTable, MOST_ROWS, ROW_ORDERS, type RowOrder, widened } from "./columns.ts";

/** The path of an archive file in a tree. */
export function archivePath(hash: string, extension: "pack" | "bin"): string {
  return `archive/${hash}.${extension}`;
}

/** A byte range of a pack, and the first 16 hex digits of its SHA-256. */
export interface Chunk {
  at: number;
  bytes: number;
  sum: string;
}

/** The archive has its events several times. A set has all events of a fence from a magnitude up; by country, those in a country. */
export interface PackSet {
  order: RowOrder;
  /** Null: all events, including those without a magnitude. */
  least: number | null;
}

/** A pack: the events of a set in a part of the time. */
export interface Pack {
  /** In the first set the UTC year, month or day of the origin times, or the first day of a week: `2026`, `2026-11`, `2026-11-20`. */
  unit: string;
  /** Index of the set. */
  set: number;
  /** SHA-256 of the whole file. */
  sha256: string;
  /** The table of ids; packs of the first set alone have one. */
  ids: Chunk | null;
}

/** The texts that occur in the packs of a fence, sorted. */
export interface FenceWords {
  catalogs: readonly string[];
  contributors: readonly string[];
  types: readonly string[];
  magnitudeTypes: readonly string[];
}

/** A time span for which the archive has every event of the agency from a magnitude up, by origin time. */
export interface CompleteSpan {
  /** ms since 1970 UTC. */
  from: number;
  to: number;
  /** Null: all magnitudes. */
  magnitude: number | null;
}

interface FenceHead {
  /** The first set has all events, newest first. */
  sets: readonly PackSet[];
  /** SHA-256 of the id files; their number is a power of two. The first bits of the hash of an id select its file. */
  buckets: readonly string[];
  words: FenceWords;
  complete: readonly CompleteSpan[];
  /** Number of events with at least each of `STRENGTHS` as magnitude, for estimates. */
  strengths: readonly number[];
}

/** Magnitudes at which events are counted. */
export const STRENGTHS: readonly number[] = Array.from({ length: 19 }, (_, at) => at / 2);

/** What a fence says of the blocks, in the order of the packs: a column for each value. */
interface BlockTable extends BlockBounds {
  /** Index of the pack. */
  pack: Uint32Array;
  rows: Uint32Array;
  /** Offset in the pack, and length. */
  at: Uint32Array;
  bytes: Uint32Array;
  /** The first 4 bytes of the SHA-256 as a big-endian number, and the next 4. */
  high: Uint32Array;
  low: Uint32Array;
}

/** The index of a part of the archive: its packs, and the bounds of their blocks. */
export interface Fence extends FenceHead {
  packs: readonly (Pack & { firstBlock: number; endBlock: number })[];
  blocks: BlockTable;
  /** The bounds of the packs. */
  bounds: BlockBounds;
}

/** A pack and its blocks, for writing. */
export interface FencedPack extends Pack {
  blocks: readonly FencedBlock[];
}

interface FencedBlock {
  rows: number;
  chunk: Chunk;
  least: Readonly<Record<Bounded, number | null>>;
  most: Readonly<Record<Bounded, number | null>>;
  countries: number;
}

const NUMBERS = ["pack", "rows", "at", "bytes", "high", "low", "countries"] as const;

export const FENCE_FORMAT: BinaryFormat = {
  name: "archive-fence",
  magic: "QTAF",
  version: 3,
  counts: ["blocks", "text"],
  sections: [
    ...BOUNDED.flatMap((name) => {
      const type = name === "time" ? "f64" : "f32";
      return [[type, "blocks", `least ${name}`] as const, [type, "blocks", `most ${name}`] as const];
    }),
    ...NUMBERS.map((name) => ["u32", "blocks", name] as const),
    ["u8", "text", "text"],
  ],
};

interface FenceText extends FenceHead {
  packs: readonly Pack[];
}

export function writeFence(packs: readonly FencedPack[], head: FenceHead): Uint8Array {
  const content: FenceText = { packs: packs.map(({ unit, set, sha256, ids }) => ({ unit, set, sha256, ids })), ...head };
  const text = new TextEncoder().encode(JSON.stringify(content));
  const blocks = packs.flatMap((pack, at) => pack.blocks.map((block) => ({ ...block, pack: at })));
  const table = boundsTable(blocks.length);
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, new Uint32Array(blocks.length)])) as Record<
    (typeof NUMBERS)[number],
    Uint32Array
  >;
  for (const [at, { least, most, chunk, pack, rows, countries }] of blocks.entries()) {
    for (const name of BOUNDED) {
      table.least[name][at] = least[name] ?? Number.NaN;
      table.most[name][at] = most[name] ?? Number.NaN;
    }
    const [high, low] = sumWords(chunk.sum);
    const row = { pack, rows, at: chunk.at, bytes: chunk.bytes, high, low, countries };
    for (const name of NUMBERS) numbers[name][at] = row[name];
  }
  const bounds = BOUNDED.flatMap((name) => [[`least ${name}`, table.least[name]] as const, [`most ${name}`, table.most[name]] as const]);
  return writeBinary(FENCE_FORMAT, { ...Object.fromEntries(bounds), ...numbers, text });
}

/** The two numbers of the first 16 hex digits of a hash. */
function sumWords(sum: string): [high: number, low: number] {
  return [Number.parseInt(sum.slice(0, 8), 16), Number.parseInt(sum.slice(8, 16), 16)];
}

/** @throws ShardError */
export function readFence(bytes: Uint8Array): Fence {
  const { name } = FENCE_FORMAT;
  const { counts, sections } = readBinary(FENCE_FORMAT, bytes);
  const bounds = (which: "least" | "most") =>
    Object.fromEntries(BOUNDED.map((key) => [key, sections[`${which} ${key}`]])) as BlockBounds["least"];
  const numbers = Object.fromEntries(NUMBERS.map((key) => [key, sections[key]])) as Omit<BlockTable, "least" | "most">;
  const blocks: BlockTable = { least: bounds("least"), most: bounds("most"), ...numbers };
  const content = readJson(name, sections["text"] as Uint8Array, isFenceText);
  const packs = content.packs.map((pack) => ({ ...pack, firstBlock: 0, endBlock: 0 }));
  for (let at = 0; at < (counts[0] as number); at++) checkBlock(blocks, at, packs);
  if (packs.some(({ firstBlock, endBlock }) => firstBlock === endBlock)) throw new ShardError(name, "empty");
  return { ...content, packs, blocks, bounds: widened(blocks, packs) };
}

function checkBlock(blocks: BlockTable, at: number, packs: (Pack & { firstBlock: number; endBlock: number })[]): void {
  const { name } = FENCE_FORMAT;
  const own = blocks.pack[at] as number;
  const pack = packs[own];
  const isFirst = at === 0 || blocks.pack[at - 1] !== own;
  if (!pack || (isFirst && pack.endBlock > 0)) throw new ShardError(name, "pack", at);
  if (isFirst) pack.firstBlock = at;
  pack.endBlock = at + 1;
  const { ids } = pack;
  const before = ids ? ids.at + ids.bytes : 0;
  const begins = isFirst ? before : (blocks.at[at - 1] as number) + (blocks.bytes[at - 1] as number);
  const rows = blocks.rows[at] as number;
  if (rows === 0 || rows > MOST_ROWS) throw new ShardError(name, "rows", at, rows);
  if ((blocks.at[at] as number) < begins || (blocks.bytes[at] as number) > MOST_BYTES) throw new ShardError(name, "chunk", at);
  for (const column of BOUNDED) {
    if ((blocks.least[column][at] as number) > (blocks.most[column][at] as number)) throw new ShardError(name, "bounds", at);
  }
}

/** A larger size in a fence is invalid. The limit prevents large reads because of a damaged file. */
const MOST_BYTES = 4_000_000;

const HASH = /^[0-9a-f]{64}$/;
const UNIT = /^[0-9a-z. -]{1,40}$/;

function isFenceText(value: unknown): value is FenceText {
  const { sets, packs, buckets, words, complete, strengths } = (value ?? {}) as Partial<Record<keyof FenceText, unknown>>;
  if (!Array.isArray(sets) || !sets.every(isSet) || sets[0]?.order !== "time" || sets[0].least !== null) return false;
  if (!Array.isArray(packs) || !packs.every((pack) => isPack(pack, sets.length)) || !Array.isArray(complete)) return false;
  if (!Array.isArray(buckets) || !buckets.every((one) => isText(one) && HASH.test(one))) return false;
  const lists = (words ?? {}) as Partial<Record<keyof FenceWords, unknown>>;
  const all = [lists.catalogs, lists.contributors, lists.types, lists.magnitudeTypes];
  const areLists = all.every((list) => Array.isArray(list) && list.every(isText));
  const areCounts = Array.isArray(strengths) && strengths.length === STRENGTHS.length && strengths.every(isSize);
  return areLists && areCounts && isPowerOfTwo(buckets.length) && complete.every(isSpan);
}

function isPowerOfTwo(count: number): boolean {
  return count > 0 && (count & (count - 1)) === 0;
}

function isSet(value: unknown): value is PackSet {
  const { order, least } = (value ?? {}) as Partial<PackSet>;
  return ROW_ORDERS.some((one) => one === order) && (least === null || Number.isFinite(least));
}

function isPack(value: unknown, sets: number): boolean {
  const { unit, set, sha256, ids } = (value ?? {}) as Partial<Pack>;
  if (!isText(unit) || !UNIT.test(unit) || !isText(sha256) || !HASH.test(sha256)) return false;
  if (!isSize(set) || set >= sets || (set === 0) !== (ids !== null)) return false;
  return set > 0 || isChunk(ids);
}

function isChunk(value: Chunk | null | undefined): boolean {
  const { at, bytes, sum } = (value ?? {}) as Partial<Chunk>;
  return isSize(at) && isSize(bytes) && bytes <= MOST_BYTES && isText(sum) && /^[0-9a-f]{16}$/.test(sum);
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isSpan(value: unknown): boolean {
  const { from, to, magnitude } = (value ?? {}) as Partial<CompleteSpan>;
  return [from, to].every(Number.isFinite) && (magnitude === null || Number.isFinite(magnitude));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

import { type BinaryFormat, readBinary, type Section, writeBinary } from "../../shards/binary.ts";
import { ShardError } from "../../shards/shard-error.ts";
import { readJson } from "../../shards/utf8.ts";
import { BOUNDED, type Bounded, type Bounds } from "./block.ts";

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

/** The entry of a block in the fence. */
export interface Block extends Bounds {
  rows: number;
  /** Index of the first row in the pack. */
  firstRow: number;
  columns: Chunk;
  records: Chunk;
}

/** A pack: all events of a UTC year, month or day, by origin time. */
export interface Pack {
  /** `2026`, `2026-11` or `2026-11-20`. */
  unit: string;
  /** SHA-256 of the whole file. */
  sha256: string;
  ids: Chunk;
  blocks: readonly Block[];
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

/** The index of a part of the archive: its packs, and the bounds of their blocks. */
export interface Fence {
  packs: readonly Pack[];
  /** SHA-256 of the id files; their number is a power of two. The first bits of the hash of an id select its file. */
  buckets: readonly string[];
  words: FenceWords;
  complete: readonly CompleteSpan[];
}

const SUMS = ["columns high", "columns low", "records high", "records low"] as const;

export const FENCE_FORMAT: BinaryFormat = {
  name: "archive-fence",
  magic: "QTAF",
  version: 1,
  counts: ["blocks", "text"],
  sections: [
    ...BOUNDED.flatMap((name) => [
      ["f64", "blocks", `least ${name}`] as const,
      ["f64", "blocks", `most ${name}`] as const,
    ]),
    ...["pack", "rows", "columns at", "columns bytes", "records at", "records bytes", ...SUMS].map(
      (name) => ["u32", "blocks", name] as const,
    ),
    ["u8", "text", "text"],
  ],
};

interface FenceText extends Omit<Fence, "packs"> {
  packs: readonly Omit<Pack, "blocks">[];
}

export function writeFence({ packs, ...head }: Fence): Uint8Array {
  const said: FenceText = { packs: packs.map(({ unit, sha256, ids }) => ({ unit, sha256, ids })), ...head };
  const text = new TextEncoder().encode(JSON.stringify(said));
  const blocks = packs.flatMap((pack, at) => pack.blocks.map((block) => ({ ...block, pack: at })));
  const bounds = BOUNDED.flatMap((name) => [
    Float64Array.from(blocks, ({ least }) => least[name]),
    Float64Array.from(blocks, ({ most }) => most[name]),
  ]);
  const numbers = blocks.map(({ pack, rows, columns, records }) => [
    pack,
    rows,
    columns.at,
    columns.bytes,
    records.at,
    records.bytes,
    ...[columns.sum.slice(0, 8), columns.sum.slice(8), records.sum.slice(0, 8), records.sum.slice(8)].map((hex) =>
      Number.parseInt(hex, 16),
    ),
  ]);
  const integers = Array.from({ length: 10 }, (_, at) => Uint32Array.from(numbers, (row) => row[at] as number));
  return writeBinary(FENCE_FORMAT, [blocks.length, text.length], [...bounds, ...integers, text]);
}

/** @throws ShardError */
export function readFence(bytes: Uint8Array): Fence {
  const { name } = FENCE_FORMAT;
  const { counts, sections } = readBinary(FENCE_FORMAT, bytes);
  const section = new Map(FENCE_FORMAT.sections.map(([, , key], at) => [key, sections[at] as Section]));
  const number = (key: string, at: number) => section.get(key)?.[at] as number;
  const said = readJson(name, section.get("text") as Uint8Array, isFenceText);
  const packs = said.packs.map((pack) => ({ ...pack, blocks: [] as Block[] }));
  for (let at = 0; at < (counts[0] as number); at++) {
    const pack = packs[number("pack", at)];
    if (!pack || (at > 0 && number("pack", at) < number("pack", at - 1))) throw new ShardError(name, "pack", at);
    pack.blocks.push(blockAt(number, at, pack));
  }
  if (packs.some(({ blocks }) => blocks.length === 0)) throw new ShardError(name, "empty");
  return { ...said, packs };
}

function blockAt(number: (key: string, at: number) => number, at: number, { ids, blocks }: Pack): Block {
  const chunk = (which: "columns" | "records"): Chunk => {
    const [high, low] = [number(`${which} high`, at), number(`${which} low`, at)];
    return { at: number(`${which} at`, at), bytes: number(`${which} bytes`, at), sum: hex(high) + hex(low) };
  };
  const bounds = (which: "least" | "most") =>
    Object.fromEntries(BOUNDED.map((name) => [name, number(`${which} ${name}`, at)])) as Record<Bounded, number>;
  const before = blocks.at(-1);
  const rows = number("rows", at);
  const block = {
    rows,
    firstRow: before ? before.firstRow + before.rows : 0,
    columns: chunk("columns"),
    records: chunk("records"),
    least: bounds("least"),
    most: bounds("most"),
  };
  const begins = before ? before.columns.at + before.columns.bytes : ids.at + ids.bytes;
  if (rows === 0 || rows > MOST_ROWS) throw new ShardError(FENCE_FORMAT.name, "rows", at, rows);
  if (block.columns.at < begins || block.records.bytes > MOST_BYTES || block.columns.bytes > MOST_BYTES)
    throw new ShardError(FENCE_FORMAT.name, "chunk", at);
  for (const name of BOUNDED) {
    if (block.least[name] > block.most[name]) throw new ShardError(FENCE_FORMAT.name, "bounds", at);
  }
  return block;
}

/**
 * Maximum number of rows in a block: enough that one or two blocks usually answer a query, and few enough that little
 * unneeded data is read.
 */
export const MOST_ROWS = 256;

/** A larger size in a fence is invalid. The limit prevents large reads because of a damaged file. */
const MOST_BYTES = 4_000_000;

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}

const HASH = /^[0-9a-f]{64}$/;
const UNIT = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/;

function isFenceText(value: unknown): value is FenceText {
  const { packs, buckets, words, complete } = (value ?? {}) as Partial<Record<keyof FenceText, unknown>>;
  if (!Array.isArray(packs) || !packs.every(isPack) || !Array.isArray(buckets) || !Array.isArray(complete))
    return false;
  if (!buckets.every((one) => isText(one) && HASH.test(one)) || !isPowerOfTwo(buckets.length)) return false;
  const lists = (words ?? {}) as Partial<Record<keyof FenceWords, unknown>>;
  const all = [lists.catalogs, lists.contributors, lists.types, lists.magnitudeTypes];
  return all.every((list) => Array.isArray(list) && list.every(isText)) && complete.every(isSpan);
}

function isPowerOfTwo(count: number): boolean {
  return count > 0 && (count & (count - 1)) === 0;
}

function isPack(value: unknown): boolean {
  const { unit, sha256, ids } = (value ?? {}) as Partial<Pack>;
  if (!isText(unit) || !UNIT.test(unit) || !isText(sha256) || !HASH.test(sha256) || !ids) return false;
  const { at, bytes, sum } = ids;
  return isSize(at) && isSize(bytes) && bytes <= MOST_BYTES && isText(sum) && /^[0-9a-f]{16}$/.test(sum);
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isSpan(value: unknown): boolean {
  const { from, to, magnitude } = (value ?? {}) as Partial<CompleteSpan>;
  return [from, to].every(Number.isFinite) && (magnitude === null || Number.isFinite(magnitude));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

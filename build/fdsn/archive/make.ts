import { normalLongitude } from "../../geo/sphere.ts";
import { sha256 } from "../../platform/hash.ts";
import type { UsgsEvent } from "../../store/records.ts";
import type { FeedValue } from "../../store/sent-values.ts";
import { type BlockColumns, boundsOf, type RowWords, writeBlock } from "./block.ts";
import {
  archivePath,
  type Block,
  type Chunk,
  type CompleteSpan,
  type FenceWords,
  MOST_ROWS,
  type Pack,
  writeFence,
} from "./fence.ts";
import { bucketOf, type IdTable, idHash, unitNumber, writeIds } from "./ids.ts";
import { writeRecord } from "./record.ts";

/** Least magnitudes of the bands. Rows of the same band are stored together, so that a query for large earthquakes reads few blocks. */
const BANDS = [6, 4.5, Number.NEGATIVE_INFINITY] as const;

/** A pack and its entry in the fence. */
export interface MadePack {
  bytes: Uint8Array;
  said: SaidOfPack;
}

/** JSON, because it is stored between builds. */
export interface SaidOfPack {
  pack: Pack;
  words: FenceWords;
}

/** A file of the archive; its path contains the hash of its content. */
export interface ArchiveFile {
  hash: string;
  path: string;
  bytes: Uint8Array;
}

/**
 * The pack of a year, a month or a day: the table of ids, the columns of all blocks, and the records of all blocks. Events
 * without a position are omitted, because most formats of the protocol cannot represent them. Undefined if no event remains.
 *
 * @param unit `2026`, `2026-11` or `2026-11-20`
 * @param events in any order
 */
export function makePack(unit: string, events: Iterable<UsgsEvent>): MadePack | undefined {
  const rows = [...events].filter(({ latitude, longitude }) => latitude !== null && longitude !== null);
  if (rows.length === 0) return undefined;
  const blocks = blocksOf(rows.toSorted(newestFirst));
  const encoder = new TextEncoder();
  // The first line identifies the unit, so that a delta between two trees can find the earlier pack of the same unit.
  const head = encoder.encode(`archive ${unit}\n`);
  const ids = writeIds(idsOf(blocks.flat()));
  const columns = blocks.map(columnsOf);
  const records = blocks.map((block) => encoder.encode(block.map((event) => `${writeRecord(event)}\n`).join("")));
  const parts = [head, ids, ...columns.map(writeBlock), ...records];
  const chunks = chunksOf(parts);
  const bytes = joined(parts, chunks);
  let firstRow = 0;
  const said = blocks.map((block, at): Block => {
    const first = firstRow;
    firstRow += block.length;
    return {
      rows: block.length,
      firstRow: first,
      columns: chunks[2 + at] as Chunk,
      records: chunks[2 + blocks.length + at] as Chunk,
      ...boundsOf(columns[at] as BlockColumns),
    };
  });
  const pack = { unit, sha256: sha256(bytes), ids: chunks[1] as Chunk, blocks: said };
  return { bytes, said: { pack, words: wordsOf(columns) } };
}

/** Each id with the row of its event. */
function idsOf(rows: readonly UsgsEvent[]): IdTable {
  const hash = Uint32Array.from(rows.flatMap(({ ids }) => ids.map(idHash)));
  return { hash, value: Uint32Array.from(rows.flatMap(({ ids }, row) => ids.map(() => row))) };
}

function newestFirst(a: UsgsEvent, b: UsgsEvent): number {
  return b.time - a.time || (a.id < b.id ? -1 : 1);
}

function blocksOf(rows: readonly UsgsEvent[]): UsgsEvent[][] {
  const banded = BANDS.map((_, band) => rows.filter((row) => bandOf(row) === band));
  return banded.flatMap((band) =>
    Array.from({ length: Math.ceil(band.length / MOST_ROWS) }, (_, at) =>
      band.slice(at * MOST_ROWS, (at + 1) * MOST_ROWS),
    ),
  );
}

function bandOf({ magnitude }: UsgsEvent): number {
  return BANDS.findIndex((least) => (magnitude ?? Number.NEGATIVE_INFINITY) >= least);
}

function columnsOf(block: readonly UsgsEvent[]): BlockColumns {
  const numbers = (value: (event: UsgsEvent) => number | null) =>
    Float64Array.from(block, (event) => value(event) ?? Number.NaN);
  const texts = new Map<string, number>();
  const words: RowWords[] = [];
  const word = Uint16Array.from(block, (event) => {
    const own = wordsOfRow(event);
    const key = JSON.stringify(own);
    const known = texts.get(key) ?? words.push(own) - 1;
    texts.set(key, known);
    return known;
  });
  return {
    time: numbers(({ time }) => time),
    updated: numbers(({ updated }) => updated),
    latitude: numbers(({ latitude, sent }) => shown(sent?.latitude, latitude)),
    longitude: numbers(({ longitude, sent }) => normalLongitude(shown(sent?.longitude, longitude) as number)),
    depth: numbers(({ depthKm, sent }) => shown(sent?.depth, depthKm)),
    magnitude: numbers(({ magnitude, sent }) => shown(sent?.mag, magnitude)),
    significance: numbers(({ significance, sent }) => shown(sent?.sig, significance)),
    id: Uint32Array.from(block, ({ id }) => idHash(id)),
    word,
    words,
  };
}

/** The value in answers, as in `feedFeature`: a query must not select by another value than it shows. */
function shown(sent: FeedValue | undefined, own: number | null): number | null {
  return typeof sent === "number" ? sent : own;
}

/** The network of an event, as in `feedFeature`, and the contributing networks as the agency lists them. */
function wordsOfRow({ id, type, magnitudeType, status, alert, sent = {} }: UsgsEvent): RowWords {
  const catalog = String(sent.net ?? id.slice(0, 2));
  const listed = String(sent.sources ?? "")
    .split(",")
    .filter((name) => name !== "");
  const contributors = [...new Set([catalog, ...listed])].toSorted();
  return { type, catalog, contributors, magnitudeType, status, alert };
}

function wordsOf(blocks: readonly BlockColumns[]): FenceWords {
  const rows = blocks.flatMap(({ words }) => words);
  return {
    catalogs: distinct(rows.map(({ catalog }) => catalog)),
    contributors: distinct(rows.flatMap(({ contributors }) => contributors)),
    types: distinct(rows.map(({ type }) => type)),
    magnitudeTypes: distinct(rows.flatMap(({ magnitudeType }) => magnitudeType ?? [])),
  };
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)].toSorted();
}

/** A typed array can use the bytes in place only if its offset is a multiple of its element size. */
const ALIGNED = 8;

function chunksOf(parts: readonly Uint8Array[]): Chunk[] {
  let at = 0;
  return parts.map((part) => {
    const chunk = { at, bytes: part.length, sum: sha256(part).slice(0, 16) };
    at += Math.ceil(part.length / ALIGNED) * ALIGNED;
    return chunk;
  });
}

function joined(parts: readonly Uint8Array[], chunks: readonly Chunk[]): Uint8Array {
  const last = chunks.at(-1) as Chunk;
  const bytes = new Uint8Array(last.at + last.bytes);
  parts.forEach((part, at) => bytes.set(part, chunks[at]?.at));
  return bytes;
}

/** The ids of the events in a unit. */
export interface UnitIds {
  unit: string;
  /** The `idHash` of each id, in any order. */
  hashes: Uint32Array;
}

/** The files that map each id to its unit, with about `idsInFile` ids each. Their number is a power of two. */
export function makeBuckets(units: readonly UnitIds[], idsInFile: number): ArchiveFile[] {
  const total = units.reduce((sum, { hashes }) => sum + hashes.length, 0);
  const files = 2 ** Math.max(0, Math.ceil(Math.log2(total / idsInFile)));
  const sizes = new Uint32Array(files);
  for (const { hashes } of units) for (const hash of hashes) sizes[bucketOf(hash, files)]!++;
  // Typed arrays save memory: an archive has millions of ids.
  const buckets = Array.from(sizes, (size) => ({ hash: new Uint32Array(size), value: new Uint32Array(size), next: 0 }));
  for (const { unit, hashes } of units) {
    const value = unitNumber(unit);
    for (const hash of hashes) {
      const bucket = buckets[bucketOf(hash, files)]!;
      bucket.hash[bucket.next] = hash;
      bucket.value[bucket.next++] = value;
    }
  }
  return buckets.map((bucket) => fileOf(writeIds(bucket), "bin"));
}

/** @param packs newest first */
export function makeFence(
  packs: readonly SaidOfPack[],
  buckets: readonly string[],
  complete: readonly CompleteSpan[],
): ArchiveFile {
  const all = (name: keyof FenceWords) => distinct(packs.flatMap(({ words }) => words[name]));
  const words = {
    catalogs: all("catalogs"),
    contributors: all("contributors"),
    types: all("types"),
    magnitudeTypes: all("magnitudeTypes"),
  };
  return fileOf(writeFence({ packs: packs.map(({ pack }) => pack), buckets, words, complete }), "bin");
}

function fileOf(bytes: Uint8Array, extension: "pack" | "bin"): ArchiveFile {
  const hash = sha256(bytes);
  return { hash, path: archivePath(hash, extension), bytes };
}

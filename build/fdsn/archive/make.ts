import { sha256 } from "../../platform/hash.ts";
import type { UsgsEvent } from "../../store/records.ts";
import type { TreeFile } from "../../tree/file.ts";
import { writeBlock } from "./block.ts";
import { type Bounds, boundsOf, contributorsOf, MOST_ROWS } from "./columns.ts";
import {
  archivePath,
  type Chunk,
  type CompleteSpan,
  type FencedPack,
  type FenceWords,
  type PackSet,
  STRENGTHS,
  writeFence,
} from "./fence.ts";
import { bucketOf, type IdTable, idHash, unitNumber, writeIds } from "./ids.ts";
import { type ArchiveRow, type CountryOf, columnsOf, sortedRows } from "./rows.ts";

/**
 * The sets of a fence. All events by time, again by place, and those in a country by country: a window of time, a region, and the
 * newest events of a country are each in few adjacent blocks. Large events again, because a list of them would otherwise need
 * parts of many packs.
 */
export const BY_TIME: PackSet = { order: "time", least: null };
export const BY_PLACE: PackSet = { order: "place", least: null };
export const BY_COUNTRY: PackSet = { order: "country", least: null };
const LARGE = 4.5;
/** The first has all that the others have. */
export const LARGE_SETS = [
  { order: "time", least: LARGE },
  { order: "place", least: LARGE },
  { order: "magnitude", least: 6 },
] as const satisfies readonly PackSet[];

/** A file of packs, and their entries in the fence. */
export interface MadePacks {
  bytes: Uint8Array;
  /** Newest first. */
  entries: readonly PackEntry[];
}

/** What the fence says of a pack. It is JSON, because it is stored between builds. */
export interface PackEntry {
  pack: Omit<FencedPack, "set">;
  words: FenceWords;
  strengths: readonly number[];
}

/** The packs of a set, newest first. */
export interface SetOfPacks {
  set: PackSet;
  packs: readonly PackEntry[];
}

/** A file of the archive; its path contains the hash of its content. */
interface ArchiveFile {
  hash: string;
  path: string;
  bytes: Uint8Array;
}

/** The rows of a unit of time, in any order. */
interface UnitRows {
  unit: string;
  rows: readonly ArchiveRow[];
}

/**
 * A file of packs. In the first set it has a pack for each unit, which is a table of ids and then blocks; in the other sets it has one
 * pack, which is blocks only. The first set has several units in a file because a request then reads a longer time.
 *
 * @param units oldest first
 */
export function makePacks(set: PackSet, units: readonly UnitRows[]): MadePacks {
  const unit = units[0]?.unit ?? "";
  const isFirst = set.order === "time" && set.least === null;
  const packed = isFirst ? units.toReversed() : [{ unit, rows: units.flatMap(({ rows }) => rows) }];
  const packs = packed.filter(({ rows }) => rows.length > 0).map((one) => partsOf(one, set, isFirst));
  // The first line identifies the units, so that a delta between two trees can find the earlier file of the same units.
  const head = new TextEncoder().encode(`archive ${set.order} ${set.least ?? "all"} ${unit}\n`);
  const parts = [head, ...packs.flatMap(({ ids, blocks }) => [...ids, ...blocks])];
  const chunks = chunksOf(parts);
  const bytes = joined(parts, chunks);
  const hash = sha256(bytes);
  let next = 1;
  const entries = packs.map(({ unit: name, rows, ids, blocks, sizes, bounds }) => {
    const [own, ...rest] = chunks.slice(next, (next += ids.length + blocks.length));
    const ofBlocks = ids.length > 0 ? rest : [own, ...rest];
    const fenced = bounds.map((one, at) => ({ rows: sizes[at] as number, chunk: ofBlocks[at] as Chunk, ...one }));
    const pack = { unit: name, sha256: hash, ids: ids.length > 0 ? (own as Chunk) : null, blocks: fenced };
    const strengths = STRENGTHS.map((least) => rows.filter(({ magnitude }) => (magnitude ?? -1) >= least).length);
    return { pack, words: wordsIn(rows), strengths };
  });
  return { bytes, entries };
}

function partsOf({ unit, rows }: UnitRows, { order }: PackSet, hasIds: boolean) {
  const sorted = sortedRows(rows, order);
  const [sizes, bounds, blocks]: [number[], Bounds[], Uint8Array[]] = [[], [], []];
  for (let at = 0; at < sorted.length; at += MOST_ROWS) {
    const own = sorted.slice(at, at + MOST_ROWS);
    const columns = columnsOf(own);
    sizes.push(own.length);
    bounds.push(boundsOf(columns, order));
    blocks.push(
      writeBlock(
        columns,
        own.map(({ line }) => line),
      ),
    );
  }
  return { unit, rows, sizes, bounds, blocks, ids: hasIds ? [writeIds(idsOf(sorted))] : [] };
}

function idsOf(rows: readonly ArchiveRow[]): IdTable {
  const hash = Uint32Array.from(rows.flatMap(({ ids }) => ids.map(idHash)));
  return { hash, value: Uint32Array.from(rows.flatMap(({ ids }, row) => ids.map(() => row))) };
}

function wordsIn(rows: readonly ArchiveRow[]): FenceWords {
  const all = [...new Map(rows.map(({ wordsKey, words }) => [wordsKey, words])).values()];
  return {
    catalogs: distinct(all.map(({ catalog }) => catalog)),
    contributors: distinct(all.flatMap(contributorsOf)),
    types: distinct(all.map(({ type }) => type)),
    magnitudeTypes: distinct(all.flatMap(({ magnitudeType }) => magnitudeType ?? [])),
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

interface UnitIds {
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

/** @param sets the first is `BY_TIME` */
export function makeFence(sets: readonly SetOfPacks[], buckets: readonly string[], complete: readonly CompleteSpan[]): ArchiveFile {
  const all = (name: keyof FenceWords) => distinct((sets[0]?.packs ?? []).flatMap(({ words }) => words[name]));
  const words = {
    catalogs: all("catalogs"),
    contributors: all("contributors"),
    types: all("types"),
    magnitudeTypes: all("magnitudeTypes"),
  };
  const strengths = STRENGTHS.map((_, at) => (sets[0]?.packs ?? []).reduce((sum, entry) => sum + (entry.strengths[at] as number), 0));
  const packs = sets.flatMap(({ packs: own }, set) => own.map(({ pack }) => ({ ...pack, set })));
  const bytes = writeFence(packs, { sets: sets.map(({ set }) => set), buckets, words, complete, strengths });
  return fileOf(bytes, "bin");
}

function fileOf(bytes: Uint8Array, extension: "pack" | "bin"): ArchiveFile {
  const hash = sha256(bytes);
  return { hash, path: archivePath(hash, extension), bytes };
}

/** The events of the agency, newest first. */
export interface ArchiveInput {
  /** Events that change often. */
  live: readonly UsgsEvent[];
  /** All other events, in parts that rarely change, newest first. */
  parts: readonly ArchivedPart[];
  complete: readonly CompleteSpan[];
  countryOf: CountryOf;
  /** Version of `countryOf`. */
  version: string;
}

export interface ArchivedPart {
  /** Changes if the events change. */
  key: string;
  /** UTC year or month: `2011`, `2011-03`. */
  unit: string;
  events: () => readonly UsgsEvent[];
  /** Changes if the ids change. */
  idsKey: string;
  /** The `idHash` of every id. */
  ids: () => Uint32Array;
}

/** A file, or the fence after all files that it names. */
export type FileOrFence = TreeFile | { fence: TreeFile };

/** Whether sets of large events are worth their space: not if most events are large, as in a store of large events alone. */
export function isWorthSets(large: number, all: number): boolean {
  return large * 2 <= all;
}

/** @param entries of the packs in a file, at least one */
export function packFile([entry]: readonly PackEntry[], bytes: () => Uint8Array): TreeFile {
  const hash = entry?.pack.sha256 ?? "";
  return archiveFile(archivePath(hash, "pack"), hash, bytes);
}

export function readyFile({ path, hash, bytes }: ArchiveFile): TreeFile {
  return archiveFile(path, hash, () => bytes);
}

/** Readers request byte ranges of these files, so the files must not be compressed. */
export function archiveFile(path: string, hash: string, bytes: () => Uint8Array): TreeFile {
  return { path, key: hash.slice(0, 32), bytes, section: "archive", cache: "immutable", compress: false };
}

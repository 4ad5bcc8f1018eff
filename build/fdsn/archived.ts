import { sha256 } from "../platform/hash.ts";
import { createLruCache } from "../platform/lru-cache.ts";
import type { Derive } from "../store/derive.ts";
import type { TreeFile } from "../tree/file.ts";
import { archivePath, type PackSet } from "./archive/fence.ts";
import {
  type ArchivedPart,
  type ArchiveInput,
  archiveFile,
  BY_COUNTRY,
  BY_PLACE,
  BY_TIME,
  type FileOrFence,
  isWorthSets,
  LARGE_SETS,
  type MadePacks,
  makeBuckets,
  makeFence,
  makePacks,
  type PackEntry,
  packFile,
} from "./archive/make.ts";
import { type ArchiveRow, isInSet, rowOf } from "./archive/rows.ts";

/** Approximate number of ids in a file of archived ids, which change once a day. */
const IDS_IN_FILE = 8_192;

/** Most rows of a file by time that has several parts. A host that cannot send parts of files sends it whole. */
const TIME_ROWS = 16_384;

/** Most rows of a small group of parts. */
export const GROUP_ROWS = 81_920;

/** So many small groups are one if they are older. */
const JOINED = 2;

/** A group of `regionGroups` has at most this many times `GROUP_ROWS` rows, unless a single part has more. */
export const LARGEST = 2 * JOINED - 1;

/** Most rows in memory between packs: those of the largest group. */
const HELD_ROWS = LARGEST * GROUP_ROWS;

/** A file of packs, and the events in it. */
interface PackSpec {
  set: PackSet;
  /** Oldest first. */
  parts: readonly ArchivedPart[];
}

/** The files of an archive as they are known between builds. */
interface Listing {
  packs: { set: PackSet; units: string[]; sha256: string }[];
  buckets: string[];
  fence: string;
}

/** The files of the events that rarely change, and the fence. If no part has changed, nothing is read. */
export function* archivedFiles(input: ArchiveInput, derive: Derive): Iterable<FileOrFence> {
  const { parts } = input;
  if (parts.length === 0) return;
  const maker = packMaker(input, derive);
  const inputs = [input.version, parts.map(({ unit, key, idsKey }) => [unit, key, idsKey])];
  let listing = derive.recall("archive", inputs) as Listing | undefined;
  if (listing) {
    const specOf = specReader(parts);
    for (const pack of listing.packs) derive.spare(`${PACK}/${keyOf(specOf(pack))}`);
    for (const { key } of parts) derive.spare(`${LARGE}/${key}`);
    for (const pack of listing.packs)
      yield archiveFile(archivePath(pack.sha256, "pack"), pack.sha256, () => maker.make(specOf(pack)).bytes);
  } else {
    const packs: Listing["packs"] = [];
    for (const spec of specsOf(parts, maker)) {
      const entries = maker.entries(spec);
      const [entry] = entries;
      if (!entry) continue;
      packs.push({ set: spec.set, units: spec.parts.map(({ unit }) => unit), sha256: entry.pack.sha256 });
      yield packFile(entries, () => maker.make(spec).bytes);
    }
    listing = { packs, buckets: makeAllBuckets(parts).map(({ hash }) => hash), fence: "" };
    listing.fence = fenceOf(listing, parts, maker).hash;
    derive.put("archive", inputs, listing);
  }
  const done = listing;
  yield* bucketFiles(parts, done.buckets);
  const bytes = () => fenceOf(done, parts, maker).bytes;
  yield { fence: archiveFile(archivePath(done.fence, "bin"), done.fence, bytes) };
}

function specReader(parts: readonly ArchivedPart[]): (pack: Listing["packs"][0]) => PackSpec {
  const byUnit = new Map(parts.map((part) => [part.unit, part]));
  return ({ set, units }) => ({ set, parts: units.flatMap((unit) => byUnit.get(unit) ?? []) });
}

const BY_REGION = [BY_PLACE, BY_COUNTRY];

/** The files of all sets. Each has several parts, so that long queries read few files. */
function* specsOf(parts: readonly ArchivedPart[], maker: PackMaker): Iterable<PackSpec> {
  const oldest = parts.toReversed();
  // The number of ids is about that of the events, and is known without reading these.
  const ids = new Map(oldest.map((part) => [part, part.ids().length]));
  const large = new Map<ArchivedPart, number[]>();
  let all = 0;
  for (const region of regionGroups(oldest, (part) => ids.get(part) ?? 0)) {
    for (const group of consecutiveGroups(region, (part) => ids.get(part) ?? 0, TIME_ROWS)) {
      const spec = { set: BY_TIME, parts: group };
      all += rowsIn(maker.entries(spec));
      yield spec;
    }
    yield* BY_REGION.map((set) => ({ set, parts: region }));
    for (const part of region)
      large.set(
        part,
        LARGE_SETS.map((set) => count(maker.large(part), set)),
      );
  }
  const sizes = [...large.values()];
  if (
    !isWorthSets(
      sizes.reduce((sum, [size = 0]) => sum + size, 0),
      all,
    )
  )
    return;
  for (const [at, set] of LARGE_SETS.entries()) {
    const sizeOf = (part: ArchivedPart) => large.get(part)?.[at] ?? 0;
    const own = oldest.filter((part) => sizeOf(part) > 0);
    const groups = set.order === "magnitude" && own.length > 0 ? [own] : regionGroups(own, sizeOf);
    yield* groups.map((group) => ({ set, parts: group }));
  }
}

function count(rows: readonly ArchiveRow[], set: PackSet): number {
  return rows.filter((row) => isInSet(row, set)).length;
}

interface PackMaker {
  make: (spec: PackSpec) => MadePacks;
  /** The entries of the fence, which are kept between builds. */
  entries: (spec: PackSpec) => readonly PackEntry[];
  /** The rows of large events, which are kept between builds. */
  large: (part: ArchivedPart) => readonly ArchiveRow[];
}

/** Kinds of cells: the entries of a file of packs, and the rows of large events of a part. */
const [PACK, LARGE] = ["pack", "large"] as const;

function packMaker({ countryOf, version }: Pick<ArchiveInput, "countryOf" | "version">, derive: Derive): PackMaker {
  const held = createLruCache<ArchiveRow[]>(HELD_ROWS, (rows) => rows.length);
  const heldLarge = createLruCache<ArchiveRow[]>(HELD_ROWS, (rows) => rows.length);
  let last: { key: string; made: MadePacks } | undefined;
  const known = new Map<string, readonly PackEntry[]>();
  const texts = new Map<string, Pick<ArchiveRow, "words" | "wordsKey">>();

  function rowsOf(part: ArchivedPart): ArchiveRow[] {
    const known = held.get(part.key);
    if (known) return known;
    const rows = part.events().flatMap((event) => rowOf(event, countryOf) ?? []);
    for (const row of rows) shareTexts(row);
    held.set(part.key, rows);
    return rows;
  }

  /** Rows with equal texts have the same: hundreds of thousands of rows are in memory. */
  function shareTexts(row: ArchiveRow): void {
    const { words, wordsKey } = texts.get(row.wordsKey) ?? row;
    if (words === row.words) texts.set(wordsKey, { words, wordsKey });
    row.words = words;
    row.wordsKey = wordsKey;
  }

  function large(part: ArchivedPart): ArchiveRow[] {
    const known = heldLarge.get(part.key);
    if (known) return known;
    const rows = derive(`${LARGE}/${part.key}`, [version], () => rowsOf(part).filter((row) => isInSet(row, LARGE_SETS[0]))).value;
    heldLarge.set(part.key, rows);
    return rows;
  }

  function make(spec: PackSpec): MadePacks {
    const key = keyOf(spec);
    if (last?.key === key) return last.made;
    // The next file is made without the bytes of the last in memory.
    last = undefined;
    const { set, parts: own } = spec;
    const units = own.map((part) => {
      const rows = set.least === null ? rowsOf(part) : large(part);
      return { unit: part.unit, rows: rows.filter((row) => isInSet(row, set)) };
    });
    last = { key, made: makePacks(set, units) };
    return last.made;
  }

  function entries(spec: PackSpec): readonly PackEntry[] {
    const key = keyOf(spec);
    const own = known.get(key) ?? derive(`${PACK}/${key}`, [version], () => make(spec).entries).value;
    known.set(key, own);
    return own;
  }

  return { make, large, entries };
}

function keyOf({ set: { order, least }, parts }: PackSpec): string {
  return sha256(`${order} ${least} ${parts.map(({ key }) => key).join()}`);
}

function rowsIn(entries: readonly PackEntry[]): number {
  return entries.flatMap(({ pack }) => pack.blocks).reduce((sum, { rows }) => sum + rows, 0);
}

function fenceOf({ packs, buckets }: Listing, parts: readonly ArchivedPart[], maker: PackMaker) {
  const specOf = specReader(parts);
  const newest = packs.toReversed();
  const sets = [BY_TIME, ...BY_REGION, ...LARGE_SETS].map((set) => {
    const own = newest.filter((pack) => pack.set.order === set.order && pack.set.least === set.least);
    return { set, packs: own.flatMap((pack) => maker.entries(specOf(pack))) };
  });
  return makeFence(
    sets.filter(({ set, packs: own }) => set.least === null || own.length > 0),
    buckets,
    [],
  );
}

function makeAllBuckets(parts: readonly ArchivedPart[]) {
  return makeBuckets(
    parts.map(({ unit, ids }) => ({ unit, hashes: ids() })),
    IDS_IN_FILE,
  );
}

function* bucketFiles(parts: readonly ArchivedPart[], hashes: readonly string[]): Iterable<TreeFile> {
  let made: ReturnType<typeof makeBuckets> | undefined;
  for (const [at, hash] of hashes.entries()) {
    const bytes = () => (made ??= makeAllBuckets(parts))[at]?.bytes ?? new Uint8Array(0);
    yield archiveFile(archivePath(hash, "bin"), hash, bytes);
  }
}

/**
 * Divides consecutive parts into groups with a maximum number of rows, each with at least one part. A newer part changes the last group
 * at most.
 *
 * @param parts oldest first
 */
export function consecutiveGroups<Part>(parts: readonly Part[], sizeOf: (part: Part) => number, most: number): Part[][] {
  const groups: Part[][] = [];
  let rows = 0;
  for (const part of parts) {
    const group = groups.at(-1);
    rows += sizeOf(part);
    if (group && rows <= most) group.push(part);
    else {
      groups.push([part]);
      rows = sizeOf(part);
    }
  }
  return groups;
}

/**
 * Divides parts into groups that have a file each in the sets by region. A query of a region reads each file, but a change of a part
 * makes the files of its group again: the newest group, which changes every day, is small, and older ones are large.
 *
 * @param parts oldest first
 */
export function regionGroups<Part>(parts: readonly Part[], sizeOf: (part: Part) => number): Part[][] {
  const small = consecutiveGroups(parts, sizeOf, GROUP_ROWS);
  const newest = small.splice(-1);
  const older: Part[][] = [];
  for (const [at, group] of small.entries()) {
    // Fewer groups at the end would be a file more for each query, with few rows.
    const isFull = at % JOINED === 0 && small.length - at >= JOINED;
    if (isFull || older.length === 0) older.push([...group]);
    else older.at(-1)?.push(...group);
  }
  return [...older, ...newest];
}

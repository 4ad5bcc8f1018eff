import { sha256 } from "../platform/hash.ts";
import { createLruCache } from "../platform/lru-cache.ts";
import { codeKey } from "../platform/program-hash.ts";
import type { DerivedCache } from "../store/derived.ts";
import type { TreeFile } from "../tree/file.ts";
import { archivePath, type PackSet } from "./archive/fence.ts";
import {
  BY_COUNTRY,
  BY_PLACE,
  BY_TIME,
  LARGE_SETS,
  type MadePack,
  makeBuckets,
  makeFence,
  makePack,
  type PackEntry,
} from "./archive/make.ts";
import { type ArchiveRow, isInSet, rowOf } from "./archive/rows.ts";
import { type ArchivedPart, type ArchiveInput, archiveFile, type FileOrFence, isWorthSets, packFile } from "./input.ts";

/** Approximate number of ids in a file of archived ids, which change once a day. */
const IDS_IN_FILE = 8_192;

/** Most rows of a pack that has several parts. A change of a part makes its packs again. */
const PACK_ROWS = 65_536;

/** Most rows in memory between packs: those of a pack with several parts, and of the next part. */
const HELD_ROWS = 1.5 * PACK_ROWS;

/** A pack and the events in it. */
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
export function* archivedFiles(input: ArchiveInput, derived: DerivedCache): Iterable<FileOrFence> {
  const { parts } = input;
  if (parts.length === 0) return;
  const modules = codeKey(["fdsn/archived"]);
  const code = modules && `${modules} ${input.version}`;
  const maker = packMaker(input, derived, code);
  const key = sha256(parts.map(({ unit, key: own, idsKey }) => `${unit} ${own} ${idsKey}\n`).join(""));
  let listing = code === undefined ? undefined : (derived.recall("archive", key, code) as Listing | undefined);
  if (listing) {
    const specOf = specReader(parts);
    for (const pack of listing.packs)
      yield archiveFile(archivePath(pack.sha256, "pack"), pack.sha256, () => maker.make(specOf(pack)).bytes);
  } else {
    const packs: Listing["packs"] = [];
    for (const spec of specsOf(parts, maker)) {
      const entry = maker.entry(spec);
      if (rowsIn(entry) === 0) continue;
      packs.push({ set: spec.set, units: spec.parts.map(({ unit }) => unit), sha256: entry.pack.sha256 });
      yield packFile(entry, () => maker.make(spec).bytes);
    }
    listing = { packs, buckets: makeAllBuckets(parts).map(({ hash }) => hash), fence: "" };
    listing.fence = fenceOf(listing, parts, maker).hash;
    if (code !== undefined) derived.keep("archive", key, code, listing);
    derived.retain("archive", [key]);
    maker.retain(packs.map(specReader(parts)));
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

/** The packs of all sets: one a part by time, and one for several parts in the other sets, so that long queries read few files. */
function* specsOf(parts: readonly ArchivedPart[], maker: PackMaker): Iterable<PackSpec> {
  const oldest = parts.toReversed();
  let all = 0;
  let group: ArchivedPart[] = [];
  let rows = 0;
  for (const part of oldest) {
    const spec = { set: BY_TIME, parts: [part] };
    const size = rowsIn(maker.entry(spec));
    if (size === 0) continue;
    yield spec;
    if (group.length > 0 && rows + size > PACK_ROWS) {
      yield* BY_REGION.map((set) => ({ set, parts: group }));
      [group, rows] = [[], 0];
    }
    group.push(part);
    rows += size;
    all += size;
  }
  if (group.length > 0) yield* BY_REGION.map((set) => ({ set, parts: group }));
  const large = oldest.map((part) => ({ part, sizes: LARGE_SETS.map((set) => count(maker.large(part), set)) }));
  if (
    !isWorthSets(
      large.reduce((sum, { sizes }) => sum + (sizes[0] ?? 0), 0),
      all,
    )
  )
    return;
  for (const [at, set] of LARGE_SETS.entries()) {
    const most = set.order === "magnitude" ? Number.POSITIVE_INFINITY : PACK_ROWS;
    const sized = large.map(({ part, sizes }) => ({ part, size: sizes[at] ?? 0 })).filter(({ size }) => size > 0);
    for (const own of groupsOf(sized, most)) yield { set, parts: own };
  }
}

function count(rows: readonly ArchiveRow[], set: PackSet): number {
  return rows.filter((row) => isInSet(row, set)).length;
}

/** Consecutive parts with at most so many rows together, but at least one part. */
function* groupsOf(sized: readonly { part: ArchivedPart; size: number }[], most: number): Iterable<ArchivedPart[]> {
  let group: ArchivedPart[] = [];
  let rows = 0;
  for (const { part, size } of sized) {
    if (group.length > 0 && rows + size > most) {
      yield group;
      [group, rows] = [[], 0];
    }
    group.push(part);
    rows += size;
  }
  if (group.length > 0) yield group;
}

interface PackMaker {
  make: (spec: PackSpec) => MadePack;
  /** The entry of the fence, which is kept between builds. */
  entry: (spec: PackSpec) => PackEntry;
  /** The rows of large events, which are kept between builds. */
  large: (part: ArchivedPart) => readonly ArchiveRow[];
  /** Removes what is kept of other packs. */
  retain: (specs: readonly PackSpec[]) => void;
}

/** @param code undefined: nothing is kept */
function packMaker(
  { countryOf, parts }: Pick<ArchiveInput, "countryOf" | "parts">,
  derived: DerivedCache,
  code: string | undefined,
): PackMaker {
  const held = createLruCache<ArchiveRow[]>(HELD_ROWS, (rows) => rows.length);
  const heldLarge = createLruCache<ArchiveRow[]>(HELD_ROWS, (rows) => rows.length);
  const last = createLruCache<MadePack>(1, () => 1);
  const entries = new Map<string, PackEntry>();
  const remember = <Value>(kind: string, part: string, make: () => Value): Value =>
    code === undefined ? make() : derived.remember(kind, part, code, make);

  function rowsOf(part: ArchivedPart): ArchiveRow[] {
    const known = held.get(part.key);
    if (known) return known;
    const rows = part.events().flatMap((event) => rowOf(event, countryOf) ?? []);
    held.set(part.key, rows);
    return rows;
  }

  function large(part: ArchivedPart): ArchiveRow[] {
    const known = heldLarge.get(part.key);
    if (known) return known;
    const rows = remember("large", part.key, () => rowsOf(part).filter((row) => isInSet(row, LARGE_SETS[0])));
    heldLarge.set(part.key, rows);
    return rows;
  }

  function make(spec: PackSpec): MadePack {
    const key = keyOf(spec);
    const known = last.get(key);
    if (known) return known;
    const { set, parts: own } = spec;
    const rows = own.flatMap((part) =>
      (set.least === null ? rowsOf(part) : large(part)).filter((row) => isInSet(row, set)),
    );
    const made = makePack(own[0]?.unit ?? "", set, rows);
    last.set(key, made);
    return made;
  }

  function entry(spec: PackSpec): PackEntry {
    const key = keyOf(spec);
    const own = entries.get(key) ?? remember("pack", key, () => make(spec).entry);
    entries.set(key, own);
    return own;
  }

  return {
    make,
    large,
    entry,
    retain: (specs) => {
      derived.retain("pack", specs.map(keyOf));
      derived.retain(
        "large",
        parts.map(({ key }) => key),
      );
    },
  };
}

function keyOf({ set: { order, least }, parts }: PackSpec): string {
  return sha256(`${order} ${least} ${parts.map(({ key }) => key).join()}`);
}

function rowsIn({ pack }: PackEntry): number {
  return pack.blocks.reduce((sum, { rows }) => sum + rows, 0);
}

function fenceOf({ packs, buckets }: Listing, parts: readonly ArchivedPart[], maker: PackMaker) {
  const specOf = specReader(parts);
  const newest = packs.toReversed();
  const sets = [BY_TIME, ...BY_REGION, ...LARGE_SETS].map((set) => {
    const own = newest.filter((pack) => pack.set.order === set.order && pack.set.least === set.least);
    return { set, packs: own.map((pack) => maker.entry(specOf(pack))) };
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

import type { ShardManifest } from "../contract/wire/snapshot.ts";
import { groupBy } from "../platform/lists.ts";
import { DAY_MS } from "../platform/time.ts";
import type { DerivedCache } from "../store/derived.ts";
import type { TreeFile } from "../tree/file.ts";
import type { PackSet } from "./archive/fence.ts";
import { idHash } from "./archive/ids.ts";
import {
  BY_COUNTRY,
  BY_PLACE,
  BY_TIME,
  LARGE_SETS,
  makeBuckets,
  makeFence,
  makePacks,
  type PackEntry,
  type SetOfPacks,
} from "./archive/make.ts";
import { type ArchiveRow, isInSet, rowOf } from "./archive/rows.ts";
import { archivedFiles } from "./archived.ts";
import { type ArchiveInput, type FileOrFence, isWorthSets, packFile, readyFile } from "./input.ts";

/** Approximate number of ids in a file of live ids. Such files are small, because an event changes only a few of them. */
const LIVE_IDS = 1_024;

/**
 * Days whose events change most, with the present one. By time each has a pack, and earlier days have one for each week: a month is
 * few files. By place they have one pack, and earlier days another.
 */
const NEW_DAYS = 4;

/** The files of the archive. The manifest is complete after the iteration over all files. */
export interface ArchiveFiles {
  files: Iterable<TreeFile>;
  manifest: () => NonNullable<ShardManifest["archive"]>;
}

/**
 * The archive from which `/fdsnws/` is answered, in two parts with a fence each: the live events, whose packs change every
 * minute, and the others. The pack of an unchanged part is not built again.
 *
 * @param derived results of earlier builds of the same store
 */
export function archiveFiles(input: ArchiveInput, derived: DerivedCache): ArchiveFiles {
  const fences: { path: string }[] = [];
  const done = new Set<string>();
  function* files(): Iterable<TreeFile> {
    for (const made of [liveFiles(input), archivedFiles(input, derived)]) {
      for (const file of made) {
        if ("fence" in file) fences.push({ path: file.fence.path });
        const one = "fence" in file ? file.fence : file;
        if (!done.has(one.path)) yield one;
        done.add(one.path);
      }
    }
  }
  return { files: files(), manifest: () => fences };
}

function* liveFiles({ live, complete, countryOf }: ArchiveInput): Iterable<FileOrFence> {
  const rows = live.flatMap((event) => rowOf(event, countryOf) ?? []);
  const dayOf = dayNamer();
  const days = [...new Set(rows.map(({ time }) => dayOf(time)))].toSorted().toReversed();
  const isNew = new Set(days.slice(0, NEW_DAYS));
  const isRowNew = ({ time }: ArchiveRow) => isNew.has(dayOf(time));
  const parted = (own: readonly ArchiveRow[]): [string, ArchiveRow[]][] => [
    ["new", own.filter(isRowNew)],
    ["earlier", own.filter((row) => !isRowNew(row))],
  ];
  const timed = [...groupBy(rows, (row) => dayOf(isRowNew(row) ? row.time : weekBefore(row.time)))];
  const units = timed.toSorted(([a], [b]) => (a < b ? 1 : -1));
  const large = rows.filter((row) => isInSet(row, LARGE_SETS[0]));
  const packed: [PackSet, [string, ArchiveRow[]][]][] = [
    [BY_TIME, units],
    [BY_PLACE, parted(rows)],
    [BY_COUNTRY, parted(rows.filter((row) => isInSet(row, BY_COUNTRY)))],
    ...(isWorthSets(large.length, rows.length) ? LARGE_SETS : []).map((set): [PackSet, [string, ArchiveRow[]][]] => [
      set,
      [["live", large.filter((row) => isInSet(row, set))]],
    ]),
  ];
  const sets: SetOfPacks[] = [];
  for (const [set, packs] of packed) {
    const entries: PackEntry[] = [];
    for (const [unit, own] of packs) {
      if (own.length === 0) continue;
      const made = makePacks(set, [{ unit, rows: own }]);
      entries.push(...made.entries);
      yield packFile(made.entries, () => made.bytes);
    }
    sets.push({ set, packs: entries });
  }
  const ids = units.map(([unit, own]) => ({
    unit,
    hashes: Uint32Array.from(
      own.flatMap((row) => row.ids),
      idHash,
    ),
  }));
  const buckets = makeBuckets(ids, LIVE_IDS);
  yield* buckets.map(readyFile);
  const names = buckets.map(({ hash }) => hash);
  yield { fence: readyFile(makeFence(sets, names, complete)) };
}

const WEEK_MS = 7 * DAY_MS;

/** The beginning of the week of an instant. Weeks begin on Thursdays, as 1 January 1970. */
function weekBefore(time: number): number {
  return Math.floor(time / WEEK_MS) * WEEK_MS;
}

/** Names days: `2026-11-20`; `0000` for a time outside the years 0 to 9999, which is an error in the data of the agency. */
function dayNamer(): (time: number) => string {
  const nameOf = (printed: string) => (/^\d/.test(printed) ? printed.slice(0, 10) : "0000");
  // Most rows are of a few days, and a date takes long to print.
  const known = new Map<number, string>();
  return (time) => {
    const day = Math.floor(time / DAY_MS);
    const name = known.get(day) ?? nameOf(new Date(time).toISOString());
    known.set(day, name);
    return name;
  };
}

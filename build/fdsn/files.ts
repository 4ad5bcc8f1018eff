import type { ShardManifest } from "../contract/wire/snapshot.ts";
import { hashOfValues } from "../platform/hash.ts";
import { groupBy, once } from "../platform/lists.ts";
import { DAY_MS } from "../platform/time.ts";
import { unitOf } from "../rewrite/shards/make.ts";
import type { Derive } from "../store/derive.ts";
import { type EventDay, eventDays, eventsKey } from "../store/event-days.ts";
import type { UsgsEvent } from "../store/records.ts";
import type { TreeFile } from "../tree/file.ts";
import type { PackSet } from "./archive/fence.ts";
import { idHash } from "./archive/ids.ts";
import {
  type ArchiveInput,
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
  readyFile,
  type SetOfPacks,
} from "./archive/make.ts";
import { type ArchiveRow, type CountryOf, isInSet, rowOf, shownMagnitude } from "./archive/rows.ts";
import { archivedFiles } from "./archived.ts";

/** Approximate number of ids in a file of live ids. Such files are small, because an event changes only a few of them. */
const LIVE_IDS = 1_024;

/** The files of the archive. The manifest is complete after an iteration over all files. */
interface ArchiveFiles {
  files: Iterable<TreeFile>;
  manifest: () => NonNullable<ShardManifest["archive"]>;
}

/**
 * The archive from which `/fdsnws/` is answered, in two parts with a fence each: the live events, whose packs change every
 * minute, and the others. The pack of an unchanged part is not built again.
 *
 * @param derive the cells beside the store
 */
export function archiveFiles(input: ArchiveInput, derive: Derive): ArchiveFiles {
  let fences: { path: string }[] = [];
  function* files(): Generator<TreeFile> {
    fences = [];
    const done = new Set<string>();
    for (const made of [liveFiles(input, derive), archivedFiles(input, derive)]) {
      for (const file of made) {
        if ("fence" in file) fences.push({ path: file.fence.path });
        const one = "fence" in file ? file.fence : file;
        if (!done.has(one.path)) yield one;
        done.add(one.path);
      }
    }
  }
  return { files: { [Symbol.iterator]: files }, manifest: () => fences };
}

function* liveFiles({ live, complete, countryOf, version }: ArchiveInput, derive: Derive): Iterable<FileOrFence> {
  const days = eventDays(live, ({ time }) => time)
    .map((day) => ({ ...day, located: day.events.filter(isLocated) }))
    .filter(({ located }) => located.length > 0);
  const newest = Math.max(...days.map(({ day }) => day));
  const units = [...groupBy(days, ({ day }) => nameOfDay(unitOf(day, newest)))].toSorted(([a], [b]) => (a < b ? 1 : -1));
  // By place there are two packs: the newest unit, whose events change most, and the others.
  const parted: [string, LiveDay[]][] = [
    ["new", units[0]?.[1] ?? []],
    ["earlier", units.slice(1).flatMap(([, own]) => own)],
  ];
  const located = days.flatMap((day) => day.located);
  const large = located.filter((event) => (shownMagnitude(event) ?? 0) >= LARGE_SETS[0].least);
  const largeDay = { name: "live", key: () => eventsKey(large), located: large };
  const packed: [PackSet, [string, Pick<LiveDay, "key" | "located">[]][]][] = [
    [BY_TIME, units],
    [BY_PLACE, parted],
    [BY_COUNTRY, parted],
    ...(isWorthSets(large.length, located.length) ? LARGE_SETS : []).map((set): (typeof packed)[number] => [set, [["live", [largeDay]]]]),
  ];
  const rows = rowsOnce(countryOf);
  const entriesOf = derive.each<MadePacks["entries"]>("packs", [version]);
  const sets: SetOfPacks[] = [];
  for (const [set, parts] of packed) {
    const entries: PackEntry[] = [];
    for (const [unit, own] of parts) {
      const made = once(() => {
        const listed = own.flatMap((day) => day.located.flatMap(rows)).filter((row) => isInSet(row, set));
        return makePacks(set, [{ unit, rows: listed }]);
      });
      const packs = entriesOf(hashOfValues([set, unit, own.map(({ key }) => key())]), () => made().entries);
      // Without rows there are none.
      if (packs.length === 0) continue;
      entries.push(...packs);
      yield packFile(packs, () => made().bytes);
    }
    sets.push({ set, packs: entries });
  }
  const ids = units.map(([unit, own]) => ({ unit, hashes: hashesOf(own) }));
  const buckets = makeBuckets(ids, LIVE_IDS);
  yield* buckets.map(readyFile);
  const hashes = buckets.map(({ hash }) => hash);
  yield { fence: readyFile(makeFence(sets, hashes, complete)) };
}

/** A day with its events that have a position: others are not in the archive. */
interface LiveDay extends Pick<EventDay<UsgsEvent>, "day" | "key"> {
  located: readonly UsgsEvent[];
}

/** The `idHash` of each id of the events. */
function hashesOf(days: readonly LiveDay[]): Uint32Array {
  const hashes: number[] = [];
  for (const { located } of days) {
    for (const { ids } of located) for (const id of ids) hashes.push(idHash(id));
  }
  return Uint32Array.from(hashes);
}

function isLocated({ latitude, longitude }: UsgsEvent): boolean {
  return latitude !== null && longitude !== null;
}

/** The row of an event, if it has one, made once for all packs. */
function rowsOnce(countryOf: CountryOf): (event: UsgsEvent) => ArchiveRow[] {
  const made = new Map<UsgsEvent, ArchiveRow[]>();
  return (event) => {
    let row = made.get(event);
    if (!row) made.set(event, (row = [rowOf(event, countryOf) ?? []].flat()));
    return row;
  };
}

/** `2026-11-20`; `0000` for a day outside the years 0 to 9999, which is an error in the data of the agency. */
function nameOfDay(day: number): string {
  const printed = new Date(day * DAY_MS).toISOString();
  return /^\d/.test(printed) ? printed.slice(0, 10) : "0000";
}

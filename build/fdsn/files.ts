import type { ShardManifest } from "../contract/wire/snapshot.ts";
import { groupBy } from "../platform/lists.ts";
import { keepsValues, once } from "../platform/memoize.ts";
import { codeKey, resultKey } from "../platform/program-hash.ts";
import { DAY_MS } from "../platform/time.ts";
import type { DerivedCache } from "../store/derived.ts";
import { type EventDay, eventDays, eventsKey } from "../store/event-days.ts";
import type { UsgsEvent } from "../store/records.ts";
import type { TreeFile } from "../tree/file.ts";
import type { PackSet } from "./archive/fence.ts";
import { idHash } from "./archive/ids.ts";
import {
  BY_COUNTRY,
  BY_PLACE,
  BY_TIME,
  LARGE_SETS,
  type MadePacks,
  makeBuckets,
  makeFence,
  makePacks,
  type PackEntry,
  type SetOfPacks,
} from "./archive/make.ts";
import { type ArchiveRow, type CountryOf, isInSet, rowOf, shownMagnitude } from "./archive/rows.ts";
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
    for (const made of [liveFiles(input, derived), archivedFiles(input, derived)]) {
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

function* liveFiles({ live, complete, countryOf, version }: ArchiveInput, derived: DerivedCache): Iterable<FileOrFence> {
  const days = eventDays(live, ({ time }) => time)
    .map((day) => ({ ...day, name: dayOf(day.day * DAY_MS), located: day.events.filter(isLocated) }))
    .filter(({ located }) => located.length > 0);
  const names = [...new Set(days.map(({ name }) => name))].toSorted().toReversed();
  const isNew = new Set(names.slice(0, NEW_DAYS));
  const unitOf = ({ name, day }: LiveDay) => (isNew.has(name) ? name : dayOf(Math.floor(day / WEEK) * WEEK * DAY_MS));
  const units = [...groupBy(days, unitOf)].toSorted(([a], [b]) => (a < b ? 1 : -1));
  const parted: [string, LiveDay[]][] = [
    ["new", days.filter(({ name }) => isNew.has(name))],
    ["earlier", days.filter(({ name }) => !isNew.has(name))],
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
  const rows = keptRows(countryOf, version);
  const packs = knownPacks(version, derived);
  const sets: SetOfPacks[] = [];
  for (const [set, parts] of packed) {
    const entries: PackEntry[] = [];
    for (const [unit, own] of parts) {
      const make = () => {
        const listed = own.flatMap((day) => day.located.flatMap(rows)).filter((row) => isInSet(row, set));
        return makePacks(set, [{ unit, rows: listed }]);
      };
      const made = packs.of([set, unit, own.map(({ key }) => key())], make);
      if (made.entries.length === 0) continue;
      entries.push(...made.entries);
      yield packFile(made.entries, made.bytes);
    }
    sets.push({ set, packs: entries });
  }
  packs.keep();
  const ids = units.map(([unit, own]) => ({ unit, hashes: hashesOf(own) }));
  const buckets = makeBuckets(ids, LIVE_IDS);
  yield* buckets.map(readyFile);
  const hashes = buckets.map(({ hash }) => hash);
  yield { fence: readyFile(makeFence(sets, hashes, complete)) };
}

/** A day by its name, with the events that have a position: others are not in the archive. */
interface LiveDay extends Pick<EventDay<UsgsEvent>, "day" | "key"> {
  name: string;
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

/** A process that builds again keeps the rows of the last build. Events that did not change are the same objects. */
let madeRows: { version: string; rows: WeakMap<UsgsEvent, ArchiveRow[]> } | undefined;

/** The row of an event, if it has one, made once for all packs. @param version of the countries */
function keptRows(countryOf: CountryOf, version: string): (event: UsgsEvent) => ArchiveRow[] {
  const before = madeRows?.version === version ? madeRows.rows : undefined;
  const made = before ?? new WeakMap<UsgsEvent, ArchiveRow[]>();
  madeRows = keepsValues() ? { version, rows: made } : undefined;
  return (event) => {
    let row = made.get(event);
    if (!row) made.set(event, (row = [rowOf(event, countryOf) ?? []].flat()));
    return row;
  };
}

/** Kind of derived value: the entries of packs of live events, by what they are made of. */
const KIND = "live";

/**
 * The packs that the last build of the same store made: their rows are not made again. Without rows there are no entries.
 *
 * @param version of the countries
 */
function knownPacks(version: string, derived: DerivedCache) {
  const modules = codeKey(["fdsn/files"]);
  const code = modules && `${modules} ${version}`;
  const known = ((code && derived.recall(KIND, "packs", code)) ?? {}) as Record<string, MadePacks["entries"]>;
  const used: typeof known = {};
  return {
    of: (inputs: readonly unknown[], make: () => MadePacks) => {
      const key = resultKey(code, inputs);
      const made = once(make);
      const entries = (key === undefined ? undefined : known[key]) ?? made().entries;
      if (key !== undefined) used[key] = entries;
      return { entries, bytes: () => made().bytes };
    },
    keep: () => {
      const isSame = Object.keys(used).join() === Object.keys(known).join();
      if (code !== undefined && !isSame) derived.keep(KIND, "packs", code, used);
    },
  };
}

/** Weeks begin on Thursdays, as 1 January 1970. In days. */
const WEEK = 7;

/** `2026-11-20`; `0000` for a time outside the years 0 to 9999, which is an error in the data of the agency. */
function dayOf(time: number): string {
  const printed = new Date(time).toISOString();
  return /^\d/.test(printed) ? printed.slice(0, 10) : "0000";
}

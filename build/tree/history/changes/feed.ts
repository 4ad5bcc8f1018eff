import type { ChangeEntry, ChangeList, ChangesOfHour, ListedHour, SnapshotPosition } from "../../../contract/resources/resources.ts";
import { hourFile, hourOf } from "../../change-feed-files.ts";
import { isSameSnapshot } from "../../transition.ts";
import { isKept } from "../../unindexed.ts";

/** Largest hour, in characters. After more changes, clients reload everything, which is smaller. */
export const LARGEST_HOUR = 8_000_000;

/** Limits of the entries in the list itself, so that clients that poll each minute need only the list. */
const CARRIED = { entries: 10, characters: 20_000 };

/** The changes up to a snapshot. */
export interface Feed {
  list: ChangeList;
  /** The entries of the last hour of the list; undefined if there are none. */
  open: ChangesOfHour | undefined;
}

/** An empty feed: clients of a previous feed find a gap. */
export function emptyFeed(snapshot: SnapshotPosition): Feed {
  return { list: { snapshot, hours: [], entries: [] }, open: undefined };
}

/**
 * The feed with one more entry, without entries older than a week.
 *
 * @param entry continues from the snapshot of the feed
 * @throws Error if its hour becomes too large
 */
export function extendFeed({ list, open }: Feed, entry: ChangeEntry): Feed {
  const { from, to } = entry;
  const hour = hourOf(to.as_of);
  const goesOn = open?.hour === hour;
  const entries = goesOn ? [...open.entries, entry] : [entry];
  const size = JSON.stringify(entries).length;
  if (size > LARGEST_HOUR) throw new Error(`the changes of an hour take ${size} characters`);
  const begun: ListedHour = { hour, from: from.sequence, to: to.sequence };
  const last = list.hours.at(-1);
  const longer = goesOn && last ? [...list.hours.slice(0, -1), { ...last, to: to.sequence }] : [...list.hours, begun];
  const hours = longer.filter((one) => isKept(hourFile(one.hour), Date.parse(to.as_of)));
  return { list: { snapshot: to, hours, entries: carried([...list.entries, entry], hours) }, open: { hour, entries } };
}

/** The newest entries, of the hours that are left. */
function carried(entries: readonly ChangeEntry[], hours: readonly ListedHour[]): ChangeEntry[] {
  const first = hours[0]?.from ?? Number.POSITIVE_INFINITY;
  let room = CARRIED.characters;
  const newest = entries
    .filter(({ from }) => from.sequence >= first)
    .slice(-CARRIED.entries)
    .toReversed();
  const fitting = newest.findIndex((entry) => (room -= JSON.stringify(entry).length) < 0);
  return newest.slice(0, fitting < 0 ? newest.length : fitting).toReversed();
}

/** The fault of a list by itself, or undefined. @param ours the snapshot that it must end with */
export function listFault({ snapshot, hours, entries }: ChangeList, ours: SnapshotPosition): string | undefined {
  if (!isSameSnapshot(snapshot, ours)) return `ends with snapshot ${printed(snapshot)}, not ${printed(ours)}`;
  const torn = hours.find(({ hour, from }, at) => {
    const before = hours[at - 1];
    return before && (before.to !== from || before.hour >= hour);
  });
  if (torn) return `lists ${torn.hour}, which does not continue the previous hour`;
  const [oldest, newest] = [hours[0], hours.at(-1)];
  if (newest && newest.to !== snapshot.sequence) return `lists hours up to number ${newest.to}`;
  const [first, last] = [entries[0], entries.at(-1)];
  if (first && !(oldest && oldest.from <= first.from.sequence)) return "has entries of an hour that it does not list";
  if (last && !isSameSnapshot(last.to, snapshot)) return `has entries up to ${printed(last.to)}`;
  return chainFault(entries);
}

/** All that identifies a snapshot: two of them may differ in one of these only. */
function printed({ sequence, id, as_of }: SnapshotPosition): string {
  return `number ${sequence} (${id}, as of ${as_of})`;
}

/** The fault of the entries of an hour, or undefined. */
export function hourFault({ hour, entries }: ChangesOfHour, listed: ListedHour): string | undefined {
  if (hour !== listed.hour) return `is of the hour ${hour}`;
  const stray = entries.find(({ to }) => hourOf(to.as_of) !== hour);
  if (stray) return `has an entry as of ${stray.to.as_of}`;
  const [from, to] = [entries[0]?.from.sequence, entries.at(-1)?.to.sequence];
  if (from !== listed.from || to !== listed.to) {
    return `leads from ${from} to ${to}, but is listed as from ${listed.from} to ${listed.to}`;
  }
  return chainFault(entries);
}

function chainFault(entries: readonly ChangeEntry[]): string | undefined {
  const torn = entries.find(({ from }, at) => {
    const before = entries[at - 1];
    return before && !isSameSnapshot(before.to, from);
  });
  return torn && `has an entry from number ${torn.from.sequence} that does not continue the previous one`;
}

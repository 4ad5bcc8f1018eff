import { compareText, lowerBound, once } from "../../platform/lists.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import { type EventDay, eventDays } from "../../store/event-days.ts";
import { type FeedFeature, type FeedProperties, feedFeature, feedGeometry, feedSize } from "../../store/feed-feature.ts";
import type { UsgsEvent } from "../../store/records.ts";

/** The input of the USGS feeds: the events of a store, or the features of a tree that was copied. */
export interface FeedInput<Event extends UsgsEvent | FeedFeature = UsgsEvent | FeedFeature> {
  /** The end of the time windows, ms since 1970 UTC. */
  asOf: number;
  /** All events of the agency in the last 30 days or more, of every type. */
  events: readonly Event[];
  /** The span of origin times for which the store has every event of the agency, ms since 1970 UTC. */
  covers: { from: number; to: number };
  /** The feed from which the store is filled. Smaller events are not in the store. */
  source: FeedSize;
  /** Whose events they are, in the order of preference. Default: the USGS alone. */
  agencies?: readonly FeedAgency[];
}

/** An agency as feeds name it. */
export interface FeedAgency {
  /** Its key. */
  id: string;
  name: string;
  url: string;
}

const USGS: FeedAgency = { id: "usgs", name: "USGS", url: "https://earthquake.usgs.gov/" };

/** The agencies with recent events among the sources of a tree. */
export function eventAgencies(sources: readonly (FeedAgency & { covers?: unknown })[]): FeedAgency[] {
  return sources.filter(({ covers }) => covers).map(({ id, name, url }) => (id === USGS.id ? USGS : { id, name, url }));
}

/** The size classes of feeds (`summary.php` of usgs/earthquake-event-ws), from the fewest events to all. */
export const FEED_SIZES = ["significant", "4.5", "2.5", "1.0", "all"] as const;
export type FeedSize = (typeof FEED_SIZES)[number];

/**
 * The smallest magnitude of a feed. Feeds round magnitudes to one decimal before they compare them: the 2.5 feed begins at 2.45.
 * Null: the feed lists all events.
 */
export const LEAST_OF_FEED: Readonly<Record<Exclude<FeedSize, "significant">, number | null>> = {
  "4.5": 4.45,
  "2.5": 2.45,
  "1.0": 0.95,
  all: null,
};

/** Length of the time windows, ms. */
export const FEED_AGES = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
type FeedAge = keyof typeof FEED_AGES;

/** Least `sig` of a significant event. The magnitude does not matter. */
const SIGNIFICANT = 600;

interface Feed {
  size: FeedSize;
  age: FeedAge;
  /** The title of the USGS feed, with the names of the agencies. */
  title: string;
  agencies: readonly FeedAgency[];
  /** Newest first; equal times are sorted by id. Selected when they are asked for: few feeds are made in a minute. */
  readonly entries: readonly FeedEntry[];
  /** The time from which the feed is complete, ms since 1970 UTC; null if it is complete for its whole window. */
  completeSince: number | null;
}

export interface FeedFormat {
  /** @param age of the event, ms */
  entry: (feature: FeedFeature, age: number) => string;
  /** Between two entries. */
  separator: string;
  /** What comes before and after the entries. */
  around: (feed: Feed, asOf: number, path: string) => { open: string; close: string };
}

export interface FeedEntry extends Pick<FeedProperties, "mag" | "sig">, Pick<FeedFeature, "geometry"> {
  id: string;
  time: number;
  /** Made at the first call. */
  feature: () => FeedFeature;
  /** The UTC day, with events that no feed lists. */
  day: EventDay<UsgsEvent | FeedFeature>;
  /** Place among the events of the day. */
  at: number;
}

function feedEntry(event: UsgsEvent | FeedFeature, day: FeedEntry["day"], at: number): FeedEntry {
  const { id } = event;
  const time = timeOf(event);
  if (isFeature(event)) {
    const { mag, sig } = event.properties;
    return { id, time, mag, sig, geometry: event.geometry, feature: () => event, day, at };
  }
  const { mag, sig } = feedSize(event);
  return { id, time, mag, sig, geometry: feedGeometry(event), feature: once(() => feedFeature(event)), day, at };
}

function isFeature(event: UsgsEvent | FeedFeature): event is FeedFeature {
  return "geometry" in event;
}

function timeOf(event: UsgsEvent | FeedFeature): number {
  return isFeature(event) ? Number(event.properties.time) : event.time;
}

/**
 * The feeds that the store has the data for, from those with the fewest events to those with all. A feed is omitted if more than
 * half of its window is missing, or if the store lacks events of its size.
 */
export function* selectFeeds({ asOf, events, covers, source, agencies = [USGS] }: FeedInput): Iterable<Feed> {
  const days = daysSince(asOf - FEED_AGES.month, events).map((own) => ({
    end: (own.day.day + 1) * DAY_MS,
    entries: once(() => entriesOf(own)),
  }));
  for (const size of FEED_SIZES) {
    if (!isListed(size, source)) continue;
    for (const age of agesOf(covers, asOf)) {
      const from = asOf - FEED_AGES[age];
      const entries = () => {
        const within = days.flatMap((day) => (day.end > from ? day.entries() : [])).filter((entry) => isInFeed(entry, size));
        return within.slice(
          0,
          countSince(from, within, ({ time }) => time),
        );
      };
      yield {
        size,
        age,
        title: titleOf(size, age, agencies),
        agencies,
        get entries() {
          return entries();
        },
        completeSince: covers.from > from ? covers.from : null,
      };
    }
  }
}

/** The events of a UTC day that are in feeds of some sizes. */
interface ListedDay {
  /** Days since 1 January 1970. */
  day: number;
  /** Identifies the entries, together with the sizes. */
  key: () => readonly [day: string, count: number];
  entries: () => FeedEntry[];
}

/** The events in the feeds of some sizes, by day. */
export function listedDays({ asOf, events, covers, source }: FeedInput, sizes: readonly FeedSize[]): ListedDay[] {
  const listed = sizes.filter((size) => isListed(size, source));
  const longest = agesOf(covers, asOf).at(-1);
  if (listed.length === 0 || longest === undefined) return [];
  return daysSince(asOf - FEED_AGES[longest], events).map((own) => ({
    day: own.day.day,
    key: () => [own.day.key(), own.count],
    entries: () => entriesOf(own).filter((entry) => listed.some((size) => isInFeed(entry, size))),
  }));
}

/** The ages of the feeds of which the store has at least half of the window, from an hour. */
function agesOf(covers: FeedInput["covers"], asOf: number): FeedAge[] {
  const ages = Object.keys(FEED_AGES) as FeedAge[];
  return ages.filter((age) => covers.from <= asOf - FEED_AGES[age] / 2);
}

interface DayInWindow {
  /** Has the events before the window as well, so that it stays the same while its first events leave the window. */
  day: FeedEntry["day"];
  /** Number of events in the window, which are the first ones. */
  count: number;
}

/** The days of a window, newest first. */
function daysSince(from: number, events: FeedInput["events"]): DayInWindow[] {
  const days = eventDays(newestFirst(events), timeOf).filter(({ day }) => (day + 1) * DAY_MS > from);
  return days.map((day) => ({ day, count: countSince(from, day.events, timeOf) }));
}

/** The events newest first; the same list if it has them so. Those without a time are left out: no feed lists them. */
function newestFirst(events: FeedInput["events"]): FeedInput["events"] {
  const order = (a: UsgsEvent | FeedFeature, b: UsgsEvent | FeedFeature) => timeOf(b) - timeOf(a) || compareText(a.id, b.id);
  const isInOrder = (event: UsgsEvent | FeedFeature, at: number) => {
    const before = events[at - 1];
    return !Number.isNaN(timeOf(event)) && (!before || order(before, event) <= 0);
  };
  if (events.every(isInOrder)) return events;
  return events.filter((event) => !Number.isNaN(timeOf(event))).toSorted(order);
}

function entriesOf({ day, count }: DayInWindow): FeedEntry[] {
  return day.events.slice(0, count).map((event, at) => feedEntry(event, day, at));
}

/** @param events newest first */
function countSince<Event>(from: number, events: readonly Event[], time: (event: Event) => number): number {
  return lowerBound(0, events.length, (at) => time(events[at] as Event) < from);
}

/**
 * Whether the store has the events of a feed. Significant events are almost never smaller than 2.5, but many of magnitude 4.3
 * were felt by thousands of people.
 */
function isListed(size: FeedSize, source: FeedSize): boolean {
  if (source === "significant") return size === "significant";
  const needed = size === "significant" ? "2.5" : size;
  return FEED_SIZES.indexOf(needed) <= FEED_SIZES.indexOf(source);
}

function isInFeed({ mag, sig }: FeedEntry, size: FeedSize): boolean {
  if (size === "significant") return typeof sig === "number" && sig >= SIGNIFICANT;
  const least = LEAST_OF_FEED[size];
  return least === null || (typeof mag === "number" && mag >= least);
}

function titleOf(size: FeedSize, age: FeedAge, agencies: readonly FeedAgency[]): string {
  const which = size === "all" ? "All" : size === "significant" ? "Significant" : `Magnitude ${size}+`;
  return `${agencies.map(({ name }) => name).join(", ")} ${which} Earthquakes, Past ${capital(age)}`;
}

/** `day` → `Day` */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

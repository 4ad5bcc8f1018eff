import { DAY_MS, HOUR_MS, type Span } from "../../platform/time.ts";
import type { UsgsEvent } from "../../store/records.ts";

export const FEED_PERIODS = ["hour", "day", "week", "month"] as const;
export type FeedPeriod = (typeof FEED_PERIODS)[number];

/** Length of each period in origin time, from `summary.php` of usgs/earthquake-event-ws. */
export const REACH_MS: Readonly<Record<FeedPeriod, number>> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

const FEED_FILE = /^(.*\/(?:significant|4\.5|2\.5|1\.0|all)_)(hour|day|week|month)(\.geojson)$/;

/** The period in the address of a summary feed; null if the address is not one of the twenty feeds. */
export function periodOf(address: string): FeedPeriod | null {
  if (address.startsWith("file:")) return null;
  return (FEED_FILE.exec(address)?.[2] as FeedPeriod | undefined) ?? null;
}

/** The address of the feed of the same size for another period; the same address if it is not a summary feed. */
export function siblingFeed(address: string, period: FeedPeriod): string {
  return periodOf(address) === null ? address : address.replace(FEED_FILE, `$1${period}$3`);
}

/** The smallest magnitude in the name of a feed, or null. */
export function minMagnitudeOf(address: string | undefined): number | null {
  const size = /\/(4\.5|2\.5|1\.0)_(?:hour|day|week|month)\.geojson$/.exec(address ?? "")?.[1];
  // Feeds compare the magnitude after rounding it to one decimal.
  return size === undefined ? null : Math.round(Number(size) * 100 - 5) / 100;
}

/** The definition of the events that a USGS feed lists. */
export interface FeedScope {
  /** Length of the period of origin times before `generated`, ms. */
  periodMs: number;
  minMagnitude: number | null;
  minSignificance: number | null;
}

/** The `significant` feeds list events with this `sig` or a larger one. */
const FEED_SIGNIFICANCE = 600;

/** Feeds round the magnitude to one decimal before they compare it: the 2.5 feed begins at 2.45. */
const ROUNDING = 0.05;

const TITLE = /^USGS (?:All|(Significant)|Magnitude (\d+(?:\.\d+)?)\+) Earthquakes, Past (Hour|Day|Week|Month)$/;

/**
 * The size in the title of a feed, in the form of its file name: `all`, `4.5`; null if the title is not that of one of the twenty
 * feeds.
 */
export function feedSizeOf(title: string): string | null {
  const match = TITLE.exec(title);
  return match && (match[2] ?? (match[1] === undefined ? "all" : "significant"));
}

/** The scope in the title of a feed; null if the title is not that of one of the twenty feeds. */
export function feedScope(title: string): FeedScope | null {
  const match = TITLE.exec(title);
  if (!match) return null;
  const [, significant, magnitude, period = "hour"] = match;
  return {
    periodMs: REACH_MS[period.toLowerCase() as FeedPeriod],
    minMagnitude: magnitude === undefined ? null : Number(magnitude) - ROUNDING,
    minSignificance: significant === undefined ? null : FEED_SIGNIFICANCE,
  };
}

/** Whether a feed of this scope, generated at this time (ms since 1970 UTC), must list the event if it has not changed. */
export function isInScope(event: UsgsEvent, scope: FeedScope, generated: number): boolean {
  const age = generated - event.time;
  if (age < 0 || age >= scope.periodMs) return false;
  if (scope.minMagnitude !== null && (event.magnitude ?? Number.NEGATIVE_INFINITY) < scope.minMagnitude) return false;
  return scope.minSignificance === null || (event.significance ?? 0) >= scope.minSignificance;
}

/**
 * Whether a feed of this scope may be empty: the feed of an hour above a magnitude, or of significant events. `all_hour` always
 * lists about ten events, and every day has earthquakes of magnitude 4.5.
 */
export function mayBeEmpty(scope: FeedScope): boolean {
  return scope.minSignificance !== null || (scope.periodMs <= HOUR_MS && scope.minMagnitude !== null);
}

/**
 * Longer feeds are read at these intervals even if shorter ones suffice: they show events that were located late, changed without a
 * new `updated`, or removed.
 */
const EVERY_MS: Readonly<Record<FeedPeriod, number>> = { hour: 0, day: HOUR_MS, week: DAY_MS, month: 7 * DAY_MS };

/** Feeds are copies and may be some minutes old. */
const COPY_MS = 10 * 60_000;
/** An earthquake may be located hours later. Without the query service, feeds must therefore cover a longer time. */
const LATE_MS = 12 * HOUR_MS;
/** If changes could not be requested, a listing begins this long before the gap. */
const LISTING_OVERLAP_MS = DAY_MS;
/** Longest span that one run lists, about 15,000 events. A backfill fetches older ones. */
export const LONGEST_LISTING_MS = 45 * DAY_MS;

/** The state of the store and of the agency's services. Times in ms since 1970 UTC by the local clock. */
export interface CatchUpState {
  now: number;
  /** End of the span of origin times for which the store is complete; null if the store is empty. */
  coversTo: number | null;
  /** Time when a capture of each period was last accepted. */
  believedAt: Partial<Record<FeedPeriod, number>>;
  /** Period of the configured feed. Longer feeds are read only to catch up. */
  configured: FeedPeriod;
  /** Whether there is a query service. */
  fdsn: boolean;
  /** Whether the changes from the query service, including late locations, were just applied. */
  isSynced: boolean;
}

/** The cheapest way to bring the store up to date. */
interface CatchUp {
  /** The feed to read; null if no feed covers the time since the last run; `configured` for an empty store. */
  feed: FeedPeriod | "configured" | null;
  /** Span of origin times to list from the query service, because no feed covers it. */
  listing: Span | null;
}

/**
 * Chooses the shortest feed that reaches back to the end of the covered span. Beyond 30 days it chooses the query service, up to 45
 * days back, or without one the feed of the month. The rest is a gap. Pure.
 */
export function planCatchUp({ now, coversTo, believedAt, configured, fdsn, isSynced }: CatchUpState): CatchUp {
  if (coversTo === null) return { feed: "configured", listing: null };
  const needed = Math.max(0, now - coversTo) + (fdsn ? COPY_MS : LATE_MS);
  const enough = FEED_PERIODS.find((period) => needed <= REACH_MS[period]);
  if (!enough && fdsn) {
    const lacking = isSynced ? coversTo : coversTo - LISTING_OVERLAP_MS;
    return { feed: null, listing: { from: Math.max(lacking, now - LONGEST_LISTING_MS), to: now } };
  }
  const usual = FEED_PERIODS.slice(0, FEED_PERIODS.indexOf(configured) + 1).toReversed();
  const due = usual.find((period) => now - lastLook(period, believedAt) >= EVERY_MS[period]);
  return { feed: longer(enough ?? "month", due ?? "hour"), listing: null };
}

/** A longer feed contains everything that a shorter one does. */
function lastLook(period: FeedPeriod, believedAt: CatchUpState["believedAt"]): number {
  const as = FEED_PERIODS.slice(FEED_PERIODS.indexOf(period)).map((one) => believedAt[one] ?? Number.NEGATIVE_INFINITY);
  return Math.max(...as);
}

function longer(a: FeedPeriod, b: FeedPeriod): FeedPeriod {
  return REACH_MS[a] >= REACH_MS[b] ? a : b;
}

import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { UsgsEvent } from "../../store/records.ts";

/** The periods of the summary feeds. */
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

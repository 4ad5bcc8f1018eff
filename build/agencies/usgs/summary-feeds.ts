import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { UsgsEvent } from "../../store/records.ts";

/** How far back summary feeds reach. */
export const FEED_PERIODS = ["hour", "day", "week", "month"] as const;
export type FeedPeriod = (typeof FEED_PERIODS)[number];

/** In origin time, by `summary.php` of usgs/earthquake-event-ws. */
export const REACH_MS: Readonly<Record<FeedPeriod, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};

const FEED_FILE = /^(.*\/(?:significant|4\.5|2\.5|1\.0|all)_)(hour|day|week|month)(\.geojson)$/;

/** The period that the address of a summary feed names, or null where it is none of the twenty. */
export function periodOf(address: string): FeedPeriod | null {
  if (address.startsWith("file:")) return null;
  return (FEED_FILE.exec(address)?.[2] as FeedPeriod | undefined) ?? null;
}

/** The address of the feed of the same size for another period; the address itself where it is no summary feed. */
export function siblingFeed(address: string, period: FeedPeriod): string {
  return periodOf(address) === null ? address : address.replace(FEED_FILE, `$1${period}$3`);
}

/** The least magnitude that the name of a feed states, or null. */
export function minMagnitudeOf(address: string | undefined): number | null {
  const size = /\/(4\.5|2\.5|1\.0)_(?:hour|day|week|month)\.geojson$/.exec(address ?? "")?.[1];
  // Feeds compare the magnitude rounded to one decimal.
  return size === undefined ? null : Math.round(Number(size) * 100 - 5) / 100;
}

/** What a USGS feed lists by its definition. */
export interface FeedScope {
  /** Origin times reach back this far from `generated`, ms. */
  periodMs: number;
  minMagnitude: number | null;
  minSignificance: number | null;
}

/** The `significant` feeds list events of this `sig` and more. */
const FEED_SIGNIFICANCE = 600;

/** Feeds compare the magnitude rounded to one decimal: the 2.5 feed begins at 2.45. */
const ROUNDING = 0.05;

const TITLE = /^USGS (?:All|(Significant)|Magnitude (\d+(?:\.\d+)?)\+) Earthquakes, Past (Hour|Day|Week|Month)$/;

/** The size that the title of a feed states, as its file is named: `all`, `4.5`; null where the title is none of the twenty. */
export function feedSizeOf(title: string): string | null {
  const match = TITLE.exec(title);
  return match && (match[2] ?? (match[1] === undefined ? "all" : "significant"));
}

/** The scope that the title of a feed states, or null where the title is none of the twenty. */
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

/** Whether a feed of that scope, generated at that time (ms), must list an unchanged event. */
export function isInScope(event: UsgsEvent, scope: FeedScope, generated: number): boolean {
  const age = generated - event.time;
  if (age < 0 || age >= scope.periodMs) return false;
  if (scope.minMagnitude !== null && (event.magnitude ?? Number.NEGATIVE_INFINITY) < scope.minMagnitude) return false;
  return scope.minSignificance === null || (event.significance ?? 0) >= scope.minSignificance;
}

/**
 * Whether such a feed may be empty: an hour above a magnitude, or no significant event.
 * `all_hour` lists some ten events at any time, and every day has earthquakes of magnitude 4.5.
 */
export function mayBeEmpty(scope: FeedScope): boolean {
  return scope.minSignificance !== null || (scope.periodMs <= HOUR_MS && scope.minMagnitude !== null);
}

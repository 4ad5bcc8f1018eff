import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { AgencyEvent } from "../../store/records.ts";

/** What a USGS feed promises to list. */
export interface FeedScope {
  /** Origin times reach back this far from `generated`, ms; null for an answer of the query service. */
  periodMs: number | null;
  minMagnitude: number | null;
  minSignificance: number | null;
}

const PERIODS_MS: Record<string, number> = {
  Hour: HOUR_MS,
  Day: DAY_MS,
  Week: 604_800_000,
  /** Thirty days, not a calendar month (earthquake-event-ws, `summary.php`). */
  Month: 2_592_000_000,
};

/** The `significant` feeds list events of this `sig` and more. */
const FEED_SIGNIFICANCE = 600;

/** Feeds compare the magnitude rounded to one decimal: the 2.5 feed begins at 2.45. */
const ROUNDING = 0.05;

const TITLE = /^USGS (?:All|(Significant)|Magnitude (\d+(?:\.\d+)?)\+) Earthquakes, Past (Hour|Day|Week|Month)$/;

/** The scope that the title of a feed states, or null where the title is none of the twenty. */
export function feedScope(title: string): FeedScope | null {
  const match = TITLE.exec(title);
  if (!match) return null;
  const [, significant, magnitude, period = ""] = match;
  return {
    periodMs: PERIODS_MS[period] ?? null,
    minMagnitude: magnitude === undefined ? null : Number(magnitude) - ROUNDING,
    minSignificance: significant === undefined ? null : FEED_SIGNIFICANCE,
  };
}

/** Whether a feed of that scope, generated at that time (ms), must list the event if nothing about it has changed. */
export function isInScope(event: AgencyEvent, scope: FeedScope, generated: number): boolean {
  const age = generated - event.time;
  if (age < 0 || (scope.periodMs !== null && age >= scope.periodMs)) return false;
  if (scope.minMagnitude !== null && (event.magnitude ?? Number.NEGATIVE_INFINITY) < scope.minMagnitude) return false;
  return scope.minSignificance === null || (event.significance ?? 0) >= scope.minSignificance;
}

/**
 * Whether the world can be so quiet that such a feed is empty: an hour above a magnitude, or no significant event.
 * `all_hour` lists some ten events at any time, and every day has earthquakes of magnitude 4.5.
 */
export function mayBeEmpty(scope: FeedScope): boolean {
  const anHour = scope.periodMs !== null && scope.periodMs <= HOUR_MS;
  return scope.minSignificance !== null || (anHour && scope.minMagnitude !== null);
}

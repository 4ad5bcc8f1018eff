import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { Span } from "../fdsn/spans.ts";
import { FEED_PERIODS, type FeedPeriod, REACH_MS } from "./summary-feeds.ts";

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
interface Plan {
  /** The feed to read; null if no feed covers the time since the last run; `configured` for an empty store. */
  feed: FeedPeriod | "configured" | null;
  /** Span of origin times to list from the query service, because no feed covers it. */
  listing: Span | null;
}

/**
 * Chooses the shortest feed that reaches back to the end of the covered span. Beyond 30 days it chooses the query service, up to 45
 * days back, or without one the feed of the month. The rest is a gap. Pure.
 */
export function planCatchUp({ now, coversTo, believedAt, configured, fdsn, isSynced }: CatchUpState): Plan {
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

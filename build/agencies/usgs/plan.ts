import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { Span } from "../fdsn/spans.ts";
import { FEED_PERIODS, type FeedPeriod, REACH_MS } from "./summary-feeds.ts";

/**
 * Longer feeds are looked at now and then although shorter ones would do: they show what was located late, changed without
 * a new `updated`, or vanished.
 */
const EVERY_MS: Readonly<Record<FeedPeriod, number>> = {
  hour: 0,
  day: HOUR_MS,
  week: DAY_MS,
  month: 7 * DAY_MS,
};

/** Feeds are copies of up to some minutes ago. */
const COPY_MS = 10 * 60_000;
/** An earthquake may be located hours after it happened: without the query service feeds have to reach back further. */
const LATE_MS = 12 * HOUR_MS;
/** Where changes could not be asked for, a list of origin times begins this much earlier than what is lacking. */
const LISTING_OVERLAP_MS = DAY_MS;
/** One run lists no more than this of origin times: some 15,000 events. A backfill fetches what is older. */
export const LONGEST_LISTING_MS = 45 * DAY_MS;

/** Where we stand. Times in ms since 1970 UTC by our own clock. */
export interface CatchUpState {
  now: number;
  /** Up to which origin time we have seen everything; null where we have nothing. */
  coversTo: number | null;
  /** When a capture of this period was last believed. */
  believedAt: Partial<Record<FeedPeriod, number>>;
  /** Of the feed that is configured: longer ones are asked for only to catch up. */
  configured: FeedPeriod;
  /** Whether the query service can be asked. */
  fdsn: boolean;
  /** Whether it was just asked for changes, also of what it located late. */
  isSynced: boolean;
}

/** What brings us up to date most cheaply. */
interface Plan {
  /** The feed to ask for; null where none reaches back far enough; `configured` as long as we have nothing. */
  feed: FeedPeriod | "configured" | null;
  /** Origin times to list by the query service, because no feed has them. */
  listing: Span | null;
}

/**
 * The shortest feed that reaches back to where we were; beyond 30 days the query service, up to 45 days back, or where there is
 * none the month. What neither reaches is a gap. Pure.
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

/** A longer feed shows all that a shorter one does. */
function lastLook(period: FeedPeriod, believedAt: CatchUpState["believedAt"]): number {
  const as = FEED_PERIODS.slice(FEED_PERIODS.indexOf(period)).map((one) => believedAt[one] ?? Number.NEGATIVE_INFINITY);
  return Math.max(...as);
}

function longer(a: FeedPeriod, b: FeedPeriod): FeedPeriod {
  return REACH_MS[a] >= REACH_MS[b] ? a : b;
}

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapsBetween } from "../../../build/agencies/fdsn/query.ts";
import {
  type CatchUpState,
  FEED_PERIODS,
  minMagnitudeOf,
  periodOf,
  planCatchUp,
  REACH_MS,
  siblingFeed,
} from "../../../build/agencies/usgs/summary-feeds.ts";
import { joinSpans } from "../../../build/platform/time.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2031, 4, 4, 12);
const BASE = "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/";

/** The month was looked at a moment ago, so that nothing is due for its own sake. */
function plan(behind: number, parts: Partial<CatchUpState> = {}) {
  const standing = {
    now: NOW,
    coversTo: NOW - behind,
    believedAt: { month: NOW },
    configured: "month",
    fdsn: true,
    isSynced: false,
  } as const;
  return planCatchUp({ ...standing, ...parts });
}

describe("the plan to catch up", () => {
  it.each([
    [0, "hour"],
    [50 * MINUTE, "hour"],
    [51 * MINUTE, "day"],
    [23.8 * HOUR, "day"],
    [24 * HOUR, "week"],
    [6.9 * DAY, "week"],
    [7 * DAY, "month"],
    [29.9 * DAY, "month"],
  ])("%i ms behind takes the shortest feed that reaches back", (behind, feed) => {
    expect(plan(behind)).toEqual({ feed, listing: null });
  });

  it.each([
    [0, "day"],
    [12 * HOUR, "day"],
    [13 * HOUR, "week"],
    [6.6 * DAY, "month"],
    [60 * DAY, "month"],
  ])("%i ms behind without the query service takes one that shows also what was located late", (behind, feed) => {
    expect(plan(behind, { fdsn: false })).toEqual({ feed, listing: null });
  });

  it("lists by the query service what no feed reaches back to, and a day more", () => {
    expect(plan(30 * DAY)).toEqual({ feed: null, listing: { from: NOW - 31 * DAY, to: NOW } });
  });

  it("lists nothing more if the service was asked for changes, and never more than 45 days", () => {
    expect(plan(30 * DAY, { isSynced: true }).listing).toEqual({ from: NOW - 30 * DAY, to: NOW });
    for (const isSynced of [false, true]) {
      expect(plan(3000 * DAY, { isSynced })).toEqual({ feed: null, listing: { from: NOW - 45 * DAY, to: NOW } });
    }
  });

  it("begins with the feed that is configured", () => {
    expect(plan(0, { coversTo: null })).toEqual({ feed: "configured", listing: null });
  });

  it("reads longer feeds at intervals, up to the configured one", () => {
    expect(plan(0, { believedAt: { month: NOW - HOUR } }).feed).toBe("day");
    expect(plan(0, { believedAt: { day: NOW, month: NOW - DAY } }).feed).toBe("week");
    expect(plan(0, { believedAt: { week: NOW, month: NOW - 7 * DAY } }).feed).toBe("month");
    expect(plan(0, { believedAt: {} }).feed).toBe("month");
    expect(plan(0, { believedAt: {}, configured: "week" }).feed).toBe("week");
    expect(plan(0, { believedAt: { hour: NOW }, configured: "hour" }).feed).toBe("hour");
  });

  it("leaves no gap of 45 days while the query service can be asked, nor if a feed reaches back", () => {
    const standing = fc.record({
      behind: fc.integer({ min: -DAY, max: 45 * DAY }),
      fdsn: fc.boolean(),
      configured: fc.constantFrom(...FEED_PERIODS),
    });
    fc.assert(
      fc.property(standing, ({ behind, fdsn, configured }) => {
        const { feed, listing } = plan(behind, { fdsn, configured });
        if (listing) expect(listing.from).toBeLessThanOrEqual(NOW - behind);
        else if (feed && feed !== "configured" && (fdsn || behind <= 30 * DAY)) {
          expect(REACH_MS[feed]).toBeGreaterThanOrEqual(behind);
        }
        expect(feed !== null || fdsn).toBe(true);
      }),
    );
  });
});

describe("the feeds' addresses", () => {
  it("name size and period, of which the other periods are derived", () => {
    expect(siblingFeed(`${BASE}2.5_month.geojson`, "hour")).toBe(`${BASE}2.5_hour.geojson`);
    expect(siblingFeed(`${BASE}significant_day.geojson`, "week")).toBe(`${BASE}significant_week.geojson`);
    expect(periodOf(`${BASE}all_week.geojson`)).toBe("week");
    expect([`${BASE}4.5_day.geojson`, `${BASE}all_day.geojson`, undefined].map(minMagnitudeOf)).toEqual([4.45, null, null]);
  });

  it.each(["file:///tmp/all_month.geojson", "https://example.org/feed.geojson", `${BASE}all_year.geojson`])(
    "that are none of the twenty stand for themselves: %s",
    (address) => {
      expect(periodOf(address)).toBeNull();
      expect(siblingFeed(address, "hour")).toBe(address);
    },
  );
});

describe("spans", () => {
  it("spans that meet are joined, and the time between the others is a gap", () => {
    const spans = joinSpans([
      { from: 20, to: 30 },
      { from: 0, to: 5 },
      { from: 5, to: 8 },
      { from: 22, to: 25 },
    ]);
    expect(spans).toEqual([
      { from: 0, to: 8 },
      { from: 20, to: 30 },
    ]);
    expect(gapsBetween(spans)).toEqual([{ from: 8, to: 20 }]);
  });
});

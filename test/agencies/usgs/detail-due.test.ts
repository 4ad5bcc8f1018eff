import { describe, expect, it } from "vitest";
import { DETAIL_RULE, detailAddresses, type EventDetail, isDue, needsDetail } from "../../../build/agencies/usgs/details.ts";
import { agencyEvent } from "../make-event.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2031, 4, 4, 12);

describe("when a detail is due", () => {
  const event = agencyEvent({ id: "us1", alert: "green", time: NOW - 10 * HOUR, updated: NOW - HOUR });
  const held = (parts: Partial<EventDetail> = {}): EventDetail => ({
    ids: ["us1"],
    updated: NOW - 2 * HOUR,
    askedAt: NOW - 4 * HOUR,
    failed: false,
    products: [],
    solutions: [],
    contours: null,
    ...parts,
  });

  it("is at once if there is no detail yet, then after half the age of the event, at least ten minutes", () => {
    expect(isDue(event, undefined, NOW)).toBe(true);
    expect(isDue(event, held(), NOW)).toBe(true);
    expect(isDue(event, held(), NOW - HOUR - 1)).toBe(false);
    const young = { ...event, time: NOW - 5 * MINUTE };
    expect(isDue(young, held({ askedAt: NOW - DETAIL_RULE.leastWaitMs }), NOW)).toBe(true);
    expect(isDue(young, held({ askedAt: NOW - DETAIL_RULE.leastWaitMs + 1 }), NOW)).toBe(false);
  });

  it("is never if nothing has changed, unless the last request failed", () => {
    expect(isDue(event, held({ updated: event.updated }), NOW)).toBe(false);
    expect(isDue(event, held({ updated: event.updated, failed: true }), NOW)).toBe(true);
  });

  it("is not put off by a clock that was set wrong", () => {
    expect(isDue(event, held({ askedAt: NOW + 900 * DAY }), NOW)).toBe(true);
  });

  it("is for recent earthquakes only", () => {
    expect(needsDetail(event, NOW)).toBe(true);
    expect(needsDetail({ ...event, time: NOW - 31 * DAY }, NOW)).toBe(false);
    expect(needsDetail({ ...event, type: "quarry blast" }, NOW)).toBe(false);
    expect(needsDetail({ ...event, alert: null, significance: 599 }, NOW)).toBe(false);
    expect(needsDetail({ ...event, alert: null, significance: 600 }, NOW)).toBe(true);
    expect(needsDetail({ ...event, alert: null, significance: null }, NOW)).toBe(false);
  });
});

describe("the address of a detail", () => {
  const SUMMARY = "https://example.org/feed/v1.0/summary/2.5_week.geojson";
  it("is beside the summary feed, otherwise of the query service, and of the configured place whatever the id", () => {
    expect(detailAddresses(SUMMARY, { address: "https://other.example/q/", format: "geojson" })?.("us1")).toBe(
      "https://example.org/feed/v1.0/detail/us1.geojson",
    );
    expect(
      detailAddresses("https://example.org/mine.geojson", { address: "https://example.org/q/", format: "geojson" })?.("a&b=/../c"),
    ).toBe("https://example.org/q/query?eventid=a%26b%3D%2F..%2Fc&format=geojson");
    expect(detailAddresses("file:///srv/summary/all_day.geojson", null)).toBeNull();
    expect(detailAddresses(undefined, null)).toBeNull();
    expect(new URL(detailAddresses(SUMMARY, null)?.("../../x") ?? "").pathname).toBe("/feed/v1.0/detail/..%2F..%2Fx.geojson");
  });
});

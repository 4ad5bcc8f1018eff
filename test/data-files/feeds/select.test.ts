import { array, assert, double, integer, option, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { FEED_AGES, FEED_SIZES, type FeedInput, selectFeeds } from "../../../build/data-files/feeds/select.ts";
import { agencyEvent } from "../../agencies/make-event.ts";

const NOW = Date.UTC(2031, 4, 4, 12, 0, 0, 678);
const HOUR = 3_600_000;
const ALL: Omit<FeedInput, "events"> = { asOf: NOW, covers: { from: NOW - 30 * 24 * HOUR, to: NOW }, source: "all" };

function namesOf(input: FeedInput): string[] {
  return [...selectFeeds(input)].map(({ size, age }) => `${size}_${age}`);
}

function idsIn(input: FeedInput): Map<string, string[]> {
  const feeds = [...selectFeeds(input)];
  return new Map(feeds.map(({ size, age, entries }) => [`${size}_${age}`, entries.map(({ id }) => id)]));
}

describe("the feeds of a store that has everything", () => {
  it("are twenty, of every event type, by magnitude as if rounded and by significance", () => {
    const events = [
      agencyEvent({ id: "xx1", magnitude: 4.45, significance: 100, type: "quarry blast" }),
      agencyEvent({ id: "xx2", magnitude: 4.44999, significance: 600 }),
      agencyEvent({ id: "xx3", magnitude: 2.45, significance: 599 }),
      agencyEvent({ id: "xx4", magnitude: 0.95 }),
      agencyEvent({ id: "xx5", magnitude: 0.949 }),
      agencyEvent({ id: "xx6", magnitude: null, significance: null }),
    ].map((event) => ({ ...event, time: NOW - HOUR }));
    const ids = idsIn({ ...ALL, events });
    expect(ids.size).toBe(20);
    expect(ids.get("all_hour")).toEqual(["xx1", "xx2", "xx3", "xx4", "xx5", "xx6"]);
    expect(ids.get("1.0_day")).toEqual(["xx1", "xx2", "xx3", "xx4"]);
    expect(ids.get("2.5_week")).toEqual(["xx1", "xx2", "xx3"]);
    expect(ids.get("4.5_month")).toEqual(["xx1"]);
    expect(ids.get("significant_hour")).toEqual(["xx2"]);
  });

  it("hold each other: an hour in a day, a magnitude in a smaller one, newest first", () => {
    const event = record({
      age: integer({ min: -HOUR, max: 31 * 24 * HOUR }),
      magnitude: option(double({ min: -2, max: 9, noNaN: true })),
      significance: option(integer({ min: 0, max: 2000 })),
    });
    assert(
      property(array(event, { maxLength: 30 }), (given) => {
        const events = given.map(({ age, ...parts }, at) => agencyEvent({ id: `xx${at}`, time: NOW - age, ...parts }));
        const ids = idsIn({ ...ALL, events });
        const timeOf = new Map(events.map(({ id, time }) => [id, time]));
        const isWithin = (inner: string, outer: string) => {
          const all = new Set(ids.get(outer));
          return (ids.get(inner) ?? []).every((id) => all.has(id));
        };
        const ages = ["hour", "day", "week", "month"];
        for (const size of FEED_SIZES) {
          for (const [at, age] of ages.slice(1).entries()) expect(isWithin(`${size}_${ages[at]}`, `${size}_${age}`)).toBe(true);
        }
        for (const [age, reach] of Object.entries(FEED_AGES)) {
          const listed = ids.get(`all_${age}`) ?? [];
          const wanted = events.filter(({ time }) => time >= NOW - reach).map(({ id }) => id);
          expect(listed.toSorted()).toEqual(wanted.toSorted());
          const times = listed.map((id) => timeOf.get(id) ?? 0);
          expect(times).toEqual(times.toSorted((a, b) => b - a));
          for (const [inner, outer] of [
            ["4.5", "2.5"],
            ["2.5", "1.0"],
            ["1.0", "all"],
            ["significant", "all"],
          ]) {
            expect(isWithin(`${inner}_${age}`, `${outer}_${age}`)).toBe(true);
          }
        }
      }),
    );
  });
});

describe("a store that does not have everything", () => {
  it("has no feed that would lack the greater part of its window, and says since when others are complete", () => {
    const from = NOW - 4 * 24 * HOUR;
    const feeds = [...selectFeeds({ ...ALL, covers: { from, to: NOW }, events: [] })];
    const whole = feeds.filter(({ size }) => size === "all");
    const since = Object.fromEntries(whole.map((feed) => [feed.age, feed.completeSince]));
    expect(since).toEqual({ hour: null, day: null, week: from });
    const half = NOW - 3.5 * 24 * HOUR;
    const hasWeek = (start: number) => namesOf({ ...ALL, covers: { from: start, to: NOW }, events: [] }).includes("all_week");
    expect([hasWeek(half), hasWeek(half + 1)]).toEqual([true, false]);
  });

  it.each([
    ["significant", ["significant"]],
    ["4.5", ["4.5"]],
    ["2.5", ["significant", "4.5", "2.5"]],
    ["1.0", ["significant", "4.5", "2.5", "1.0"]],
  ] as const)("a store that reads only the %s feed has no feeds of smaller events", (source, sizes) => {
    const names = namesOf({ ...ALL, source, events: [] });
    expect(names).toEqual(sizes.flatMap((size) => Object.keys(FEED_AGES).map((age) => `${size}_${age}`)));
  });
});

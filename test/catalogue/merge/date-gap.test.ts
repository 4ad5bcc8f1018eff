import { describe, expect, it } from "vitest";
import { dateGap } from "../../../build/catalogue/merge/match-catalogues.ts";
import { isOtherYear } from "../../../build/catalogue/merge/repeated-rows.ts";
import type { CivilTime } from "../../../build/store/civil-time.ts";

function known(part: string | undefined): number | null {
  return part === undefined ? null : Number(part);
}

/** `1906-4-18 13:12:21`, as far as it is known; a year BC is negative. */
function time(words: string): CivilTime {
  const [date = "", clock = ""] = words.split(" ");
  const [, year = "", month, day] = /^(-?\d+)(?:-(\d+))?(?:-(\d+))?$/.exec(date) ?? [];
  const [hour, minute, second] = clock === "" ? [] : clock.split(":");
  return { year: Number(year), month: known(month), day: known(day), hour: known(hour), minute: known(minute), second: known(second) };
}

describe("the gap between two dates", () => {
  it.each([
    ["1906-4-18 13:12:21", "1906-4-18 13:12", 21 / 86_400],
    ["1906-4-18 23:50", "1906-4-19 0:50", 1 / 24],
    ["1906-4-18", "1906-4-18", 0],
    ["1906-12-31", "1907-1-1", 1],
    ["-1-12-31", "1-1-1", 1],
    ["1906-4-18 13:12", "1906-4-18", 0],
    ["1906-4-18 18:00", "1906-4-19", 0.25],
    ["1906-4-20 6:00", "1906-4-19", 0.25],
  ])("of %s and %s is %d days", (a, b, days) => {
    expect(dateGap(time(a), time(b))?.days).toBeCloseTo(days, 6);
    expect(dateGap(time(b), time(a))).toEqual(dateGap(time(a), time(b)));
  });

  it.each([
    ["1906-4-18", "1906-4"],
    ["1906-4-18 13:12", "1906"],
    ["1906-4", "1906"],
    ["-426", "-426"],
  ])("is none if %s lies within %s, but the date is coarse", (a, b) => {
    expect(dateGap(time(a), time(b))).toEqual({ days: 0, clocks: false, coarse: true });
  });

  it.each([
    ["1906-4-18", "1906-5"],
    ["1906-4", "1906-5"],
    ["1906-4-18", "1907"],
  ])("is not known of %s and %s, which are two", (a, b) => {
    expect(dateGap(time(a), time(b))).toBeNull();
    expect(dateGap(time(b), time(a))).toBeNull();
  });

  it("is one of clock times only if both know them", () => {
    expect(dateGap(time("1906-4-18 13:12"), time("1906-4-18 13:14"))?.clocks).toBe(true);
    expect(dateGap(time("1906-4-18 13:12"), time("1906-4-18"))?.clocks).toBe(false);
  });
});

it.each([
  [998, 999, true],
  [999, 1000, false],
  [2, 3, true],
  [1, 2, false],
  [-5, -4, false],
  [500, 502, false],
])("the years %d and %d may be of one date: %s", (one, other, may) => {
  const dated = (year: number) => ({ year, month: 5, day: 29, hour: null, minute: null, second: null });
  expect([isOtherYear(dated(one), dated(other)), isOtherYear(dated(other), dated(one))]).toEqual([may, may]);
  expect(isOtherYear(dated(one), { ...dated(other), day: null })).toBe(false);
});

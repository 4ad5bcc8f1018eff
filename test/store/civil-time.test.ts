import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CivilTime, dayExists, fromJulianCalendar, instantOf, isoTime, precisionOf } from "../../build/store/civil-time.ts";

const unknown: CivilTime = { year: 2018, month: null, day: null, hour: null, minute: null, second: null };

describe("a civil time", () => {
  it.each([
    [{ ...unknown, year: -2150 }, "-002149-01-01T00:00:00.000Z", "year"],
    [{ ...unknown, year: -1, month: 9, day: 2 }, "0000-09-02T00:00:00.000Z", "day"],
    [{ ...unknown, year: -2, month: 9 }, "-000001-09-01T00:00:00.000Z", "month"],
    [{ ...unknown, year: 1 }, "0001-01-01T00:00:00.000Z", "year"],
    [{ ...unknown, year: 17, month: 6 }, "0017-06-01T00:00:00.000Z", "month"],
    [{ ...unknown, year: 1755, month: 11, day: 1, hour: 9, minute: 40 }, "1755-11-01T09:40:00.000Z", "minute"],
    [{ year: 2018, month: 2, day: 6, hour: 15, minute: 50, second: 42.6906 }, "2018-02-06T15:50:42.691Z", "second"],
  ] as const)("%o is printed as %s, known to the %s", (time, printed, precision) => {
    expect(isoTime(instantOf(time))).toBe(printed);
    expect(precisionOf(time)).toBe(precision);
  });

  it("counts a known hour without its minute as known to the day", () => {
    const time = { ...unknown, month: 3, day: 4, hour: 5 };
    expect(precisionOf(time)).toBe("day");
    expect(isoTime(instantOf(time))).toBe("2018-03-04T00:00:00.000Z");
  });

  it("has a 29 February in every fourth year, before 1582 in any year", () => {
    expect([1581, 1582, 1583, 1584].map((year) => dayExists(year, 2, 29))).toEqual([true, false, false, true]);
    expect([30, 31].map((day) => dayExists(1500, 4, day))).toEqual([true, false]);
    expect(dayExists(1500, 1, 31)).toBe(true);
  });

  it.each([
    [1582, 10, 5, 1582, 10, 15],
    [1500, 3, 1, 1500, 3, 11],
    [1, 1, 1, -1, 12, 30],
    [-1, 12, 31, -1, 12, 29],
    [-44, 3, 15, -44, 3, 13],
  ])("the Julian %i-%i-%i is the Gregorian %i-%i-%i", (year, month, day, ...gregorian) => {
    const converted = fromJulianCalendar({ ...unknown, year, month, day, hour: 7 });
    expect([converted.year, converted.month, converted.day, converted.hour]).toEqual([...gregorian, 7]);
  });

  it("keeps the order of years across the turn of the era", () => {
    const years = fc.integer({ min: -4000, max: 3000 }).filter((year) => year !== 0);
    fc.assert(
      fc.property(years, years, (a, b) => {
        const [first, second] = [a, b].map((year) => instantOf({ ...unknown, year }));
        expect(Math.sign((first ?? 0) - (second ?? 0))).toBe(Math.sign(a - b));
      }),
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { precisionOf, readTable, tableOf } from "../../../build/site/earthquakes/table.ts";
import { earthquakeTable, recentTables } from "../../../build/site/earthquakes/write-table.ts";
import { isoTime } from "../../../build/store/civil-time.ts";
import { SMALL } from "../tools/seeded-tools.ts";
import { ROW } from "./rows.ts";

describe("the table of earthquakes", () => {
  it("has each of the catalogue's, with what a list shows of it", () => {
    const read = readTable(JSON.parse(JSON.stringify(earthquakeTable(SMALL.events))));
    const known = SMALL.events.toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
    expect(read.map(({ slug }) => slug)).toEqual(known.map(({ slug }) => slug));
    for (const [at, event] of known.entries()) {
      const { id, time, precision, magnitude, depthKm, latitude, longitude, country, tsunamiFlag, alert, historical, place, name } = event;
      const same = { id, magnitude, depthKm, latitude, longitude, country: country?.iso2 ?? null, tsunami: tsunamiFlag, alert };
      expect(read[at]).toMatchObject({ ...same, historical, place, name });
      expect(precisionOf(read[at]?.when ?? "")).toBe(precision);
      // What is not known of a time is its start.
      if (precision !== "minute") expect(isoTime(read[at]?.time ?? 0)).toBe(isoTime(time));
    }
    expect(read.find(({ when }) => when === "-000463")).toMatchObject({ deaths: 20_000, atLeast: false, name: "The first" });
    expect(read.map(({ when }) => when)).toContain("1800-05");
  });

  it("has every recent earthquake in one of two files, also if one of them is from before midnight", () => {
    const DAY = 86_400_000;
    const times = fc.array(fc.integer({ min: 0, max: 4 * DAY }), { maxLength: 30 });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 4 * DAY }), fc.integer({ min: 0, max: DAY }), (all, asOf, later) => {
        const recent = all.map((time) => ({ time })).filter(({ time }) => time <= asOf + later);
        const [[, before]] = recentTables(
          recent.filter(({ time }) => time <= asOf),
          asOf,
        ) as [[string, object[]]];
        const [, [, newest]] = recentTables(recent, asOf + later) as [unknown, [string, object[]]];
        expect(recent.filter((one) => !before.includes(one) && !newest.includes(one))).toEqual([]);
      }),
    );
  });

  it("reads a time of any age and precision", () => {
    const instant = fc.integer({ min: -130_000_000_000_000, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(instant, fc.constantFrom(0, 7, 4, 16, 10), (time, characters) => {
        const iso = isoTime(time);
        const when = characters === 0 ? iso : iso.slice(0, characters + (/^[+-]/.test(iso) ? 3 : 0));
        const [row] = readTable(tableOf([{ ...ROW, when }]));
        expect(isoTime(row?.time ?? 0).startsWith(when)).toBe(true);
        expect(row?.time).toBeLessThanOrEqual(time);
        expect(precisionOf(when)).toBe({ 0: "second", 4: "year", 7: "month", 10: "day", 16: "minute" }[characters]);
      }),
    );
  });

  it("refuses another format, a column that is short, and what is not a time", () => {
    const table = tableOf([ROW]);
    expect(() => readTable({ ...table, format: 2 })).toThrow(TypeError);
    expect(() => readTable({ ...table, columns: { ...table.columns, country: [] } })).toThrow(TypeError);
    for (const other of [undefined, null, {}, "<html>"]) expect(() => readTable(other)).toThrow(TypeError);
    expect(() => readTable(tableOf([{ ...ROW, when: "long ago" }]))).toThrow(RangeError);
  });
});

import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historicalRecords } from "../../../build/agencies/noaa/record.ts";
import { readNoaa } from "../../../build/agencies/noaa/tables.ts";
import { historicalPartners } from "../../../build/catalogue/merge/match-catalogues.ts";
import { embeddedNotable } from "../../../build/pipeline/load/inputs.ts";
import type { HistoricalRecord } from "../../../build/store/records.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { historicalRecord } from "../make-records.ts";

const record = historicalRecord({ id: "noaa1", agency: "noaa" });
const day = { ...record.time, hour: null, minute: null };

/** `record=own` for each pair, then what stands alone. */
function partners(catalogue: readonly HistoricalRecord[], table: readonly HistoricalRecord[]): string[] {
  const { tableOf, alone } = historicalPartners(catalogue, table);
  return [...[...tableOf].map(([one, own]) => `${one.id}=${own.id}`), ...alone.map(({ id }) => id)].toSorted();
}

interface Given {
  day: number;
  hour: number | null;
  latitude: number | null;
  magnitude: number | null;
}

function records(prefix: string, given: readonly Given[]): HistoricalRecord[] {
  return given.map(({ day, hour, ...numbers }, at) =>
    historicalRecord({ id: `${prefix}${at}`, time: { ...record.time, day, hour, minute: hour && 0 }, ...numbers }),
  );
}

describe("which of a table is which of a historical catalogue", () => {
  it.each([
    ["the same date, place and size", {}],
    ["the day before, by the local clock", { time: { ...day, day: 5 } }],
    ["the same clock time a day off", { time: { ...record.time, day: 7 } }],
    ["only the year", { time: { ...day, month: null, day: null } }],
    ["another kind of magnitude", { magnitude: 7.8 }],
    ["a guessed epicentre", { latitude: 22.1 }],
    ["no position, but country and date", { latitude: null, longitude: null }],
    ["the date that the table names for it", { time: { ...record.time, year: 1990 }, otherTime: record.time }],
    ["a misplaced epicentre, but country and hour", { latitude: 17, time: { ...record.time, minute: 55 } }],
  ])("joins what has %s", (_, given) => {
    expect(partners([record], [historicalRecord({ id: "qt1", ...given })])).toEqual(["noaa1=qt1"]);
  });

  it.each([
    ["of two days before", { time: { ...day, day: 4 } }],
    ["two magnitudes larger", { magnitude: 8.4 }],
    ["of the same year, 140 km off", { time: { ...day, month: null, day: null }, latitude: 22.8 }],
    ["without a position in another country", { latitude: null, longitude: null, country: "JP" }],
    ["far in everything at once", { time: { ...record.time, day: 7 }, latitude: 22.5, magnitude: 7.4 }],
  ])("does not join what is %s", (_, given) => {
    expect(partners([record], [historicalRecord({ id: "qt1", ...given })])).not.toContain("noaa1=qt1");
  });

  it("joins nothing if two could be meant, unless one is of the same clock time", () => {
    const other = { ...record, id: "noaa2" };
    const own = historicalRecord({ id: "qt1" });
    expect(partners([record, other], [own])).toEqual([]);
    expect(partners([{ ...other, time: { ...other.time, hour: 18 } }, record], [own])).toEqual(["noaa1=qt1"]);
  });

  it("keeps what the catalogue does not have, and omits what it may have under another date", () => {
    const elsewhere = historicalRecord({ id: "qt2", latitude: -30 });
    const otherwise = historicalRecord({ id: "qt3", time: { ...day, day: 20 } });
    expect(partners([record], [elsewhere])).toEqual(["qt2"]);
    expect(partners([record], [otherwise])).toEqual([]);
    expect(partners([record], [historicalRecord({ id: "qt1" }), otherwise])).toEqual(["noaa1=qt1", "qt3"]);
  });

  it("is one to one, and does not depend on the order", () => {
    const some = fc.array(
      fc.record({
        day: fc.integer({ min: 5, max: 8 }),
        hour: fc.option(fc.integer({ min: 0, max: 23 })),
        latitude: fc.option(fc.integer({ min: 240, max: 270 }).map((tenths) => tenths / 10)),
        magnitude: fc.option(fc.integer({ min: 60, max: 80 }).map((tenths) => tenths / 10)),
      }),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(some, some, (one, other) => {
        const [catalogue, table] = [records("n", one), records("q", other)];
        const { tableOf, alone } = historicalPartners(catalogue, table);
        const own = [...tableOf.values()];
        expect(new Set(own).size).toBe(own.length);
        expect(alone.filter((each) => own.includes(each))).toEqual([]);
        expect(partners(catalogue.toReversed(), table.toReversed())).toEqual(partners(catalogue, table));
      }),
    );
  });
});

describe.skipIf(!corpusPresent)("the embedded table and NOAA's of 2026", async () => {
  const name = "noaa/hazel-earthquakes-2026-03.tsv";
  const noaa = corpusPresent ? historicalRecords(readNoaa(readFileSync(corpus(name)), name).rows, []).records : [];
  const notable = embeddedNotable();
  const { tableOf, alone } = historicalPartners(noaa, notable);

  it("have 98 of 100 earthquakes in common, the table fifteen that NOAA does not have, and none is in doubt", () => {
    expect(tableOf.size / notable.length).toBeGreaterThan(0.98);
    expect(alone).toHaveLength(15);
    expect(tableOf.size + alone.length).toBe(notable.length);
  });

  it("agree on the deaths of those that are the same, to a factor of ten, in 98 of 100 cases", () => {
    const both = [...tableOf].flatMap(([{ losses }, own]) => {
      const [theirs, ours] = [losses.deaths.value, own.losses.deaths.value];
      return theirs !== null && ours !== null && Math.max(theirs, ours) >= 10 ? [(theirs + 1) / (ours + 1)] : [];
    });
    expect(both.length).toBeGreaterThan(400);
    expect(both.filter((ratio) => ratio < 10 && ratio > 0.1).length / both.length).toBeGreaterThan(0.98);
  });

  it("stay separate if NOAA has no such earthquake: Entiat 1872, Nahanni 1985, Moiyabana 2017", () => {
    const ids = alone.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["qt18721215", "qt19851223", "qt20170403", "qt11381011"]));
  });
});

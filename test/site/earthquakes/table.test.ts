import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { CatalogueEvent } from "../../../build/catalogue/catalogue.ts";
import { countEras, eraBars, eraIn, eraOf, eraText } from "../../../build/site/earthquakes/eras.ts";
import { earthquakesCsv, earthquakesGeojson } from "../../../build/site/earthquakes/export.ts";
import { withoutKnown } from "../../../build/site/earthquakes/known.ts";
import { earthquakeRow } from "../../../build/site/earthquakes/row.ts";
import { instantOf } from "../../../build/site/earthquakes/selection.ts";
import {
  earthquakeTable,
  type ListedEarthquake,
  precisionOf,
  readTable,
  recentTables,
  type TableRow,
  tableOf,
} from "../../../build/site/earthquakes/table.ts";
import { neutralNumber } from "../../../build/site/format/numbers.ts";
import { readTexts } from "../../../build/site/i18n/read-translations.ts";
import { type Translations, translationsIn } from "../../../build/site/i18n/translations.ts";
import { firstEarthquakes } from "../../../build/site/views/earthquakes.ts";
import { isoTime } from "../../../build/store/civil-time.ts";
import { ENGLISH } from "../english.ts";
import { SMALL } from "../tools/seeded-tools.ts";
import { ROW } from "./rows.ts";

function listed(parts: Partial<TableRow> = {}): ListedEarthquake {
  const [row] = readTable(tableOf([{ ...ROW, ...parts }]));
  if (!row) throw new Error("the table has a row");
  return row;
}

describe("the table of earthquakes, on a machine far from Greenwich", () => {
  beforeAll(() => void vi.stubEnv("TZ", "Pacific/Chatham"));
  afterAll(() => void vi.unstubAllEnvs());

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

  it("has every recent earthquake in one of three files, also if one of them is from before midnight, and the large ones in two", () => {
    const DAY = 86_400_000;
    // The historical catalogue may have one that no list of recent earthquakes has.
    const event = fc.record({
      time: fc.integer({ min: 0, max: 4 * DAY }),
      magnitude: fc.constantFrom(null, 4.49, 4.5, 9),
      recent: fc.boolean(),
    });
    const events = fc.array(event, { maxLength: 30 });
    fc.assert(
      fc.property(events, fc.integer({ min: 0, max: 4 * DAY }), fc.integer({ min: 0, max: DAY }), (all, asOf, later) => {
        const recent = all.filter(({ time }) => time <= asOf + later);
        const before = recentTables(
          recent.filter(({ time }) => time <= asOf),
          asOf,
        );
        const [large = [], small = []] = before.map(([, rows]) => rows);
        const [, newest = []] = recentTables(recent, asOf + later).at(-1) ?? [];
        const inLarge = (one: (typeof recent)[number]) => large.includes(one) || newest.includes(one);
        expect(recent.filter((one) => !inLarge(one) && !small.includes(one))).toEqual([]);
        expect(recent.filter((one) => (one.magnitude ?? 0) >= 4.5 && !inLarge(one))).toEqual([]);
      }),
    );
  });

  it("shows without a script also an earthquake of the week that only the historical catalogue has", () => {
    const [like] = SMALL.events as [CatalogueEvent];
    const own = { ...like, id: "h", recent: false, historical: true, magnitude: 6, time: SMALL.asOf - 1 };
    const { week } = firstEarthquakes({ ...SMALL, events: [own] }, []);
    expect(week.map(({ id }) => id)).toEqual(["h"]);
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

it("an earthquake of the archive is listed once, where the historical catalogue has it under another id", () => {
  const history = readTable(tableOf([{ ...ROW, when: "1923-09" }, ROW]));
  const same = listed({ id: "official1", when: "2011-03-11T05:46:24.120Z", latitude: 38.2, magnitude: 9 });
  const others = [
    { ...same, time: same.time + 180_000 },
    { ...same, latitude: 20 },
    { ...same, magnitude: 6.2 },
    // Within each of the bounds, but not within that of their sum.
    { ...same, time: same.time + 85_000, latitude: 39.4, magnitude: 8.1 },
    { ...same, time: Date.UTC(1923, 8, 1, 0, 1) },
  ];
  expect(withoutKnown([same, ...others], history)).toEqual(others);
  expect(withoutKnown([same], [])).toEqual([same]);
  const at = (ms: number) => ({ ...listed({ id: "other" }), time: listed().time + ms });
  const [before, after] = [at(-120_001), at(120_001)];
  expect(withoutKnown([before, at(-120_000), at(120_000), after, { ...same, id: ROW.id, latitude: 20 }], history)).toEqual([before, after]);
});

it("every year is in one decade or century, whose ends are years of a selection", () => {
  fc.assert(
    fc.property(fc.integer({ min: -2999, max: 2100 }), (year) => {
      const era = eraOf(year);
      const [from, to] = era.years;
      expect(from <= year && year <= to).toBe(true);
      expect([from, to].map((end) => eraOf(end).start)).toEqual([era.start, era.start]);
      expect(eraOf(to + 1).years[0]).toBe(to + 1);
      expect(new Date(instantOf(era.start, "first") ?? Number.NaN).getUTCFullYear()).toBe(from);
      expect(new Date(instantOf(era.end, "last") ?? Number.NaN).getUTCFullYear()).toBe(to);
    }),
  );
});

it.each([
  [2024, "2020–2029"],
  [1900, "1900–1909"],
  [1899, "1800–1899"],
  [1, "1–99"],
  [0, "99 BC – 1 BC"],
  [-463, "499 BC – 400 BC"],
])("the year %i is in %s", (year, text) => {
  expect(eraText(eraOf(year), ENGLISH.area("data"))).toBe(text);
});

it("eras count their earthquakes and those who died, oldest first, with bars as high as square roots", () => {
  const all = [
    listed({ deaths: null }),
    listed({ when: "2013" }),
    listed({ when: "2014", deaths: 7 }),
    listed({ when: "2019-05", deaths: 0 }),
  ];
  const counts = [...countEras([...all, listed({ when: "1755-11-01", deaths: 50_000 })], eraIn(false)).values()];
  expect(counts.map(({ era, earthquakes, deaths }) => [era.start, earthquakes, deaths])).toEqual([
    ["1700", 1, 50_000],
    ["2010", 4, 18_435],
  ]);
  const bars = eraBars(counts, { href: ({ start }) => `#${start}`, t: ENGLISH.area("data") }).markup;
  expect([...bars.matchAll(/rect\s+y="([\d.]+)" width="10" height="([\d.]+)"/g)].map(([, y, height]) => [y, height])).toEqual([
    ["50.0", "50.0"],
    ["0.0", "100.0"],
  ]);
});

describe("a row of the list", () => {
  const country = (iso2: string) => (iso2 === "JP" ? "Nippon" : undefined);
  const markupOf = (parts: Partial<TableRow>, language = ENGLISH) => {
    const shared = { href: ({ slug }: ListedEarthquake) => `/${slug}/`, number: neutralNumber, country, english: () => "Japan" };
    return earthquakeRow(listed(parts), { ...shared, t: language.area("data"), deaths: "Deaths" }).markup;
  };
  const cellsOf = (parts: Partial<TableRow>, language?: Translations) =>
    markupOf(parts, language)
      .split("</td>")
      .map((cell) =>
        cell
          .replaceAll(/<br>/g, " / ")
          .replaceAll(/<[^>]*>/g, "")
          .trim(),
      );

  it.each<[Partial<TableRow>, string[]]>([
    [{}, ["9.1 mw", "Japan: Honshu / Nippon ≋", "2011-03-11", "29 km", "18,428"]],
    [{ magnitude: 6, magnitudeType: null, depthKm: 29.6 }, ["6.0 ?", "Japan: Honshu / Nippon ≋", "2011-03-11", "30 km", "18,428"]],
    [{ magnitude: null, depthKm: null, deaths: null }, ["–", "Japan: Honshu / Nippon ≋", "2011-03-11", "–", "–"]],
    [{ atLeast: true, country: null, name: "Tōhoku" }, ["9.1 mw", "Tōhoku / Japan: Honshu ≋", "2011-03-11", "29 km", "≥ 18,428"]],
    [{ country: null }, ["9.1 mw", "Japan: Honshu ≋", "2011-03-11", "29 km", "18,428"]],
    [{ country: null, tsunami: null, deaths: 0 }, ["9.1 mw", "Japan: Honshu", "2011-03-11", "29 km", "0"]],
    [{ historical: false, tsunami: false }, ["9.1 mw", "Japan: Honshu / Nippon", "2011-03-11 05:46 UTC", "29 km", "18,428"]],
  ])("with %j shows %j", (parts, cells) => expect(cellsOf(parts).slice(0, 5)).toEqual(cells));

  it("says a distance and a direction, and the country, in the reader's language", () => {
    const german = translationsIn("de", readTexts().de);
    const place = { place: "7km SSE of Ōma, Japan", tsunami: false };
    expect(cellsOf(place, german)[1]).toBe("7\u00A0km SSO von Ōma, Nippon");
    expect(markupOf(place, german)).not.toContain('lang="en"');
    expect(markupOf({ ...place, name: "Tōhoku" }, german)).toContain('<span lang="en">Tōhoku</span>');
  });

  it.each([
    [0, undefined],
    [207_500, "50.0"],
    [830_000, "100.0"],
    [2_000_000, "100.0"],
  ])("has for %d deaths a bar as long as the square root of their share: %s", (deaths, width) => {
    expect(/class="toll"[^]* width="([\d.]+)"/.exec(markupOf({ deaths }))?.[1]).toBe(width);
  });
});

it("a list is downloaded with the values of the catalogue, and with what is not known empty", () => {
  const rows = [
    listed({ when: "1755-11-01", atLeast: true, name: "=Lisbon", alert: "red" }),
    listed({ latitude: null, depthKm: null, tsunami: null }),
  ];
  expect(earthquakesCsv(rows)).toBe(
    "id,time,time_precision,latitude,longitude,depth_km,magnitude,magnitude_type,place,name,country,alert,tsunami_flag,deaths,deaths_at_least,historical\n" +
      "noaa5545,1755-11-01T00:00:00.000Z,day,38.297,142.373,29,9.1,mw,Japan: Honshu,'=Lisbon,JP,red,true,,18428,true\n" +
      "noaa5545,2011-03-11T05:46:00.000Z,minute,,142.373,,9.1,mw,Japan: Honshu,,JP,,,18428,18428,true\n",
  );
  const { features } = JSON.parse(earthquakesGeojson(rows)) as { features: { geometry: object; properties: object }[] };
  expect(features.map(({ geometry }) => geometry)).toEqual([{ type: "Point", coordinates: [142.373, 38.297, 29] }]);
});

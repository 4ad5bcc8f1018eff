import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCountryLocator } from "../../build/catalogue/locate/locate-country.ts";
import { readCountries, readCountryPolygons } from "../../build/pipeline/load/countries.ts";
import { agreementOf, type Count } from "../../scripts/measure/location/agreement.ts";
import { EXPLANATIONS, explanationOf } from "../../scripts/measure/location/explanation.ts";
import { createNamedCountry } from "../../scripts/measure/location/named-country.ts";
import { hazelEvents, type NamedEvent, noaaCountryNames, noaaEvents, usgsEvents } from "../../scripts/measure/location/named-events.ts";
import { createNoaaNames, FILED_UNDER } from "../../scripts/measure/location/noaa-names.ts";
import { grainOf, mayBeIn } from "../../scripts/measure/location/position-grain.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";

const DATA = join(import.meta.dirname, "../../data");
const countries = readCountries(DATA);
const named = createNamedCountry(countries);
const noaaNames = createNoaaNames(countries);

/** Percent of the events that agree in each sense, rounded down to a tenth. */
function percent({ events, ...senses }: Count): Record<string, number> {
  return Object.fromEntries(Object.entries(senses).map(([sense, count]) => [sense, Math.floor((1000 * count) / events) / 10]));
}

describe.skipIf(!corpusPresent)("the located country against the one that the agency names", () => {
  const locate = createCountryLocator(readCountryPolygons(DATA));
  const noaaTable = corpus("noaa/signif-2020-08.tsv");

  it("agrees for 99.6 % of USGS events on land and 99.1 % of all", () => {
    const { onLand, all } = agreementOf(usgsEvents(corpus("usgs/feeds"), named), locate);
    expect(all.events).toBeGreaterThan(30_000);
    expect(percent(onLand)["named"]).toBeGreaterThanOrEqual(99.6);
    expect(percent(all)["named"]).toBeGreaterThanOrEqual(99.1);
  });

  it("agrees for 98.6 % of NOAA's events on land and 97.5 % of all, as far as the digits of a position tell; 97.2 % and 96 % without that", () => {
    const { onLand, all } = agreementOf(noaaEvents(noaaTable, noaaNames), locate);
    expect(all.events).toBeGreaterThan(6100);
    const floors = [
      [onLand, 97.2, 97.9, 98.6],
      [all, 96, 96.8, 97.5],
    ] as const;
    for (const [count, country, further, grain] of floors) {
      expect(percent(count)["named"]).toBeGreaterThanOrEqual(country);
      expect(percent(count)["alsoNamed"]).toBeGreaterThanOrEqual(further);
      expect(percent(count)["withinGrain"]).toBeGreaterThanOrEqual(grain);
    }
  });

  it("agrees as well for NOAA's rows since, which nobody had seen when the rules were made", () => {
    const later = hazelEvents(corpus("noaa/hazel-earthquakes-2026-03.tsv"), noaaNames, [2020, 9]);
    const { onLand, all } = agreementOf(later, locate);
    expect(all.events).toBeGreaterThan(200);
    expect(percent(onLand)["alsoNamed"]).toBeGreaterThanOrEqual(98);
    expect(percent(all)["alsoNamed"]).toBeGreaterThanOrEqual(98);
  });

  it("files no country under another that NOAA's list has a name for", () => {
    const columns = noaaCountryNames(noaaTable);
    expect(columns).toEqual(expect.arrayContaining(Object.keys(FILED_UNDER)));
    for (const [name, [own, ...filed]] of Object.entries(FILED_UNDER)) {
      const others = columns.filter((column) => column !== name).flatMap((column) => noaaNames.country(column) ?? []);
      expect([own, ...filed].filter((iso2) => iso2 && others.includes(iso2))).toEqual([]);
    }
  });
});

/** Country AA begins at 10.49° E. */
function eastern(_: number, longitude: number) {
  return longitude >= 10.49 ? ({ iso2: "AA", relation: "inside", distanceKm: 0 } as const) : null;
}

describe("the grain of a position", () => {
  it.each([
    [31, 35, 1],
    [31.5, 35, 0.5],
    [31.5, 35.1, 0.1],
    [31.5, 35.25, 0.01],
    [38.717, 48.5, 0.001],
    [38.7171, 48.5, 0],
    [-0.3, 179.7, 0.1],
  ])("%d, %d is %d°", (latitude, longitude, grain) => {
    expect(grainOf(latitude, longitude)).toBe(grain);
  });

  it("bounds where the event may have been: half of it to each side", () => {
    expect(mayBeIn(["AA"], { latitude: 40, longitude: 10 }, eastern)).toBe(true);
    expect(mayBeIn(["AA"], { latitude: 40.5, longitude: 10 }, eastern)).toBe(false);
    expect(mayBeIn(["BB"], { latitude: 40, longitude: 10 }, eastern)).toBe(false);
  });
});

describe("the explanation of a disagreement", () => {
  const event: NamedEvent = { id: "x", latitude: 0, longitude: 0, words: "", named: ["AA"], alsoNamed: [] };
  it.each([
    ["none", "", 400, "no coast within"],
    ["inside", "12 km N of Town, Country", 4, "a line of the map"],
    ["inside", "12 km N of Town, Country", 11, "so many km from a town"],
    ["offshore", "12km NNE of Town, Country", 40, "at sea"],
    ["inside", "COUNTRY (COUNTRY: TOWN)", 40, "on land within"],
    ["inside", "COUNTRY (COUNTRY: TOWN)", 140, "the position does not fit"],
    ["offshore", "COUNTRY (COUNTRY: TOWN)", 500, "the position does not fit"],
  ] as const)("%s of %j, %d km off: %s", (relation, words, km, beginning) => {
    const found = EXPLANATIONS[explanationOf({ ...event, words, located: "BB", relation }, km)];
    expect(found?.what).toContain(beginning);
  });
});

describe("the countries in a row of NOAA's table", () => {
  it.each([
    ["AUSTRIA:VILLACH; ITALY:VENETO; SLOVENIA:CELOVAC", ["AT", "IT", "SI"]],
    ["BALKANS NW:  BOSNIA-HERZEGOVINA:  TITOGRAD", ["BA"]],
    ["ARMENIA-AZERBAIJAN-IRAN:  ASTARA, BILASUVAR, IMISLI", ["AM", "AZ", "IR"]],
    ["PAKISTAN-NW AFGHANISTAN:  HINDU KUSH: CHITRAL-LANDI", ["PK", "AF"]],
    ["PERU:  JUIN  PROVINCE FELT ARGENTINA TO MEXICO CITY", ["PE"]],
    ["CALIFORNIA:  IMPERIAL VALLEY; MEXICO: MEXICALI", ["US", "MX"]],
    ["GEORGIA:  TBILISI", ["GE"]],
    ["SUDAN:  JUBA, MAYA;  UGANDA: NAKURA", ["SD", "SS", "UG"]],
    ["AEGEAN SEA", []],
  ])("of the location %j are %j", (location, codes) => {
    expect(noaaNames.location(location)).toEqual(codes);
  });
});

describe("the country in an agency's words", () => {
  it.each([
    ["12km SSW of Searles Valley, CA", ["US"]],
    ["5km N of Calexico, California", ["US"]],
    ["10km NE of Mexicali, B.C., MX", ["MX"]],
    ["3 km S of Hualien City, Taiwan", ["TW"]],
    ["Fiji region", ["FJ"]],
    ["off the east coast of Honshu, Japan", ["JP"]],
    ["near the coast of central Peru", ["PE"]],
    ["South Sandwich Islands region", ["GS"]],
    ["Afghanistan-Tajikistan border region", ["AF", "TJ"]],
    ["South Africa", ["ZA"]],
    ["12 km W of Tbilisi, Georgia", ["GE", "US"]],
    ["MYANMAR (BURMA)", ["MM"]],
    ["USA", ["US"]],
    ["UK", ["GB"]],
    ["SUDAN", ["SD"]],
    ["South Sudan", ["SS"]],
    ["TURKEY", ["TR"]],
    ["south of Tonga", null],
    ["Southern Mid-Atlantic Ridge", null],
    ["Off the coast of Central America", null],
    ["ATLANTIC OCEAN", null],
    ["", null],
  ])("%j is %j", (words, codes) => {
    expect(named(words)).toEqual(codes);
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCountryLocator } from "../../build/catalogue/locate/locate-country.ts";
import { readCountries, readCountryPolygons } from "../../build/pipeline/load/countries.ts";
import { agreementOf, type Count } from "../../scripts/measure/location/agreement.ts";
import { createNamedCountry } from "../../scripts/measure/location/named-country.ts";
import { hazelEvents, noaaCountryNames, noaaEvents, usgsEvents } from "../../scripts/measure/location/named-events.ts";
import { createNoaaNames, FILED_UNDER } from "../../scripts/measure/location/noaa-names.ts";
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

  it("agrees as well for NOAA's later rows, which were not known when the rules were made", () => {
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

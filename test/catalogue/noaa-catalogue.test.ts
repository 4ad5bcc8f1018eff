import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { historicalRecords } from "../../build/agencies/noaa/record.ts";
import { readNoaa, readNoaaTsunamis } from "../../build/agencies/noaa/tables.ts";
import { detailAnswers } from "../../build/answers/earthquakes.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue, CatalogueEvent } from "../../build/catalogue/catalogue.ts";
import { withCommonNames } from "../../build/catalogue/merge/match-catalogues.ts";
import { EarthquakeDetail } from "../../build/contract/resources/earthquake-detail.ts";
import { loadGeography } from "../../build/pipeline/load/geography.ts";
import { embeddedNotable, embeddedUsgs } from "../../build/pipeline/load/inputs.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";

async function assemble(name: string): Promise<Catalogue> {
  const { rows } = readNoaa(readFileSync(corpus(`noaa/${name}`)), name);
  const tsunamis = readNoaaTsunamis(readFileSync(corpus("noaa/tsevent-2020-06.tsv")), "tsevent").rows;
  const historical = withCommonNames(historicalRecords(rows, tsunamis).records, embeddedNotable());
  const usgs = embeddedUsgs();
  return assembleCatalogue({
    ...loadGeography(),
    asOf: usgs.capture.generated,
    live: [{ agency: "usgs", events: usgs.events, withdrawn: usgs.withdrawn }],
    historical,
    sources: [],
    leftOut: {},
  });
}

describe.skipIf(!corpusPresent)("a catalogue with the whole of NOAA's table", async () => {
  const catalogue = corpusPresent ? await assemble("hazel-earthquakes-2026-03.tsv") : undefined;
  const events = catalogue?.events ?? [];
  const find = (id: string) => events.find((event) => event.id === id || event.aliases.includes(id));

  it("serves its 6,662 rows as 6,655 earthquakes, and fifteen of the embedded table's that it does not list", () => {
    const historical = events.filter((event) => event.historical);
    const theirs = historical.filter(({ sources }) => sources.some(({ agency }) => agency === "noaa"));
    expect([theirs.length, historical.length]).toEqual([6655, 6670]);
    expect(find("qt20170403")).toMatchObject({ name: "Moiyabana", historical: true });
    expect(events.filter(({ historical, significant }) => historical && !significant)).toMatchObject([
      { name: "Calcutta (spurious)", spurious: true, magnitude: null, tsunami: { observed: null }, losses: { deaths: { value: null } } },
    ]);
  });

  it("has of our table what it does not know itself: magnitudes and dates", async () => {
    const notable = embeddedNotable().filter(({ spurious }) => !spurious);
    const lost = notable.filter(({ id, magnitude }) => magnitude !== null && find(id)?.magnitude === null);
    expect(lost.map(({ id }) => id)).toEqual([]);
    // NOAA has the year of Ganja, and no magnitude of Basel.
    expect(find("qt11390930")).toMatchObject({ magnitude: 7.5, precision: "day", oldStyleDate: "1139-09-30" });
    expect(find("qt13561018")).toMatchObject({ magnitude: 6.5, precision: "minute" });
    expect(find("qtbc0426")).toMatchObject({ magnitude: 7.1, precision: "month" });
  });

  it("writes a detail record for each that keeps the contract", () => {
    for (const { body } of events.map(detailAnswers(catalogue as Catalogue))) EarthquakeDetail.parse(body);
    expect(events.length).toBeGreaterThan(6670);
  });

  it("gives what is known of a date, and says how much that is", () => {
    const [oldest] = events.toSorted((a, b) => a.time - b.time);
    expect(events.filter(({ historical, recent, depthKm }) => historical && !recent && depthKm === 0)).toEqual([]);
    expect(oldest).toMatchObject({ precision: "year", time: Date.UTC(-2149, 0, 1), magnitude: 7.3, recent: false });
    const precisions = new Set(events.filter(({ historical }) => historical).map(({ precision }) => precision));
    expect(precisions).toEqual(new Set(["year", "month", "day", "minute", "second"]));
  });

  it("places Roermond 1992 in the Netherlands with the magnitude of our table, though NOAA's epicentre is in Belgium", () => {
    expect(find("qt19920413")).toMatchObject({
      country: { iso2: "NL", relation: "inside", distanceKm: null },
      magnitude: 5.4,
      magnitudeType: "mw",
      latitude: 51.153,
    });
    const detail = EarthquakeDetail.parse(detailAnswers(catalogue as Catalogue)(find("qt19920413") as CatalogueEvent).body);
    expect(detail.other_solutions).toMatchObject([
      { agency: "noaa", contributor: null, latitude: 51.153, magnitude: 5.2, magnitude_type: null },
      { agency: "notable", id: "qt19920413", latitude: 51.15, magnitude: 5.4, magnitude_type: "mw", occurred_at: null },
    ]);
    const netherlands = catalogue?.countries.find(({ iso2 }) => iso2 === "NL");
    expect(netherlands?.largestMagnitude).toBeGreaterThanOrEqual(5.4);
    // The country of the position stands where a source names it too: El Karak is in Jordan by NOAA, though not by our table.
    const karak = events.filter(({ place }) => place === "JORDAN: AL-KARAK");
    expect(new Set(karak.map(({ country }) => country?.iso2))).toEqual(new Set(["JO"]));
  });

  it("lets the position decide where the named country is more than 1,000 km away, and says what the source has", () => {
    const contradicted = events.flatMap(({ place, country }) => (place.includes("(NOAA: ") ? [`${country?.iso2}: ${place}`] : []));
    expect(contradicted.toSorted()).toEqual([
      "CC: 188 km off the coast of the Cocos (Keeling) Islands (NOAA: AUSTRALIA: S, COCOS ISLANDS)",
      "GS: 340 km off the coast of South Georgia (NOAA: ANTARCTICA)",
      "KE: 2 km off the coast of Kenya (NOAA: MONGOLIA)",
      "PG: 34 km off the coast of Papua New Guinea (NOAA: TAJIKISTAN: KHATLON)",
      "SH: Saint Helena, Ascension and Tristan da Cunha (NOAA: UNITED KINGDOM: BRITIAN)",
    ]);
  });

  // The nearest coasts are those of Saint Pierre, Japan and Tonga. Mayotte is a country of its own in `COMOROS: MAYOTTE`.
  it.each([
    ["CANADA: GRAND BANKS", 1929, "CA"],
    ["TAIWAN", 1966, "TW"],
    ["FIJI ISLANDS", 1937, "FJ"],
    ["COMOROS: MAYOTTE", 2018, "YT"],
    ["TURKEY", 1899, "GE"],
  ])("places %s of %i by the source's word at sea, by the position on land: %s", (place, year, iso2) => {
    const found = events.filter((event) => event.place === place && new Date(event.time).getUTCFullYear() === year);
    expect(found.map(({ country }) => country?.iso2)).toContain(iso2);
  });

  it("is one event with what the USGS reports of the same hour", () => {
    const hualien = find("us1000chhc");
    expect(hualien).toMatchObject({ historical: true, recent: true, name: "Hualien" });
    expect(hualien?.losses.deaths.value).toBe(17);
    expect(hualien?.sources.map(({ agency }) => agency)).toEqual(["usgs", "noaa", "notable"]);
  });

  it("keeps common names, and the ids under which the embedded table had them", () => {
    const valdivia = find("qt19600522");
    expect(valdivia?.sources.map(({ agency }) => agency)).toEqual(["noaa", "notable"]);
    expect(valdivia).toMatchObject({ magnitude: 9.5, historical: true });
    expect(valdivia?.name).not.toBeNull();
  });

  it.each([
    { id: "qt20110311", value: 19_759, said: [18_423, 19_759] },
    { id: "qt089312", value: 30_000, said: [30_000, 30_000] },
    { id: "qt08561203", value: null, said: [null, null] },
    { id: "qt05331129", value: null, said: [null, null] },
    { id: "qt17071028", value: 5000, said: [null, null] },
  ])("publishes the toll of $id: $value, in the range $said", ({ id, value, said }) => {
    const { deaths } = find(id)?.losses ?? {};
    expect([deaths?.value, deaths?.said ? [deaths.said.low, deaths.said.high] : null]).toEqual([value, said]);
  });

  it.each([
    { id: "qt05260529", years: ["525", "526"] },
    { id: "qt11700629", years: ["1169", "1170"] },
    { id: "qt07490118", years: ["746", "749"] },
    { id: "qt05571214", years: ["557", "558"] },
  ])("has $id once, and finds it by the years $years", ({ id, years }) => {
    const event = find(id);
    expect(event?.sources.map(({ agency }) => agency)).toEqual(["noaa", "notable"]);
    const lines = event?.searchText.split("\n") ?? [];
    for (const year of years) expect(lines).toContain(year);
  });

  it("says of tsunamis what NOAA's own table says", () => {
    const observed = events.filter(({ tsunami }) => tsunami.observed === true);
    expect(observed.length).toBeGreaterThan(1200);
    const lituya = events.filter(({ tsunami }) => tsunami.maxWaterHeightM === 524.6);
    expect(lituya).toHaveLength(1);
    expect(lituya[0]?.time).toBeGreaterThanOrEqual(Date.UTC(1958, 6, 9));
  });

  it("counts the deaths of a country, and of earthquakes of which only their class is known the least of it", () => {
    const least = [0, 1, 51, 101, 1001];
    const deaths = new Map<string, number>();
    for (const { historical, country, losses } of events) {
      if (!historical || !country) continue;
      const known = losses.deaths.said?.low ?? losses.deaths.value ?? least[losses.deaths.class ?? 0] ?? Number.NaN;
      deaths.set(country.iso2, (deaths.get(country.iso2) ?? 0) + known);
    }
    for (const { iso2, zoneBasis } of catalogue?.countries ?? []) {
      expect(`${iso2} ${zoneBasis.deaths}`).toBe(`${iso2} ${deaths.get(iso2) ?? 0}`);
    }
    expect(events.some(({ losses }) => losses.deaths.value === null && (losses.deaths.class ?? 0) >= 2)).toBe(true);
  });

  it("places an earthquake by position in the country that NOAA names, for 95 of 100 rows that have both", async () => {
    const { rows } = readNoaa(readFileSync(corpus("noaa/signif-2020-08.tsv")), "signif");
    const { country } = loadGeography().locate;
    const named = historicalRecords(rows, []).records.flatMap((record) => {
      const { latitude, longitude, country: iso2 } = record;
      if (iso2 === null || latitude === null || longitude === null) return [];
      return [{ iso2, located: country(latitude, longitude)?.iso2 }];
    });
    const agreeing = named.filter(({ iso2, located }) => iso2 === located);
    expect(named.length).toBeGreaterThan(6100);
    expect(agreeing.length / named.length).toBeGreaterThan(0.95);
  });
});

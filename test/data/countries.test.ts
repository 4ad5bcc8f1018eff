import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createCountryLocator } from "../../build/catalogue/locate/locate-country.ts";
import { CONTINENTS, COUNTRY_CODES } from "../../build/contract/texts/vocabulary.ts";
import { fold } from "../../build/contract/wire/fold.ts";
import { createPointTest } from "../../build/geo/point-in-part.ts";
import { readCountries, readCountryPolygons, readDeformation, readNearAreas } from "../../build/pipeline/load/countries.ts";
import { FURTHER_ISLANDS } from "../../scripts/maintain/countries/islands.ts";
import { prepareCountries } from "../../scripts/maintain/prepare-countries.ts";
import { createDistanceTo } from "../../scripts/measure/location/distance-to.ts";

const DATA = join(import.meta.dirname, "../../data");
const countries = readCountries(DATA);
const parts = readCountryPolygons(DATA);
const of = (iso2: string) => countries.find((country) => country.iso2 === iso2);
const locate = createCountryLocator(parts);

describe("the files of countries", () => {
  it("are what the script makes of the packages", () => {
    const { facts, polygons } = prepareCountries();
    expect(readFileSync(join(DATA, "countries.json"), "utf8")).toBe(facts);
    expect(Buffer.compare(gunzipSync(readFileSync(join(DATA, "country-polygons.bin.gz"))), polygons)).toBe(0);
  });

  it("stay small enough to travel with the package", () => {
    expect(readFileSync(join(DATA, "country-polygons.bin.gz")).length).toBeLessThan(1_000_000);
    expect(readFileSync(join(DATA, "countries.json")).length).toBeLessThan(300_000);
  });
});

describe("the 250 countries", () => {
  it("come by name, each with a slug of its own", () => {
    expect(countries.map(({ iso2 }) => iso2).toSorted()).toEqual(COUNTRY_CODES);
    expect(new Set(countries.map(({ slug }) => slug)).size).toBe(250);
    const folded = countries.map(({ name }) => fold(name));
    expect(folded).toEqual(folded.toSorted());
  });

  it.each([
    ["US", "United States", "united-states"],
    ["CI", "Côte d'Ivoire", "cote-divoire"],
    ["TR", "Türkiye", "turkiye"],
    ["AX", "Åland Islands", "aland-islands"],
    ["XK", "Kosovo", "kosovo"],
    ["CC", "Cocos (Keeling) Islands", "cocos-keeling-islands"],
    ["ST", "São Tomé and Príncipe", "sao-tome-and-principe"],
  ])("%s is %s under /%s/", (iso2, name, slug) => {
    expect(of(iso2)).toMatchObject({ name, slug });
  });

  it.each([
    ["JP", ["Japan", "Japon", "日本", "Nippon", "Japonya", "JPN", "JP"]],
    ["TR", ["Turkey", "Türkiye", "Turquie", "Türkei"]],
    ["CI", ["Ivory Coast", "Elfenbeinküste"]],
    ["DE", ["Germany", "Deutschland", "Allemagne", "Германия"]],
    ["GB", ["United Kingdom", "Great Britain", "England", "Scotland"]],
    ["MM", ["Myanmar", "Burma"]],
  ])("%s is found by %j", (iso2, names) => {
    const folded = of(iso2)?.names.map(fold) ?? [];
    for (const name of names) expect(folded).toContain(fold(name));
  });

  it("name no name twice that searching can't tell apart", () => {
    for (const { names, name } of countries) {
      expect(new Set(names.map(fold)).size).toBe(names.length);
      expect(names[0]).toBe(name);
    }
  });

  it.each([
    ["Africa", 59, ["EG", "EH", "IO", "RE", "SH", "YT"]],
    ["Antarctica", 5, ["AQ", "BV", "GS", "HM", "TF"]],
    ["Asia", 51, ["AM", "AZ", "CY", "GE", "ID", "KZ", "TL", "TR", "TW"]],
    ["Europe", 52, ["AX", "IS", "RU", "SJ", "XK"]],
    ["North America", 41, ["BM", "BQ", "GL", "GP", "HT", "MQ", "PA", "PM", "TT"]],
    ["Oceania", 28, ["AU", "CC", "CX", "GU", "PG", "TK", "UM"]],
    ["South America", 14, ["BR", "FK", "GF", "GY", "SR"]],
  ] as const)("%s has %i countries", (continent, count, members) => {
    const found = countries.filter((country) => country.continent === continent).map(({ iso2 }) => iso2);
    expect(found).toHaveLength(count);
    expect(found).toEqual(expect.arrayContaining([...members]));
    expect(CONTINENTS).toContain(continent);
  });

  it("state null if something is not known, never a number that stands for nothing", () => {
    expect(of("SJ")?.areaKm2).toBeNull();
    expect(of("AQ")?.capital).toBeNull();
    expect(countries.filter(({ areaKm2 }) => areaKm2 === null)).toHaveLength(1);
    expect(of("JP")).toMatchObject({ capital: "Tokyo", areaKm2: 377930 });
  });

  it("have a position in or near themselves", () => {
    const astray = countries.filter(({ iso2, position }) => locate(position.latitude, position.longitude)?.iso2 !== iso2);
    expect(astray.map(({ iso2 }) => iso2)).toEqual([]);
  });
});

it.each([
  ["area", readNearAreas(DATA)],
  ["deformation", readDeformation(DATA)],
])("every country has its %s", (_, byCountry) => expect(Object.keys(byCountry).toSorted()).toEqual(COUNTRY_CODES));

describe("the polygons", () => {
  it("cover every country and nothing else", () => {
    const covered = new Set(parts.map(({ iso2 }) => iso2));
    expect([...covered].toSorted()).toEqual(countries.map(({ iso2 }) => iso2).toSorted());
  });

  it("have the islands that the map leaves out: each once, 15 km and more from its country's other land, touching no other", () => {
    const squares = FURTHER_ISLANDS.map(([iso2, name, latitude, longitude, halfKm]) => {
      const own = parts.filter((part) => part.iso2 === iso2 && createPointTest(part)(longitude, latitude));
      expect(own, name).toHaveLength(1);
      return { iso2, name, latitude, longitude, halfKm, part: own[0] };
    });
    const others = parts.filter((part) => !squares.some((square) => square.part === part));
    const [nearest, distanceTo] = [createCountryLocator(others), createDistanceTo(others)];
    for (const { iso2, name, latitude, longitude, halfKm, part } of squares) {
      expect(
        part?.rings.map((ring) => ring.length),
        name,
      ).toEqual([8]);
      expect(distanceTo(iso2, latitude, longitude), name).toBeGreaterThan(15);
      expect(nearest(latitude, longitude)?.distanceKm ?? 1000, name).toBeGreaterThan(1.5 * halfKm);
    }
  });

  it("have the countries' areas, to a sixth: some count their inland waters and some do not", () => {
    const areas = new Map<string, number>();
    for (const { iso2, rings } of parts)
      areas.set(iso2, (areas.get(iso2) ?? 0) + rings.reduce((sum, ring, i) => sum + (i ? -1 : 1) * areaKm2(ring), 0));
    const wrong = countries
      .filter(({ areaKm2: stated }) => (stated ?? 0) > 20_000)
      .map(({ iso2, areaKm2: stated }) => ({ iso2, ratio: Number(((areas.get(iso2) ?? 0) / (stated ?? 1)).toFixed(2)) }))
      .filter(({ ratio }) => ratio < 5 / 6 || ratio > 7 / 6);
    expect(wrong).toEqual([]);
  });
});

/** km² between a ring and the plane's parallels, on the mean sphere. */
function areaKm2(ring: Float64Array): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [x0, y0, x1, y1] = [ring[j], ring[j + 1], ring[i], ring[i + 1]].map((v) => ((v ?? 0) * Math.PI) / 180) as [
      number,
      number,
      number,
      number,
    ];
    sum += (x1 - x0) * (Math.sin(y0) + Math.sin(y1));
  }
  return Math.abs((sum / 2) * 6371.0088 ** 2);
}

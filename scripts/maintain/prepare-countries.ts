/**
 * Writes `data/countries.json` and `data/country-polygons.bin.gz` from the packages world-countries (ODbL 1.0) and
 * world-atlas (Natural Earth, public domain). Run it after updating either: `node --import tsx scripts/maintain/prepare-countries.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Country } from "world-countries";
import { countriesJson } from "./countries/facts.ts";
import { countryPolygonsFile } from "./countries/polygons.ts";

/** Both files, the polygons before compression. Deterministic. */
export function prepareCountries(): { facts: string; polygons: Uint8Array } {
  const require = createRequire(import.meta.url);
  const read = (name: string) => JSON.parse(readFileSync(require.resolve(name), "utf8"));
  const countries: Country[] = read("world-countries/countries.json");
  const alpha2 = new Map(countries.map(({ ccn3, cca2 }) => [ccn3, cca2]));
  return { facts: countriesJson(countries), polygons: countryPolygonsFile(read("world-atlas/countries-10m.json"), alpha2) };
}

function dataFile(name: string): URL {
  return new URL(`../../data/${name}`, import.meta.url);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { facts, polygons } = prepareCountries();
  writeFileSync(dataFile("countries.json"), facts);
  writeFileSync(dataFile("country-polygons.bin.gz"), gzipSync(polygons, { level: 9 }));
}

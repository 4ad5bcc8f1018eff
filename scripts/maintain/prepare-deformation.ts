/**
 * Writes `data/deformation.json` from `data/deformation-belts.json` and the outlines of the countries: which belt matters most for
 * each country. Run it again whenever either changes: `node --import tsx scripts/maintain/prepare-deformation.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { boundaryDistances } from "../../build/catalogue/boundaries/distance.ts";
import { createPartFinder } from "../../build/catalogue/locate/locate-country.ts";
import { BELT_REACH_KM, type Deformation, type ShakingLevel } from "../../build/catalogue/zones/deformation.ts";
import { COUNTRY_CODES } from "../../build/contract/texts/vocabulary.ts";
import { readCountries, readCountryPolygons } from "../../build/pipeline/load/countries.ts";

const DATA = fileURLToPath(new URL("../../data", import.meta.url));

interface Belt {
  name: string;
  level: ShakingLevel;
  line: [longitude: number, latitude: number][];
}

/** The belts in which the ground deforms, which were drawn by hand. */
export function readBelts(): readonly Belt[] {
  return JSON.parse(readFileSync(`${DATA}/deformation-belts.json`, "utf8")) as Belt[];
}

/** The level that a belt has at a distance from its line. */
export function shakingLevel(level: ShakingLevel, distanceKm: number): ShakingLevel {
  const beyond = BELT_REACH_KM.filter((km) => distanceKm > km).length;
  return beyond === BELT_REACH_KM.length ? 0 : (Math.max(0, level - beyond) as ShakingLevel);
}

/** By ISO 3166-1 alpha-2: the belt with the highest level at the country's distance, of several the nearest. */
export function deformations(belts: readonly Belt[]): Map<string, Deformation> {
  const countries = readCountries(DATA);
  const parts = readCountryPolygons(DATA);
  const partAt = createPartFinder(parts);
  const best = new Map<string, Deformation>(COUNTRY_CODES.map((iso2) => [iso2, { level: 0, belt: null }]));
  for (const { name, level: own, line } of belts) {
    const far = BELT_REACH_KM.at(-1) ?? 0;
    for (const [iso2, km] of boundaryDistances(countries, parts, [{ line }], partAt, far + 1)) {
      const level = shakingLevel(own, km);
      const known = best.get(iso2);
      if (level === 0 || !known) continue;
      const distanceKm = Math.round(km);
      const isNearer = level === known.level && distanceKm < (known.belt?.distanceKm ?? Number.POSITIVE_INFINITY);
      if (level > known.level || isNearer) best.set(iso2, { level, belt: { name, distanceKm } });
    }
  }
  return best;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = [...deformations(readBelts())].map(([iso2, found]) => `"${iso2}":${JSON.stringify(found)}`);
  writeFileSync(`${DATA}/deformation.json`, `{\n${rows.join(",\n")}\n}\n`);
}

/**
 * Writes `data/near-areas.json` from the outlines of the countries: how much land and sea there is whose earthquakes count for
 * the zone of each. Run it after `prepare-countries.ts`: `node --import tsx scripts/maintain/prepare-near-areas.ts`.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createCountryLocator } from "../../build/catalogue/locate/locate-country.ts";
import { isNear, ZONE_OFFSHORE_KM } from "../../build/catalogue/zones/zone-counts.ts";
import { COUNTRY_CODES } from "../../build/contract/texts/vocabulary.ts";
import { EARTH_RADIUS_KM } from "../../build/geo/sphere.ts";
import { readCountryPolygons } from "../../build/pipeline/load/countries.ts";

/** Degrees between the points of the grid: about 11 km. */
const STEP = 0.1;

const DATA = fileURLToPath(new URL("../../data", import.meta.url));

/**
 * km² by ISO 3166-1 alpha-2, from a grid of points that each stand for the cell around them: an earthquake there would count
 * for that country. 0 for what lies between the points.
 *
 * @param step degrees between the points
 */
export function nearAreas(step: number = STEP): Map<string, number> {
  const locate = createCountryLocator(readCountryPolygons(DATA), ZONE_OFFSHORE_KM);
  const areas = new Map(COUNTRY_CODES.map((iso2) => [iso2, 0]));
  for (let row = 0; row < 180 / step; row++) {
    const [south, north] = [row * step - 90, (row + 1) * step - 90];
    const cell = EARTH_RADIUS_KM ** 2 * radians(step) * (Math.sin(radians(north)) - Math.sin(radians(south)));
    for (let column = 0; column < 360 / step; column++) {
      const country = locate((south + north) / 2, (column + 0.5) * step - 180);
      if (country && isNear(country)) areas.set(country.iso2, (areas.get(country.iso2) ?? 0) + cell);
    }
  }
  return areas;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = [...nearAreas()].map(([iso2, km2]) => `"${iso2}":${Math.round(km2)}`);
  writeFileSync(`${DATA}/near-areas.json`, `{\n${rows.join(",\n")}\n}\n`);
}

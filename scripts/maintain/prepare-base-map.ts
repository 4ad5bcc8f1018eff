/**
 * Writes `data/base-map/` from `data/country-polygons.bin.gz`: what the map page draws under its earthquakes. Run it after
 * updating the polygons: `node --import tsx scripts/maintain/prepare-base-map.ts`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { readCountryPolygons } from "../../build/pipeline/load/countries.ts";
import type { LandFile } from "../../build/site/map/land.ts";
import { type Label, labelsOf } from "./base-map/labels.ts";
import { type Grain, landFile, landTopology } from "./base-map/land.ts";

/** For the whole world on a screen: a line is off by less than a pixel up to zoom 1.5. */
const COARSE: Grain = { tolerance: 0.2, leastArea: 0.15, units: 100 };
/** For a country on a screen: 2 pixels at zoom 6. */
const FINE: Grain = { tolerance: 0.025, leastArea: 0.002, units: 200 };

/** The two maps and where the countries' names stand. Deterministic. */
export function prepareBaseMap(): { coarse: LandFile; fine: LandFile; labels: Record<string, Label> } {
  const parts = readCountryPolygons(fileURLToPath(new URL("../../data", import.meta.url)));
  const topology = landTopology(parts);
  return { coarse: landFile(parts, topology, COARSE), fine: landFile(parts, topology, FINE), labels: labelsOf(parts) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL("../../data/base-map/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const { coarse, fine, labels } = prepareBaseMap();
  for (const [name, file] of Object.entries({ coarse, fine }))
    writeFileSync(new URL(`${name}.json.gz`, folder), gzipSync(JSON.stringify(file), { level: 9 }));
  writeFileSync(new URL("labels.json", folder), `${JSON.stringify(labels)}\n`);
}

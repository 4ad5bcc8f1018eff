import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const BASE_MAP = new URL("../../../data/base-map/", import.meta.url);
// The test runner has no import.meta.resolve.
const MAPLIBRE = new URL(
  "./",
  pathToFileURL(createRequire(import.meta.url).resolve("maplibre-gl/dist/maplibre-gl.mjs")),
);

/**
 * What the map page draws with: MapLibre, byte for byte as it is published, and the base map. Two of its files are called
 * `.js` here, since many hosts of files know nothing of `.mjs`, and no browser runs a module of an unknown type.
 */
export function mapAssets(): { path: string; bytes: Uint8Array }[] {
  return [
    { path: "assets/map.css", bytes: readFileSync(new URL("../assets/map.css", import.meta.url)) },
    maplibre("maplibre-gl.mjs", "maplibre-gl.js"),
    maplibre("maplibre-gl-worker.mjs", "maplibre-gl-worker.js"),
    maplibre("maplibre-gl.css"),
    maplibre("../LICENSE.txt", "licence.txt"),
    packed("coarse"),
    packed("fine"),
    { path: "assets/map/labels.json", bytes: readFileSync(new URL("labels.json", BASE_MAP)) },
  ];
}

function maplibre(name: string, as = name): { path: string; bytes: Uint8Array } {
  return { path: `assets/maplibre/${as}`, bytes: readFileSync(fileURLToPath(new URL(name, MAPLIBRE))) };
}

function packed(name: string): { path: string; bytes: Uint8Array } {
  const bytes = gunzipSync(readFileSync(new URL(`${name}.json.gz`, BASE_MAP)));
  return { path: `assets/map/${name}.json`, bytes };
}

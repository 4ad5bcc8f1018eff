import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { PlateBoundary } from "../catalogue/catalogue.ts";
import { memo } from "../contract/memo.ts";
import { drawBaseMap } from "../pages/data/maps/base-map.ts";
import type { LandFile } from "../pages/map/land.ts";

const FOLDER = new URL("../../data/base-map/", import.meta.url);

/** What the small maps are drawn on. It changes with the plate model only: a process that builds each minute draws it once. */
export const baseMapOf = memo((boundaries: readonly PlateBoundary[]) =>
  drawBaseMap({ coarse: landIn("coarse"), fine: landIn("fine") }, boundaries),
);

function landIn(name: string): LandFile {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, FOLDER))).toString("utf8")) as LandFile;
}

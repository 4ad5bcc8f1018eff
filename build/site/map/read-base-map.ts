import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { PlateBoundary } from "../../catalogue/catalogue.ts";
import { memoizeByKey } from "../../contract/wire/memoize.ts";
import { drawBaseMap } from "./drawn/base-map.ts";
import type { LandFile } from "./land.ts";

const FOLDER = new URL("../../../data/base-map/", import.meta.url);

/** What the small maps are drawn on. It changes with the plate model only: a process that builds each minute draws it once. */
export const baseMapOf = memoizeByKey((boundaries: readonly PlateBoundary[]) =>
  drawBaseMap({ coarse: landIn("coarse"), fine: landIn("fine") }, boundaries),
);

function landIn(name: string): LandFile {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, FOLDER))).toString("utf8")) as LandFile;
}

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { LandFile } from "../../../build/site/map/land.ts";

/** Outlines of the countries for small maps of the whole world. */
export const OUTLINES = "data/base-map/coarse.json.gz";

/** Units per degree: a tenth of a degree is less than a pixel at the zooms at which the map shows these outlines. */
const UNITS = 10;
/** Least distance between points, units. */
const STEP = 3;

/** The outlines that the live map loads first: coarser than those of `data/`, for half the bytes. */
export function outlineFile(): [string, Uint8Array] {
  const land = JSON.parse(gunzipSync(readFileSync(OUTLINES)).toString("utf8")) as LandFile;
  return ["tree/assets/map/coarse.json", new TextEncoder().encode(JSON.stringify(coarser(land)))];
}

/** Both ends of each line stay, so that lines still meet. */
export function coarser({ arcs, units, ...rest }: LandFile): LandFile {
  return { ...rest, units: UNITS, arcs: arcs.map((arc) => coarserArc(arc, UNITS / units)) };
}

function coarserArc(arc: readonly number[], scale: number): number[] {
  const kept: number[] = [];
  let [x, y, lastX, lastY] = [0, 0, 0, 0];
  for (let at = 0; at < arc.length; at += 2) {
    x += arc[at] as number;
    y += arc[at + 1] as number;
    const [nextX, nextY] = [Math.round(x * scale), Math.round(y * scale)];
    const isEnd = at === 0 || at === arc.length - 2;
    if (!isEnd && Math.hypot(nextX - lastX, nextY - lastY) < STEP) continue;
    kept.push(nextX - lastX, nextY - lastY);
    [lastX, lastY] = [nextX, nextY];
  }
  return kept;
}

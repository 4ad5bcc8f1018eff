import { readCompressedDataFile } from "../../../build/pipeline/load/data-file.ts";
import { type LandFile, positions } from "../../../build/site/map/land.ts";
import { simplified } from "../base-map/simplify.ts";

/** Outlines of the countries for small maps of the whole world. */
export const OUTLINES = "data/base-map/coarse.json.gz";

/** The finest outlines of the map. */
export const FINE_OUTLINES = "data/base-map/fine.json.gz";

/** Units per degree, so that small islands keep their shape. */
const UNITS = 10;
/**
 * All but small islands are rounded to this number of units, which moves a point by less than a pixel at the zooms at which the map
 * shows these outlines. Even numbers compress better.
 */
const STEP = 2;
/** How far a line may be off, degrees of longitude on a Mercator map: a pixel where the world is as wide as a page. */
const TOLERANCE = 0.4;
/** A closed line needs this number of points, the first of which is the last. */
const CLOSED_POINTS = 4;

/** The outlines that the live map loads first: coarser than those of `data/`, for half the bytes. */
export function outlineFile(): [string, Uint8Array] {
  const land = JSON.parse(Buffer.from(readCompressedDataFile(OUTLINES)).toString("utf8")) as LandFile;
  return ["tree/assets/map/coarse.json", new TextEncoder().encode(JSON.stringify(coarser(land)))];
}

/** The outlines that the live map loads for large zooms: those of `data/`, which keeps them compressed. */
export function fineOutlineFile(): [string, Uint8Array] {
  return ["tree/assets/map/fine.json", readCompressedDataFile(FINE_OUTLINES)];
}

/** Both ends of each line stay, so that lines still meet. */
export function coarser({ arcs, units, ...rest }: LandFile): LandFile {
  return { ...rest, units: UNITS, arcs: arcs.map((arc) => coarserArc(arc, units)) };
}

function coarserArc(arc: readonly number[], units: number): number[] {
  const points = positions(arc, units).flatMap(([x, y]) => [Math.round(x * 1000), Math.round(y * 1000)]);
  const simple = simplified(points, TOLERANCE);
  // An island that is smaller than the tolerance.
  const isSmall = simple.length < 2 * CLOSED_POINTS && points.length >= 2 * CLOSED_POINTS && isClosed(points);
  return isSmall ? differences(points, 1) : differences(simple, STEP);
}

function isClosed(points: readonly number[]): boolean {
  return points[0] === points.at(-2) && points[1] === points.at(-1);
}

/** In units. @param step to which positions are rounded, units */
function differences(points: readonly number[], step: number): number[] {
  const kept: number[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < points.length; at += 2) {
    const [nextX, nextY] = [points[at], points[at + 1]].map((value) => step * Math.round(((value as number) / 1000 / step) * UNITS)) as [
      number,
      number,
    ];
    const isEnd = at === 0 || at === points.length - 2;
    if (!isEnd && nextX === x && nextY === y) continue;
    kept.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return kept;
}

import { isObject } from "../../platform/json-fault.ts";
import type { IntensityContour } from "../../store/records.ts";

const FILE = "download/cont_mmi.json";

/** Paths of products at the agency. Only the path is taken of an address in a detail: the host is that of the configuration. */
const PRODUCT = /^https?:\/\/[^/]+(\/(?:[\w.-]+\/){0,3}product\/shakemap\/[\w.-]+\/[\w.-]+\/\d+\/download\/cont_mmi\.json)$/;

/** The path of the contours of intensity of the preferred ShakeMap; null where it has none. */
export function contoursAddress(shakemaps: readonly unknown[]): string | null {
  const preferred = shakemaps.find(isObject);
  const contents = isObject(preferred) ? preferred["contents"] : undefined;
  const content = isObject(contents) ? contents[FILE] : undefined;
  const url = isObject(content) ? content["url"] : undefined;
  return (typeof url === "string" && PRODUCT.exec(url)?.[1]) || null;
}

/** Contours below this degree (felt by few) are left out. */
const LEAST = 3;

/** Points nearer than this to the line between their neighbours are left out, degrees: a pixel of the page's map is some 0.02. */
const TOLERANCE = 0.01;

const MOST_POINTS = 1500;

/**
 * Reads ShakeMap's `cont_mmi.json`: the contours of whole degrees, thinned to what a map shows.
 *
 * @returns undefined where it is not such a document
 */
export function readContours(document: unknown): IntensityContour[] | undefined {
  const features = isObject(document) ? document["features"] : undefined;
  if (!Array.isArray(features)) return undefined;
  const contours: IntensityContour[] = [];
  let points = 0;
  for (const feature of features as unknown[]) {
    const { properties, geometry } = (isObject(feature) ? feature : {}) as { properties?: unknown; geometry?: unknown };
    const intensity = isObject(properties) ? properties["value"] : undefined;
    if (!isObject(geometry) || typeof intensity !== "number") return undefined;
    if (!Number.isInteger(intensity) || intensity < LEAST || intensity > 10) continue;
    const lines = linesOf(geometry);
    if (!lines) return undefined;
    const thinned = lines.map((line) => thin(line)).filter((line) => line.length > 2);
    points += thinned.flat().length;
    if (thinned.length > 0) contours.push({ intensity, lines: thinned });
  }
  return points > MOST_POINTS ? undefined : contours.toSorted((a, b) => a.intensity - b.intensity);
}

type Point = [longitude: number, latitude: number];

function linesOf({ type, coordinates }: Readonly<Record<string, unknown>>): Point[][] | undefined {
  const lines = type === "LineString" ? [coordinates] : coordinates;
  if ((type !== "LineString" && type !== "MultiLineString") || !Array.isArray(lines)) return undefined;
  return lines.every((line) => Array.isArray(line) && line.every(isPoint)) ? lines : undefined;
}

function isPoint(point: unknown): point is Point {
  if (!Array.isArray(point)) return false;
  const [longitude, latitude] = point as unknown[];
  const isNumber = (value: unknown, most: number) => typeof value === "number" && Math.abs(value) <= most;
  return isNumber(longitude, 360) && isNumber(latitude, 90);
}

/** Thins a line after Douglas & Peucker (1973, Cartographica 10, 112). */
function thin(line: readonly Point[]): Point[] {
  const rounded = line.map(([x, y]): Point => [hundredth(x), hundredth(y)]);
  const kept = new Set([0, Math.floor(rounded.length / 2), rounded.length - 1]);
  const open = [...kept].map((from, at, all): [number, number] => [from, all[at + 1] ?? from]);
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let [farthest, distance] = [-1, TOLERANCE];
    for (let at = from + 1; at < to; at++) {
      const own = distanceFrom(rounded[from] as Point, rounded[to] as Point, rounded[at] as Point);
      if (own > distance) [farthest, distance] = [at, own];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return rounded.filter((_, at) => kept.has(at));
}

function hundredth(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** The distance of a point from the segment between two others. */
function distanceFrom([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number {
  const square = (bx - ax) ** 2 + (by - ay) ** 2;
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
  return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
}

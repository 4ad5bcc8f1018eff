import * as z from "zod";
import { cutLine, type Position } from "../../geo/antimeridian.ts";
import { readJson } from "../../platform/json-fault.ts";
import {
  type BoundaryLine,
  gapBetween,
  malformed,
  type PlateFile,
  type PlateOutline,
  planarRings,
  pointOf,
  sidesOf,
  truncated,
  withoutRepeats,
  withWinding,
} from "./file.ts";

const position = z.tuple([z.number(), z.number()], z.number());
const lineString = z.object({ type: z.literal("LineString"), coordinates: z.array(position).min(2) });
const ring = z.array(position).min(4);
const polygon = z.object({ type: z.literal("Polygon"), coordinates: z.array(ring).min(1) });
const multiPolygon = z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(ring).min(1)).min(1) });

const collection = z.object({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()).min(1) });
const properties = z.record(z.string(), z.unknown());
const feature = z.object({ type: z.literal("Feature"), properties });

const boundary = z.object({ properties: z.object({ Name: z.string(), PlateA: z.string(), PlateB: z.string() }), geometry: lineString });
const plate = z.object({
  properties: z.object({ Code: z.string().regex(/^[A-Z]{2}$/) }),
  geometry: z.discriminatedUnion("type", [polygon, multiPolygon]),
});

/**
 * Reads the GeoJSON form of Bird's boundaries or plates (H. Ahlenius, Nordpil). The properties show which of them it is.
 *
 * Corrects known errors of that form: outer rings are clockwise, contrary to RFC 7946; the plates KE and BR are two features each;
 * boundaries that cross the antimeridian contain one of their halves twice.
 *
 * @throws UserError `capture-malformed` with the number of the feature, from 0, or line and column; `capture-truncated`
 */
export function readPlateGeoJson(text: string, where: string): PlateFile {
  const reading = readJson(text);
  if (!reading.ok) {
    const { truncated: isCut, offset, line, column, found } = reading.fault;
    if (isCut) throw truncated(where, `ends in the middle, after ${offset} characters of JSON`);
    throw malformed(where, `line ${line}, column ${column}`, `${found} is not JSON`);
  }
  const { features } = checked(collection, reading.value, where, "the document");
  const first = checked(feature, features[0], where, "feature 0").properties;
  if ("PlateA" in first) return readBoundaries(features, where);
  if ("Code" in first) return readPlates(features, where);
  throw malformed(where, "feature 0", "its properties are those of neither boundaries (PlateA) nor plates (Code)");
}

function readBoundaries(features: readonly unknown[], where: string): PlateFile {
  const seen = new Set<string>();
  const lines: BoundaryLine[] = [];
  let repeated = 0;
  for (const [index, value] of features.entries()) {
    const { properties: given, geometry } = checked(boundary, value, where, `feature ${index}`);
    const sides = sidesOf(given.Name);
    if (!sides || sides.left !== given.PlateA || sides.right !== given.PlateB) {
      const reason = `${JSON.stringify(given.Name)} is not the name of the boundary of ${given.PlateA} and ${given.PlateB}`;
      throw malformed(where, `feature ${index}`, reason);
    }
    const key = JSON.stringify([given.Name, geometry.coordinates]);
    if (seen.has(key)) repeated++;
    else {
      const points = readPoints(geometry.coordinates, where, index);
      lines.push(...cutLine(points).map((line) => ({ ...sides, line })));
    }
    seen.add(key);
  }
  return { kind: "boundaries", lines, leftOut: repeated > 0 ? { "repeated-line": repeated } : {} };
}

function readPlates(features: readonly unknown[], where: string): PlateFile {
  const plates = new Map<string, PlateOutline>();
  for (const [index, value] of features.entries()) {
    const { properties: given, geometry } = checked(plate, value, where, `feature ${index}`);
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
    const read = polygons.flatMap((rings) => readPolygon(rings, where, index));
    const outline = plates.get(given.Code);
    if (outline) outline.polygons.push(...read);
    else plates.set(given.Code, { code: given.Code, polygons: read });
  }
  return { kind: "plates", plates: [...plates.values()], leftOut: {} };
}

/** A polygon that was not cut at the antimeridian may become several. */
function readPolygon(rings: readonly (readonly number[][])[], where: string, index: number): number[][][] {
  const [outline = [], ...holes] = rings.map((points) => readRing(points, where, index));
  const cut = planarRings(outline);
  if (cut.length > 1 && holes.length > 0)
    throw malformed(where, `feature ${index}`, "a polygon with holes crosses the antimeridian: it has to be cut there");
  return cut.map((part) => [part, ...holes.map((hole) => withWinding(hole.flat(), -1))]);
}

function readRing(points: readonly number[][], where: string, index: number): Position[] {
  const ring = withoutRepeats(readPoints(points, where, index));
  const [first, last] = [ring[0], ring.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
    throw malformed(where, `feature ${index}`, "a ring does not come back to its first point");
  if (ring.length < 4) throw malformed(where, `feature ${index}`, "a ring has fewer than three points");
  return ring.slice(0, -1);
}

function readPoints(coordinates: readonly number[][], where: string, index: number): Position[] {
  const points: Position[] = [];
  for (const [longitude = Number.NaN, latitude = Number.NaN] of coordinates) {
    const point = pointOf(longitude, latitude);
    if (typeof point === "string") throw malformed(where, `feature ${index}, point ${points.length}`, point);
    const before = points.at(-1);
    const gap = before && gapBetween(before, point);
    if (gap) throw malformed(where, `feature ${index}, point ${points.length}`, gap);
    points.push(point);
  }
  return points;
}

function checked<T>(schema: z.ZodType<T>, value: unknown, where: string, at: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw malformed(where, [at, ...(issue?.path ?? [])].join("."), issue?.message ?? "is wrong");
}

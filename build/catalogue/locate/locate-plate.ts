import { createSegmentIndex } from "../../geo/segment-index.ts";
import { chord2Between, cross, dot, EARTH_RADIUS_KM, type Vector, vectorOf } from "../../geo/sphere.ts";
import { type Strand, strandsOf } from "../boundaries/strands.ts";
import type { EventPlate, PlateBoundary } from "../catalogue.ts";
import { createPartFinder } from "./locate-country.ts";

/** A polygon of a plate, in the plane of longitude and latitude, as `createPartFinder` takes them. */
export interface PlatePart {
  code: string;
  rings: readonly Float64Array[];
}

/** Where a point is among the plates. */
interface PlateFix extends EventPlate {
  /** The nearest boundary. */
  boundary: PlateBoundary;
}

/** Degrees in. Never null: every point of the globe is on a plate. */
export type PlateLocator = (latitude: number, longitude: number) => PlateFix;

/** Boundaries have segments of some 40 km: with 4 to a leaf a search takes half as long as with 16 (2.6 µs, 5.5 µs). */
const LEAF_SEGMENTS = 4;

/** Farther than any two points of the globe. */
const ANY_DISTANCE_KM = 4 * EARTH_RADIUS_KM;

/**
 * Finds the plate of a point by the polygons of the plates, where there are any; of two that hold it the first counts.
 *
 * In none, as on a pole or in a gap between polygons, and without polygons it is the side on which the point lies of
 * the nearest boundary segment (great circles). This is right wherever the lines part the sphere completely and meet in
 * shared end points: the way to the nearest point of a boundary crosses no other boundary.
 *
 * Where the nearest point is a vertex that several segments share (a bend, a triple junction, a line cut at the
 * antimeridian) the side of just any of them would be wrong beyond the bend. The sector of the vertex in which the
 * point lies is bounded by the segment that leaves the vertex at the smallest angle to the direction of the point, so
 * that one's side counts. A point on a line belongs to the left; by the polygons, whose edges are straight on the map,
 * to the plate east of it. Two lines may run along one, with a plate of no width between them: that plate has no
 * points.
 *
 * @param polygons planar, as in `PlatePart`
 * @throws Error if there is no boundary
 */
export function createPlateLocator(
  boundaries: readonly PlateBoundary[],
  polygons: readonly PlatePart[] = [],
): PlateLocator {
  const strands = strandsOf(boundaries);
  const index = createSegmentIndex(
    strands.map(({ points }) => Float64Array.from(points.flat())),
    false,
    LEAF_SEGMENTS,
  );
  const partAt = createPartFinder(polygons);
  return (latitude, longitude) => {
    const nearest = index.nearest(latitude, longitude, ANY_DISTANCE_KM);
    if (!nearest) throw new Error("without plate boundaries no point has a plate");
    const part = partAt(latitude, longitude);
    const [only] = nearest.segments;
    // Nearly always: no side has to be told then, which takes as long as everything else.
    if (part && only && nearest.segments.length === 1) {
      const boundary = (strands[only.line] as Strand).owners[only.segment] as PlateBoundary;
      return { code: part.code, boundaryDistanceKm: nearest.km, boundary };
    }
    const sides = nearest.segments.map(({ line, segment }) => sideOf(strands[line] as Strand, segment));
    const { boundary, code } = decisive(sides, vectorOf(latitude, longitude));
    return { code: part?.code ?? code, boundaryDistanceKm: nearest.km, boundary };
  };
}

interface Side {
  boundary: PlateBoundary;
  ends: readonly [Vector, Vector];
}

function sideOf({ points, owners }: Strand, segment: number): Side {
  const [from, to] = [points[segment], points[segment + 1]] as [Strand["points"][number], Strand["points"][number]];
  const ends = [vectorOf(from[1], from[0]), vectorOf(to[1], to[0])] as const;
  return { boundary: owners[segment] as PlateBoundary, ends };
}

/** The first of the segments if there is but one; else the one with the smallest angle at the shared vertex. */
function decisive(sides: readonly Side[], point: Vector): { boundary: PlateBoundary; code: string } {
  const cosines = sides.map((side) => (sides.length === 1 ? 1 : cosineAtVertex(side, point)));
  // The larger the cosine the smaller the angle.
  const largest = Math.max(...cosines);
  const best = sides.filter((_, i) => cosines[i] === largest).map((side) => handsOf(side, point));
  // Of lines that run along one another the outer one counts: the one whose near plate is not beyond another.
  const outer = best.find(({ near }) => best.every(({ far }) => far !== near)) ?? best[0];
  if (!outer) throw new Error("a search without segments cannot be decided");
  return { boundary: outer.boundary, code: outer.near };
}

/** The plates on the point's side of a segment and on the other. */
function handsOf({ boundary, ends }: Side, point: Vector): { boundary: PlateBoundary; near: string; far: string } {
  const { left, right } = boundary;
  return isLeft(point, ...ends) ? { boundary, near: left, far: right } : { boundary, near: right, far: left };
}

/**
 * Cosine of the angle, at the end of the segment that is nearer to the point, between the segment and the way to the
 * point.
 */
function cosineAtVertex({ ends: [a, b] }: Side, point: Vector): number {
  const [vertex, other] = chord2Between(a, point) <= chord2Between(b, point) ? [a, b] : [b, a];
  const along = tangent(vertex, other);
  const towards = tangent(vertex, point);
  const length = Math.sqrt(dot(along, along) * dot(towards, towards));
  return length === 0 ? 1 : dot(along, towards) / length;
}

/** Direction in which the great circle leaves `from` towards `to`, not normalised. */
function tangent(from: Vector, to: Vector): Vector {
  const difference: Vector = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const rise = dot(difference, from);
  return [difference[0] - rise * from[0], difference[1] - rise * from[1], difference[2] - rise * from[2]];
}

/** Whether a point is on the left hand, or on the line, of one who walks the great circle from `a` to `b`. */
function isLeft(point: Vector, a: Vector, b: Vector): boolean {
  return dot(cross(a, b), point) >= 0;
}

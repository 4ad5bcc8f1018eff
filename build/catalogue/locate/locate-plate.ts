import { createSegmentIndex } from "../../geo/segment-index.ts";
import { chord2Between, cross, dot, EARTH_RADIUS_KM, type Vector, vectorOf } from "../../geo/sphere.ts";
import { type JoinedBoundary, joinBoundaries } from "../boundaries/distance.ts";
import type { EventPlate, PlateBoundary } from "../catalogue.ts";
import { createPartFinder } from "./locate-country.ts";

/** A polygon of a plate, planar, as for `createPartFinder`. */
export interface PlatePart {
  code: string;
  rings: readonly Float64Array[];
}

/** The plate of a point. */
interface PlateFix extends EventPlate {
  /** The nearest boundary. */
  boundary: PlateBoundary;
}

/** Takes degrees. Never null: every point of the globe is on a plate. */
export type PlateLocator = (latitude: number, longitude: number) => PlateFix;

/** An upper bound for the distance between any two points of the globe, km. */
const ANY_DISTANCE_KM = 4 * EARTH_RADIUS_KM;

/**
 * Finds the plate of a point by the polygons of the plates, if there are any. If two of them contain it, the first one counts.
 *
 * A point in no polygon (a pole, or a gap between polygons), or any point without polygons, belongs to the plate on its side of the
 * nearest boundary segment (great circles). This is correct if the lines divide the sphere completely and meet in shared end
 * points, because the shortest path to a boundary crosses no other boundary.
 *
 * The nearest point may be a vertex of several segments (a bend, a triple junction, a line cut at the antimeridian). The side of an
 * arbitrary one of them may then be wrong. The segment with the smallest angle to the direction of the point bounds the sector of
 * the vertex that contains the point, so its side counts. A point on a line belongs to the left plate; with polygons, whose edges
 * are straight on the map, to the plate east of the line. Two lines may coincide, with a plate of zero width between them: that
 * plate has no points.
 *
 * @param polygons planar, as in `PlatePart`
 * @throws Error if there is no boundary
 */
export function createPlateLocator(boundaries: readonly PlateBoundary[], polygons: readonly PlatePart[] = []): PlateLocator {
  const joined = joinBoundaries(boundaries);
  const index = createSegmentIndex(
    joined.map(({ points }) => ({ rings: [Float64Array.from(points.flat())] })),
    false,
  );
  const partAt = createPartFinder(polygons);
  return (latitude, longitude) => {
    const nearest = index.nearest(latitude, longitude, ANY_DISTANCE_KM);
    if (!nearest) throw new Error("without plate boundaries no point has a plate");
    const part = partAt(latitude, longitude);
    const [only] = nearest.segments;
    // In the common case the side need not be determined, which would double the time.
    if (part && only && nearest.segments.length === 1) {
      const boundary = (joined[only.shape] as JoinedBoundary).owners[only.segment] as PlateBoundary;
      return { code: part.code, boundaryDistanceKm: nearest.km, boundary };
    }
    const sides = nearest.segments.map(({ shape, segment }) => sideOf(joined[shape] as JoinedBoundary, segment));
    const { boundary, code } = decisive(sides, vectorOf(latitude, longitude));
    return { code: part?.code ?? code, boundaryDistanceKm: nearest.km, boundary };
  };
}

interface Side {
  boundary: PlateBoundary;
  ends: readonly [Vector, Vector];
}

function sideOf({ points, owners }: JoinedBoundary, segment: number): Side {
  const [from, to] = [points[segment], points[segment + 1]] as [JoinedBoundary["points"][number], JoinedBoundary["points"][number]];
  const ends = [vectorOf(from[1], from[0]), vectorOf(to[1], to[0])] as const;
  return { boundary: owners[segment] as PlateBoundary, ends };
}

/** The only segment or, at a shared vertex, the one with the smallest angle. */
function decisive(sides: readonly Side[], point: Vector): { boundary: PlateBoundary; code: string } {
  const cosines = sides.map((side) => (sides.length === 1 ? 1 : cosineAtVertex(side, point)));
  // The largest cosine belongs to the smallest angle.
  const largest = Math.max(...cosines);
  const best = sides.filter((_, i) => cosines[i] === largest).map((side) => handsOf(side, point));
  // Of coinciding lines the outer one counts: no other line is between its near plate and the point.
  const outer = best.find(({ near }) => best.every(({ far }) => far !== near)) ?? best[0];
  if (!outer) throw new Error("a search without segments cannot be decided");
  return { boundary: outer.boundary, code: outer.near };
}

/** The plates on the point's side of a segment and on the other side. */
function handsOf({ boundary, ends }: Side, point: Vector): { boundary: PlateBoundary; near: string; far: string } {
  const { left, right } = boundary;
  return isLeft(point, ...ends) ? { boundary, near: left, far: right } : { boundary, near: right, far: left };
}

/** Cosine of the angle between a segment and the direction of the point, at the end of the segment that is nearer to the point. */
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

/** Whether a point is on the left of, or on, the great circle from `a` to `b`. */
function isLeft(point: Vector, a: Vector, b: Vector): boolean {
  return dot(cross(a, b), point) >= 0;
}

/**
 * Deepest earthquakes of plates at the surface, km. Deeper ones are called intermediate or deep. They are in slabs, which belong to
 * another plate than the one above them, or below the plates.
 */
const DEEPEST_IN_PLATE_KM = 70;

/** The plate in which an earthquake was; null deeper than 70 km. An earthquake without a known depth counts as shallow. */
export function plateOf(
  locate: { plate: (latitude: number, longitude: number) => EventPlate | null },
  latitude: number,
  longitude: number,
  depthKm: number | null,
): EventPlate | null {
  return (depthKm ?? 0) > DEEPEST_IN_PLATE_KM ? null : locate.plate(latitude, longitude);
}

import { geoArea } from "d3-geo";
import type { BoundaryClass } from "../../contract/texts/vocabulary.ts";
import { crosses, cutRing, type Position } from "../../geo/antimeridian.ts";
import { distanceKm } from "../../geo/sphere.ts";
import { UserError } from "../../platform/error.ts";
import type { LeftOut } from "../../store/records.ts";

/** The plates on the left and on the right of a boundary, in the direction of its points. */
export interface BoundarySides {
  left: string;
  right: string;
  /** The side of the plate that subducts; null if the file names none. */
  subducting: "left" | "right" | null;
}

/** A line of Bird's `PB2002_boundaries`, or a part of one that was cut at the antimeridian. */
export interface BoundaryLine extends BoundarySides {
  /** The points. The line does not cross the antimeridian. */
  line: Position[];
}

/** A plate of Bird's `PB2002_plates`. */
export interface PlateOutline {
  code: string;
  /**
   * Polygons in the plane of longitude and latitude, with the winding of RFC 7946 (outlines counter-clockwise, holes clockwise).
   * They are cut at the antimeridian and closed over the pole. Each polygon is a list of its outline and its holes; each of these
   * is `[longitude, latitude, …]` in degrees and does not repeat the first point.
   */
  polygons: number[][][];
}

/** A step of Bird's `PB2002_steps`: the way from one digitised point of a boundary to the next. */
export interface BoundaryStep extends BoundarySides {
  from: Position;
  to: Position;
  class: BoundaryClass;
}

/** The content of a file of the plate model, whatever its form. */
export type PlateFile = PlateParts & { leftOut: LeftOut };

/** One part of the model. */
export type PlateParts =
  | { kind: "boundaries"; lines: BoundaryLine[] }
  | { kind: "plates"; plates: PlateOutline[] }
  | { kind: "steps"; steps: BoundaryStep[] };

/**
 * The name of a boundary: the two codes, separated by `/` if the right plate subducts, by `\` if the left one does, or otherwise by
 * `-`.
 */
export function boundaryName({ left, right, subducting }: BoundarySides): string {
  const mark = subducting === "right" ? "/" : subducting === "left" ? "\\" : "-";
  return `${left}${mark}${right}`;
}

/** The sides in a name such as `AF-AN`, `EU\AF` or `SU/BU`; null if the text is not a name. */
export function sidesOf(name: string): BoundarySides | null {
  const parts = /^([A-Z]{2})([-/\\])([A-Z]{2})$/.exec(name);
  const [, left = "", mark, right = ""] = parts ?? [];
  if (!parts || left === right) return null;
  return { left, right, subducting: mark === "/" ? "right" : mark === "\\" ? "left" : null };
}

/** Largest length of a reason, because reasons quote the file. */
const LONGEST_REASON = 200;

/** The error for an invalid file, at the place `at`. */
export function malformed(where: string, at: string, reason: string): UserError {
  return new UserError("capture-malformed", `plates: ${where}: ${at}: ${reason.slice(0, LONGEST_REASON)}`);
}

/** The error for a file that ends too early. */
export function truncated(where: string, reason: string): UserError {
  return new UserError("capture-truncated", `plates: ${where} ${reason}`);
}

/** Bird's arcs are at most 111 km long; a longer one shows a wrong or missing point. */
const LONGEST_ARC_KM = 1000;

/**
 * A point from degrees east and north. Bird uses longitudes up to 360.
 *
 * @returns longitude in [-180, 180], or the reason why the point is invalid
 */
export function pointOf(longitude: number, latitude: number): Position | string {
  if (!(longitude >= -180 && longitude <= 360)) return `the longitude ${longitude} is not in [-180, 360]`;
  if (!(latitude >= -90 && latitude <= 90)) return `the latitude ${latitude} is not in [-90, 90]`;
  return [longitude > 180 ? longitude - 360 : longitude, latitude];
}

/** The reason if two consecutive points of a file are too far apart; otherwise undefined. */
export function gapBetween([ax, ay]: Position, [bx, by]: Position): string | null {
  // Edges along the antimeridian and the poles close a polygon on a map.
  const onFrame = (Math.abs(ax) === 180 && Math.abs(bx) === 180) || (Math.abs(ay) === 90 && ay === by);
  const km = onFrame ? 0 : distanceKm(ay, ax, by, bx);
  return km > LONGEST_ARC_KM ? `it is ${Math.round(km)} km from the point before, more than ${LONGEST_ARC_KM}` : null;
}

/** The points without consecutive duplicates. */
export function withoutRepeats(points: readonly Position[]): Position[] {
  return points.filter(([x, y], i) => i === 0 || points[i - 1]?.[0] !== x || points[i - 1]?.[1] !== y);
}

/**
 * The outlines of a region that is smaller than half of the globe, as counter-clockwise rings in the plane, cut at the
 * antimeridian. The winding of the input does not matter.
 *
 * @param ring does not repeat the first point
 */
export function planarRings(ring: readonly Position[]): number[][] {
  const isCut = !ring.some((point, i) => jumps(ring.at(i - 1) as Position, point));
  if (isCut) return [withWinding(ring.flat(), 1)];
  const left = steradiansOnLeft(ring.flat()) > 0 ? ring : ring.toReversed();
  return cutRing(left).map((points) => points.flat());
}

/** The ring with the given winding: 1 counter-clockwise in the plane, -1 clockwise. */
export function withWinding(ring: readonly number[], sense: 1 | -1): number[] {
  let twiceArea = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    twiceArea += (ring[i] as number) * (ring[next + 1] as number) - (ring[next] as number) * (ring[i + 1] as number);
  }
  if (Math.sign(twiceArea) !== -sense) return [...ring];
  return Array.from({ length: ring.length / 2 }, (_, i) => ring.slice(ring.length - 2 * i - 2, ring.length - 2 * i)).flat();
}

/** Whether a ring crosses the antimeridian between two points, other than along a pole. */
function jumps(a: Position, b: Position): boolean {
  return crosses(a, b) && !(Math.abs(a[1]) === 90 && a[1] === b[1]);
}

const SPHERE = 4 * Math.PI;

/**
 * Solid angle in steradians on the left of a ring of great-circle arcs, in (-2π, 2π]: positive for a ring that runs
 * counter-clockwise round less than half of the globe, negative for the same ring in the other direction.
 *
 * @param ring `[longitude, latitude, …]` in degrees; the first point may be repeated at the end
 */
export function steradiansOnLeft(ring: ArrayLike<number>): number {
  if (ring.length < 6) return 0;
  const points = Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i] as number, ring[2 * i + 1] as number]);
  const closed = [...points, points[0] as number[]];
  // d3-geo computes the area on the right of a ring.
  const area = geoArea({ type: "Polygon", coordinates: [closed.toReversed()] });
  return area > SPHERE / 2 ? area - SPHERE : area;
}

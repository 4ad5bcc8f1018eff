import { crosses, cutRing, type Position } from "../../geo/antimeridian.ts";
import { distanceKm } from "../../geo/sphere.ts";
import { steradiansOnLeft } from "../../geo/spherical-area.ts";

/** Bird's arcs are 111 km at most; one so much longer is a wrong or a missing point. */
const LONGEST_ARC_KM = 1000;

/**
 * A point from degrees east and north. Bird lets longitudes go on from 180 to 360.
 *
 * @returns longitude in [-180, 180]; a sentence where it is no point of the globe
 */
export function pointOf(longitude: number, latitude: number): Position | string {
  if (!(longitude >= -180 && longitude <= 360)) return `the longitude ${longitude} is not in [-180, 360]`;
  if (!(latitude >= -90 && latitude <= 90)) return `the latitude ${latitude} is not in [-90, 90]`;
  return [longitude > 180 ? longitude - 360 : longitude, latitude];
}

/** A sentence where two consecutive points of a file are too far apart. */
export function gapBetween([ax, ay]: Position, [bx, by]: Position): string | null {
  // The edges that a map needs along its frame: the antimeridian and the poles.
  const onFrame = (Math.abs(ax) === 180 && Math.abs(bx) === 180) || (Math.abs(ay) === 90 && ay === by);
  const km = onFrame ? 0 : distanceKm(ay, ax, by, bx);
  return km > LONGEST_ARC_KM ? `it is ${Math.round(km)} km from the point before, more than ${LONGEST_ARC_KM}` : null;
}

/** Without points that repeat the one before. */
export function withoutRepeats(points: readonly Position[]): Position[] {
  return points.filter(([x, y], i) => i === 0 || points[i - 1]?.[0] !== x || points[i - 1]?.[1] !== y);
}

/**
 * Outlines of a region of less than half of the globe, however they are wound, as rings of the plane that run
 * counter-clockwise, cut at the antimeridian.
 *
 * @param ring the first point not repeated
 */
export function planarRings(ring: readonly Position[]): number[][] {
  const isCut = !ring.some((point, i) => jumps(ring.at(i - 1) as Position, point));
  if (isCut) return [wound(ring.flat(), 1)];
  const left = steradiansOnLeft(ring.flat()) > 0 ? ring : ring.toReversed();
  return cutRing(left).map((points) => points.flat());
}

/** The ring with the sense that is asked for: 1 counter-clockwise in the plane, -1 clockwise. */
export function wound(ring: readonly number[], sense: 1 | -1): number[] {
  let twiceArea = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    twiceArea += (ring[i] as number) * (ring[next + 1] as number) - (ring[next] as number) * (ring[i + 1] as number);
  }
  if (Math.sign(twiceArea) !== -sense) return [...ring];
  return Array.from({ length: ring.length / 2 }, (_, i) =>
    ring.slice(ring.length - 2 * i - 2, ring.length - 2 * i),
  ).flat();
}

/** Whether a ring crosses the antimeridian between two points, rather than being drawn along a pole. */
function jumps(a: Position, b: Position): boolean {
  return crosses(a, b) && !(Math.abs(a[1]) === 90 && a[1] === b[1]);
}

import { geoArea } from "d3-geo";

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

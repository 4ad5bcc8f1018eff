import { cross, dot, type Vector, vectorOf } from "./sphere.ts";

const SPHERE = 4 * Math.PI;

/**
 * Solid angle in steradians on the left of a ring of great-circle arcs, in (-2π, 2π]: positive for a ring that runs
 * counter-clockwise round less than half of the globe, negative for the same ring walked the other way.
 *
 * The sum of the signed triangles from the first point (Van Oosterom and Strackee 1983, doi:10.1109/TBME.1983.325207),
 * which is right modulo the whole sphere wherever the ring lies. Edges along the antimeridian count once each way and
 * cancel; those that a map draws along a pole have no length here.
 *
 * @param ring `[longitude, latitude, …]` in degrees, the first point repeated at the end or not
 */
export function steradiansOnLeft(ring: ArrayLike<number>): number {
  const vectorAt = (i: number): Vector => vectorOf(ring[i + 1] as number, ring[i] as number);
  if (ring.length < 6) return 0;
  const apex = vectorAt(0);
  let sum = 0;
  let before = vectorAt(2);
  for (let i = 4; i < ring.length; i += 2) {
    const point = vectorAt(i);
    sum += signedTriangle(apex, before, point);
    before = point;
  }
  const turned = ((sum % SPHERE) + SPHERE) % SPHERE;
  return turned > SPHERE / 2 ? turned - SPHERE : turned;
}

function signedTriangle(a: Vector, b: Vector, c: Vector): number {
  return 2 * Math.atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

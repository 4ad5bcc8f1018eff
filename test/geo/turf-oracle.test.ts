import * as turf from "@turf/turf";
import * as fc from "fast-check";
import type { Position } from "geojson";
import { describe, expect, it } from "vitest";
import { steradiansOnLeft } from "../../build/agencies/plates/file.ts";
import { createPointTest } from "../../build/geo/point-in-part.ts";
import { createSegmentIndex } from "../../build/geo/segment-index.ts";
import { azimuthDegrees, distanceKm, EARTH_RADIUS_KM, midpoint } from "../../build/geo/sphere.ts";

/** Longitude and latitude in degrees. */
type Point = [longitude: number, latitude: number];

const KM = { units: "kilometers" } as const;

const anywhere: fc.Arbitrary<Point> = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
);

/** A ring around a centre: any radii give one that does not cross itself. Not closed. */
function star([longitude, latitude]: Point, radii: readonly number[]): Point[] {
  return radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
  });
}

const closed = (ring: readonly Point[]): Position[] => [...ring, ring[0] as Point];
const flat = (points: readonly Point[]) => Float64Array.from(points.flat());
const radii = (min: number, max: number) => fc.array(fc.double({ min, max, noNaN: true }), { minLength: 3, maxLength: 60 });

describe("our geometry agrees with Turf", () => {
  it("on distances", () => {
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        const ours = distanceKm(a[1], a[0], b[1], b[0]);
        // Near the antipode a chord has lost half of its digits: 1 m there.
        expect(Math.abs(ours - turf.distance(a, b, KM))).toBeLessThan(ours > 20_000 ? 1e-3 : 1e-6);
      }),
      { numRuns: 500 },
    );
  });

  it("on directions and midpoints", () => {
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        const km = distanceKm(a[1], a[0], b[1], b[0]);
        fc.pre(km > 1 && km < 19_900 && Math.abs(a[1]) < 89.9);
        const turn = Math.abs(azimuthDegrees(a[1], a[0], b[1], b[0]) - ((turf.bearing(a, b) + 360) % 360));
        expect(Math.min(turn, 360 - turn)).toBeLessThan(1e-6);
        const [longitude, latitude] = turf.midpoint(a, b).geometry.coordinates as Point;
        const ours = midpoint(a, b);
        expect(distanceKm(ours[1], ours[0], latitude, longitude)).toBeLessThan(1e-3);
      }),
      { numRuns: 500 },
    );
  });

  it("on areas", () => {
    const small = fc.array(fc.double({ min: 0.05, max: 0.1, noNaN: true }), { minLength: 8, maxLength: 60 });
    const centre: fc.Arbitrary<Point> = fc.tuple(
      fc.double({ min: -170, max: 170, noNaN: true }),
      fc.double({ min: -60, max: 60, noNaN: true }),
    );
    fc.assert(
      fc.property(centre, small, (middle, distances) => {
        const ring = star(middle, distances);
        const ours = steradiansOnLeft(flat(ring)) * EARTH_RADIUS_KM ** 2;
        const theirs = turf.area(turf.polygon([closed(ring)])) / 1e6;
        // Turf's formula is approximate: its edges are not arcs of great circles.
        expect(Math.abs(ours / theirs - 1)).toBeLessThan(1e-3);
      }),
      { numRuns: 300 },
    );
  });

  it("on points in polygons with holes", () => {
    const near = fc.double({ min: -12, max: 12, noNaN: true });
    fc.assert(
      fc.property(radii(4, 10), radii(0.5, 2.5), near, near, (outer, inner, x, y) => {
        const rings = [star([0, 0], outer), star([0.1, 0.1], inner)];
        const ours = createPointTest({ rings: rings.map(flat) })(x, y);
        expect(ours).toBe(turf.booleanPointInPolygon([x, y], turf.polygon(rings.map(closed))));
      }),
      { numRuns: 500 },
    );
  });

  it("on the nearest point of a line", () => {
    const nearby: fc.Arbitrary<Point> = fc.tuple(
      fc.double({ min: 20, max: 30, noNaN: true }),
      fc.double({ min: -40, max: -30, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(nearby, { minLength: 2, maxLength: 40 }), nearby, (line, point) => {
        const ours = createSegmentIndex([{ rings: [flat(line)] }], false).nearest(point[1], point[0], 5_000)?.km ?? Number.NaN;
        const theirs = turf.nearestPointOnLine(turf.lineString(line), point, KM).properties.dist;
        expect(Math.abs(ours - theirs)).toBeLessThan(1e-3);
      }),
      { numRuns: 300 },
    );
  });
});

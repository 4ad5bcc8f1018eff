import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { steradiansOnLeft } from "../../build/agencies/plates/file.ts";
import { cutLine, cutRing, type Position } from "../../build/geo/antimeridian.ts";
import { createPointTest } from "../../build/geo/point-in-part.ts";
import { distanceKm, type Vector, vectorOf } from "../../build/geo/sphere.ts";

const DEGREE_KM = 111.195;

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });

/** A circle as a ring of many points, counter-clockwise as seen from outside. */
function circle(center: Position, radiusDegrees: number, points = 360): Position[] {
  const z = vectorOf(center[1], center[0]);
  const x = unit(cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z));
  const y = cross(z, x);
  const radius = (radiusDegrees * Math.PI) / 180;
  return Array.from({ length: points }, (_, i) => {
    const turn = (2 * Math.PI * i) / points;
    const [c, s] = [Math.cos(turn) * Math.sin(radius), Math.sin(turn) * Math.sin(radius)];
    const at = [0, 1, 2].map((axis) => of(z, axis) * Math.cos(radius) + of(x, axis) * c + of(y, axis) * s);
    const [px = 0, py = 0, pz = 0] = at;
    return [(Math.atan2(py, px) * 180) / Math.PI, (Math.asin(Math.min(1, Math.max(-1, pz))) * 180) / Math.PI];
  });
}

function of(vector: Vector, axis: number): number {
  return vector[axis] as number;
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

const totalSteradians = (rings: readonly Position[][]): number => rings.reduce((sum, ring) => sum + steradiansOnLeft(ring.flat()), 0);

describe("a line that crosses the antimeridian", () => {
  it("ends there and goes on from there, at the latitude of the great circle", () => {
    const [west, east] = cutLine([
      [178, 60],
      [-178, 60],
    ]);
    expect(west).toEqual([
      [178, 60],
      [180, 60.015116],
    ]);
    expect(east).toEqual([
      [-180, 60.015116],
      [-178, 60],
    ]);
  });

  it("may turn back and have three pieces", () => {
    const pieces = cutLine([
      [179, 0],
      [-179, 0],
      [-179, 1],
      [179, 1],
    ]);
    expect(pieces.map((piece) => piece.length)).toEqual([2, 4, 2]);
    expect(pieces[2]).toEqual([
      [180, expect.closeTo(1, 3)],
      [179, 1],
    ]);
  });

  it.each([180, -180])("is cut at a point of its own that lies there, written %d", (x) => {
    const line: Position[] = [
      [179, 1],
      [x, 2],
      [-179, 3],
    ];
    expect(cutLine(line)).toEqual([
      [
        [179, 1],
        [180, 2],
      ],
      [
        [-180, 2],
        [-179, 3],
      ],
    ]);
  });

  it("stays whole where a step of exactly 180° has no shorter way", () => {
    const over: Position[] = [
      [-90, 89],
      [90, 89],
    ];
    expect(cutLine(over)).toEqual([over]);
  });

  it("stays whole if it only touches it", () => {
    const line: Position[] = [
      [179, 1],
      [180, 2],
      [179, 3],
    ];
    expect(cutLine(line)).toEqual([line]);
  });
});

describe("a region", () => {
  it("a ring may begin on the antimeridian or elsewhere", () => {
    const ring: Position[] = [
      [180, -5],
      [-170, 0],
      [180, 5],
      [170, 0],
    ];
    const rings = cutRing(ring);
    expect(rings).toHaveLength(2);
    expect(totalSteradians(rings)).toBeCloseTo(steradiansOnLeft(ring.flat()), 12);
  });

  it("keeps its area where it holds a pole and its outline crosses the antimeridian three times", () => {
    const longitudes = [90, 170, -170, 175, -160, -90, 0];
    const ring = [60, 60, 62, 66, 70, 60, 60].map((y, at): Position => [longitudes[at] ?? 0, y]);
    expect(totalSteradians(cutRing(ring))).toBeCloseTo(steradiansOnLeft(ring.flat()), 5);
  });

  it("a region without extent, along the antimeridian, is empty", () => {
    expect(
      cutRing([
        [180, 1],
        [180, 2],
        [-180, 3],
      ]),
    ).toEqual([]);
  });

  it("keeps its area, however it lies", () => {
    fc.assert(
      fc.property(longitude, latitude, fc.double({ min: 0.5, max: 80, noNaN: true }), (x, y, radius) => {
        const ring = circle([x, y], radius);
        expect(totalSteradians(cutRing(ring))).toBeCloseTo(steradiansOnLeft(ring.flat()), 5);
      }),
      { numRuns: 300 },
    );
  });

  it("holds in the plane just the points that it holds on the globe", () => {
    fc.assert(
      fc.property(
        longitude,
        latitude,
        fc.double({ min: 5, max: 80, noNaN: true }),
        fc.array(fc.tuple(longitude, latitude), { minLength: 30, maxLength: 30 }),
        (x, y, radius, points) => {
          const rings = cutRing(circle([x, y], radius)).map((ring) => Float64Array.from(ring.flat()));
          const tests = rings.map((ring) => createPointTest({ rings: [ring] }));
          for (const [px, py] of points) {
            const degrees = distanceKm(y, x, py, px) / DEGREE_KM;
            // Edges are straight on the map and the points some degrees apart: the rim is left out.
            if (Math.abs(degrees - radius) < 0.7 || Math.abs(py) > 88) continue;
            expect(tests.filter((test) => test(px === 180 ? -180 : px, py)).length).toBe(degrees < radius ? 1 : 0);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("the area on the left of a ring", () => {
  const octant = [0, 0, 90, 0, 0, 90];

  it("is an eighth of the sphere for an octant, and less the octant the other way", () => {
    expect(steradiansOnLeft(octant)).toBeCloseTo(Math.PI / 2, 14);
    expect(steradiansOnLeft([0, 90, 90, 0, 0, 0])).toBeCloseTo(-Math.PI / 2, 14);
  });

  it("is the same with the first point repeated at the end, and with an edge along a pole", () => {
    expect(steradiansOnLeft([...octant, 0, 0])).toBeCloseTo(Math.PI / 2, 14);
    expect(steradiansOnLeft([0, 0, 90, 0, 90, 90, 0, 90])).toBeCloseTo(Math.PI / 2, 14);
  });

  it("is nothing without a ring", () => {
    expect(steradiansOnLeft([])).toBe(0);
    expect(steradiansOnLeft([0, 0, 1, 1])).toBe(0);
  });

  it("is that of a cap for a circle, wherever it lies", () => {
    fc.assert(
      fc.property(longitude, latitude, fc.double({ min: 0.1, max: 85, noNaN: true }), (x, y, radius) => {
        const cap = 2 * Math.PI * (1 - Math.cos((radius * Math.PI) / 180));
        const ring = circle([x, y], radius, 2000).flat();
        expect(Math.abs(steradiansOnLeft(ring) / cap - 1)).toBeLessThan(1e-5);
      }),
      { numRuns: 100 },
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxOfLines, createSegmentIndex, type Shape, segmentChord2 } from "../../build/geo/segment-index.ts";
import { chord2OfKm, distanceKm, EARTH_RADIUS_KM, kmOfChord2, type Vector, vectorOf } from "../../build/geo/sphere.ts";

type Point = readonly [longitude: number, latitude: number];

const RADIANS = Math.PI / 180;

/**
 * km from a point to an arc by halving: along a minor arc the distance falls to its least and rises again, or the other
 * way round where the point is more than 90° off, when an end is nearest.
 */
function bruteKm([px, py]: Point, a: Point, b: Point): number {
  const at = (share: number) => {
    const [p, q] = [vectorOf(a[1], a[0]), vectorOf(b[1], b[0])];
    const angle = distanceKm(a[1], a[0], b[1], b[0]) / EARTH_RADIUS_KM;
    if (angle === 0) return distanceKm(py, px, a[1], a[0]);
    const [s, t] = [Math.sin((1 - share) * angle), Math.sin(share * angle)];
    const [x, y, z] = [0, 1, 2].map((i) => (s * (p[i] ?? 0) + t * (q[i] ?? 0)) / Math.sin(angle));
    const longitude = Math.atan2(y ?? 0, x ?? 0) / RADIANS;
    return distanceKm(py, px, Math.atan2(z ?? 0, Math.hypot(x ?? 0, y ?? 0)) / RADIANS, longitude);
  };
  let [low, high] = [0, 1];
  for (let i = 0; i < 100; i++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(left) < at(right)) high = right;
    else low = left;
  }
  return Math.min(at(0), at(1), at((low + high) / 2));
}

const anywhere = fc.oneof(
  fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true })),
  // Where planar indexes fail.
  fc.tuple(fc.constantFrom(-180, 180, 179.999, -179.999, 0), fc.double({ min: -90, max: 90, noNaN: true })),
  fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-90, 90, 89.9999, -89.9999)),
);

/** A walk of steps up to some degrees, so that lines wind and cross the antimeridian and the poles' surroundings. */
const walk = fc.constantFrom(9, 9, 80).chain((most) => walkOf(most));

function walkOf(most: number) {
  const step = fc.double({ min: -most, max: most, noNaN: true });
  const steps = fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 60 });
  return fc.tuple(anywhere, steps).map(([start, steps]) => {
    const points: Point[] = [start];
    for (const [dx, dy] of steps) {
      const [x, y] = points.at(-1) as Point;
      points.push([((x + dx + 540) % 360) - 180, Math.max(-90, Math.min(90, y + dy))]);
    }
    return points;
  });
}

const lineSets = fc.array(walk, { minLength: 1, maxLength: 8 });

function everyNearest(lines: readonly Float64Array[], closed: boolean, point: Vector, limit: number) {
  const all = lines.flatMap((line, index) =>
    Array.from({ length: line.length / 2 - (closed ? 0 : 1) }, (_, segment) => {
      const ends = [segment, (segment + 1) % (line.length / 2)].flatMap((i) => vectorOf(line[2 * i + 1] ?? 0, line[2 * i] ?? 0));
      return { shape: index, segment, chord: segmentChord2(point, Float64Array.from(ends), 0, 3) };
    }),
  );
  const least = Math.min(limit, ...all.map(({ chord }) => chord));
  return all.filter(({ chord }) => chord === least).map(({ shape, segment }) => ({ shape, segment }));
}

/** Every second one has its box. */
function shapesOf(lines: readonly Float64Array[], closed: boolean): Shape[] {
  return lines.map((line, at) => (at % 2 === 0 ? { rings: [line] } : { rings: [line], box: boxOfLines([line], closed) }));
}

function indexOf(...lines: Float64Array[]) {
  return createSegmentIndex(shapesOf(lines, false), false);
}

describe("the nearest segment", () => {
  it("is as near as trying them all says, anywhere on the globe, for lines and for rings", () => {
    fc.assert(
      fc.property(lineSets, anywhere, fc.boolean(), (lines, point, closed) => {
        const flat = lines.map((line) => Float64Array.from(line.flat()));
        const index = createSegmentIndex(shapesOf(flat, closed), closed);
        const distances = lines.map((line) =>
          line.slice(0, closed ? line.length : -1).map((a, i) => bruteKm(point, a, line[(i + 1) % line.length] as Point)),
        );
        const least = Math.min(...distances.flat());
        const found = index.nearest(point[1], point[0], 30_000);
        expect(found?.km).toBeCloseTo(least, 2);
        for (const { shape, segment } of found?.segments ?? []) expect(distances[shape]?.[segment]).toBeCloseTo(least, 2);
      }),
      { numRuns: 150 },
    );
  });

  it("are all segments at the least chord within a limit, also at their corners", () => {
    const limits = fc.oneof(fc.constantFrom(0, 370.4), fc.double({ min: 0, max: 20_000, noNaN: true }));
    let found = 0;
    fc.assert(
      fc.property(lineSets, fc.array(anywhere, { maxLength: 5 }), fc.boolean(), limits, (lines, points, closed, withinKm) => {
        const flat = lines.map((line) => Float64Array.from(line.flat()));
        const index = createSegmentIndex(shapesOf(flat, closed), closed);
        const corners = lines.map(([first]) => first as Point);
        const beside = corners.flatMap(([x, y]) =>
          points.map(([dx, dy]): Point => [x + dx / 90, Math.max(-90, Math.min(90, y + dy / 90))]),
        );
        for (const [longitude, latitude] of [...points, ...corners, ...beside]) {
          const nearest = index.nearest(latitude, longitude, withinKm);
          if (nearest) found++;
          expect(nearest?.segments ?? []).toEqual(everyNearest(flat, closed, vectorOf(latitude, longitude), chord2OfKm(withinKm)));
        }
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(500);
  });

  it("is null beyond the limit and found up to it", () => {
    const index = indexOf(Float64Array.of(0, 0, 10, 0));
    const km = (EARTH_RADIUS_KM * Math.PI) / 180;
    expect(index.nearest(2, 5, 1.999 * km)).toBeNull();
    expect(index.nearest(2, 5, 2.001 * km)?.km).toBeCloseTo(2 * km, 6);
    expect(createSegmentIndex([], false).nearest(0, 0, 30_000)).toBeNull();
  });

  it("is every segment that shares the nearest vertex, also across the antimeridian and at a pole", () => {
    const cross = indexOf(Float64Array.of(170, 10, 180, 0), Float64Array.of(-180, 0, -170, 10), Float64Array.of(180, 0, 175, 30));
    const south = cross.nearest(-20, 180, 30_000);
    expect(south?.segments.map(({ shape }) => shape)).toEqual([0, 1, 2]);
    const pole = indexOf(Float64Array.of(0, 80, 0, 90), Float64Array.of(77, 90, 120, 80));
    expect(pole.nearest(89, -120, 30_000)?.segments).toHaveLength(2);
  });

  it("is found where a great circle is nearer to the pole than its ends", () => {
    const [north, south] = [60, -60].map((latitude) => indexOf(Float64Array.of(0, latitude, 80, latitude)));
    // tan φ = tan 60° / cos 40°, Snyder's great circle.
    expect(north?.nearest(66.142, 40, 10)?.km).toBeCloseTo(0, 0);
    expect(south?.nearest(-66.142, 40, 10)?.km).toBeCloseTo(0, 0);
  });

  it("passes over repeated points", () => {
    const index = indexOf(Float64Array.of(0, 0, 0, 0, 10, 0));
    expect(index.nearest(1, 5, 30_000)?.segments).toEqual([{ shape: 0, segment: 1 }]);
  });
});

describe("a shape whose box is known", () => {
  it("is not read before a search comes near it", () => {
    let read = 0;
    const far: Shape = {
      box: [100, 0, 110, 10],
      get rings() {
        read++;
        return [Float64Array.of(100, 0, 110, 10)];
      },
    };
    const index = createSegmentIndex([{ rings: [Float64Array.of(0, 0, 10, 0)] }, far], false);
    expect([index.nearest(2, 5, 1_000)?.segments, read]).toEqual([[{ shape: 0, segment: 0 }], 0]);
    expect([index.nearest(2, 99, 1_000)?.segments, read]).toEqual([[{ shape: 1, segment: 0 }], 1]);
  });

  it("has a box around a pole that ends where its ring does", () => {
    const [west, south, east, north] = boxOfLines([Float64Array.of(-180, -80, -60, -70, 60, -70, 180, -80, 180, -90, -180, -90)], true);
    expect([west, south, east]).toEqual([-180, expect.closeTo(-90, 5), 180]);
    expect(north).toBeCloseTo(-70, 5);
  });
});

describe("distances on the sphere", () => {
  it("are a quarter of the circumference from pole to equator, half between antipodes, nothing between names of one point", () => {
    const quarter = (Math.PI / 2) * EARTH_RADIUS_KM;
    expect(distanceKm(90, 12, 0, 34)).toBeCloseTo(quarter, 6);
    expect(distanceKm(10, 20, -10, -160)).toBeCloseTo(2 * quarter, 2);
    expect(distanceKm(5, 180, 5, -180)).toBe(0);
    expect(distanceKm(-90, 0, -90, 77)).toBe(0);
  });

  it("go to the chord and back", () => {
    for (const km of [0, 0.001, 1, 370.4, 10_000, 20_000]) expect(kmOfChord2(chord2OfKm(km))).toBeCloseTo(km, 6);
    expect(chord2OfKm(50_000)).toBe(4);
  });
});

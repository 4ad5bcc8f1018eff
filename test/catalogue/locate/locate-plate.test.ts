import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlateBoundary } from "../../../build/catalogue/catalogue.ts";
import { createPlateLocator } from "../../../build/catalogue/locate/locate-plate.ts";
import { EARTH_RADIUS_KM, type Vector, vectorOf } from "../../../build/geo/sphere.ts";

type Point = readonly [longitude: number, latitude: number];

const RADIANS = Math.PI / 180;
const angle = (max: number) => fc.double({ min: -max, max, noNaN: true });

function boundary(left: string, right: string, line: readonly Point[]): PlateBoundary {
  return { name: `${left}-${right}`, left, right, type: "transform", class: null, accuracy: "schematic", line };
}

/** The same line walked the other way. */
function reversed({ left, right, line, ...rest }: PlateBoundary): PlateBoundary {
  return { ...rest, left: right, right: left, line: line.toReversed() };
}

function positionOf([x, y, z]: Vector): Point {
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS];
}

function about(u: number, v: number, degrees: number): [number, number] {
  const [cosine, sine] = [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)];
  return [u * cosine - v * sine, u * sine + v * cosine];
}

/** Turns about the z, the x and again the z axis (degrees). */
function turned([x, y, z]: Vector, [a, b, c]: readonly [number, number, number]): Vector {
  const [x1, y1] = about(x, y, a);
  const [y2, z2] = about(y1, z, b);
  const [x3, y3] = about(x1, y2, c);
  return [x3, y3, z2];
}

/** Quarter circles between the ends of the axes, in pieces, some walked backwards. */
function octants(turn: readonly [number, number, number], pieces: number, backwards: readonly boolean[]) {
  const lines: PlateBoundary[] = [];
  for (const [i, j, k] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ] as const) {
    for (const [signI, signJ] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      const at = (share: number): Point => {
        const vector: [number, number, number] = [0, 0, 0];
        vector[i] = signI * Math.cos((share * Math.PI) / 2);
        vector[j] = signJ * Math.sin((share * Math.PI) / 2);
        return positionOf(turned(vector, turn));
      };
      // From axis i towards axis j the positive side of axis k is on the left if both signs agree.
      const side = signI * signJ;
      const name = (sign: number) => {
        const signs = [0, 0, 0];
        [signs[i], signs[j], signs[k]] = [signI, signJ, sign];
        return signs.join();
      };
      const line = Array.from({ length: pieces + 1 }, (_, piece) => at(piece / pieces));
      const whole = boundary(name(side), name(-side), line);
      lines.push(backwards[lines.length % backwards.length] ? reversed(whole) : whole);
    }
  }
  return lines;
}

/** A point of the plane that touches the globe at the centre: there great circles are straight (gnomonic projection). */
function onGlobe([longitude, latitude]: Point, x: number, y: number): Point {
  const [sinL, cosL] = [Math.sin(longitude * RADIANS), Math.cos(longitude * RADIANS)];
  const [sinP, cosP] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  return positionOf([cosP * cosL - x * sinL - y * sinP * cosL, cosP * sinL + x * cosL - y * sinP * sinL, sinP + y * cosP]);
}

function isInside(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  ring.forEach(([x1, y1], i) => {
    const [x0, y0] = ring.at(i - 1) as readonly [number, number];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) * (x1 - x0)) / (y1 - y0)) inside = !inside;
  });
  return inside;
}

describe("the plate of a point among the eight octants of a turned globe", () => {
  it("is the octant that the signs of its coordinates tell, at the distance of the nearest plane", () => {
    const turn = fc.oneof(
      fc.constantFrom<[number, number, number]>([0, 0, 0], [90, 90, 0], [0, 45, 180]),
      fc.tuple(angle(180), angle(180), angle(180)),
    );
    const backwards = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
    const points = fc.array(fc.tuple(angle(180), angle(90)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(turn, fc.integer({ min: 1, max: 9 }), backwards, points, (turn, pieces, backwards, points) => {
        const locate = createPlateLocator(octants(turn, pieces, backwards));
        for (const [longitude, latitude] of points) {
          const own = vectorOf(latitude, longitude);
          const turnedPoint = positionOf(turned(own, turn));
          const found = locate(turnedPoint[1], turnedPoint[0]);
          const least = Math.min(...own.map(Math.abs));
          if (least < 1e-9) continue;
          expect(found.code).toBe(own.map(Math.sign).join());
          expect(found.boundaryDistanceKm).toBeCloseTo(Math.asin(least) * EARTH_RADIUS_KM, 4);
          expect([found.boundary.left, found.boundary.right]).toContain(found.code);
        }
      }),
    );
  });
});

describe("the plate of a point beside a jagged line", () => {
  it("is the inside or the outside of a spiky star, cut into lines at random, wherever on the globe it is", () => {
    const centre = fc.oneof(
      fc.constantFrom<Point>([180, 0], [-180, -50], [0, 90], [30, -90], [179.9, 89]),
      fc.tuple(angle(180), angle(90)),
    );
    const radii = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 4, maxLength: 30 });
    const cuts = fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 6 });
    const points = fc.array(fc.tuple(angle(1.2), angle(1.2)), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        centre,
        radii,
        cuts,
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
        points,
        (centre, radii, cuts, flips, points) => {
          const ring = radii.map((radius, i): [number, number] => {
            const direction = (2 * Math.PI * i) / radii.length;
            return [radius * Math.cos(direction), radius * Math.sin(direction)];
          });
          const globe = ring.map(([x, y]) => onGlobe(centre, x, y));
          const ends = [...new Set(cuts.map((cut) => cut % ring.length))].toSorted((a, b) => a - b);
          const lines = ends.map((from, i) => {
            const to = ends[i + 1] ?? (ends[0] as number) + ring.length;
            const line = Array.from({ length: to - from + 1 }, (_, step) => globe[(from + step) % ring.length] as Point);
            const piece = boundary("IN", "OUT", line);
            return flips[i] ? reversed(piece) : piece;
          });
          const locate = createPlateLocator(lines);
          for (const [x, y] of points) {
            const [longitude, latitude] = onGlobe(centre, x, y);
            const found = locate(latitude, longitude);
            if (found.boundaryDistanceKm > 0.001) expect(found.code).toBe(isInside(ring, x, y) ? "IN" : "OUT");
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is decided by the segment next to it if the nearest point is a sharp bend", () => {
    const spike = boundary("OUTSIDE", "INSIDE", [
      [20, 0],
      [0, 5],
      [20, 10],
    ]);
    // Beyond the tip: on the outer side of one segment's great circle and on the inner side of the other's.
    for (const line of [spike, reversed(spike)]) {
      expect(createPlateLocator([line])(5.5, -1).code).toBe("OUTSIDE");
      expect(createPlateLocator([line])(4.5, -1).code).toBe("OUTSIDE");
      expect(createPlateLocator([line])(5, 15).code).toBe("INSIDE");
    }
  });
});

describe("the plate of a point on a boundary", () => {
  it("is the left one", () => {
    const equator = boundary("NORTH", "SOUTH", [
      [0, 0],
      [90, 0],
      [180, 0],
    ]);
    expect(createPlateLocator([equator])(0, 45)).toMatchObject({ code: "NORTH", boundaryDistanceKm: 0 });
    expect(createPlateLocator([reversed(equator)])(0, 45).code).toBe("SOUTH");
  });

  it("can't be told without boundaries", () => {
    expect(() => createPlateLocator([])(0, 0)).toThrow("without plate boundaries no point has a plate");
  });
});

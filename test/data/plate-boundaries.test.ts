import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPlateLocator } from "../../build/catalogue/locate/locate-plate.ts";
import { BOUNDARY_CLASSES, BOUNDARY_TYPES } from "../../build/contract/texts/vocabulary.ts";
import { distanceKm } from "../../build/geo/sphere.ts";
import { readBoundaries, readPlates } from "../../build/pipeline/load/plates.ts";
import { motionAcross } from "./boundary-motion.ts";
import { type Position, ringsOf, steradians, wrongJunctions } from "./boundary-rings.ts";
import { wellKnownPlaces } from "./well-known-places.ts";

const DATA = join(import.meta.dirname, "../../data");
const boundaries = readBoundaries(DATA);
const plates = readPlates(DATA);
const codes = plates.map(({ code }) => code).toSorted();
const MEAN_RADIUS_KM = 6371;

interface Segment {
  name: string;
  from: Position;
  to: Position;
}

const segments = boundaries.flatMap(({ name, line }): Segment[] => line.slice(1).map((to, i) => ({ name, from: line[i] as Position, to })));

/** Twice the signed area of a triangle in the plane of longitude and latitude. */
function turn([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function cross(one: Segment, two: Segment): boolean {
  const apart = (s: Segment, t: Segment): boolean => turn(s.from, s.to, t.from) * turn(s.from, s.to, t.to) < -1e-9;
  return apart(one, two) && apart(two, one);
}

describe("the boundary lines", () => {
  it("say that they are schematic", () => {
    expect(new Set(boundaries.map(({ accuracy }) => accuracy))).toEqual(new Set(["schematic"]));
  });

  it("are at least 60, one feature a line of the file, each named by its left and right plate", () => {
    const rows = readFileSync(join(DATA, "plate-boundaries.geojson"), "utf8").split("\n");
    expect(boundaries.length).toBeGreaterThanOrEqual(60);
    expect(rows.filter((row) => row.startsWith('{"type":"Feature",'))).toHaveLength(boundaries.length);
    expect(boundaries.filter(({ name, left, right }) => name !== `${left}-${right}`)).toEqual([]);
  });

  it("border every plate of plates.json and no other", () => {
    expect([...new Set(boundaries.flatMap(({ left, right }) => [left, right]))].toSorted()).toEqual(codes);
  });

  it("have types and classes of the vocabulary, and lines on the globe that cross no antimeridian", () => {
    const isNone = <T>(list: readonly T[], one: T) => !list.includes(one);
    const wrong = boundaries.filter(({ left, right, type, class: own, line }) => {
      const isAstray = line.some(([x, y], i) => Math.abs(x) > 180 || Math.abs(y) > 90 || Math.abs(x - (line[i - 1]?.[0] ?? x)) > 180);
      return (
        isAstray || left === right || isNone(BOUNDARY_TYPES, type) || (own !== null && isNone(BOUNDARY_CLASSES, own)) || line.length < 2
      );
    });
    expect(wrong).toEqual([]);
  });

  it("have a vertex at least every 600 km, none twice in a row, and no more than two decimals", () => {
    const km = ({ from, to }: Segment): number => distanceKm(from[1], from[0], to[1], to[0]);
    expect(segments.filter((segment) => km(segment) > 600 || km(segment) < 1)).toEqual([]);
    const numbers = boundaries.flatMap(({ line }) => line.flat());
    expect(numbers.filter((x) => Math.abs(Math.round(x * 100) - x * 100) > 1e-6)).toEqual([]);
  });

  it("cross neither themselves nor one another", () => {
    const crossings = segments.flatMap((one, i) =>
      segments.slice(i + 1).flatMap((two) => (cross(one, two) ? [`${one.name} at ${one.from.join(", ")} and ${two.name}`] : [])),
    );
    expect(crossings).toEqual([]);
  });

  it("meet in shared junctions around which neighbours agree on the plate between them", () => {
    expect(wrongJunctions(boundaries)).toEqual([]);
  });

  it("close one ring around each plate, the Pacific's and Antarctica's included", () => {
    expect(codes.filter((code) => ringsOf(code, boundaries).length !== 1)).toEqual([]);
  });

  it("part the whole sphere", () => {
    const total = codes.reduce((sum, code) => sum + steradians(ringsOf(code, boundaries)), 0);
    expect(total).toBeCloseTo(4 * Math.PI, 6);
  });

  it("enclose the published area of each plate, to 5 % above a million km² and to a third below", () => {
    const off = plates.flatMap(({ code, areaKm2 }) => {
      const share = (steradians(ringsOf(code, boundaries)) * MEAN_RADIUS_KM ** 2) / areaKm2;
      return Math.abs(share - 1) > (areaKm2 > 1e6 ? 0.05 : 1 / 3) ? [`${code} ${share.toFixed(2)}`] : [];
    });
    expect(off).toEqual([]);
  });

  it("close where they are convergent and open where they are divergent, by the poles of their plates", () => {
    // A boundary that slips obliquely may deviate by a quarter of its speed: the Puerto Rico Trench does.
    const wrong = boundaries.flatMap((boundary) => {
      const { name, type } = boundary;
      const { opening, speed } = motionAcross(boundary, plates);
      const against = type === "convergent" ? opening : type === "divergent" ? -opening : 0;
      return against > speed / 4 ? [`${name} ${type} ${opening.toFixed(1)} of ${speed.toFixed(1)} mm/a`] : [];
    });
    expect(wrong).toEqual([]);
  });
});

describe("the plate of a well-known place, found by the side of the nearest boundary", () => {
  const locate = createPlateLocator(boundaries);

  it.each(wellKnownPlaces)("$name is on $plate", ({ latitude, longitude, plate }) => {
    expect(locate(latitude, longitude).code).toBe(plate);
  });

  it("is asked of at least 60 places and of every plate", () => {
    expect(wellKnownPlaces.length).toBeGreaterThanOrEqual(60);
    expect([...new Set(wellKnownPlaces.map(({ plate }) => plate))].toSorted()).toEqual(codes);
  });
});

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipArea, cutIntoCells, FAR, NEAR, WIDE } from "../../../../build/site/map/drawn/cells.ts";
import { baseLayers, eventMap } from "../../../../build/site/map/drawn/local-maps.ts";
import {
  type Line,
  mercatorX,
  mercatorY,
  outlinesOf,
  unitsOfKm,
  WORLD_UNITS,
  withoutBorders,
} from "../../../../build/site/map/drawn/outlines.ts";
import type { LandFile } from "../../../../build/site/map/land.ts";

const read = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(new URL(`../../../../data/base-map/${name}.json.gz`, import.meta.url))).toString("utf8")) as LandFile;
const [COARSE, FINE] = [read("coarse"), read("fine")];

/** Crossings of a ray to the right. */
function isInside(area: Line, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, before = area.length - 2; at < area.length; before = at, at += 2) {
    const [ax, ay, bx, by] = [area[at], area[at + 1], area[before], area[before + 1]] as [number, number, number, number];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

describe("Mercator's projection", () => {
  it("has the equator in the middle, and 60 degrees where its formula says", () => {
    expect([mercatorX(-180), mercatorX(0), mercatorX(180)]).toEqual([0, WORLD_UNITS / 2, WORLD_UNITS]);
    expect(mercatorY(0)).toBe(WORLD_UNITS / 2);
    // Snyder 1987, Map Projections: A Working Manual, USGS Professional Paper 1395, p. 45: y/R at 60° is 1.31696.
    expect(((WORLD_UNITS / 2 - mercatorY(60)) * 2 * Math.PI) / WORLD_UNITS).toBeCloseTo(1.31696, 5);
    expect(unitsOfKm(100, 60) / unitsOfKm(100, 0)).toBeCloseTo(2, 9);
  });
});

describe("an area that is clipped", () => {
  it("holds what it held inside of the window, and nothing outside", () => {
    const coordinate = fc.integer({ min: 0, max: 100 });
    const point = fc.tuple(coordinate, coordinate);
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 9 }), point, (points, [x, y]) => {
        const area = points.flat();
        const window = { left: 20, right: 70, top: 30, bottom: 80 };
        const clipped = clipArea(area, window);
        for (let at = 0; at < clipped.length; at += 2) {
          expect(clipped[at]).toBeGreaterThanOrEqual(20);
          expect(clipped[at]).toBeLessThanOrEqual(70);
          expect(clipped[at + 1]).toBeGreaterThanOrEqual(30);
          expect(clipped[at + 1]).toBeLessThanOrEqual(80);
        }
        const within = x > 20 && x < 70 && y > 30 && y < 80;
        // Crossings with the window are rounded to whole units: near an edge either may be right.
        if (!within || nearEdge(area, x, y)) return;
        expect(isInside(clipped, x + 0.31, y + 0.17)).toBe(isInside(area, x + 0.31, y + 0.17));
      }),
    );
  });
});

describe("the land without borders", () => {
  it("is the land of all countries together", () => {
    const rings = (land: LandFile) => outlinesOf(land, [], 1).areas();
    const [coasts, countries] = [rings(withoutBorders(COARSE)), rings(COARSE)];
    const points = (all: readonly Line[]) => all.reduce((sum, { length }) => sum + length / 2, 0);
    expect(points(coasts)).toBeLessThan(0.85 * points(countries));
    expect(coasts.filter((ring) => ring[0] !== ring.at(-2) || ring[1] !== ring.at(-1))).toEqual([]);
    const isLand = (all: readonly Line[], x: number, y: number) => all.filter((ring) => isInside(ring, x, y)).length % 2 === 1;
    const place = fc.integer({ min: 0, max: WORLD_UNITS - 1 });
    fc.assert(
      fc.property(place, place, (x, y) => {
        expect(isLand(coasts, x + 0.37, y + 0.41)).toBe(isLand(countries, x + 0.37, y + 0.41));
      }),
    );
  });
});

function nearEdge(area: Line, x: number, y: number): boolean {
  for (let at = 0, before = area.length - 2; at < area.length; before = at, at += 2) {
    const [ax, ay, bx, by] = [area[at], area[at + 1], area[before], area[before + 1]] as [number, number, number, number];
    const [dx, dy] = [bx - ax, by - ay];
    const along = dx === 0 && dy === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    if (Math.hypot(ax + along * dx - x, ay + along * dy - y) < 2) return true;
  }
  return false;
}

describe("the cells of the base map", () => {
  const cells = cutIntoCells(outlinesOf(FINE, [], 2), NEAR);
  const cellOf = (latitude: number, longitude: number) =>
    `${Math.floor(mercatorX(longitude) / NEAR.units)}-${Math.floor(mercatorY(latitude) / NEAR.units)}`;

  it("are there where there is land, and not on the high seas", () => {
    for (const [latitude, longitude] of [
      [35.7, 139.7],
      [-33.9, 151.2],
      [64.1, -21.9],
      [-17.7, 178.1],
      [66, 179.9],
    ] as const)
      expect([latitude, longitude, cells.has(cellOf(latitude, longitude))]).toEqual([latitude, longitude, true]);
    // South of the Pacific's islands and north of Antarctica; a cell further north has the Aleutians.
    expect(cells.has(cellOf(-50, -125))).toBe(false);
  });

  it("are small, and whole files of SVG", () => {
    for (const [cell, text] of cells) {
      expect(cell).toMatch(/^\d+-\d+$/);
      expect(text).toMatch(/^<svg xmlns="[^"]*"><g id="c">.*<\/g><\/svg>\n$/);
      expect(text.length).toBeLessThan(40_000);
    }
  });

  it("of large areas are few and small, and drawn where a view is wide", () => {
    for (const [level, land, least, most] of [
      [WIDE, FINE, 55, 64],
      [FAR, COARSE, 16, 16],
    ] as const) {
      const large = cutIntoCells({ ...outlinesOf(land, [], 8), areas: outlinesOf(withoutBorders(land), [], 8).areas }, level);
      expect(large.size).toBeGreaterThanOrEqual(least);
      expect(large.size).toBeLessThanOrEqual(most);
      for (const [cell, text] of large) {
        expect(cell).toMatch(/^(?:wide|far)-\d-\d$/);
        expect(text).toMatch(new RegExp(`^<svg xmlns="[^"]*"><g id="c" transform="scale\\(${level.scale}\\)">.*</g></svg>\n$`));
        expect(text.length).toBeLessThan(30_000);
      }
    }
    const drawn = (width: number) =>
      baseLayers({ left: -1000, top: 5000, width, height: 2000 }, new Set(cells.keys()))
        .map(({ markup }) => markup.slice('<use href="/assets/land/'.length))
        .join(" ");
    expect(drawn(5100)).toBe(`far-3-1.svg#c" x="-${WORLD_UNITS}"/> far-0-1.svg#c"/> far-1-1.svg#c"/>`);
    expect(drawn(3000)).toContain(`wide-7-2.svg#c" x="-${WORLD_UNITS}"/> wide-7-3.svg#c" x="-${WORLD_UNITS}"/> wide-0-2.svg#c"/>`);
    expect(drawn(2000)).toMatch(/^15-4\.svg/);
  });

  it("are used beyond the antimeridian as well", () => {
    const base = { cells: new Set(cells.keys()), rows: [], hasBoundary: () => false };
    const mapAt = (latitude: number, longitude: number) =>
      eventMap(
        { latitude, longitude, depth_km: 500, magnitude: 6 },
        base,
        () => [],
        "Map",
        () => undefined,
      )?.markup ?? "";
    const at = (longitude: number) => mapAt(-17.7, longitude);
    expect(at(179.5)).toContain(`.svg#c" x="${WORLD_UNITS}"/>`);
    expect(at(-179.5)).toContain(`.svg#c" x="-${WORLD_UNITS}"/>`);
    expect(at(179.5)).toContain('class="mark deep"');
    expect(mapAt(88, 0)).toBe("");
  });
});

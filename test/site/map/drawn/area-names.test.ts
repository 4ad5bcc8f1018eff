import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areaNames, type LandRows, landRows, SEAS } from "../../../../build/site/map/drawn/area-names.ts";
import { baseMapOf } from "../../../../build/site/map/drawn/base-map.ts";
import { scaleBar } from "../../../../build/site/map/drawn/local-maps.ts";
import { mercatorX, mercatorY, WORLD_UNITS } from "../../../../build/site/map/drawn/outlines.ts";
import type { Box } from "../../../../build/site/map/drawn/town-labels.ts";
import english from "../../../../data/languages/seas/en.json" with { type: "json" };

const { rows } = baseMapOf([]);

function viewAt(latitude: number, longitude: number): Box {
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
  return { left: x - 340, right: x + 340, top: y - 190, bottom: y + 190 };
}

function namesIn(view: Box, taken: Box[] = []) {
  const markup = areaNames(view, rows, taken, [21, 12], (iso2) => iso2)?.markup ?? "";
  const texts = [...markup.matchAll(/<text x="(-?\d+)" y="(\d+)" data-(country|sea)="([^"]+)"/g)];
  return texts.map(([, x, y, kind, name = ""]) => ({ x: Number(x), y: Number(y), kind, name }));
}

/** The countries at a point, by the rows that the names are placed with. */
function landAt(all: LandRows, x: number, y: number): string[] {
  const within = ((x % WORLD_UNITS) + WORLD_UNITS) % WORLD_UNITS;
  return (all[Math.floor(y / 12)] ?? []).filter(({ left, right }) => left <= within && within <= right).map(({ iso2 }) => iso2);
}

describe("names of countries and seas", () => {
  it.each([
    [39, 35, "TR"],
    [46, 105, "MN"],
    [-10, -55, "BR"],
    [36, 18, "Mediterranean Sea"],
    [43, 34, "Black Sea"],
    [0, -150, "Pacific Ocean"],
    [10, 179.9, "Pacific Ocean"],
  ])("at %d %d are %s", (latitude, longitude, name) => {
    expect(namesIn(viewAt(latitude, longitude)).map((one) => one.name)).toContain(name);
  });

  it("are on what they name, inside the map, and beside what is taken", () => {
    const area = fc.record({
      latitude: fc.double({ min: -65, max: 72, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(area, ({ latitude, longitude }) => {
        const view = viewAt(latitude, longitude);
        const [x, y] = [(view.left + view.right) / 2, (view.top + view.bottom) / 2];
        const taken: Box[] = [{ left: x - 40, right: x + 40, top: y - 40, bottom: y + 40 }];
        const names = namesIn(view, taken);
        for (const one of names) {
          expect(landAt(rows, one.x, one.y)).toEqual(one.kind === "country" ? [one.name] : []);
          expect(one.x > view.left && one.x < view.right && one.y > view.top && one.y < view.bottom).toBe(true);
        }
        for (const [at, a] of taken.entries()) {
          for (const b of taken.slice(at + 1)) {
            expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
          }
        }
        expect(taken).toHaveLength(names.length + 1);
      }),
    );
  });

  it("have rows that cover a square as its outline does", () => {
    const square = [100, 100, 400, 100, 400, 400, 100, 400];
    const spans = landRows(["XX"], () => [square]).flat();
    expect(new Set(spans.map(({ left, right }) => `${left} ${right}`))).toEqual(new Set(["100 400"]));
    expect(spans).toHaveLength(25);
  });

  it("have texts, lie within the world, and each box has a south and a north", () => {
    for (const [name, [west, south, east, north]] of SEAS) {
      expect(Object.keys(english)).toContain(name);
      expect([west, east].every((edge) => Math.abs(edge) <= 180)).toBe(true);
      expect(south < north && Math.abs(south) < 85 && Math.abs(north) < 85).toBe(true);
    }
  });
});

it("has a scale bar of a round length that is neither nothing nor longer than a quarter of the map", () => {
  fc.assert(
    fc.property(fc.integer({ min: 280, max: 1500 }), fc.integer({ min: 1000, max: 15_000 }), (width, top) => {
      const markup = scaleBar({ left: 0, top, width, height: width * 0.6 })?.markup ?? "";
      const [, length = "0"] = /h(-?[\d.]+)v/.exec(markup) ?? [];
      expect(Number(length)).toBeGreaterThan(width / 16);
      expect(Number(length)).toBeLessThanOrEqual(width / 4 + 0.1);
      expect(markup).toMatch(/>[125]0*(,000)? km</);
    }),
  );
});

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { COUNTRY_CODES } from "../../../../build/contract/texts/vocabulary.ts";
import { countriesMap, countryShapes, platesMap } from "../../../../build/site/map/drawn/index-maps.ts";
import type { LandFile } from "../../../../build/site/map/land.ts";
import { onWorld, WORLD_SIZE } from "../../../../build/site/map/world-map.ts";

const COARSE = JSON.parse(
  gunzipSync(readFileSync(new URL("../../../../data/base-map/coarse.json.gz", import.meta.url))).toString("utf8"),
) as LandFile;
const SHAPES = countryShapes(COARSE);

/** The bounding box of a path with absolute starts and relative lines. */
function boxOf(d: string): { left: number; right: number; top: number; bottom: number } {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const [, part = ""] of d.replace(/a[^M]*/g, "").matchAll(/M([^M]+)/g)) {
    const numbers = (part.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    let [x, y] = [0, 0];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      [x, y] = [x + (numbers[at] as number), y + (numbers[at + 1] as number)];
      xs.push(x);
      ys.push(y);
    }
  }
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

describe("the countries on the map of the world", () => {
  it("are all there, inside of it, and none is too small to click", () => {
    expect([...SHAPES.keys()].toSorted()).toEqual([...COUNTRY_CODES].toSorted());
    for (const [iso2, { d, size }] of SHAPES) {
      const { left, right, top, bottom } = boxOf(d);
      expect([iso2, d !== "", left >= -4, right <= WORLD_SIZE.width + 4]).toEqual([iso2, true, true, true]);
      expect([iso2, top >= -4, bottom <= WORLD_SIZE.height + 4]).toEqual([iso2, true, true]);
      expect([iso2, size >= 7 || d.includes("a3.5 3.5")]).toEqual([iso2, true]);
    }
  });

  it("are where they are", () => {
    for (const [iso2, longitude, latitude] of [
      ["JP", 138, 36],
      ["BR", -53, -10],
      ["KE", 38, 0.5],
      ["MT", 14.4, 35.9],
    ] as const) {
      const { left, right, top, bottom } = boxOf(SHAPES.get(iso2)?.d ?? "");
      const [x, y] = onWorld(longitude, latitude);
      expect([iso2, x > left - 4, x < right + 4, y > top - 4, y < bottom + 4]).toEqual([iso2, true, true, true, true]);
    }
    // The smaller one of the two areas that an outline encloses: no country is as large as the world.
    // The edge of the map cuts Greenland.
    for (const [iso2, { size }] of SHAPES)
      if (iso2 !== "AQ" && iso2 !== "GL") expect([iso2, size < WORLD_SIZE.width / 2]).toEqual([iso2, true]);
  });

  it("are links in the class of their zone, small ones above the others, with escaped names", () => {
    const country = (iso2: string, name: string) =>
      ({ iso2, slug: iso2.toLowerCase(), name, seismic_zone: "high" }) as Parameters<typeof countriesMap>[0][number];
    const map = countriesMap([country("LS", "A <b>"), country("ZA", "B"), country("XX", "no shape")], SHAPES).markup;
    expect([...map.matchAll(/data-slug="(\w+)"/g)].map(([, slug]) => slug)).toEqual(["za", "ls"]);
    expect(map).toContain('<a href="/countries/za/" tabindex="-1" data-slug="za"><path class="high"');
    expect(map).toContain("<title>A &lt;b&gt;</title>");
  });
});

it("the map of plates has the codes of large plates and dots for small ones", () => {
  const plate = (code: string, type: string) =>
    ({ code, type, slug: code.toLowerCase(), name: code }) as Parameters<typeof platesMap>[0][number];
  const map = platesMap([plate("PA", "major"), plate("BS", "microplate")], () => ({
    latitude: -89,
    longitude: 0,
  })).markup;
  expect(map).toMatch(/href="\/plates\/pa\/"[^>]*><text x="\d+" y="473">PA<\/text>/);
  expect(map).toMatch(/href="\/plates\/bs\/"[^>]*><circle /);
});

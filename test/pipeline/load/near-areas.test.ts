import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readNearAreas } from "../../../build/pipeline/load/countries.ts";
import { nearAreas } from "../../../scripts/maintain/prepare-near-areas.ts";

const areas = readNearAreas(join(import.meta.dirname, "../../../data"));
const of = (iso2: string) => areas[iso2] ?? Number.NaN;

describe("the area whose earthquakes count for a country", () => {
  it("is the territory alone if there is no sea", () => {
    // United Nations Demographic Yearbook: km².
    for (const [iso2, km2] of [
      ["CH", 41_291],
      ["AF", 652_864],
      ["BF", 270_764],
      ["LI", 160],
    ] as const) {
      expect(Math.abs(of(iso2) - km2), iso2).toBeLessThan(100 + 0.03 * km2);
    }
    expect(of("VA")).toBe(0);
  });

  it("has a ring of 100 km round a lonely island", () => {
    // A disc of 100 km on the sphere is 31,415 km²; Nauru is 5 km across.
    expect(of("NR")).toBeGreaterThan(31_415);
    expect(of("NR")).toBeLessThan(35_500);
  });

  it("is made by the script: a coarser grid finds nearly the same", () => {
    for (const [iso2, km2] of nearAreas(0.5)) {
      expect(Math.abs(of(iso2) - km2), `${iso2} ${of(iso2)}`).toBeLessThan(0.02 * km2 + 5_000 + 20 * Math.sqrt(km2));
    }
  });
});

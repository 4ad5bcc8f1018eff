import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDeformation } from "../../../build/pipeline/load/countries.ts";
import { deformations, readBelts } from "../../../scripts/maintain/prepare-deformation.ts";

const data = join(import.meta.dirname, "../../../data");
const found = readDeformation(data);
const belts = readBelts();

describe("the belts of deformation", () => {
  it("have names of their own, a level, and lines that stay on the globe and cross no antimeridian", () => {
    expect(new Set(belts.map(({ name }) => name)).size).toBe(belts.length);
    for (const { name, level, line } of belts) {
      expect(level, name).toBeGreaterThan(0);
      for (const [at, [longitude, latitude]] of line.entries()) {
        expect(Math.abs(longitude), name).toBeLessThanOrEqual(180);
        expect(Math.abs(latitude), name).toBeLessThanOrEqual(90);
        expect(Math.abs(longitude - (line[at - 1]?.[0] ?? longitude)), name).toBeLessThan(30);
      }
    }
  });

  it("mean what the script computes from them: those of Europe and the Caribbean, computed again", () => {
    const some = new Set(["Vrancea", "Friuli", "Swabian Jura", "Puerto Rico and Lesser Antilles"]);
    const again = deformations(belts.filter(({ name }) => some.has(name)));
    const stated = Object.entries(found).filter(([, { belt }]) => belt && some.has(belt.name));
    expect(stated.length).toBeGreaterThan(10);
    for (const [iso2, deformation] of stated) expect(again.get(iso2), iso2).toEqual(deformation);
  });

  it("reach a country beside a deep source, an island on an arc, and no craton", () => {
    expect(found["MD"]).toMatchObject({ level: 2, belt: { name: "Vrancea" } });
    expect(found["LC"]).toEqual({ level: 3, belt: { name: "Puerto Rico and Lesser Antilles", distanceKm: 0 } });
    expect(found["BF"]).toEqual({ level: 0, belt: null });
  });
});

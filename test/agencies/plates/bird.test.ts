import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type BoundaryLine, boundaryName, type PlateFile } from "../../../build/agencies/plates/file.ts";
import { readPlateFile } from "../../../build/agencies/plates/plates.ts";
import { UserError } from "../../../build/platform/error.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { linesOf, platesOf, stepsOf, steradians } from "../reading-plates.ts";

function file(path: string): PlateFile {
  return readPlateFile(readFileSync(corpus(`plates/${path}`)), path);
}

function sortKey(line: BoundaryLine): string {
  return `${boundaryName(line)} ${line.line.length} ${line.line[0]?.[0]}`;
}

function byName(lines: readonly BoundaryLine[]): BoundaryLine[] {
  return lines.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** Steradians of the plates that section 5.4 of the notes on Bird's model gives, from the original outlines. */
const KNOWN_STERADIANS: Record<string, number> = {
  PA: 2.57686,
  AN: 1.43262,
  NA: 1.36565,
  AU: 1.13292,
  KE: 0.01245,
  TO: 0.00625,
  BR: 0.00481,
  FT: 0.00079,
  NI: 0.00306,
  MS: 0.0103,
  MN: 0.0002,
};

describe.skipIf(!corpusPresent)("Bird's files", () => {
  it("have 229 boundaries, of which six cross the antimeridian, of 5,819 steps", () => {
    const lines = linesOf(file("original/PB2002_boundaries.dig.txt"));
    expect(lines).toHaveLength(229 + 6);
    expect(lines.reduce((sum, { line }) => sum + line.length - 1, 0)).toBe(5819 + 6);
    expect(lines.filter(({ line }) => line.some(([x], i) => Math.abs(x - (line[i - 1]?.[0] ?? x)) > 180))).toEqual([]);
  });

  it("have the same boundaries in both forms, once the halves are taken away that the GeoJSON has twice", () => {
    const geo = file("geojson/PB2002_boundaries.json");
    expect(geo.leftOut).toEqual({ "repeated-line": 6 });
    const others = byName(linesOf(geo));
    for (const [i, line] of byName(linesOf(file("original/PB2002_boundaries.dig.txt"))).entries()) {
      const other = others[i] as BoundaryLine;
      expect([boundaryName(other), other.line.length]).toEqual([boundaryName(line), line.line.length]);
      // Where they are cut: on the great circle here, on the straight line of a map there.
      const apart = line.line.map(([x, y], at) => Math.hypot(x - (other.line[at]?.[0] ?? 0), y - (other.line[at]?.[1] ?? 0)));
      expect(Math.max(...apart), boundaryName(line)).toBeLessThan(0.002);
    }
    expect(others).toHaveLength(235);
  });

  it("have 52 plates that cover the sphere, in both forms with the same areas", () => {
    const original = platesOf(file("original/PB2002_plates.dig.txt"));
    const geo = platesOf(file("geojson/PB2002_plates.json"));
    expect(original).toHaveLength(52);
    const sum = original.reduce((total, plate) => total + steradians(plate), 0);
    expect(Math.abs(sum - 4 * Math.PI)).toBeLessThan(1e-12);
    expect(Math.abs(geo.reduce((total, plate) => total + steradians(plate), 0) - 4 * Math.PI)).toBeLessThan(1e-6);
    for (const plate of original) {
      const other = geo.find(({ code }) => code === plate.code);
      expect(other && Math.abs(steradians(other) - steradians(plate)), plate.code).toBeLessThan(2e-6);
      expect(other?.polygons.length, plate.code).toBe(plate.polygons.length);
    }
    for (const [code, known] of Object.entries(KNOWN_STERADIANS)) {
      const plate = original.find((one) => one.code === code);
      expect(plate && Math.abs(steradians(plate) - known), code).toBeLessThan(1e-5);
    }
  });

  it("have the same steps as CSV and in fixed columns, one for each step of the boundaries", () => {
    const steps = stepsOf(file("original/PB2002_steps.csv"));
    expect(stepsOf(file("original/PB2002_steps.dat.txt"))).toEqual(steps);
    expect(steps).toHaveLength(5819);
    const classes = Object.fromEntries(
      ["OSR", "OTF", "OCB", "CRB", "CTF", "CCB", "SUB"].map((name) => [name, steps.filter((step) => step.class === name).length]),
    );
    expect(classes).toEqual({ OSR: 1875, OTF: 1145, OCB: 341, CRB: 474, CTF: 456, CCB: 401, SUB: 1127 });
  });

  it.each(["original/PB2002_orogens.dig.txt", "original/PB2002_poles.dat.txt", "geojson/PB2002_orogens.json"])(
    "%s is none of the three",
    (path) => {
      expect(() => file(path)).toThrow(UserError);
    },
  );
});

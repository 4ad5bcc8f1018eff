import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { boundarySummaryWriter, plateAnswers } from "../../build/answers/plates.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue, PlateBoundary } from "../../build/catalogue/catalogue.ts";
import { measuredBoundaries, readBoundaries, readPlates } from "../../build/pipeline/load/plates.ts";
import { birdModel } from "../catalogue/bird-model.ts";
import { corpusPresent } from "../support/corpus.ts";
import { smallInput } from "./small-catalogue.ts";

const data = fileURLToPath(new URL("../../data", import.meta.url));

/** A catalogue of the real plates with some boundaries. */
function catalogueWith(boundaries: readonly PlateBoundary[]): Catalogue {
  return assembleCatalogue(smallInput({ plates: readPlates(data), boundaries }));
}

function marginsOf(boundaries: readonly PlateBoundary[]) {
  const catalogue = catalogueWith(boundaries);
  const boundarySummary = boundarySummaryWriter(catalogue);
  return catalogue.plates.map((plate) => ({ plate, ...boundarySummary(plate) }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The value that nine in ten do not exceed. */
function nineOfTen(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(0.9 * values.length)];
}

describe.each([
  ["schematic", () => readBoundaries(data)],
  ["measured", () => measuredBoundaries(birdModel("original"), readPlates(data)) ?? []],
])("the margins of plates by %s lines", (accuracy, linesOf) => {
  const skipped = accuracy === "measured" && !corpusPresent;

  it.skipIf(skipped)("are complete: by neighbour and type, by type and by neighbour they are equally long", () => {
    for (const { plate, boundaries, boundary_types, neighbours } of marginsOf(linesOf())) {
      const lengths = [boundaries, boundary_types, neighbours].map((rows) => sum(rows.map((row) => row.length_km)));
      expect(Math.max(...lengths) - Math.min(...lengths), plate.name).toBeLessThan(boundaries.length);
      for (const rows of [boundaries, boundary_types, neighbours]) {
        expect(sum(rows.map(({ share }) => share)), plate.name).toBeCloseTo(1, 1);
        expect(rows.map(({ length_km }) => length_km)).toEqual(rows.map(({ length_km }) => length_km).toSorted((a, b) => b - a));
      }
    }
  });

  it.skipIf(skipped)("are the same from either side, and turn about the same axis", () => {
    const margins = new Map(marginsOf(linesOf()).map((margin) => [margin.plate.slug, margin]));
    for (const { plate, boundaries, neighbours } of margins.values()) {
      for (const { plate: other, type, length_km, motion } of boundaries) {
        const back = margins.get(other)?.boundaries.find((row) => row.plate === plate.slug && row.type === type);
        expect(back).toMatchObject({ length_km, motion });
      }
      for (const { plate: other, speed_mm_per_year, rotation_pole } of neighbours) {
        const back = margins.get(other)?.neighbours.find((row) => row.plate === plate.slug);
        expect(back?.speed_mm_per_year).toEqual(speed_mm_per_year);
        expect(back?.rotation_pole.degrees_per_myr).toBe(rotation_pole.degrees_per_myr);
        expect(back?.rotation_pole.latitude).toBeCloseTo(-rotation_pole.latitude, 6);
      }
    }
  });

  it.skipIf(skipped)("tell convergence if the line has the direction of the boundary", () => {
    for (const { boundaries } of marginsOf(linesOf())) {
      for (const { type, motion } of boundaries) {
        const known = accuracy === "measured" || type === "convergent";
        expect(motion.accuracy).toBe(accuracy);
        expect(motion.convergence_mm_per_year === null).toBe(!known);
        expect(motion.right_lateral_mm_per_year === null).toBe(!known);
      }
    }
  });
});

describe.skipIf(!corpusPresent)("the schematic lines against Bird's", () => {
  it("give the speed of nine parts in ten within 6 mm a year, and the convergence within 13", () => {
    const theirs = marginsOf(measuredBoundaries(birdModel("original"), readPlates(data)) ?? []);
    const measured = new Map(
      theirs.flatMap(({ plate, boundaries }) => boundaries.map((row) => [`${plate.slug} ${row.plate} ${row.type}`, row.motion] as const)),
    );
    const off = marginsOf(readBoundaries(data)).flatMap(({ plate, boundaries }) =>
      boundaries.flatMap(({ plate: other, type, motion }) => {
        const known = measured.get(`${plate.slug} ${other} ${type}`);
        if (!known) return [];
        const speed = Math.abs(motion.speed_mm_per_year.mean - known.speed_mm_per_year.mean);
        const ours = motion.convergence_mm_per_year;
        return [{ speed, across: ours && Math.abs(ours.mean - (known.convergence_mm_per_year?.mean ?? Number.NaN)) }];
      }),
    );
    const across = off.flatMap((row) => row.across ?? []);
    expect(off.length).toBeGreaterThan(300);
    expect(across.length).toBeGreaterThan(100);
    expect(nineOfTen(off.map(({ speed }) => speed))).toBeLessThan(6);
    expect(nineOfTen(across)).toBeLessThan(13);
  });
});

describe("the answer of a plate", () => {
  it("is refused if a boundary is one of a plate that is not known", () => {
    const [line] = readBoundaries(data);
    if (!line) throw new Error("no boundaries");
    expect(() => [...plateAnswers(catalogueWith([{ ...line, left: "ZZ" }]))]).toThrow("plate without a pole");
  });

  it("has no margin if it has no boundary of its own", () => {
    const [line] = readBoundaries(data);
    const point = line && { ...line, line: line.line.slice(0, 1) };
    for (const lines of [[], point ? [point] : []])
      expect(marginsOf(lines)[0]).toMatchObject({ boundaries: [], boundary_types: [], neighbours: [] });
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BoundaryLine, BoundaryStep } from "../../../build/agencies/plates/file.ts";
import { NO_PLATES, type PlatesState } from "../../../build/agencies/plates/state.ts";
import type { PlateBoundary } from "../../../build/catalogue/catalogue.ts";
import { BOUNDARY_CLASSES } from "../../../build/contract/texts/vocabulary.ts";
import { distanceKm } from "../../../build/geo/sphere.ts";
import { measuredBoundaries, readPlates } from "../../../build/pipeline/load/plates.ts";
import { birdModel, SOME_CAPTURE } from "../../catalogue/bird-model.ts";
import { corpusPresent } from "../../support/corpus.ts";

const plates = readPlates(join(import.meta.dirname, "../../../data"));

const lines: BoundaryLine[] = [
  {
    left: "SU",
    right: "BU",
    subducting: "right",
    line: [
      [95, 2],
      [95.5, 3],
      [96, 4],
      [96.5, 5],
    ],
  },
];

function step(from: [number, number], to: [number, number], name: BoundaryStep["class"]): BoundaryStep {
  return { left: "SU", right: "BU", subducting: "right", from, to, class: name };
}

const steps = [step([95, 2], [95.5, 3], "SUB"), step([95.5, 3], [96, 4], "SUB"), step([96, 4], [96.5, 5], "CTF")];

function model(parts: { lines?: BoundaryLine[]; steps?: BoundaryStep[] }): PlatesState {
  return {
    ...NO_PLATES,
    boundaries: parts.lines ? { capture: SOME_CAPTURE, lines: parts.lines } : null,
    steps: parts.steps ? { capture: SOME_CAPTURE, steps: parts.steps } : null,
  };
}

function kmOf({ line }: PlateBoundary): number {
  return line.reduce((sum, [x, y], i) => {
    const before = line[i - 1];
    return before ? sum + distanceKm(before[1], before[0], y, x) : sum;
  }, 0);
}

describe("the boundaries of a store", () => {
  it("are its lines, parted where the class of the steps changes", () => {
    expect(measuredBoundaries(model({ lines, steps }), plates)).toEqual([
      {
        name: "SU/BU",
        left: "SU",
        right: "BU",
        type: "convergent",
        class: "SUB",
        accuracy: "measured",
        line: lines[0]?.line.slice(0, 3),
      },
      expect.objectContaining({ type: "transform", class: "CTF", line: lines[0]?.line.slice(2) }),
    ]);
  });

  it("have no class without steps: convergent where they are marked so, otherwise as the plates move", () => {
    expect(measuredBoundaries(model({ lines }), plates)).toEqual([
      expect.objectContaining({ type: "convergent", class: null, line: lines[0]?.line }),
    ]);
    const ridge: BoundaryLine = {
      left: "NA",
      right: "EU",
      subducting: null,
      line: [
        [-33, 51.9],
        [-33, 52.4],
      ],
    };
    const fault: BoundaryLine = {
      ...ridge,
      left: "NA",
      right: "PA",
      line: [
        [-121.3, 36.7],
        [-122, 37.2],
      ],
    };
    const drawn = measuredBoundaries(model({ lines: [ridge, fault] }), plates);
    expect(drawn?.map(({ type }) => type)).toEqual(["divergent", "transform"]);
  });

  it("take no class from a step of other plates, nor from one that is far", () => {
    const other = steps.map((one) => ({ ...one, left: "AU" }));
    const far = steps.map((one) => ({ ...one, from: [95, 30] as const, to: [95.5, 30] as const }));
    for (const wrong of [other, far])
      expect(measuredBoundaries(model({ lines, steps: wrong }), plates)?.map((line) => line.class)).toEqual([null]);
  });

  it("are lines of the steps if there are no others, cut at the antimeridian", () => {
    const own = measuredBoundaries(model({ steps }), plates);
    expect(own?.map((boundary) => [boundary.class, boundary.line.length])).toEqual([
      ["SUB", 3],
      ["CTF", 2],
    ]);
    const across = measuredBoundaries(model({ steps: [step([179.5, 0], [-179.5, 0], "OSR")] }), plates);
    expect(across?.map(({ line }) => line)).toEqual([
      [
        [179.5, 0],
        [180, 0],
      ],
      [
        [-180, 0],
        [-179.5, 0],
      ],
    ]);
  });

  it("are none if the store has neither lines nor steps", () => {
    expect(measuredBoundaries(NO_PLATES, plates)).toBeNull();
  });
});

/** What the boundaries of a state are, but for how exactly they lie. */
function told(state: PlatesState): string[] {
  return (measuredBoundaries(state, plates) ?? [])
    .map((one) => `${one.name} ${one.class} ${one.line.length} ${one.line.at(1)?.[0].toFixed(2)}`)
    .toSorted();
}

function kmOfType(boundaries: readonly PlateBoundary[], type: string): number {
  return boundaries.filter((one) => one.type === type).reduce((sum, one) => sum + kmOf(one), 0);
}

/** km of each class by Bird's own lengths of the steps. */
const KNOWN_KM = { OSR: 67335, OTF: 47785, OCB: 17447, CRB: 27471, CTF: 26133, CCB: 23003, SUB: 51309 };

describe.skipIf(!corpusPresent)("Bird's boundaries", () => {
  const whole = corpusPresent ? birdModel("original") : NO_PLATES;
  const geojson = corpusPresent ? birdModel("geojson") : NO_PLATES;

  it.each<[string, PlatesState]>([
    ["the original lines and steps", whole],
    ["the GeoJSON lines and the steps as CSV", geojson],
    ["the steps alone", { ...whole, boundaries: null }],
  ])("have every kilometre in its class: %s", (_, state) => {
    const boundaries = measuredBoundaries(state, plates) ?? [];
    for (const name of BOUNDARY_CLASSES) {
      const km = boundaries.filter((boundary) => boundary.class === name).reduce((sum, one) => sum + kmOf(one), 0);
      expect(Math.abs(km / KNOWN_KM[name] - 1), name).toBeLessThan(0.001);
    }
    expect(boundaries.filter((boundary) => boundary.class === null)).toEqual([]);
    const jumps = boundaries.filter(({ line }) => line.some(([x], i) => Math.abs(x - (line[i - 1]?.[0] ?? x)) > 180));
    expect(jumps).toEqual([]);
  });

  it("are the same from both forms but for where they are cut", () => {
    expect(told(geojson)).toEqual(told(whole));
  });

  it("have the type of their class without steps, but for subduction that Bird does not mark on the line or that is oblique", () => {
    const known = measuredBoundaries(whole, plates) ?? [];
    const guessed = measuredBoundaries({ ...whole, steps: null }, plates) ?? [];
    for (const type of ["convergent", "divergent", "transform"])
      expect(Math.abs(kmOfType(guessed, type) / kmOfType(known, type) - 1), type).toBeLessThan(0.02);
    expect(new Set(guessed.map((one) => one.class))).toEqual(new Set([null]));
  });
});

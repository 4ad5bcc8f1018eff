import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlateFile } from "../../build/agencies/plates.ts";
import type { BoundaryLine, BoundaryStep, PlateFile, PlateOutline } from "../../build/agencies/plates-file.ts";
import { boundaryName } from "../../build/agencies/plates-file.ts";
import { steradiansOnLeft } from "../../build/catalogue/spherical-area.ts";
import { UserError } from "../../build/error.ts";
import { corpus, corpusPresent } from "../corpus.ts";
import { DIG_BOUNDARIES, DIG_PLATES, geoJson, STEPS_CSV, STEPS_DAT } from "./plate-files.ts";

const read = (text: string): PlateFile => readPlateFile(new TextEncoder().encode(text), "here");

function linesOf(file: PlateFile): BoundaryLine[] {
  if (file.kind !== "boundaries") throw new Error(`these are ${file.kind}`);
  return file.lines;
}

function platesOf(file: PlateFile): PlateOutline[] {
  if (file.kind !== "plates") throw new Error(`these are ${file.kind}`);
  return file.plates;
}

function stepsOf(file: PlateFile): BoundaryStep[] {
  if (file.kind !== "steps") throw new Error(`these are ${file.kind}`);
  return file.steps;
}

const steradians = ({ polygons }: PlateOutline): number =>
  polygons.flat().reduce((sum, ring) => sum + steradiansOnLeft(ring), 0);

describe("boundaries in the original form", () => {
  it("are read with their sides, their source and the mark of the plate that goes down", () => {
    expect(linesOf(read(DIG_BOUNDARIES))).toEqual([
      {
        left: "AF",
        right: "AN",
        subducting: null,
        source: "Mueller et al. [1987]",
        line: [
          [-0.4379, -54.8518],
          [0.443182, -54.4512],
        ],
      },
      {
        left: "SU",
        right: "BU",
        subducting: "right",
        source: "",
        line: [
          [95, 2],
          [95.5, 3],
        ],
      },
      {
        left: "OK",
        right: "PA",
        subducting: "left",
        source: "by hand",
        line: [
          [150, 40],
          [151, 41],
        ],
      },
    ]);
  });

  it("have names that tell the same", () => {
    expect(linesOf(read(DIG_BOUNDARIES)).map(boundaryName)).toEqual(["AF-AN", "SU/BU", "OK\\PA"]);
  });

  it("are cut at the antimeridian, also where longitudes go on beyond 180", () => {
    const lines = linesOf(read("PA-AN\n 179.0,-65.0\n 181.0,-65.0\n*** end of line segment ***\n"));
    expect(lines.map(({ line }) => line)).toEqual([
      [
        [179, -65],
        [180, expect.closeTo(-65.003, 3)],
      ],
      [
        [-180, expect.closeTo(-65.003, 3)],
        [-179, -65],
      ],
    ]);
  });

  it("may end their lines as Windows does", () => {
    expect(read(DIG_BOUNDARIES.replaceAll("\n", "\r\n"))).toEqual(read(DIG_BOUNDARIES));
  });

  it.each([
    ["capture-truncated", "AF-AN\n 1,2\n 2,3\n", 'here ends within the segment "AF-AN", which begins at line 1'],
    ["capture-malformed", "AF-AF\n 1,2\n 2,3\n*** end of line segment ***", "line 1: "],
    ["capture-malformed", "AF-AN\n 1,2\n 2,x\n*** end of line segment ***", 'line 3: "2,x" is neither a point'],
    ["capture-malformed", "AF-AN\n 1,2\n 2,93\n*** end of line segment ***", "line 3: the latitude 93 is not in"],
    ["capture-malformed", "AF-AN\n 1,2\n-181,3\n*** end of line segment ***", "line 3: the longitude -181 is not in"],
    ["capture-malformed", "AF-AN\n 1,2\n 12,3\n*** end of line segment ***", "line 3: it is "],
    ["capture-malformed", "AF-AN\n 1,2\n*** end of line segment ***", "line 1: the boundary has fewer than two points"],
    ["capture-malformed", `${DIG_BOUNDARIES}AF\n 1,2\n 2,2\n*** end of line segment ***`, "does not name a boundary"],
  ])("are refused as %s where they say %j", (code, text, message) => {
    expect(refusal(text)).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

describe("plates in the original form", () => {
  it("are outlines, counter-clockwise, whichever way the file has them, without repeated points", () => {
    const triangle = [0, 0, 5, 0, 0, 5];
    expect(platesOf(read(DIG_PLATES))[0]).toEqual({ code: "AF", polygons: [[triangle]] });
    const turned = "AF\n 0,0\n 0,5\n 5,0\n 0,0\n*** end of line segment ***\n";
    expect(platesOf(read(turned))[0]).toEqual({ code: "AF", polygons: [[[5, 0, 0, 5, 0, 0]]] });
  });

  it("are cut at the antimeridian and closed over the pole", () => {
    const [, tonga, antarctica] = platesOf(read(DIG_PLATES)) as [PlateOutline, PlateOutline, PlateOutline];
    expect(tonga.polygons).toHaveLength(2);
    expect(antarctica.polygons).toHaveLength(1);
    expect(antarctica.polygons.flat(2).filter((value, i) => i % 2 === 1 && value === -90)).toHaveLength(2);
    expect(steradians(antarctica)).toBeCloseTo(0.0912, 4);
  });

  it.each([
    ["AF\n 0,0\n 5,0\n 0,5\n*** end of line segment ***", "line 1: the outline of AF does not come back"],
    ["AF\n 0,0\n 5,0\n 0,0\n*** end of line segment ***", "line 1: the outline of AF has fewer than three points"],
    [`${DIG_PLATES}AF\n 0,0\n 5,0\n 0,5\n 0,0\n*** end of line segment ***`, "the plate AF has an outline already"],
  ])("are refused where they say %j", (text, message) => {
    expect(refusal(text)).toMatchObject({ code: "capture-malformed", message: expect.stringContaining(message) });
  });
});

describe("steps", () => {
  it("are the same from the CSV and from the fixed columns", () => {
    const steps = stepsOf(read(STEPS_CSV));
    expect(stepsOf(read(STEPS_DAT))).toEqual(steps);
    expect(steps).toHaveLength(2);
    expect(steps[0]).toEqual({
      left: "AF",
      right: "AN",
      subducting: null,
      from: [-0.438, -54.852],
      to: [-0.039, -54.677],
      class: "OTF",
      inOrogen: false,
      velocity: { speed: 13.2, azimuth: 48, opening: 1.2, rightLateral: 13.1 },
    });
    expect(steps[1]).toMatchObject({ subducting: "left", class: "CCB", inOrogen: true });
  });

  it("may be GeoJSON, with the names of properties that a shapefile leaves of theirs", () => {
    const told = { SEQNUM: 1, PLATEBOUND: "AF-AN", STEPCLASS: "OTF", OROGEN: "", VELOCITYLE: 13.2, VELOCITYAZ: 48 };
    const coordinates = [
      [-0.438, -54.852],
      [-0.039, -54.677],
    ];
    const file = geoJson([
      { ...told, VELOCITYDI: 1.2, VELOCITYRI: 13.1 },
      { type: "LineString", coordinates },
    ]);
    expect(stepsOf(read(file))).toEqual(stepsOf(read(STEPS_CSV)).slice(0, 1));
  });

  it("may have no velocities in GeoJSON", () => {
    const geometry = {
      type: "LineString",
      coordinates: [
        [1, 1],
        [2, 2],
      ],
    };
    const [step] = stepsOf(read(geoJson([{ PlateBoundIdentifer: "AF-AN", StepClass: "OSR" }, geometry])));
    expect(step).toMatchObject({ velocity: null, inOrogen: false });
  });

  it.each([
    [STEPS_CSV.replace("OTF", "XYZ"), 'line 2: "XYZ" is none of Bird\'s classes'],
    [STEPS_CSV.replace("StartLong", "Start"), "line 1: the column StartLong is not there"],
    [STEPS_CSV.replace("-0.438", "-O.438"), 'line 2: "-O.438" is not a number'],
    [STEPS_CSV.replace("-0.039", "-20.039"), "line 2: the end of the step: it is "],
    [STEPS_CSV.replace("AF-AN", "AFAN"), 'line 2: "AFAN" does not name a boundary of two plates'],
    [`${STEPS_CSV}1,2\n`, "the table: Invalid Record Length"],
    [STEPS_CSV.split("\n")[0] ?? "", "line 1: the column PlateBoundIdentifer is not there"],
    [`${STEPS_DAT}   3  AF-AN  shifted\n`, "line 3: the fields are not where Bird's description has them"],
  ])("are refused where they say %j", (text, message) => {
    expect(refusal(text)).toMatchObject({ code: "capture-malformed", message: expect.stringContaining(message) });
  });
});

describe("the GeoJSON form", () => {
  const told = { Name: "KE/PA", PlateA: "KE", PlateB: "PA", Source: "Mueller", Type: "subduction" };
  const line = {
    type: "LineString",
    coordinates: [
      [1, 1],
      [2, 2],
    ],
  };
  const square = [
    [0, 0],
    [0, 5],
    [5, 5],
    [5, 0],
    [0, 0],
  ];

  it("is read with sides and mark; a line that is there twice counts once", () => {
    const file = read(geoJson([told, line], [told, line]));
    expect(file.leftOut).toEqual({ "repeated-line": 1 });
    expect(linesOf(file)).toEqual([
      {
        left: "KE",
        right: "PA",
        subducting: "right",
        source: "Mueller",
        line: [
          [1, 1],
          [2, 2],
        ],
      },
    ]);
  });

  it("has its outlines turned counter-clockwise, its holes clockwise, and its plates put together", () => {
    const hole = [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ];
    const other = {
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [10, 0],
            [11, 0],
            [10, 1],
            [10, 0],
          ],
        ],
      ],
    };
    const file = read(
      geoJson([{ Code: "KE" }, { type: "Polygon", coordinates: [square, hole] }], [{ Code: "KE" }, other]),
    );
    expect(platesOf(file)).toEqual([
      {
        code: "KE",
        polygons: [
          [
            [5, 0, 5, 5, 0, 5, 0, 0],
            [1, 2, 2, 2, 2, 1, 1, 1],
          ],
          [[10, 0, 11, 0, 10, 1]],
        ],
      },
    ]);
  });

  it("is cut at the antimeridian where its maker did not", () => {
    const crossing = [
      [179, 0],
      [-179, 0],
      [-179, 2],
      [179, 2],
      [179, 0],
    ];
    const [plate] = platesOf(read(geoJson([{ Code: "TO" }, { type: "Polygon", coordinates: [crossing] }])));
    expect(plate?.polygons).toHaveLength(2);
    const lines = linesOf(
      read(
        geoJson([
          told,
          {
            type: "LineString",
            coordinates: [
              [179, 0],
              [-179, 0],
            ],
          },
        ]),
      ),
    );
    expect(lines).toHaveLength(2);
  });

  it.each([
    [geoJson([told, { type: "Point", coordinates: [1, 1] }]), "feature 0.geometry.type: "],
    [geoJson([told, line], [told, { ...line, coordinates: [[1, 1]] }]), "feature 1.geometry.coordinates: "],
    [geoJson([{ ...told, PlateA: "AU" }, line]), 'feature 0: "KE/PA" is not the name of the boundary of AU and PA'],
    [geoJson([{ Code: "K" }, { type: "Polygon", coordinates: [square] }]), "feature 0.properties.Code: "],
    [
      geoJson([{ Code: "KE" }, { type: "Polygon", coordinates: [square.slice(0, 4)] }]),
      "feature 0: a ring does not come back to its first point",
    ],
    [
      geoJson([
        told,
        {
          ...line,
          coordinates: [
            [1, 1],
            [2, 95],
          ],
        },
      ]),
      "feature 0, point 1: the latitude 95 is not in",
    ],
    [geoJson([{ LAYER: "orogen" }, line]), "feature 0: its properties are those of neither"],
    ['{"type":"FeatureCollection","features":[]}', "the document.features: "],
    ['{"type":"FeatureCollection";}', 'line 1, column 28: ";}" is not JSON'],
    ["[1]", "the document: "],
  ])("is refused where it says %j", (text, message) => {
    expect(refusal(text)).toMatchObject({ code: "capture-malformed", message: expect.stringContaining(message) });
  });

  it("is refused as truncated where it ends in the middle", () => {
    expect(refusal(geoJson([told, line]).slice(0, -5))).toMatchObject({ code: "capture-truncated" });
  });
});

describe("anything else", () => {
  it.each([
    ["capture-empty", "", "here is empty"],
    ["capture-empty", " \n", "here is empty"],
    ["capture-malformed", "<!doctype html><title>404</title>", "here is a page of a web site"],
    ["capture-malformed", "Alps\n 1,2\n", "no file of Bird's plate model"],
    ["capture-malformed", "AF   59.160   -73.174   0.9270  DeMets et al. [1994]", "no file of Bird's plate model"],
    ["capture-malformed", "404: Not Found", "no file of Bird's plate model"],
  ])("is refused as %s: %j", (code, text, message) => {
    expect(refusal(text)).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it("is read or refused, and never breaks the reader: damaged files and noise", () => {
    const told = { Name: "KE/PA", PlateA: "KE", PlateB: "PA" };
    const json = geoJson([
      told,
      {
        type: "LineString",
        coordinates: [
          [1, 1],
          [2, 2],
        ],
      },
    ]);
    const files = [DIG_BOUNDARIES, DIG_PLATES, STEPS_CSV, STEPS_DAT, json].map((text) =>
      new TextEncoder().encode(text),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 6 }),
        fc.nat(2000),
        (file, damage, length) => {
          const bytes = file.slice(0, Math.max(1, length));
          for (const [at, value] of damage) bytes[at % bytes.length] = value;
          onlyRefusals(bytes);
        },
      ),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), onlyRefusals), { numRuns: 500 });
  });
});

function file(path: string): PlateFile {
  return readPlateFile(readFileSync(corpus(`plates/${path}`)), path);
}

function sortKey(line: BoundaryLine): string {
  return `${boundaryName(line)} ${line.line.length} ${line.line[0]?.[0]}`;
}

function byName(lines: readonly BoundaryLine[]): BoundaryLine[] {
  return lines.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function refusal(text: string): UserError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

function onlyRefusals(bytes: Uint8Array): void {
  try {
    readPlateFile(bytes, "here");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
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
      const apart = line.line.map(([x, y], at) =>
        Math.hypot(x - (other.line[at]?.[0] ?? 0), y - (other.line[at]?.[1] ?? 0)),
      );
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
    expect(steps.filter(({ inOrogen }) => inOrogen)).toHaveLength(1022);
    const classes = Object.fromEntries(
      ["OSR", "OTF", "OCB", "CRB", "CTF", "CCB", "SUB"].map((name) => [
        name,
        steps.filter((step) => step.class === name).length,
      ]),
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

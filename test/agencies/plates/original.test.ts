import { describe, expect, it } from "vitest";
import { boundaryName, type PlateOutline } from "../../../build/agencies/plates/file.ts";
import { DIG_BOUNDARIES, DIG_PLATES, STEPS_CSV, STEPS_DAT } from "../plate-files.ts";
import { expectRefused, linesOf, platesOf, read, stepsOf, steradians } from "../reading-plates.ts";

describe("boundaries in the original form", () => {
  it("are read with their sides and the mark of the plate that goes down", () => {
    expect(linesOf(read(DIG_BOUNDARIES))).toEqual([
      {
        left: "AF",
        right: "AN",
        subducting: null,
        line: [
          [-0.4379, -54.8518],
          [0.443182, -54.4512],
        ],
      },
      {
        left: "SU",
        right: "BU",
        subducting: "right",
        line: [
          [95, 2],
          [95.5, 3],
        ],
      },
      {
        left: "OK",
        right: "PA",
        subducting: "left",
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
  ])("are refused as %s if they contain %j", (code, text, message) => expectRefused(text, message, code));
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
  ])("are refused if they contain %j", expectRefused);
});

describe("steps", () => {
  it("are the same from the CSV and from the fixed columns", () => {
    const steps = stepsOf(read(STEPS_CSV));
    expect(stepsOf(read(STEPS_DAT))).toEqual(steps);
    expect(steps).toHaveLength(2);
    expect(steps[0]).toEqual({ left: "AF", right: "AN", subducting: null, from: [-0.438, -54.852], to: [-0.039, -54.677], class: "OTF" });
    expect(steps[1]).toMatchObject({ subducting: "left", class: "CCB" });
  });

  it("may end on the antimeridian, which stays on its side, and not beyond it", () => {
    const ends = (longitude: string) => stepsOf(read(STEPS_CSV.replace("-0.438", "179.9").replace("-0.039", longitude)))[0]?.to[0];
    expect(["180", "-180", "180.01"].map(ends)).toEqual([180, -180, expect.closeTo(-179.99, 9)]);
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
  ])("are refused if they contain %j", expectRefused);
});

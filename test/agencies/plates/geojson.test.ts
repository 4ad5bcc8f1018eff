import { describe, expect, it } from "vitest";
import { geoJson } from "../plate-files.ts";
import { expectRefused, linesOf, platesOf, read } from "../reading-plates.ts";

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
    const file = read(geoJson([{ Code: "KE" }, { type: "Polygon", coordinates: [square, hole] }], [{ Code: "KE" }, other]));
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
    [geoJson([{ ...told, PlateB: "AU" }, line]), 'feature 0: "KE/PA" is not the name of the boundary of KE and AU'],
    [geoJson([{ Code: "K" }, { type: "Polygon", coordinates: [square] }]), "feature 0.properties.Code: "],
    ...[square.slice(0, 4), [...square.slice(0, 4), [0, 3]]].map((open) => [
      geoJson([{ Code: "KE" }, { type: "Polygon", coordinates: [open] }]),
      "feature 0: a ring does not come back to its first point",
    ]),
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
  ])("is refused if it contains %j", expectRefused);

  it("is refused as truncated if it ends in the middle", () => {
    expectRefused(geoJson([told, line]).slice(0, -5), "", "capture-truncated");
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBoundaries, readPlates } from "../../../build/pipeline/load/plates.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quaketree-plates-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));

const plate = {
  code: "ZZ",
  name: "Zed",
  slug: "zed",
  type: "minor",
  area_km2: 5,
  rotation_pole: { latitude: 1, longitude: 2, degrees_per_myr: 0.5 },
  description: "A plate.",
};
const other = { ...plate, code: "AA", name: "Ay", slug: "ay" };

function feature(properties: object, coordinates: unknown) {
  return { type: "Feature", properties, geometry: { type: "LineString", coordinates } };
}
const sides = { name: "AA-ZZ", left: "AA", right: "ZZ", type: "transform" };
const collection = (...features: unknown[]) => ({ type: "FeatureCollection", accuracy: "schematic", features });

describe("the table of plates", () => {
  it("comes by name, in the catalogue's words", () => {
    write("plates.json", [plate, other]);
    const [first, second] = readPlates(folder);
    expect(first?.code).toBe("AA");
    expect(second).toEqual({
      code: "ZZ",
      name: "Zed",
      slug: "zed",
      type: "minor",
      areaKm2: 5,
      rotationPole: { latitude: 1, longitude: 2, degreesPerMyr: 0.5 },
      description: "A plate.",
    });
  });
});

describe("the boundary lines", () => {
  it("are read with their sides, class and accuracy", () => {
    const line = [
      [0, 0],
      [1, 1],
    ];
    write("plate-boundaries.geojson", collection(feature(sides, line), feature({ ...sides, class: "OTF" }, line)));
    expect(readBoundaries(folder)).toEqual([
      { ...sides, class: null, accuracy: "schematic", line },
      { ...sides, class: "OTF", accuracy: "schematic", line },
    ]);
  });
});

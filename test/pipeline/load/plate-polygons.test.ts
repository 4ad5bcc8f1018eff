import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { booleanPointInPolygon } from "@turf/turf";
import { geoContains } from "d3-geo";
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from "geojson";
import { describe, expect, it } from "vitest";
import { NO_PLATES } from "../../../build/agencies/plates/state.ts";
import type { PlateBoundary } from "../../../build/catalogue/catalogue.ts";
import type { PlatePart } from "../../../build/catalogue/locate/locate-plate.ts";
import { createPlateLocator } from "../../../build/catalogue/locate/locate-plate.ts";
import { measuredBoundaries, platePolygons, readPlates, withComputedAreas } from "../../../build/pipeline/load/plates.ts";
import { birdModel, SOME_CAPTURE } from "../../catalogue/bird-model.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";

const known = readPlates(join(import.meta.dirname, "../../../data"));
const KM2_PER_STERADIAN = 6371 ** 2;

const meridian: PlateBoundary = {
  name: "AF-SO",
  left: "AF",
  right: "SO",
  type: "divergent",
  class: null,
  accuracy: "measured",
  line: [
    [0, -80],
    [0, 80],
  ],
};

describe("polygons of plates", () => {
  const square: PlatePart = { code: "AF", rings: [Float64Array.of(-10, -10, 0, -10, 0, 10, -10, 10)] };
  const east: PlatePart = { code: "SO", rings: [Float64Array.of(0, -10, 10, -10, 10, 10, 0, 10)] };

  it("tell the plate if there is one, the side of the nearest boundary if there is none", () => {
    const locate = createPlateLocator([meridian], [{ ...square, code: "EU" }]);
    expect(locate(0, -5).code).toBe("EU");
    expect(locate(20, -5).code).toBe("AF");
    expect(locate(0, 5)).toMatchObject({ code: "SO", boundary: { name: "AF-SO" } });
  });

  it("share their borders: a point on one is on the plate east of it, and on no other", () => {
    expect(createPlateLocator([meridian], [square, east])(5, 0).code).toBe("SO");
    expect(createPlateLocator([meridian], [east, square])(5, 0).code).toBe("SO");
  });

  it("may overlap: then the first counts", () => {
    const over = { ...square, code: "EU" };
    expect(createPlateLocator([meridian], [square, over])(5, -5).code).toBe("AF");
    expect(createPlateLocator([meridian], [over, square])(5, -5).code).toBe("EU");
  });

  it("give their plates areas, holes taken off, and leave the others what they were", () => {
    const hole = Float64Array.of(-6, -4, -6, 4, -4, 4, -4, -4);
    const [whole, less] = [[square], [{ ...square, rings: [...square.rings, hole] }]].map(
      (parts) => withComputedAreas(known, parts).find(({ code }) => code === "AF")?.areaKm2 ?? Number.NaN,
    ) as [number, number];
    // A degree of the meridian is 111.19 km.
    expect(whole / (200 * 111.19 ** 2)).toBeCloseTo(1, 1);
    expect((whole - less) / (16 * 111.19 ** 2)).toBeCloseTo(1, 1);
    expect(withComputedAreas(known, [square]).filter(({ code }) => code !== "AF")).toEqual(known.filter(({ code }) => code !== "AF"));
  });

  it("come from the store's outlines, several of one plate among them", () => {
    const plates = [{ code: "KE", polygons: [[[0, 0, 1, 0, 0, 1]], [[5, 5, 6, 5, 5, 6]]] }];
    expect(platePolygons({ ...NO_PLATES, plates: { capture: SOME_CAPTURE, plates } })).toEqual([
      { code: "KE", rings: [Float64Array.of(0, 0, 1, 0, 0, 1)] },
      { code: "KE", rings: [Float64Array.of(5, 5, 6, 5, 5, 6)] },
    ]);
    expect(platePolygons(NO_PLATES)).toBeNull();
  });
});

describe("a plate of no width between two lines that run along one another", () => {
  const line = meridian.line;
  const west: PlateBoundary = { ...meridian, left: "SU", right: "MS" };
  const east: PlateBoundary = { ...meridian, left: "BH", right: "MS", line: line.toReversed() };

  it("has no points: either side belongs to the plate beyond", () => {
    for (const boundaries of [
      [west, east],
      [east, west],
    ]) {
      const locate = createPlateLocator(boundaries);
      expect(locate(5, -3).code).toBe("SU");
      expect(locate(5, 3).code).toBe("BH");
      expect(locate(85, 3).code).toBe("BH");
    }
  });
});

type BirdPlate = Feature<Polygon | MultiPolygon, { Code: string }>;

/** Bird's plates as the GeoJSON file has them, with the box that makes most tests needless. */
function plateFeatures(): BirdPlate[] {
  const text = readFileSync(corpus("plates/geojson/PB2002_plates.json"), "utf8");
  return (JSON.parse(text) as FeatureCollection).features.map((feature) => {
    const points = (feature as BirdPlate).geometry.coordinates.flat(3 as 2) as unknown as number[];
    const [xs, ys] = [points.filter((_, i) => i % 2 === 0), points.filter((_, i) => i % 2 === 1)];
    const bbox = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    return { ...feature, bbox } as BirdPlate;
  });
}

/** Latitudes and longitudes of the events of a CSV export. */
function epicentres(path: string): [number, number][] {
  const rows = gunzipSync(readFileSync(corpus(path)))
    .toString("utf8")
    .trim()
    .split("\n")
    .slice(1);
  return rows.map((row) => row.split(",").slice(1, 3).map(Number) as [number, number]);
}

/** Whether Bird's outline, walked as a spherical polygon, holds the point: d3 wants it clockwise. */
function sphericalPlates(): { code: string; holds: (latitude: number, longitude: number) => boolean }[] {
  const text = readFileSync(corpus("plates/original/PB2002_plates.dig.txt"), "utf8");
  return text
    .split(/\*{3} end of line segment \*{3}\n/)
    .filter((segment) => segment.trim() !== "")
    .map((segment) => {
      const [code = "", ...rows] = segment.trim().split("\n");
      const ring = rows.map((row) => row.split(",").map(Number)).toReversed();
      const polygon: Polygon = { type: "Polygon", coordinates: [ring] };
      return { code: code.trim(), holds: (latitude, longitude) => geoContains(polygon, [longitude, latitude]) };
    });
}

describe.skipIf(!corpusPresent)("Bird's plates", () => {
  const [original, geojson] = corpusPresent ? [birdModel("original"), birdModel("geojson")] : [NO_PLATES, NO_PLATES];
  const polygons = platePolygons(original) ?? [];
  const boundaries = measuredBoundaries(original, known) ?? [];

  it("have the published areas to 1e-5 steradians, from either form", () => {
    for (const state of [original, geojson]) {
      const computed = withComputedAreas(known, platePolygons(state) ?? []);
      expect(computed).toHaveLength(52);
      for (const [i, { code, areaKm2 }] of computed.entries())
        expect(Math.abs(areaKm2 - (known[i]?.areaKm2 ?? Number.NaN)) / KM2_PER_STERADIAN, code).toBeLessThan(1e-5);
      const total = computed.reduce((sum, { areaKm2 }) => sum + areaKm2, 0);
      expect(total / (4 * Math.PI * KM2_PER_STERADIAN)).toBeCloseTo(1, 6);
    }
  });

  it.each(["usgs/catalogue/m4.5-world_2013-11-29_2014-12-06.csv.gz", "usgs/catalogue/world-decade-1960.csv.gz"])(
    "hold each event of %s once, and away from borders the one that Turf finds in the GeoJSON file",
    (path) => {
      const locate = createPlateLocator(boundaries, polygons);
      const features = plateFeatures();
      const events = epicentres(path);
      expect(events.length).toBeGreaterThan(6000);
      const wrong: string[] = [];
      let near = 0;
      for (const [latitude, longitude] of events) {
        const { code, boundaryDistanceKm } = locate(latitude, longitude);
        const found = features.filter((feature) => booleanPointInPolygon([longitude, latitude], feature));
        const codes = found.map(({ properties }) => properties.Code);
        if (codes.length === 1 && codes[0] === code) continue;
        if (boundaryDistanceKm < 25) near++;
        else wrong.push(`${latitude}, ${longitude}: ${code}, not ${codes.join(" ")}`);
      }
      expect(wrong).toEqual([]);
      expect(near).toBeLessThan(0.001 * events.length);
    },
  );

  it("are the same by their polygons and by the sides of their boundaries, but for what a map makes of an arc", () => {
    const byPolygons = createPlateLocator(boundaries, polygons);
    const bySides = createPlateLocator(boundaries);
    const otherForm = createPlateLocator(measuredBoundaries(geojson, known) ?? [], platePolygons(geojson) ?? []);
    for (let latitude = -90; latitude <= 90; latitude += 1.5) {
      for (let longitude = -180; longitude <= 180; longitude += 1.5) {
        const { code, boundaryDistanceKm } = byPolygons(latitude, longitude);
        if (boundaryDistanceKm < 0.5) continue;
        const where = `${latitude}, ${longitude}`;
        expect(`${where}: ${bySides(latitude, longitude).code}`).toBe(`${where}: ${code}`);
        expect(`${where}: ${otherForm(latitude, longitude).code}`).toBe(`${where}: ${code}`);
      }
    }
  });

  it.each<[string, number, number, string]>([
    ["the north pole", 90, 0, "NA"],
    ["the north pole by another meridian", 90, 180, "NA"],
    ["the south pole", -90, 0, "AN"],
    ["the south pole by another meridian", -90, -180, "AN"],
    ["Suva, Fiji", -18.14, 178.44, "AU"],
    ["Taveuni, on the antimeridian from the east", -16.85, 180, "AU"],
    ["Taveuni, on the antimeridian from the west", -16.85, -180, "AU"],
    ["Nukuʻalofa, Tonga", -21.14, -175.2, "TO"],
    ["Raoul Island, Kermadec", -29.27, -177.92, "KE"],
    ["Kermadec plate west of the antimeridian", -36, 179.5, "KE"],
    ["Balmoral Reef plate east of the antimeridian", -15.5, -179.85, "BR"],
    ["Adak, Aleutians", 51.88, -176.65, "NA"],
    ["Attu, Aleutians", 52.85, 173.19, "NA"],
    ["south of the Aleutians, on the antimeridian", 48, 180, "PA"],
    ["Halmahera, beside the strait of no width", 0.9, 126.6, "BH"],
  ])("at %s (%d, %d): %s, as d3 finds on the sphere", (_, latitude, longitude, code) => {
    const found = sphericalPlates().filter(({ holds }) => holds(latitude, longitude));
    expect(found.map((plate) => plate.code)).toEqual([code]);
    expect(createPlateLocator(boundaries, polygons)(latitude, longitude).code).toBe(code);
    expect(createPlateLocator(boundaries)(latitude, longitude).code).toBe(code);
  });
});

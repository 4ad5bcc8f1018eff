import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { geoArea } from "d3-geo";
import { beforeAll, describe, expect, it } from "vitest";
import { readCountryPolygons } from "../../../build/pipeline/load/countries.ts";
import { type Land, type LandFile, landOf } from "../../../build/site/map/land.ts";
import { landFile, landTopology } from "../../../scripts/maintain/base-map/land.ts";
import { simplified } from "../../../scripts/maintain/base-map/simplify.ts";
import { coarser } from "../../../scripts/maintain/prepare/outlines.ts";

const DATA = fileURLToPath(new URL("../../../data/", import.meta.url));
const read = (name: string) => JSON.parse(gunzipSync(readFileSync(`${DATA}base-map/${name}.json.gz`)).toString()) as LandFile;

/** The longest step from a point to the next, degrees of longitude. */
function longestStep(lines: readonly (readonly (readonly [number, number])[])[]): number {
  return Math.max(0, ...lines.flatMap((line) => line.slice(1).map(([x], at) => Math.abs(x - (line[at]?.[0] ?? x)))));
}

/** Steradians. To d3-geo the inside of a ring is on its right: here it is the smaller side, whichever way it runs. */
function areaOf(ring: [number, number][]): number {
  const one = geoArea({ type: "Polygon", coordinates: [ring] });
  return Math.min(one, 4 * Math.PI - one);
}

const square = (west: number, iso2: string) => ({
  iso2,
  rings: [Float64Array.from([west, 0, west + 10, 0, west + 10, 5, west + 10, 10, west, 10, west, 5])],
});

describe.each(["coarse", "fine"])("the base map, %s", (name) => {
  let file: LandFile;
  let land: Land;

  beforeAll(() => {
    file = read(name);
    land = landOf(file);
  });

  const areas = () => land.features.flatMap(({ geometry }) => (geometry.type === "MultiPolygon" ? geometry.coordinates : []));

  it("has all countries and territories, each with some land", () => {
    const parts = readCountryPolygons(DATA);
    expect(Object.keys(file.countries).toSorted()).toEqual([...new Set(parts.map(({ iso2 }) => iso2))].toSorted());
    expect(Object.entries(file.countries).filter(([, polygons]) => polygons.length === 0)).toEqual([]);
  });

  it("has closed rings on the globe, none of which crosses the antimeridian", () => {
    for (const ring of areas().flat()) {
      expect(ring.length).toBeGreaterThanOrEqual(4);
      expect(ring.at(-1)).toEqual(ring[0]);
      expect(ring.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)).toBe(true);
    }
    // Only the seam under Antarctica runs from one side of the map to the other.
    const coasts = areas()
      .flat()
      .map((ring) => ring.filter(([, y]) => y > -89));
    expect(longestStep(coasts.filter((ring) => ring.every(([, y]) => y > -60)))).toBeLessThan(40);
  });

  it("has no coast and no seam among its borders", () => {
    const borders = land.features.flatMap(({ geometry }) => (geometry.type === "MultiLineString" ? geometry.coordinates : []));
    expect(borders.length).toBeGreaterThan(300);
    expect(borders.every((line) => line.some(([x]) => Math.abs(x) < 180))).toBe(true);
    const uses = new Map<number, number>();
    for (const ring of Object.values(file.countries).flat(2)) {
      for (const at of ring) uses.set(at < 0 ? ~at : at, (uses.get(at < 0 ? ~at : at) ?? 0) + 1);
    }
    expect(file.borders.filter((at) => (uses.get(at) ?? 0) < 2)).toEqual([]);
  });

  it("covers the land of the Earth", () => {
    const steradians = areas().reduce((sum, [outline = [], ...holes]) => {
      return sum + areaOf(outline) - holes.reduce((inner, hole) => inner + areaOf(hole), 0);
    }, 0);
    // 149 million km² (CIA World Factbook, "World"), with lakes.
    expect(steradians * 6371.0088 ** 2).toBeGreaterThan(143e6);
    expect(steradians * 6371.0088 ** 2).toBeLessThan(153e6);
  });
});

describe("simplifying", () => {
  it("leaves no gap between neighbours: their border stands once", () => {
    const parts = [square(0, "AA"), square(10, "BB")];
    const shared = landFile(parts, landTopology(parts), { tolerance: 1, leastArea: 0, units: 100 });
    expect(shared.borders).toHaveLength(1);
    const [border = -1] = shared.borders;
    const users = Object.values(shared.countries)
      .flat(2)
      .filter((ring) => ring.some((at) => at === border || at === ~border));
    expect(users).toHaveLength(2);
    expect(landOf(shared).features).toHaveLength(3);
  });

  it("keeps the ends of a line and stays within its tolerance", () => {
    const line = Array.from({ length: 200 }, (_, at) => [at * 50, Math.round(300 * Math.sin(at / 9))]).flat();
    const thin = simplified(line, 0.1);
    expect(thin.length).toBeLessThan(line.length / 2);
    expect([thin.slice(0, 2), thin.slice(-2)]).toEqual([line.slice(0, 2), line.slice(-2)]);
  });
});

describe("the outlines that the map loads first", () => {
  it("have the same ends of lines as those of the data, in two thirds of the bytes", () => {
    const [fine, coarse] = [read("coarse"), coarser(read("coarse"))];
    const rounding = 1.0001 / coarse.units;
    expect(JSON.stringify(coarse).length).toBeLessThan(JSON.stringify(fine).length * 0.67);
    expect(coarse.arcs).toHaveLength(fine.arcs.length);
    for (const [at, arc] of fine.arcs.entries()) {
      const [before, after] = [pointsOf(arc, fine.units), pointsOf(coarse.arcs[at] ?? [], coarse.units)];
      for (const [end, point] of [
        [before[0], after[0]],
        [before.at(-1), after.at(-1)],
      ]) {
        expect(Math.abs((end?.[0] ?? 0) - (point?.[0] ?? 99))).toBeLessThanOrEqual(rounding);
        expect(Math.abs((end?.[1] ?? 0) - (point?.[1] ?? 99))).toBeLessThanOrEqual(rounding);
      }
    }
    expect(landOf(coarse).features).toHaveLength(landOf(fine).features.length);
  });

  it("keep islands that are larger than their unit", () => {
    const { countries, arcs, units } = coarser(read("coarse"));
    for (const iso2 of ["BB", "MT", "ST", "WF"]) {
      const rings = (countries[iso2] ?? []).flat().map((ring) => ring.flatMap((at) => pointsOf(arcs[at < 0 ? ~at : at] ?? [], units)));
      expect([iso2, Math.max(...rings.map((ring) => new Set(ring.map(String)).size)) > 2]).toEqual([iso2, true]);
    }
  });
});

function pointsOf(arc: readonly number[], units: number): [number, number][] {
  let [x, y] = [0, 0];
  return Array.from({ length: arc.length / 2 }, (_, at) => {
    x += arc[2 * at] as number;
    y += arc[2 * at + 1] as number;
    return [x / units, y / units];
  });
}

import { join } from "node:path";
import { booleanPointInPolygon, distance } from "@turf/turf";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCountryLocator, createPartFinder, OFFSHORE_KM } from "../../../build/catalogue/locate/locate-country.ts";
import type { CountryPart } from "../../../build/geo/point-in-part.ts";
import { createPointTest } from "../../../build/geo/point-in-part.ts";
import { readCountryPolygons } from "../../../build/pipeline/load/countries.ts";

const parts = readCountryPolygons(join(import.meta.dirname, "../../../data"));
const locate = createCountryLocator(parts);

const square = (iso2: string, x: number, y: number, size: number): CountryPart => ({
  iso2,
  rings: [Float64Array.of(x, y, x + size, y, x + size, y + size, x, y + size)],
});

it("looks for one country alone, on land beyond its borders too", () => {
  expect(locate(44.426, -56.03)?.iso2).toBe("PM");
  expect(locate(44.426, -56.03, "CA")).toMatchObject({ iso2: "CA", relation: "offshore", distanceKm: expect.closeTo(270, -1) as number });
  expect(locate(51.153, 5.798, "NL")?.distanceKm).toBeLessThan(20);
  expect(locate(51.153, 5.798, "JP")).toBeNull();
});

describe("the country of a point on land", () => {
  it.each([
    ["Tokyo", 35.68, 139.77, "JP"],
    ["Paris", 48.86, 2.35, "FR"],
    ["Santiago", -33.45, -70.67, "CL"],
    ["Anchorage", 61.22, -149.9, "US"],
    ["Pristina", 42.66, 21.16, "XK"],
    ["Hargeisa", 9.56, 44.06, "SO"],
    ["northern Nicosia", 35.2, 33.36, "CY"],
    ["Simferopol", 44.95, 34.1, "UA"],
    ["Laayoune", 27.15, -13.19, "EH"],
    ["Tifariti", 26.16, -10.57, "EH"],
    ["Tarfaya", 27.93, -12.92, "MA"],
    ["Cayenne", 4.92, -52.3, "GF"],
    ["Basse-Terre", 16.05, -61.68, "GP"],
    ["Fort-de-France", 14.65, -61.0, "MQ"],
    ["Piton de la Fournaise", -21.24, 55.71, "RE"],
    ["Mamoudzou", -12.8, 45.2, "YT"],
    ["Longyearbyen", 78.2, 15.6, "SJ"],
    ["Beerenberg, Jan Mayen", 71.08, -8.16, "SJ"],
    ["Bouvet Island", -54.42, 3.4, "BV"],
    ["Kralendijk", 12.17, -68.27, "BQ"],
    ["Christmas Island", -10.49, 105.63, "CX"],
    ["The Bottom, Saba", 17.63, -63.24, "BQ"],
    ["Willemstad", 12.15, -68.92, "CW"],
    ["Oranjestad", 12.52, -70.02, "AW"],
    ["Marigot, the French half of an island", 18.07, -63.07, "MF"],
    ["Philipsburg, its Dutch half", 18.03, -63.05, "SX"],
    ["Gustavia", 17.9, -62.84, "BL"],
    ["Saint-Denis", -20.9, 55.46, "RE"],
    ["Torshavn", 62.01, -6.8, "FO"],
    ["Douglas, Isle of Man", 54.16, -4.5, "IM"],
    ["Saint Helier", 49.2, -2.11, "JE"],
    ["Gibraltar", 36.13, -5.35, "GI"],
    ["Bear Island", 74.43, 19.05, "SJ"],
    ["Kvitøya, the easternmost of Svalbard", 80.12, 32.5, "SJ"],
    ["Kerguelen", -49.35, 69.5, "TF"],
    ["Heard Island", -53.1, 73.5, "HM"],
    ["Ascension", -7.94, -14.36, "SH"],
    ["Kingston, Norfolk Island", -29.04, 167.95, "NF"],
    ["Hagatna", 13.46, 144.75, "GU"],
    ["Saipan", 15.19, 145.75, "MP"],
    ["Pago Pago", -14.28, -170.7, "AS"],
    ["Rarotonga", -21.23, -159.78, "CK"],
    ["Hanga Roa, far from its state", -27.14, -109.42, "CL"],
    ["Clipperton, of no code of its own", 10.3, -109.22, "FR"],
    ["Ceuta", 35.88, -5.33, "ES"],
    ["Kaliningrad", 54.71, 20.45, "RU"],
    ["Nakhchivan", 39.21, 45.41, "AZ"],
    ["Cabinda", -5.2, 12.3, "AO"],
    ["Sukhumi", 43.0, 41.02, "GE"],
    ["Tiraspol", 46.84, 29.62, "MD"],
    ["Guantanamo Bay", 19.95, -75.1, "CU"],
    ["the Vatican", 41.9022, 12.4533, "VA"],
    ["Rome around it", 41.9, 12.48, "IT"],
    ["Kastellorizo, 3 km off Türkiye", 36.146, 29.585, "GR"],
    ["Niuatoputapu, nearer to Samoa than to the rest of its country", -15.95, -173.77, "TO"],
    ["Whakaari / White Island", -37.521, 177.181, "NZ"],
    ["Taipei", 25.04, 121.56, "TW"],
    ["Hong Kong", 22.38, 114.12, "HK"],
    ["Mariehamn", 60.15, 19.95, "AX"],
    ["Maseru, an enclave", -29.32, 27.5, "LS"],
    ["San Marino, an enclave", 43.94, 12.46, "SM"],
    ["Wrangel Island, west of the antimeridian", 71.2, 179.0, "RU"],
    ["Wrangel Island, east of it", 71.2, -178.5, "RU"],
    ["Chukotka on the antimeridian", 68, 180, "RU"],
    ["Chukotka on the antimeridian, the other name", 68, -180, "RU"],
    ["Chukotka, a turn farther", 68, 540, "RU"],
    ["Taveuni on the antimeridian", -16.8, 180, "FJ"],
    ["Taveuni, a step west of it", -16.85, 179.97, "FJ"],
    ["Taveuni, a step east of it", -16.85, -179.98, "FJ"],
    ["Provideniya, Chukotka", 64.43, -173.22, "RU"],
    ["Big Diomede", 65.78, -169.06, "RU"],
    ["Little Diomede, 4 km from it", 65.75, -168.93, "US"],
    ["Attu, the westernmost of the Aleutians", 52.9, 172.9, "US"],
    ["Adak", 51.88, -176.65, "US"],
    ["the South Pole", -90, 0, "AQ"],
    ["the South Pole, another name", -90, 123, "AQ"],
    ["a step from the South Pole", -89.99, -179.99, "AQ"],
    ["the Ross Ice Shelf's land side", -86, 180, "AQ"],
  ])("%s is inside its country", (_, latitude, longitude, iso2) => {
    expect(locate(latitude, longitude)).toEqual({ iso2, relation: "inside", distanceKm: 0 });
  });

  it.each([
    ["Flying Fish Cove, Christmas Island", -10.43, 105.67, "CX"],
    ["West Island, Cocos", -12.19, 96.83, "CC"],
    ["Nuuk", 64.18, -51.7, "GL"],
    ["King Edward Point", -54.28, -36.5, "GS"],
    ["Wallis", -13.28, -176.2, "WF"],
    ["Macao", 22.18, 113.55, "MO"],
    ["Amchitka", 51.5, 179.0, "US"],
  ])("%s, on the shore, is in its country or at most 2 km off its coast: the map is not good to more", (_, latitude, longitude, iso2) => {
    const found = locate(latitude, longitude);
    expect(found?.iso2).toBe(iso2);
    expect(found?.distanceKm).toBeLessThan(2);
  });

  it("is the one that Turf finds, for hundreds of points near real borders and coasts", () => {
    const turfParts = parts.map(({ iso2, rings }) => ({
      iso2,
      box: boxOf(rings[0] as Float64Array),
      polygon: { type: "Polygon" as const, coordinates: rings.map(closedRing) },
    }));
    const partAt = createPartFinder(parts);
    // Off the grid of thousandths: what is on a line is a matter of convention.
    const near = corners(400).flatMap(([x, y]) => [
      [x + 0.050_37, y + 0.030_41],
      [x - 0.040_23, y - 0.060_59],
    ]);
    for (const [x, y] of near as [number, number][]) {
      const found = turfParts.find(
        ({ box, polygon }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] && booleanPointInPolygon([x, y], polygon),
      );
      expect(partAt(y, x)?.iso2, `${y}, ${x}`).toBe(found?.iso2);
    }
  });

  it("is never two countries at once, even on a corner of their borders", () => {
    const tests = parts.map((part) => ({ iso2: part.iso2, box: boxOf(part.rings[0] as Float64Array), test: createPointTest(part) }));
    const overlapping = corners(2000).filter(([x, y]) => {
      const holders = tests.filter(({ box, test }) => y >= box[1] && y <= box[3] && x >= box[0] && x <= box[2] && test(x, y));
      return new Set(holders.map(({ iso2 }) => iso2)).size > 1;
    });
    expect(overlapping).toEqual([]);
  });
});

function degrees(max: number) {
  return fc.oneof(fc.integer({ min: -max, max }), fc.double({ min: -max, max, noNaN: true }), fc.constantFrom(-max, max));
}

describe("the first part that holds a point", () => {
  const size = fc.oneof(fc.constantFrom(1, 30), fc.double({ min: 0.01, max: 40, noNaN: true }));

  it("is the one that trying each in order finds, on whole degrees, at the antimeridian and the poles too", () => {
    const squares = fc.array(
      fc.tuple(degrees(180), degrees(90), size).map(([x, y, side]) => square("AA", x, y, side)),
      { maxLength: 12 },
    );
    const points = fc.array(fc.tuple(degrees(180), degrees(90)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(squares, points, (own, positions) => {
        const partAt = createPartFinder(own);
        const tests = own.map((part) => ({ part, holds: createPointTest(part) }));
        for (const [x, y] of positions) {
          const found = tests.find(({ holds }) => holds(x === 180 ? -180 : x, y))?.part ?? null;
          expect(partAt(y, x)).toBe(found);
          // A second time, from what was kept.
          expect(partAt(y, x)).toBe(found);
        }
      }),
    );
  });
});

describe("the country of a point at sea", () => {
  it("is the same for the first points of a process as for the thousandth", () => {
    const others = createCountryLocator(parts);
    const near = corners(120).map(([x, y]): [number, number] => [y - 1.3, x - 1.7]);
    // The index is made by now.
    for (const point of near) others(...point);
    const found = near.map((point) => others(...point));
    expect(found.filter((one) => one?.relation === "offshore").length).toBeGreaterThan(50);
    for (let at = 0; at < near.length; at += 30) {
      const first = createCountryLocator(parts);
      const some = near.slice(at, at + 30);
      expect(some.map((point) => first(...point))).toEqual(found.slice(at, at + 30));
    }
  });

  it.each([
    ["off Tohoku, 2011", 38.3, 142.37, "JP", 72],
    ["off Sumatra, 2004", 3.3, 95.98, "ID", 44],
    ["between the halves of Fiji, east of the antimeridian", -17.5, -179.5, "FJ", 34],
    ["off Attu, over the antimeridian from its neighbours", 51.3, 179.9, "US", 31],
    ["in the Caspian Sea", 42, 51, "KZ", 116],
    ["between the atolls of Tokelau", -9.3, -171.5, "TK", 33],
    ["in the lagoon of Chagos", -6.9, 72.0, "IO", 60],
    ["off Mayotte, the volcano of 2018", -12.91, 45.72, "YT", 50],
    ["off Svalbard", 77.8, 8, "SJ", 98],
    ["off Bouvet", -54.4, 1.5, "BV", 118],
    ["off Guadeloupe, 2004", 15.76, -61.53, "GP", 12],
    ["off Martinique, 2007", 14.94, -61.27, "MQ", 12],
    ["off Alborán", 36.2, -3.0, "ES", 29],
    ["off Niuatoputapu", -15.4, -173.1, "TO", 84],
    ["south of the Kermadec Islands", -32.8283, -178.3523, "NZ", 170],
  ])("%s belongs to the nearest coast", (_, latitude, longitude, iso2, km) => {
    const found = locate(latitude, longitude);
    expect(found).toMatchObject({ iso2, relation: "offshore" });
    expect(Math.abs((found?.distanceKm ?? 0) - km)).toBeLessThan(5);
  });

  it("counts for a country up to the limit of 200 nautical miles, and no farther", () => {
    const island = createCountryLocator([square("XX", 0, 0, 1)]);
    const degrees = OFFSHORE_KM / 111.19508;
    expect(island(-degrees + 0.001, 0.5)?.iso2).toBe("XX");
    expect(island(-degrees - 0.001, 0.5)).toBeNull();
    expect(createCountryLocator([square("XX", 0, 0, 1)], 100)(-1, 0.5)).toBeNull();
  });

  it("is the first of two countries whose border's end is nearest", () => {
    const neighbours = [square("AA", 0, 0, 1), square("BB", 1, 0, 1)];
    expect(createCountryLocator(neighbours)(-1, 1)?.iso2).toBe("AA");
    expect(createCountryLocator(neighbours.toReversed())(-1, 1)?.iso2).toBe("BB");
  });

  it("is measured to the line of the coast, not only to its corners", () => {
    expect(createCountryLocator([square("XX", 0, 0, 3)])(-1, 1.5)?.distanceKm).toBeCloseTo(111.2, 0);
  });

  it("is not farther than the nearest corner of any coast, as Turf measures it", () => {
    const all = parts.flatMap(({ rings }) => rings.flatMap((ring) => pairs(ring)));
    const point = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -85, max: 85, noNaN: true }));
    fc.assert(
      fc.property(point, ([x, y]) => {
        const found = locate(y, x);
        if (found?.relation === "inside") return;
        const band = all.filter(([, cy]) => Math.abs(cy - y) < 3.5);
        const least = band.reduce((km, corner) => Math.min(km, distance([x, y], corner)), 30_000);
        if (found) expect(found.distanceKm).toBeLessThanOrEqual(least + 1e-3);
        else expect(least).toBeGreaterThan(OFFSHORE_KM);
      }),
      { numRuns: 25 },
    );
  });

  it("the result is null if there are no countries", () => {
    expect(createCountryLocator([])(0, 0)).toBeNull();
  });
});

function closedRing(ring: Float64Array): [number, number][] {
  const points = pairs(ring);
  return [...points, points[0] as [number, number]];
}

function pairs(ring: Float64Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i] as number, ring[2 * i + 1] as number]);
}

/** Corners of the outlines, evenly picked. */
function corners(count: number): [number, number][] {
  const all = parts.flatMap(({ rings }) => pairs(rings[0] as Float64Array));
  const step = Math.floor(all.length / count);
  return all.filter((_, i) => i % step === 0).filter(([x, y]) => Math.abs(x) < 179.9 && Math.abs(y) < 89.9);
}

function boxOf(ring: Float64Array): [west: number, south: number, east: number, north: number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const [x, y] of pairs(ring)) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { RecentEvent } from "../../../build/catalogue/catalogue.ts";
import { COUNTRY_CODES } from "../../../build/contract/texts/vocabulary.ts";
import { distanceKm, normalLongitude } from "../../../build/geo/sphere.ts";
import { groupBy, newestFirst } from "../../../build/platform/lists.ts";
import { boundaryStepKm, changingOf } from "../../../build/site/data/around.ts";
import { placeOf, townsIn } from "../../../build/site/data/towns.ts";
import { townRows } from "../../../scripts/maintain/prepare-towns.ts";
import { AS_OF, smallInput, usgs } from "../../answers/small-catalogue.ts";
import { liveEvent } from "../../catalogue/make-records.ts";

const TABLE = gunzipSync(readFileSync(new URL("../../../data/towns.tsv.gz", import.meta.url))).toString("utf8");
const TOWNS = TABLE.trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"));

const HOUR = 3_600_000;

describe("the table of towns", () => {
  it("has a name, a country, a position and people in each row, the largest first", () => {
    let before = Number.POSITIVE_INFINITY;
    for (const [name, iso2 = "", latitude, longitude, population] of TOWNS) {
      expect(name?.trim()).toBeTruthy();
      expect(COUNTRY_CODES).toContain(iso2);
      expect(Math.abs(Number(latitude))).toBeLessThanOrEqual(90);
      expect(Math.abs(Number(longitude))).toBeLessThanOrEqual(180);
      expect(Number(population)).toBeGreaterThanOrEqual(1000);
      expect(Number(population)).toBeLessThanOrEqual(before);
      before = Number(population);
    }
  });

  it("has every town, and a village only where there is nothing larger near", () => {
    const city = (cityId: number, population: number, longitude: number, featureCode = "PPL") => {
      return {
        cityId,
        name: `C${cityId}`,
        country: "NO",
        featureCode,
        population,
        loc: { coordinates: [longitude, 60.1] },
      };
    };
    const rows = townRows([
      city(1, 20_000, 5.1),
      city(2, 15_000, 5.2),
      city(3, 14_000, 5.3),
      city(4, 2_000, 9.1),
      city(5, 1_500, 9.2),
      city(6, 999, 12),
      city(7, 50_000, 5.1, "PPLX"),
      { ...city(8, 50_000, 5.1), country: "XX" },
    ] as unknown as Parameters<typeof townRows>[0]);
    expect(rows.map((row) => row.split("\t")[0])).toEqual(["C1", "C2", "C4"]);
    expect(rows[2]).toBe("C4\tNO\t60.1\t9.1\t2000");
  });
});

describe("the towns around an epicentre", () => {
  const latitudes = fc.double({ min: -90, max: 90, noNaN: true });
  const longitudes = fc.double({ min: -180, max: 180, noNaN: true });

  it("are the nearest three and larger ones beyond, as a search of the whole table finds them", () => {
    const check = (latitude: number, longitude: number) => {
      const near = TOWNS.map(([name, , north, east, population]) => {
        return {
          name,
          km: distanceKm(latitude, longitude, Number(north), Number(east)),
          population: Number(population),
        };
      })
        .filter(({ km }) => km <= 300)
        .toSorted((a, b) => a.km - b.km || b.population - a.population);
      const telling = near.filter(({ population }, at) => {
        return at < 3 || near.slice(0, at).every((nearer) => nearer.population < population);
      });
      const expected = [...telling.slice(0, 3), ...telling.slice(3).slice(-3)];
      const { towns } = placeOf(latitude, longitude, { countries: [] });
      expect(towns.map(({ name, km, population }) => ({ name, km, population }))).toEqual(
        expected.map(({ name, km, population }) => ({ name, km: Math.round(km), population })),
      );
    };
    fc.assert(fc.property(latitudes, longitudes, check), {
      numRuns: 40,
      examples: [
        [-16.8, 179.99],
        [-16.8, -179.99],
        [69.6, 18.9],
        [90, 0],
        [80.9, 179.5],
        [24.17, 121.65],
        // Seven farther and larger ones; two of equal size.
        [2.05, 10.81],
        [37, -108.46],
      ],
    });
  });

  it("of a map are the four largest of each cell of a degree, to its edges", () => {
    const near = (south: number, north: number, west: number, east: number) =>
      TOWNS.filter(([, , latitude, longitude]) => {
        const [row, column] = [Math.floor(Number(latitude)), Math.floor(Number(longitude))];
        return row >= Math.floor(south) && row <= north && column >= Math.floor(west) && column <= east;
      });
    for (const [south, north, west, east] of [
      [35, 36, 139, 140],
      [35.5, 35.9, 139.1, 139.2],
      [-34, -32, -71, -70],
    ] as const) {
      const cells = groupBy(near(south, north, west, east), ([, , latitude, longitude]) =>
        [latitude, longitude].map((value) => Math.floor(Number(value))).join(" "),
      );
      const largest = [...cells.values()].flatMap((towns) => towns.slice(0, 4).map(([name = ""]) => name));
      expect(
        townsIn({ south, north, west, east })
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(largest.toSorted());
    }
  });

  it("are named with their countries", () => {
    const countries = assembleCatalogue(smallInput()).countries.map((country) => ({ ...country, iso2: "TW" }));
    const { towns, timeZone } = placeOf(24.1737, 121.653, { countries });
    expect(towns[0]).toEqual({ name: "Hualien City", iso2: "TW", country: "South", population: 350_468, km: 22 });
    expect(timeZone).toBe("Asia/Taipei");
  });
});

describe("recent earthquakes around one", () => {
  const catalogue = assembleCatalogue(
    smallInput({
      live: usgs(
        [
          { id: "main", time: AS_OF - 50 * HOUR, magnitude: 6, latitude: 10, longitude: 20 },
          { id: "after", time: AS_OF - 49 * HOUR, magnitude: 4.5, latitude: 10.3, longitude: 20 },
          { id: "before", time: AS_OF - 60 * HOUR, magnitude: 5, latitude: 10, longitude: 20.1 },
          { id: "far", time: AS_OF - 49 * HOUR, magnitude: 7, latitude: 10.95, longitude: 20 },
        ].map(liveEvent),
      ),
    }),
  );
  const of = (wanted: string) => changingOf(catalogue)(catalogue.events.find(({ id }) => id === wanted) as never);

  it("are counted, the strongest named with their distance", () => {
    expect(of("main").sequence).toMatchObject({
      km: 100,
      days: 30,
      count: 2,
      strongest: [
        { magnitude: 5, km: 11 },
        { magnitude: 4.5, km: 33 },
      ],
    });
  });

  it("are those that a comparison with all others finds, also across the antimeridian and around the poles", () => {
    const [template] = catalogue.events.filter(({ recent }) => recent);
    const centre = fc.constantFrom([0, 0], [38, -179.9], [-61.4, 179.99], [88.9, 30], [90, 0], [-89.5, -180], [80.9, 179]);
    const offset = fc.record({
      north: fc.integer({ min: -150, max: 150 }),
      east: fc.integer({ min: -150, max: 150 }),
      wide: fc.constantFrom(1, 1, 10, 120),
      magnitude: fc.constantFrom(4, 5, 5, 6),
      day: fc.integer({ min: 0, max: 40 }),
    });
    fc.assert(
      fc.property(centre, fc.array(offset, { minLength: 2, maxLength: 30 }), ([lat = 0, lon = 0], offsets) => {
        const events = offsets.map(({ north, east, wide, magnitude, day }, at) => ({
          ...(template as RecentEvent),
          id: `us${at}`,
          slug: `slug-${at}`,
          time: AS_OF - day * 24 * HOUR,
          magnitude,
          latitude: Math.max(-90, Math.min(90, lat + north / 100)),
          longitude: normalLongitude(lon + (wide * east) / 100),
        }));
        const sequenceOf = changingOf({ ...catalogue, events });
        for (const event of events) {
          const { sequence } = sequenceOf(event);
          if (event.magnitude < 5) {
            expect(sequence).toBeNull();
            continue;
          }
          const near = events.filter((other) => {
            const km = distanceKm(event.latitude, event.longitude, other.latitude, other.longitude);
            return other !== event && km <= 100 && Math.abs(other.time - event.time) <= 30 * 24 * HOUR;
          });
          const strongest = near.toSorted((a, b) => b.magnitude - a.magnitude || newestFirst(a, b)).slice(0, 5);
          expect(sequence).toMatchObject({
            count: near.length,
            after: near.filter(({ time }) => time > event.time).length,
          });
          expect(sequence?.strongest.map(({ slug }) => slug)).toEqual(strongest.map(({ slug }) => slug));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("of the same time are named by their names, and distances to boundaries are as exact as the least exact boundary", () => {
    expect(catalogue.events.map(({ id }) => of(id).inTime?.before?.place)).toContain("The first");
    expect(of("main").boundaryStepKm).toBe(100);
    const measured = catalogue.boundaries.map((boundary) => ({ ...boundary, accuracy: "measured" as const }));
    expect(boundaryStepKm({ boundaries: measured })).toBe(10);
    expect(boundaryStepKm({ boundaries: [...measured, ...catalogue.boundaries.slice(0, 1)] })).toBe(100);
  });

  it("are none of small and of historical ones", () => {
    expect(of("after").sequence).toBeNull();
    expect(of("qt1").sequence).toBeNull();
  });
});

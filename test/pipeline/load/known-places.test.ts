import * as fc from "fast-check";
import { expect, it } from "vitest";
import { KnownPlaces, type Place } from "../../../build/pipeline/load/known-places.ts";

const degree = fc.oneof(fc.constantFrom(-90, -0, 0, 1, 1 + Number.EPSILON, 90), fc.double({ min: -180, max: 180, noNaN: true }));
const km = fc.oneof(fc.constantFrom(0, 1 / 3), fc.double({ min: 0, max: 20_000, noNaN: true }));
const place: fc.Arbitrary<Place> = fc.record({
  country: fc.option(
    fc.record({
      iso2: fc.constantFrom("JP", "TR", "US"),
      relation: fc.constantFrom("inside" as const, "offshore" as const),
      distanceKm: fc.option(km),
    }),
  ),
  plate: fc.option(fc.record({ code: fc.constantFrom("PA", "NA"), boundaryDistanceKm: km })),
});

it("every point has its own place, also after it was stored", () => {
  const points = fc.uniqueArray(fc.tuple(degree, degree, place), {
    // -0 and 0 are the same point.
    selector: ([latitude, longitude]) => `${latitude} ${longitude}`,
  });
  fc.assert(
    fc.property(points, fc.tuple(degree, degree), (list, [latitude, longitude]) => {
      const known = new KnownPlaces();
      for (const point of list) known.add(...point);
      const again = KnownPlaces.of(JSON.parse(JSON.stringify(known.stored())));
      for (const places of [known, again]) {
        expect(places.size).toBe(list.length);
        for (const [north, east, expected] of list) expect(places.find(north, east)).toEqual(expected);
        const there = list.find(([north, east]) => north === latitude && east === longitude);
        expect(places.find(latitude, longitude)).toEqual(there?.[2]);
      }
    }),
  );
});

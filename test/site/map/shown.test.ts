import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countsOver, type Quake, quakesOf, shownOf } from "../../../build/site/map/quake.ts";

const some: fc.Arbitrary<Quake[]> = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    slug: fc.constant("slug"),
    magnitude: fc.integer({ min: -10, max: 90 }).map((tenths) => tenths / 10),
    depthKm: fc.constant(10),
    longitude: fc.constant(0),
    latitude: fc.constant(0),
    place: fc.constant("somewhere"),
    time: fc.integer({ min: 0, max: 50 }),
    alert: fc.constant(null),
    tsunami: fc.constant(false),
  }),
  { selector: ({ id }) => id },
);

describe("what the map and the list show", () => {
  it("is each earthquake that is strong and early enough, once, in the order that was chosen", () => {
    const least = fc.constantFrom(null, 2.5, 4.5);
    const until = fc.option(fc.integer({ min: 0, max: 50 }));
    const sort = fc.constantFrom("newest" as const, "strongest" as const);
    fc.assert(
      fc.property(some, least, until, sort, (quakes, leastMagnitude, to, order) => {
        const shown = shownOf(quakes, { leastMagnitude, until: to, sort: order });
        const expected = quakes.filter((one) => one.magnitude >= (leastMagnitude ?? Number.NEGATIVE_INFINITY) && one.time <= (to ?? 99));
        expect(new Set(shown)).toEqual(new Set(expected));
        expect(shown).toHaveLength(expected.length);
        const key = (one: Quake | undefined) => (order === "newest" ? one?.time : one?.magnitude) ?? 0;
        expect(shown.every((one, at) => at === 0 || key(shown[at - 1]) >= key(one))).toBe(true);
        expect(shownOf(quakes.toReversed(), { leastMagnitude, until: to, sort: order })).toEqual(shown);
      }),
    );
  });

  it("is counted in the bars, each once", () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 60 }), (quakes, parts) => {
        const counts = countsOver(quakes, 0, 50, parts);
        expect(counts).toHaveLength(parts);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(quakes.length);
      }),
    );
    const [first] =
      fc.sample(
        some.filter(({ length }) => length > 0),
        1,
      )[0] ?? [];
    expect(countsOver([{ ...(first as Quake), time: 51 }], 0, 50, 5)).toEqual([0, 0, 0, 0, 0]);
  });

  it("is a live feed, and nothing else that a host may answer with", () => {
    for (const other of [null, [], {}, { type: "Feature" }, { type: "FeatureCollection" }, "text"]) {
      expect(() => quakesOf(other)).toThrow("not a live feed");
    }
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { CatalogueEvent } from "../../build/catalogue/catalogue.ts";
import { createNeighbourFinder, strongestFirst } from "../../build/catalogue/neighbours.ts";
import { NEIGHBOURS } from "../../build/contract/texts/vocabulary.ts";
import { distanceKm } from "../../build/geo/sphere.ts";
import { smallInput } from "../answers/small-catalogue.ts";

const [template] = assembleCatalogue(smallInput()).events;
if (!template) throw new Error("the small catalogue has no events");

function event(given: Partial<CatalogueEvent>): CatalogueEvent {
  return { ...(template as CatalogueEvent), historical: true, latitude: 0, longitude: 0, magnitude: 6, ...given };
}

function idsNear(one: CatalogueEvent, events: readonly CatalogueEvent[]): string[] | undefined {
  return createNeighbourFinder(events)(one)?.strongest.map((found) => found.event.id);
}

/** Every other historical event within the distance, by comparing with all. */
function bruteForce(one: CatalogueEvent, events: readonly CatalogueEvent[]): CatalogueEvent[] {
  const { latitude, longitude } = one;
  if (latitude === null || longitude === null) return [];
  return events.filter((other) => {
    if (!other.historical || other.id === one.id || other.latitude === null || other.longitude === null) return false;
    return distanceKm(latitude, longitude, other.latitude, other.longitude) <= NEIGHBOURS.withinKm;
  });
}

/** Around the poles, the antimeridian and anywhere else, dense enough that there are neighbours. */
const position = fc.oneof(
  fc.record({ latitude: fc.double({ min: 88, max: 90, noNaN: true }), longitude: fc.double({ min: -180, max: 180, noNaN: true }) }),
  fc.record({ latitude: fc.double({ min: -90, max: -88, noNaN: true }), longitude: fc.double({ min: -180, max: 180, noNaN: true }) }),
  fc.record({ latitude: fc.double({ min: -2, max: 2, noNaN: true }), longitude: fc.constantFrom(-180, 180, -179.6, 179.6, 179.99) }),
  fc.record({ latitude: fc.double({ min: 59, max: 61, noNaN: true }), longitude: fc.double({ min: -2, max: 2, noNaN: true }) }),
);

describe("the neighbours of an event", () => {
  it("are those that comparison with all events finds, also over the antimeridian and around the poles", () => {
    const events = fc.array(fc.tuple(position, fc.boolean(), fc.option(fc.double({ min: 3, max: 9, noNaN: true }))), {
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(events, (drawn) => {
        const all = drawn.map(([at, historical, magnitude], i) => event({ ...at, id: `e${i}`, time: i, historical, magnitude }));
        const find = createNeighbourFinder(all);
        for (const one of all) {
          const found = find(one);
          if (one.magnitude === null || one.magnitude < NEIGHBOURS.fromMagnitude) {
            expect(found).toBeNull();
            continue;
          }
          const expected = bruteForce(one, all).toSorted(strongestFirst);
          expect(found?.count).toBe(expected.length);
          expect(found?.strongest.map((near) => near.event.id)).toEqual(expected.slice(0, NEIGHBOURS.named).map(({ id }) => id));
        }
      }),
    );
  });

  it("are ordered by magnitude, then the newest first, unknown magnitudes last", () => {
    const near = [
      event({ id: "unknown", magnitude: null, time: 9 }),
      event({ id: "old", magnitude: 7, time: 1 }),
      event({ id: "new", magnitude: 7, time: 2 }),
      event({ id: "small", magnitude: 4 }),
      event({ id: "large", magnitude: 8 }),
    ];
    expect(idsNear(event({ id: "own" }), near)).toEqual(["large", "new", "old", "small", "unknown"]);
  });

  it("are sought from magnitude 5.5 on, if the position is known", () => {
    const other = event({ id: "other" });
    expect(idsNear(event({ id: "own", magnitude: 5.5 }), [other])).toEqual(["other"]);
    for (const given of [{ magnitude: 5.49 }, { magnitude: null }, { latitude: null }])
      expect(idsNear(event({ id: "own", ...given }), [other])).toBeUndefined();
  });

  it("are at most ten, with the number of further ones", () => {
    const many = Array.from({ length: 25 }, (_, i) => event({ id: `e${i}`, time: i }));
    const found = createNeighbourFinder(many)(event({ id: "own" }));
    expect(found?.count).toBe(25);
    expect(found?.strongest.map((near) => near.event.id)).toEqual(
      many
        .slice(-10)
        .toReversed()
        .map(({ id }) => id),
    );
  });
});

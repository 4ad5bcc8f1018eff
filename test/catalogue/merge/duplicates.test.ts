import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeDuplicates } from "../../../build/catalogue/merge/merge.ts";
import type { ReportedEvent } from "../../../build/store/records.ts";
import { corpusPresent } from "../../support/corpus.ts";
import { turkey } from "../agency-overlaps.ts";
import { liveEvent } from "../make-records.ts";

const first = liveEvent({ id: "e1", agency: "emsc", magnitude: 4.6, updated: 1000 });
const second = liveEvent({ id: "e2", agency: "emsc", magnitude: 5.3, updated: 2000, time: first.time + 1000 });

function ids(events: readonly ReportedEvent[]): string[] {
  return mergeDuplicates("emsc", events)
    .map((event) => event.ids.join("+"))
    .toSorted();
}

describe("what a collector lists twice", () => {
  it("is one event: the first id, all ids, and the figures of the row that was changed last", () => {
    const { id, url, ids, magnitude, time } = mergeDuplicates("emsc", [second, first])[0] ?? first;
    expect({ id, url, ids }).toEqual({ id: "e1", url: first.url, ids: ["e1", "e2"] });
    expect({ magnitude, time }).toEqual({ magnitude: 5.3, time: second.time });
    expect(mergeDuplicates("emsc", [{ ...second, updated: first.updated }, first])[0]?.magnitude).toBe(4.6);
  });

  it.each([
    ["two seconds later", { time: first.time + 2000 }],
    ["one magnitude larger", { magnitude: 5.6 }],
    ["of unknown magnitude", { magnitude: null }],
  ])("is still one if the second is %s", (_, given) => {
    expect(ids([first, { ...second, ...given }])).toEqual(["e1+e2"]);
  });

  it.each([
    ["three seconds later", { time: first.time + 3000 }],
    ["15 km away", { latitude: (first.latitude ?? 0) + 0.135 }],
    ["two magnitudes larger", { magnitude: 6.6 }],
    ["without a position", { latitude: null, longitude: null }],
  ])("is not what is %s", (_, given) => {
    expect(ids([first, { ...second, ...given }])).toEqual(["e1", "e2"]);
  });

  it("is not a chain: each row of an event could be one with every other", () => {
    const third = { ...second, id: "e3", ids: ["e3"], time: second.time + 1500 };
    expect(ids([first, second, third])).toEqual(["e1+e2", "e3"]);
  });

  it("is left alone if an agency joins its own, or reports only its own", () => {
    expect(mergeDuplicates("usgs", [first, second])).toEqual([first, second]);
  });

  it("keeps every id, and does not depend on the order", () => {
    const rows = fc.array(fc.record({ tenths: fc.integer({ min: 0, max: 90 }), km: fc.integer({ min: 0, max: 20 }) }));
    fc.assert(
      fc.property(rows, (given) => {
        const events = given.map(({ tenths, km }, at) =>
          liveEvent({ id: `e${at}`, agency: "emsc", time: first.time + tenths * 100, latitude: 24 + km / 111 }),
        );
        const found = ids(events);
        expect(found.flatMap((one) => one.split("+")).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
        expect(ids(events.toReversed())).toEqual(found);
      }),
    );
  });

  it.skipIf(!corpusPresent)("is eight rows of 430 around Turkey in April 2025", () => {
    const { emsc } = turkey();
    const events = mergeDuplicates("emsc", emsc);
    expect([emsc.length, events.length]).toEqual([430, 422]);
    expect(new Set(events.flatMap((event) => event.ids))).toEqual(new Set(emsc.flatMap((event) => event.ids)));
  });
});

import { describe, expect, it } from "vitest";
import { countNear, emptyNear, isNear, type NearTally, strongRate } from "../../../build/catalogue/zones/zone-counts.ts";

const span = { from: Date.UTC(2010, 5, 1), to: Date.UTC(2016, 5, 1), magnitude: 4.5 };
const near: NearTally = { largest: 7, strong: { 2010: 100, 2011: 4, 2015: 6, 2016: 100 } };

describe("the rate of strong earthquakes", () => {
  it("is of the whole years of the span, each year, on ten thousand square kilometres", () => {
    const rate = strongRate(near, span, 400_000);
    expect(rate).toMatchObject({ events: 10, firstYear: 2011, lastYear: 2015, areaKm2: 400_000 });
    expect(rate?.perYear).toBeCloseTo(10 / 5 / 40, 12);
    // Garwood's interval of 10: 4.795 to 18.39.
    expect(rate?.low).toBeCloseTo(4.795 / 5 / 40, 4);
    expect(rate?.high).toBeCloseTo(18.39 / 5 / 40, 4);
  });

  it("has an upper bound of 3.7 earthquakes if the span had none", () => {
    expect(strongRate(undefined, span, 10_000)).toMatchObject({ events: 0, perYear: 0, low: 0 });
    expect(strongRate(undefined, span, 10_000)?.high).toBeCloseTo(3.689 / 5, 3);
  });

  it("counts a tiny country as ten thousand square kilometres", () => {
    expect(strongRate(near, span, 61)?.perYear).toBe(2);
    expect(strongRate(near, span, 0)?.perYear).toBe(2);
  });

  it("is unknown without a complete span, a whole year, or all the strong", () => {
    expect(strongRate(near, null, 400_000)).toBeNull();
    expect(strongRate(near, { ...span, to: Date.UTC(2011, 11, 31) }, 400_000)).toBeNull();
    const oneYear = strongRate(near, { ...span, to: Date.UTC(2012, 0, 1) }, 400_000);
    expect(oneYear).toMatchObject({ events: 4, firstYear: 2011, lastYear: 2011 });
    expect(strongRate(near, { ...span, magnitude: 5.1 }, 400_000)).toBeNull();
    expect(strongRate(near, { ...span, magnitude: 5 }, 400_000)).not.toBeNull();
  });

  it.each([
    [{ magnitude: 5, depthKm: 300 }, 1],
    [{ magnitude: 5, depthKm: null }, 1],
    [{ magnitude: 4.9, depthKm: 10 }, 0],
    [{ magnitude: 5, depthKm: 300.1 }, 0],
  ])("counts %j %d times, at most 100 km off the coast", (event, times) => {
    const tally = emptyNear();
    countNear(tally, { time: Date.UTC(2011, 0, 1), ...event });
    expect(tally.strong[2011] ?? 0).toBe(times);
    const offshore = (distanceKm: number | null) => isNear({ relation: "offshore", distanceKm });
    expect([offshore(100), offshore(100.1), offshore(null), isNear({ relation: "inside", distanceKm: null })]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

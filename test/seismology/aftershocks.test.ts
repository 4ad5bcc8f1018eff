import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../../build/platform/random.ts";
import {
  AFTERSHOCK_LAWS,
  type AftershockLaw,
  aftershockRate,
  expectedAftershocks,
  forecastAftershocks,
  omoriIntegral,
  productivitySpread,
} from "../../build/seismology/aftershocks.ts";
import { poissonAtMost } from "../../build/seismology/poisson-interval.ts";

const CALIFORNIA = AFTERSHOCK_LAWS["california-1989"];
const laws = fc.constantFrom(...Object.values<AftershockLaw>(AFTERSHOCK_LAWS));
const magnitude = fc.double({ min: 4, max: 9, noNaN: true });
const day = fc.double({ min: 0, max: 400, noNaN: true });

/** An hour, in which a report is written. */
const HOUR = 1 / 24;

/**
 * What the networks of California reported at once, from "the statistics of aftershocks typical for California", for 7 days: the
 * Northern California Seismic System on 24 August 2014, 10:38 UTC, of the South Napa earthquake of magnitude 6.0; the Southern
 * California Seismic Network of its event 9718013, 31 October 2001, magnitude 5.1.
 */
function report(mainshock: number, least: number) {
  return forecastAftershocks(CALIFORNIA, { mainshock, least, from: HOUR, to: HOUR + 7 });
}

describe("the law of Reasenberg and Jones with their generic parameters", () => {
  it("gives the 54 % for magnitude 5 and more that California's network reported after the South Napa earthquake", () => {
    expect(report(6, 5).probability).toBeCloseTo(0.54, 2);
  });

  it("gives the 5 to 10 % that it reported for a larger one", () => {
    expect(report(6, 6).probability).toBeGreaterThan(0.05);
    expect(report(6, 6).probability).toBeLessThan(0.1);
  });

  it("gives the 30 to 70 of magnitude 3 to 5 that it reported, rounded outwards to tens", () => {
    expect(Math.floor((report(6, 3).low - report(6, 5).low) / 10) * 10).toBe(30);
    expect(Math.ceil((report(6, 3).high - report(6, 5).median) / 10) * 10).toBe(70);
  });

  it("gives about what it reported of the earthquake of magnitude 5.1 of 31 October 2001: 2 to 12, and a tenth", () => {
    expect(Math.abs(report(5.1, 3).low - 2)).toBeLessThanOrEqual(1);
    expect(Math.abs(report(5.1, 3).high - 12)).toBeLessThanOrEqual(2);
    expect(report(5.1, 5).probability).toBeCloseTo(0.1, 1);
  });

  it("is worked out by hand for a week", () => {
    // (7.05^-0.08 - 0.05^-0.08) / -0.08 = (0.85537 - 1.27082) / -0.08 = 5.193; times 10^(-1.67 + 0.91) = 0.17378.
    expect(omoriIntegral(CALIFORNIA, 0, 7)).toBeCloseTo(5.193, 3);
    expect(expectedAftershocks(CALIFORNIA, { mainshock: 6, least: 5, from: 0, to: 7 })).toBeCloseTo(0.9025, 3);
  });
});

describe("the regimes of Page et al. and of Hardebeck et al.", () => {
  it("differ as the papers say: hydrothermal areas of California most productive, then the south, the north, Mendocino", () => {
    const numbers = ["hydrothermal", "south", "north", "mendocino"].map(
      (part) => AFTERSHOCK_LAWS[`california-${part}` as "california-south"].a,
    );
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    // "lower on average than the generic productivity reported by Reasenberg and Jones (1989)": in the first day.
    const first = { mainshock: 6, least: 5, from: 0, to: 1 };
    for (const part of ["california-south", "california-north", "california-mendocino"] as const)
      expect(expectedAftershocks(AFTERSHOCK_LAWS[part], first)).toBeLessThan(expectedAftershocks(CALIFORNIA, first));
  });

  it("have the spread that the USGS lists for all mainshocks if the mainshock is just above magnitude 6", () => {
    // aValue_sigma of opensha-oaf: 0.63 of active shallow, 0.52 of active deep, 0.80 of oceanic above a slab.
    expect(productivitySpread(AFTERSHOCK_LAWS["active-shallow"], 6)).toBeCloseTo(0.75, 2);
    expect(productivitySpread(AFTERSHOCK_LAWS["active-shallow"], 6.3)).toBeCloseTo(0.63, 1);
    expect(productivitySpread(AFTERSHOCK_LAWS["active-deep"], 6.3)).toBeCloseTo(0.52, 1);
    expect(productivitySpread(AFTERSHOCK_LAWS["above-slab-oceanic"], 6.3)).toBeCloseTo(0.8, 1);
    expect(productivitySpread(AFTERSHOCK_LAWS["active-shallow"], 9)).toBeCloseTo(0.49, 2);
    expect(productivitySpread(AFTERSHOCK_LAWS["active-shallow"], 4)).toBe(productivitySpread(AFTERSHOCK_LAWS["active-shallow"], 6));
    expect(productivitySpread(CALIFORNIA, 6)).toBe(0);
  });
});

describe("a forecast of aftershocks", () => {
  it("adds up the rate: the integral is that of the rule of Simpson, also at p = 1", () => {
    const law = fc.record({
      p: fc.oneof(fc.constant(1), fc.double({ min: 0.6, max: 1.4, noNaN: true })),
      c: fc.double({ min: 0.01, max: 0.1, noNaN: true }),
    });
    fc.assert(
      fc.property(law, day, day, ({ p, c }, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const whole = omoriIntegral({ p, c }, from, to);
        // In the logarithm of t + c the rate is smooth enough for Simpson.
        const [x0, x1, steps] = [Math.log(from + c), Math.log(to + c), 400];
        let sum = 0;
        for (let i = 0; i <= steps; i++) {
          const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
          sum += weight * Math.exp((x0 + ((x1 - x0) * i) / steps) * (1 - p));
        }
        expect(whole).toBeCloseTo((sum * (x1 - x0)) / steps / 3, 6);
      }),
    );
  });

  it("has a rate that is the derivative of the number", () => {
    fc.assert(
      fc.property(laws, magnitude, magnitude, fc.double({ min: 0.1, max: 300, noNaN: true }), (law, mainshock, least, t) => {
        const between = expectedAftershocks(law, { mainshock, least, from: t - 0.0005, to: t + 0.0005 });
        expect(between / 0.001 / aftershockRate(law, mainshock, least, t)).toBeCloseTo(1, 4);
      }),
    );
  });

  it("is what counting in many drawn sequences gives", () => {
    const question = { mainshock: 6.5, least: 5, from: 0, to: 7 };
    const law = AFTERSHOCK_LAWS["active-shallow"];
    const found = forecastAftershocks(law, question);
    const counts = drawnCounts(law, question, 20_000);
    const share = (holds: (count: number) => boolean) => counts.filter(holds).length / counts.length;
    expect(share((count) => count > 0)).toBeCloseTo(found.probability, 1.7);
    expect(share((count) => count <= found.high)).toBeGreaterThan(0.97);
    expect(share((count) => count < found.low)).toBeLessThan(0.03);
    expect(share((count) => count < found.median)).toBeLessThan(0.52);
    expect(share((count) => count <= found.median)).toBeGreaterThan(0.48);
  });

  it("grows with time, falls with magnitude, and orders its numbers", () => {
    fc.assert(
      fc.property(laws, magnitude, magnitude, day, day, (law, mainshock, least, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const found = forecastAftershocks(law, { mainshock, least, from, to });
        expect(found.low).toBeLessThanOrEqual(found.median);
        expect(found.median).toBeLessThanOrEqual(found.high);
        expect(found.probability).toBeGreaterThanOrEqual(0);
        expect(found.probability).toBeLessThanOrEqual(1);
        const later = forecastAftershocks(law, { mainshock, least, from, to: to + 1 });
        expect(later.probability).toBeGreaterThanOrEqual(found.probability);
        const larger = forecastAftershocks(law, { mainshock, least: least + 0.5, from, to });
        expect(larger.probability).toBeLessThanOrEqual(found.probability);
        expect(larger.high).toBeLessThanOrEqual(found.high);
      }),
      { numRuns: 30 },
    );
  });

  it("refuses times in the wrong order", () => {
    expect(() => forecastAftershocks(CALIFORNIA, { mainshock: 6, least: 5, from: 3, to: 2 })).toThrow(RangeError);
    expect(() => forecastAftershocks(CALIFORNIA, { mainshock: 6, least: 5, from: -1, to: 2 })).toThrow(RangeError);
    expect(() => forecastAftershocks(CALIFORNIA, { mainshock: 6, least: 5, from: 0, to: Number.NaN })).toThrow();
  });
});

describe("the distribution of Poisson for large means", () => {
  it("goes on from the sum without a step", () => {
    for (const count of [9_700, 9_900, 10_000, 10_100, 10_300]) {
      const step = poissonAtMost(count, 10_000) - poissonAtMost(count, 10_000.001);
      expect(Math.abs(step)).toBeLessThan(6e-6);
    }
  });

  it("is 0 and 1 far off", () => {
    expect([poissonAtMost(0, 5_000), poissonAtMost(10_000_000, 1)]).toEqual([0, 1]);
  });
});

/** Numbers of aftershocks of sequences whose productivity is drawn, then the count (Knuth's multiplication). */
function drawnCounts(law: AftershockLaw, question: Parameters<typeof forecastAftershocks>[1], draws: number): number[] {
  const draw = mulberry32(5);
  const deviation = productivitySpread(law, question.mainshock);
  return Array.from({ length: draws }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
    const mean = expectedAftershocks({ ...law, a: law.a + deviation * normal }, question);
    let [count, product] = [0, draw()];
    while (product > Math.exp(-mean) && count < 10_000) {
      product *= draw();
      count++;
    }
    return count;
  });
}

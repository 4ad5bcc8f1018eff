import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../../build/platform/random.ts";
import { expectedFrom, lawFrom, magnitudeClass, magnitudeCounts } from "../../build/seismology/frequency-magnitude.ts";
import { unionOf } from "../../scripts/measure/archive/union.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { synthetic } from "./synthetic-magnitudes.ts";

describe("the law of Gutenberg and Richter", () => {
  it.each([
    [0.7, 20_000],
    [1, 20_000],
    [1.3, 20_000],
    [1, 300],
  ])("finds b = %s in %s synthetic events, within three of its standard errors", (b, events) => {
    for (let seed = 1; seed <= 20; seed++) {
      const found = lawFrom(synthetic(b, events, 4.5, seed), 10, 45);
      expect(found).not.toBeNull();
      expect(Math.abs((found?.b ?? 0) - b)).toBeLessThan(3.5 * (found?.bError ?? 0));
      expect(found).toMatchObject({ completenessMagnitude: 4.5, events, years: 10 });
      // Shi & Bolt's error of a full sample is b / √n.
      expect(Math.abs((found?.bError ?? 0) / (b / Math.sqrt(events)) - 1)).toBeLessThan(events < 1_000 ? 0.3 : 0.05);
      expect(10 ** ((found?.a ?? 0) - (found?.b ?? 0) * 4.5) * 10).toBeCloseTo(events, 6);
    }
  });

  it.each([0.7, 1, 1.3])("finds what the magnitudes had before they were rounded: b = %s", (b) => {
    const draw = mulberry32(7);
    const exact = Array.from({ length: 20_000 }, () => 4.95 - Math.log10(1 - draw()) / b);
    const counts = new Map<number, number>();
    for (const magnitude of exact) counts.set(magnitudeClass(magnitude), (counts.get(magnitudeClass(magnitude)) ?? 0) + 1);
    const mean = exact.reduce((sum, magnitude) => sum + magnitude, 0) / exact.length;
    const aki = Math.LOG10E / (mean - 4.95);
    // Utsu's half class leaves (b Δ ln 10)² / 12 too little: some thousandths. Without it b would be a tenth too large.
    const left = (b * 0.1 * Math.LN10) ** 2 / 12;
    expect(Math.abs((lawFrom(counts, 1, 50)?.b ?? 0) / aki - (1 - left))).toBeLessThan(0.002);
    const rounded = [...counts].reduce((sum, [tenths, count]) => sum + (tenths / 10) * count, 0) / exact.length;
    expect(Math.LOG10E / (rounded - 5) / aki).toBeGreaterThan(1 + b / 10);
  });

  it.skipIf(!corpusPresent)("finds for the world's shallow earthquakes the b that is published, within its error", () => {
    // Bird & Kagan (2004, BSSA 94, 2380): moment magnitude 5.66 and more, 1977 to 2002, no deeper than 70 km: an exponent of
    // moment of 0.61 to 0.66 for all plate boundaries, which is a b of 0.92 to 0.99.
    const counts = new Map<number, number>();
    for (const row of unionOf(corpus("usgs"), (file) => /m4\.5-world/.test(file)).rows.values()) {
      const year = new Date(row.time).getUTCFullYear();
      if (row.type !== "earthquake" || row.mag === null || row.mag < 5.65 || (row.depthKm ?? 0) > 70) continue;
      if (year < 2013 || year > 2016) continue;
      counts.set(magnitudeClass(row.mag), (counts.get(magnitudeClass(row.mag)) ?? 0) + 1);
    }
    const found = lawFrom(counts, 4, 57);
    expect(found?.events).toBeGreaterThan(800);
    // 1.00, and its error 0.03.
    expect((found?.b ?? 0) + 2 * (found?.bError ?? 0)).toBeGreaterThan(0.92);
    expect((found?.b ?? 0) - 2 * (found?.bError ?? 0)).toBeLessThan(0.99);
    expect(found?.bError).toBeLessThan(0.04);
  });

  it("is worked out by hand for three classes", () => {
    // 90 of 5.0, 9 of 6.0 and 1 of 7.0: mean 5.11, so b = 0.4343 / (5.11 - 4.95) = 2.7143.
    const counts = new Map([
      [50, 90],
      [60, 9],
      [70, 1],
    ]);
    const found = lawFrom(counts, 100, 50);
    expect(found?.b).toBeCloseTo(2.7143, 4);
    // Sum of squares 90·0.0121 + 9·0.7921 + 3.5721 = 11.79; 2.3026·2.7143²·√(11.79/9900) = 0.5854.
    expect(found?.bError).toBeCloseTo(0.5854, 4);
    expect(found?.a).toBeCloseTo(2.7143 * 5, 3);
  });

  it("finds 1.00 in the catalogue by which the Hazard Modeller's Toolkit tests its own estimate", () => {
    // OpenQuake hmtk, tests of AkiMaxLikelihood: 30 classes of a tenth from 4.0 to 7.0, 10^(5 - M) events of each bound and more, b = 1.
    // Classes there are named by their lower bound and here by their middle, which shifts all magnitudes by half a class.
    const above = (bound: number) => 10 ** (8 - bound);
    const classes = Array.from({ length: 30 }, (_, at): [number, number] => [40 + at, above(4 + at / 10) - above(4.1 + at / 10)]);
    const found = lawFrom(new Map(classes), 1, 40);
    expect(found?.b).toBeCloseTo(1, 2);
    expect(found?.bError).toBeLessThan(0.01);
  });

  it("expects as many events from the completeness magnitude on as there are", () => {
    const found = lawFrom(synthetic(1, 5_000, 4.5, 2), 3, 45);
    if (!found) throw new Error("there are enough events");
    expect(expectedFrom(found, found.completenessMagnitude)).toBeCloseTo(found.events, 6);
    expect(expectedFrom(found, found.completenessMagnitude + 1)).toBeCloseTo(found.events / 10 ** found.b, 6);
  });

  it("counts magnitudes by class", () => {
    expect(magnitudeCounts([5, 5.04, 5.05, -0.2])).toEqual(
      new Map([
        [50, 2],
        [51, 1],
        [-2, 1],
      ]),
    );
  });

  it("says nothing of few events", () => {
    expect(lawFrom(new Map(), 10, 45)).toBeNull();
    expect(lawFrom(synthetic(1, 49, 4.5, 1), 10, 45)).toBeNull();
    expect(lawFrom(new Map([[50, 1_000]]), 10, 50)).toBeNull();
  });

  it("never gives anything but numbers", () => {
    const counts = fc.array(fc.tuple(fc.integer({ min: -20, max: 95 }), fc.nat({ max: 500 })));
    fc.assert(
      fc.property(counts, fc.double({ min: 0.1, max: 200, noNaN: true }), (entries, years) => {
        const found = lawFrom(new Map(entries), years, 0);
        if (!found) return;
        for (const value of Object.values(found)) expect(Number.isFinite(value)).toBe(true);
        expect(found.b).toBeGreaterThan(0);
        expect(found.bError).toBeGreaterThan(0);
      }),
    );
  });

  it("classes magnitudes by tenths, halves upwards, whatever the binary fraction", () => {
    expect([5.05, 5.15, 5.249, 4.95, 0, -0.04, -0.06, 2.45].map(magnitudeClass)).toEqual([51, 52, 52, 50, 0, 0, -1, 25]);
  });
});

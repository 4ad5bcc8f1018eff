import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completenessOf, listCompleteness } from "../../build/seismology/completeness.ts";
import { lawFrom, magnitudeCounts } from "../../build/seismology/frequency-magnitude.ts";
import { unionOf } from "../../scripts/measure/archive/union.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { synthetic } from "./synthetic-magnitudes.ts";

describe("the magnitude of completeness", () => {
  it("is where a network sees everything, and so is the law above it", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const found = completenessOf(synthetic(1, 200_000, 1, seed, 2.5), 1);
      expect(found.magnitude).toBeGreaterThanOrEqual(2.4);
      expect(found.magnitude).toBeLessThanOrEqual(2.9);
      expect(found.fit).toBeGreaterThan(90);
      expect(found).toMatchObject({ absent: null, events: found.law?.events });
      expect(Math.abs((found.law?.b ?? 0) - 1)).toBeLessThan(0.06);
    }
  });

  it("has the correction if a list begins on purpose, too: the cut proves nothing", () => {
    const found = completenessOf(synthetic(1, 20_000, 4.5, 1), 10);
    expect(found).toMatchObject({ magnitude: 4.7, error: 0.05, absent: null });
  });

  it("is no smaller than a floor below which the list is known to lack earthquakes", () => {
    expect(completenessOf(synthetic(1, 20_000, 4.5, 1), 10, 50)).toMatchObject({ magnitude: 5, error: 0.05 });
    expect(completenessOf(synthetic(1, 20_000, 1, 1, 2.5), 10, 20).magnitude).toBeGreaterThan(2.3);
  });

  it("is the next class from which the law fits if it does not from the first", () => {
    // Nearly nothing from 4.0 to 4.9, though the most of all are of 3.8: from 4.0 no line explains that.
    const counts = synthetic(1, 2_000, 5, 3);
    const gap = new Map([...counts, [38, 1_500], [39, 5]]);
    const found = completenessOf(gap, 1);
    expect(found.magnitude).toBeGreaterThanOrEqual(4.8);
    expect(found.fit).toBeGreaterThan(90);
  });

  it("scatters in independent catalogues as its error says", () => {
    const samples = Array.from({ length: 60 }, (_, at) => completenessOf(synthetic(1, 3_000, 1, at + 1, 1.8), 1));
    const magnitudes = samples.map(({ magnitude }) => magnitude ?? Number.NaN);
    const mean = magnitudes.reduce((sum, value) => sum + value, 0) / magnitudes.length;
    const scatter = Math.sqrt(magnitudes.reduce((sum, value) => sum + (value - mean) ** 2, 0) / magnitudes.length);
    const error = samples.reduce((sum, one) => sum + (one.error ?? 0), 0) / samples.length;
    expect(error / scatter).toBeGreaterThan(0.5);
    expect(error / scatter).toBeLessThan(2);
  });

  it("gives the same counts the same error each time", () => {
    const counts = synthetic(1, 3_000, 1, 5, 1.8);
    expect(completenessOf(counts, 1)).toEqual(completenessOf(new Map(counts), 1));
  });

  it("says why there is no law: too few earthquakes, or counts that no line explains", () => {
    expect(completenessOf(new Map(), 1)).toEqual({
      magnitude: null,
      error: null,
      assumed: false,
      fit: null,
      events: 0,
      law: null,
      absent: "too-few",
    });
    const few = completenessOf(
      new Map([
        [45, 30],
        [46, 9],
        [47, 8],
        [48, 3],
      ]),
      1,
    );
    expect(few).toMatchObject({ magnitude: 4.7, fit: null, events: 11, law: null, absent: "too-few" });
    // As many of each size: no decrease.
    const level = new Map(Array.from({ length: 40 }, (_, at) => [20 + at, 100 + (at === 0 ? 1 : 0)] as const));
    expect(completenessOf(level, 1)).toMatchObject({ magnitude: null, law: null, absent: "poor-fit" });
  });

  it("a recent list has 5.0 worldwide, assumed and without error, and an estimate where a dense network publishes at once", () => {
    const dense = synthetic(1, 2_000, 1, 1, 2);
    const sparse = synthetic(1, 500, 4.2, 1);
    expect(listCompleteness([dense], 0.1, false)).toMatchObject({ assumed: false });
    expect(listCompleteness([dense], 0.1, false).magnitude).toBeLessThan(3);
    for (const [counts, isWorld] of [
      [dense, true],
      [sparse, true],
      [sparse, false],
    ] as const)
      expect(listCompleteness([counts], 0.1, isWorld)).toMatchObject({ magnitude: 5, error: null, assumed: true });
    // The counts may raise it, and an archive has had its weeks.
    expect(listCompleteness([synthetic(1, 2_000, 5.5, 1)], 0.1, true)).toMatchObject({ magnitude: 5.7, assumed: false });
    expect(listCompleteness([sparse], 10, true)).toMatchObject({ magnitude: 4.4, assumed: false });
  });

  it("a mixture has the magnitude of its least complete network that has enough earthquakes for an estimate", () => {
    const [good, poor] = [synthetic(1, 20_000, 1, 1), synthetic(1, 2_000, 2, 2)];
    expect(listCompleteness([good], 1, false).magnitude).toBe(1.2);
    expect(listCompleteness([good, poor], 1, false).magnitude).toBe(2.2);
    expect(listCompleteness([good, new Map([[30, 49]])], 1, false).magnitude).toBe(1.2);
  });

  it("adds its error to that of b, which is never less than by the formula", () => {
    const samples = Array.from({ length: 60 }, (_, at) => completenessOf(synthetic(1, 3_000, 1, at + 1, 1.8), 1).law);
    const mean = samples.reduce((sum, law) => sum + (law?.b ?? 0), 0) / samples.length;
    const scatter = Math.sqrt(samples.reduce((sum, law) => sum + ((law?.b ?? 0) - mean) ** 2, 0) / samples.length);
    const error = samples.reduce((sum, law) => sum + (law?.bError ?? 0), 0) / samples.length;
    expect(error / scatter).toBeGreaterThan(0.7);
    expect(error / scatter).toBeLessThan(1.6);
    const counts = synthetic(1, 3_000, 1, 5, 1.8);
    const law = completenessOf(counts, 1).law;
    const plain = lawFrom(counts, 1, Math.round((law?.completenessMagnitude ?? 0) * 10));
    expect(law?.bError).toBeGreaterThanOrEqual(plain?.bError ?? 9);
  });

  it.each([
    [0.8, 1_000],
    [1, 1_000],
    [1, 5_000],
  ])("has the true b = %s within its error in some 68 of 100 catalogues of %s events, a few more than less", (b, events) => {
    const laws = Array.from({ length: 300 }, (_, at) => completenessOf(synthetic(b, events, 3, (at + 1) * 7919, 4), 10).law);
    const found = laws.flatMap((law) => law ?? []);
    const share = found.filter((law) => Math.abs(law.b - b) < law.bError).length / found.length;
    expect(share).toBeGreaterThan(0.62);
    expect(share).toBeLessThan(0.8);
  });

  it("never gives anything but numbers", () => {
    const counts = fc.array(fc.tuple(fc.integer({ min: -20, max: 95 }), fc.nat({ max: 500 })));
    fc.assert(
      fc.property(counts, fc.double({ min: 0.1, max: 200, noNaN: true }), (entries, years) => {
        const { magnitude, error, fit, law } = completenessOf(new Map(entries), years);
        for (const value of [magnitude, error, fit]) expect(value === null || Number.isFinite(value)).toBe(true);
        expect(magnitude === null).toBe(error === null);
        expect(law === null).toBe(fit === null);
        if (law) expect(law.completenessMagnitude).toBe(magnitude);
      }),
      { numRuns: 50 },
    );
  });
});

describe.skipIf(!corpusPresent)("a live list beside the catalogue that the USGS has of the same time now", () => {
  const magnitudesOf = (files: RegExp, from: number, to: number) =>
    [...unionOf(corpus("usgs"), (file) => files.test(file)).rows.values()].flatMap(({ type, time, mag }) =>
      type === "earthquake" && mag !== null && time >= from && time <= to ? [mag] : [],
    );

  it.each([
    ["4.5_month_20130720", Date.UTC(2013, 6, 20, 15, 44)],
    ["4.5_month_20140321", Date.UTC(2014, 2, 21, 15, 21)],
  ])("%s lacks a third from 4.5 on and at most a tenth from its completeness on, where both have the same b", (name, to) => {
    const from = to - 30 * 86_400_000;
    const live = magnitudeCounts(magnitudesOf(new RegExp(name), from, to));
    const final = magnitudeCounts(magnitudesOf(/m4\.5-world/, from, to));
    const found = listCompleteness([live], 30 / 365.25, true);
    const share = (least: number) => countFrom(live, least) / countFrom(final, least);
    expect(share(45)).toBeLessThan(0.7);
    expect(share(Math.round((found.magnitude ?? 0) * 10))).toBeGreaterThan(0.9);
    const now = completenessOf(final, 30 / 365.25, 50);
    expect(Math.abs((found.law?.b ?? 0) - (now.law?.b ?? 9))).toBeLessThan(2 * (found.law?.bError ?? 0));
  });
});

function countFrom(counts: ReadonlyMap<number, number>, least: number): number {
  return [...counts].reduce((sum, [tenths, count]) => sum + (tenths >= least ? count : 0), 0);
}

import { assert, double, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { convertAcceleration } from "../../build/seismology/acceleration.ts";
import {
  amplitudeRatio,
  energyRatio,
  momentMagnitude,
  RELATIONS,
  radiatedEnergy,
  relationOf,
  seismicMoment,
  toMomentMagnitude,
} from "../../build/seismology/magnitude.ts";

const magnitudes = double({ min: -4, max: 10, noNaN: true });

describe("magnitude, moment and energy", () => {
  it("agree with the example of the USGS: 8.7 is 794 times bigger and 22,387 times stronger than 5.8", () => {
    expect(amplitudeRatio(8.7, 5.8)).toBeCloseTo(794.328, 3);
    expect(Math.round(energyRatio(8.7, 5.8))).toBe(22_387);
  });

  it.each([
    ["Chile 1960", 2000, 9.5],
    ["Alaska 1964", 820, 9.2],
    ["Aleutians 1957", 585, 9.1],
    ["Kamchatka 1952", 350, 9.0],
  ])("give Kanamori's (1977) magnitude of %s from its moment of %s·10²⁷ dyn·cm: %s", (_, moment, magnitude) => {
    expect(Math.round(momentMagnitude(moment * 1e20) * 10) / 10).toBe(magnitude);
  });

  it("give the energy of Choy and Boatwright, 10^(4.4 + 1.5 M)", () => {
    expect(Math.log10(radiatedEnergy(5))).toBeCloseTo(4.4 + 7.5, 9);
    expect(radiatedEnergy(7) / seismicMoment(7)).toBeCloseTo(2e-5, 6);
  });

  it("lead back", () => {
    assert(
      property(magnitudes, (magnitude) => {
        expect(momentMagnitude(seismicMoment(magnitude))).toBeCloseTo(magnitude, 9);
      }),
    );
  });

  it("compare the same by ratio as by the energies themselves", () => {
    assert(
      property(magnitudes, magnitudes, (a, b) => {
        expect(energyRatio(a, b) / (radiatedEnergy(a) / radiatedEnergy(b))).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe("relations of kinds of magnitude", () => {
  it.each([
    ["ms", 5, 0.67 * 5 + 2.07],
    ["ms", 7.5, 0.99 * 7.5 + 0.08],
    ["mb", 5, 0.85 * 5 + 1.03],
    ["ml", 5, 0.53 + 0.646 * 5 + 0.0376 * 25],
  ] as const)("are the published ones: %s %s is Mw %s", (kind, magnitude, mw) => {
    const relation = relationOf(kind, magnitude);
    expect(relation && toMomentMagnitude(relation, magnitude)).toBeCloseTo(mw, 9);
  });

  it("end if their data end", () => {
    expect(relationOf("mb", 6.3)).toBeUndefined();
    expect(relationOf("mb", 6.2)).toBeDefined();
    expect(relationOf("ms", 8.3)).toBeUndefined();
    expect(relationOf("ml", 3.4)).toBeUndefined();
  });

  it("grow with the magnitude, and leave no gap between the two of Ms", () => {
    for (const relation of RELATIONS) {
      expect(toMomentMagnitude(relation, relation.most)).toBeGreaterThan(toMomentMagnitude(relation, relation.least));
    }
    for (let tenths = 30; tenths <= 82; tenths++) expect(relationOf("ms", tenths / 10)).toBeDefined();
  });
});

describe("acceleration", () => {
  it("is 980.665 gal for a standard g", () => {
    expect(convertAcceleration(1, "g", "gal")).toBeCloseTo(980.665, 9);
    expect(convertAcceleration(100, "gal", "m/s²")).toBeCloseTo(1, 12);
    expect(convertAcceleration(50, "%g", "g")).toBeCloseTo(0.5, 12);
  });
});

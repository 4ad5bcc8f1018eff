import { assert, double, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { hypocentralKm, intensityAt, probabilityOf } from "../../build/seismology/intensity-prediction.ts";

/**
 * Magnitude, hypocentral distance (km), mean, standard deviation: from the authors' equation in an independent Matlab version,
 * by which the OpenQuake engine checks its own (`tests/gsim/data/a12ipe/AWW_IPE_RHYPO_MEAN.csv` and `…_SIGMA.csv`).
 */
const PUBLISHED = [
  [5, 1, 8.1928149, 1.1892958],
  [5, 20, 5.0191197, 1.0298979],
  [5, 100, 2.8223814, 0.8384363],
  [6, 5, 7.8627966, 1.1731638],
  [6, 50, 5.1603881, 0.8841552],
  [6, 300, 2.795832, 0.8221434],
  [7, 10, 8.0343509, 1.1307441],
  [7, 50, 6.5368604, 0.8841552],
  [7, 100, 5.6632662, 0.8384363],
  [7, 300, 4.2223319, 0.8221434],
] as const;

describe("felt intensity by Allen, Wald and Worden (2012)", () => {
  it.each(PUBLISHED)("is as published: M %s at %s km is %s ± %s", (magnitude, km, mean, sigma) => {
    const found = intensityAt(magnitude, km);
    // The published table was made with coefficients of one digit more than the paper prints.
    expect(Math.abs(found.mean - mean)).toBeLessThan(0.01);
    expect(Math.abs(found.sigma - sigma)).toBeLessThan(0.001);
  });

  it("falls with distance and grows with magnitude", () => {
    assert(
      property(double({ min: 5, max: 7.8, noNaN: true }), double({ min: 15, max: 290, noNaN: true }), (magnitude, km) => {
        expect(intensityAt(magnitude, km + 5).mean).toBeLessThan(intensityAt(magnitude, km).mean);
        expect(intensityAt(magnitude + 0.1, km).mean).toBeGreaterThan(intensityAt(magnitude, km).mean);
      }),
    );
  });

  it("has the chances of a normal distribution", () => {
    expect(probabilityOf(6, { mean: 5.5, sigma: 1 })).toBeCloseTo(0.5, 6);
    expect(probabilityOf(6, { mean: 4.5, sigma: 1 })).toBeCloseTo(0.158655, 5);
    expect(probabilityOf(6, { mean: 7.5, sigma: 1 })).toBeCloseTo(0.97725, 5);
  });

  it("counts the depth", () => {
    expect(hypocentralKm(30, 40)).toBe(50);
  });
});

import { describe, expect, it } from "vitest";
import { itrf2014Pole, type RotationPole, speedAt } from "../../build/seismology/plate-motion.ts";

describe("the plate motion model of ITRF2014", () => {
  // Altamimi et al. 2017, table 1: speed of rotation, degrees in a million years.
  it.each([
    ["AN", 0.219],
    ["AR", 0.515],
    ["AU", 0.631],
    ["EU", 0.261],
    ["IN", 0.516],
    ["NZ", 0.629],
    ["NA", 0.194],
    ["AF", 0.267],
    ["PA", 0.679],
    ["SA", 0.119],
    ["SO", 0.332],
  ])("turns %s by %s degrees in a million years", (code, published) => {
    expect(itrf2014Pole(code)?.degreesPerMyr).toBeCloseTo(published, 3);
  });

  it("has no pole of a plate that it does not list", () => {
    expect(itrf2014Pole("OK")).toBeUndefined();
  });

  // Other campaigns of satellite geodesy, mm a year.
  it.each([
    ["NZ", "SA", -38.1, -73.4, 66, 2, "Angermann et al. 1999, doi:10.1016/S0012-821X(99)00173-9"],
    ["AR", "EU", 26.2, 50.6, 22, 2, "Vernant et al. 2004, Geophys. J. Int. 157, 381"],
    ["PA", "NA", 22.9, -109.9, 47, 7, "Dixon et al. 1991, doi:10.1029/91GL01062"],
  ] as const)("moves %s and %s at %s, %s as others measured: %s ± %s, %s", (one, other, latitude, longitude, mm, error, _source) => {
    const [a, b] = [one, other].map(itrf2014Pole) as [RotationPole, RotationPole];
    expect(Math.abs(speedAt(a, b, latitude, longitude) - mm)).toBeLessThanOrEqual(error);
  });
});

import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lengthOf, measureBoundary, motionAlong } from "../../../build/catalogue/boundaries/motion.ts";
import type { PlateBoundary } from "../../../build/catalogue/catalogue.ts";
import { readBoundaries, readPlates } from "../../../build/pipeline/load/plates.ts";
import { motionAcross, type RotationPole, relativePole, speedAt } from "../../../build/seismology/plate-motion.ts";

const data = join(import.meta.dirname, "../../../data");
const poles = new Map(readPlates(data).map(({ code, rotationPole }) => [code, rotationPole]));

function poleOf(code: string): RotationPole {
  const pole = poles.get(code);
  if (!pole) throw new Error(`no pole of ${code}`);
  return pole;
}

/**
 * What others compute from the same spreading rates, or from the pole that Bird took: it proves nothing about the Earth, but that
 * the poles are read and turned right. mm a year.
 */
const SAME_SOURCE = [
  ["PA", "NZ", -31.5, -112, 150, "East Pacific Rise (Hey et al. 2006)"],
  ["NA", "EU", 63.6, -19.1, 18.6, "Iceland (NUVEL-1A)"],
  ["PA", "TO", -15.9, -173.7, 240, "Tonga Trench (Bevis et al. 1995)"],
  ["CA", "SA", 10.5, -62, 20, "El Pilar fault (Weber et al. 2001)"],
  ["PA", "NA", 38.3, 142.4, 83, "Japan Trench (USGS, NUVEL-1A)"],
] as const;

describe("the motion of two plates against each other, by Bird's poles", () => {
  it.each(SAME_SOURCE)("of %s and %s at %s, %s is %s mm a year: %s", (one, other, latitude, longitude, rate) => {
    expect(speedAt(poleOf(one), poleOf(other), latitude, longitude) / rate).toBeCloseTo(1, 1);
  });

  it("is as fast at a place as across any arc through it", () => {
    const [nazca, america] = [poleOf("NZ"), poleOf("SA")];
    const { opening, rightLateral } = motionAcross(nazca, america, [-73.4, -38.2], [-73.4, -38]);
    expect(speedAt(nazca, america, -38.1, -73.4)).toBeCloseTo(Math.hypot(opening, rightLateral), 9);
  });
});

const line: PlateBoundary = {
  name: "A-B",
  left: "A",
  right: "B",
  type: "divergent",
  class: null,
  accuracy: "schematic",
  line: [
    [0, 0],
    [0, 0],
    [0, 1],
    [0, 3],
  ],
};

/** A turns westward against B, about the poles of the globe: they part, the slower the nearer to a pole. */
const TURNING = new Map([
  ["A", { latitude: -90, longitude: 0, degreesPerMyr: 1 }],
  ["B", { latitude: 0, longitude: 0, degreesPerMyr: 0 }],
]);

describe("the motion along a boundary", () => {
  it("is that in the middle of each segment, its mean weighted by their lengths; a point that is repeated counts nothing", () => {
    const segments = measureBoundary(line, TURNING);
    const atEquator = (Math.PI / 180) * 6371;
    const [first, second] = [0.5, 2].map((latitude) => -atEquator * Math.cos((latitude * Math.PI) / 180));
    const { convergence, rightLateral, speed } = motionAlong(segments);
    expect(segments.map(({ km }) => km.toFixed(1))).toEqual(["111.2", "222.4"]);
    expect(lengthOf(segments)).toBeCloseTo(333.6, 1);
    expect(convergence.min).toBeCloseTo(first as number, 9);
    expect(convergence.max).toBeCloseTo(second as number, 9);
    expect(convergence.mean).toBeCloseTo(((first as number) + 2 * (second as number)) / 3, 9);
    expect(speed.max).toBeCloseTo(-(first as number), 9);
    expect(Math.abs(rightLateral.mean)).toBeLessThan(1e-9);
  });

  it("is refused if a plate has no pole", () => {
    expect(() => measureBoundary({ ...line, left: "ZZ" }, TURNING)).toThrow("ZZ and B");
  });

  it("is known of every embedded boundary, and nowhere faster than the fastest that is known, 260 mm a year", () => {
    const speeds = readBoundaries(data).map((boundary) => motionAlong(measureBoundary(boundary, poles)).speed);
    for (const { min, mean, max } of speeds) {
      expect(min).toBeGreaterThanOrEqual(0);
      expect(mean).toBeGreaterThanOrEqual(min - 1e-9);
      expect(max).toBeGreaterThanOrEqual(mean - 1e-9);
      expect(max).toBeLessThan(260);
    }
  });
});

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });

describe("the pole of a plate relative to another", () => {
  const pole = fc.record({ latitude: degrees(90), longitude: degrees(180), degreesPerMyr: fc.double({ min: 0.1, max: 5, noNaN: true }) });
  const still = { latitude: 0, longitude: 0, degreesPerMyr: 0 };

  it("moves every place as the two poles together do", () => {
    fc.assert(
      fc.property(pole, pole, degrees(89), degrees(179), (a, b, latitude, longitude) => {
        const together = speedAt(a, b, latitude, longitude);
        expect(speedAt(relativePole(a, b), still, latitude, longitude)).toBeCloseTo(together, 6);
      }),
    );
  });

  it("is the plate's own against one that is still, and nothing against itself", () => {
    const nazca = poleOf("NZ");
    const own = relativePole(nazca, still);
    expect(own.latitude).toBeCloseTo(nazca.latitude, 9);
    expect(own.longitude).toBeCloseTo(nazca.longitude, 9);
    expect(own.degreesPerMyr).toBeCloseTo(nazca.degreesPerMyr, 9);
    expect(relativePole(nazca, nazca)).toEqual(still);
  });
});

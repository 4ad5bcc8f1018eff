import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlates } from "../../build/catalogue/plates.ts";
import { motionAcross, type RotationPole } from "../../build/seismology/plate-motion.ts";
import { birdModel } from "../catalogue/bird-model.ts";
import { corpusPresent } from "../corpus.ts";

const STILL: RotationPole = { latitude: 0, longitude: 0, degreesPerMyr: 0 };
/** One degree in a million years about the north pole: 111.2 mm a year at the equator, eastward. */
const EASTWARD: RotationPole = { latitude: 90, longitude: 0, degreesPerMyr: 1 };
const MM_PER_DEGREE = (6371 * Math.PI) / 180;

function degrees(most: number) {
  return fc.double({ min: -most, max: most, noNaN: true });
}

describe("the motion across a boundary", () => {
  it("opens at a ridge whose eastern side goes east, at full speed on the equator and half of it at 60 degrees", () => {
    // Southward the left hand is the eastern one.
    expect(motionAcross(EASTWARD, STILL, [10, 1], [10, -1])).toEqual({
      opening: expect.closeTo(MM_PER_DEGREE, 6),
      rightLateral: expect.closeTo(0, 9),
    });
    expect(motionAcross(EASTWARD, STILL, [10, 60.001], [10, 59.999]).opening).toBeCloseTo(MM_PER_DEGREE / 2, 5);
  });

  it("closes where the western side goes east", () => {
    expect(motionAcross(EASTWARD, STILL, [10, -1], [10, 1]).opening).toBeCloseTo(-MM_PER_DEGREE, 6);
  });

  it("slips right-laterally where the northern side goes east", () => {
    const { opening, rightLateral } = motionAcross(EASTWARD, STILL, [10, 0], [11, 0]);
    expect(rightLateral).toBeCloseTo(MM_PER_DEGREE, 6);
    expect(opening).toBeCloseTo(0, 9);
  });

  it("is the same from either plate, whichever way the line is walked", () => {
    const pole = fc.record({ latitude: degrees(90), longitude: degrees(180), degreesPerMyr: degrees(5) });
    const point = fc.tuple(degrees(170), degrees(80));
    fc.assert(
      fc.property(pole, pole, point, (a, b, [x, y]) => {
        const [from, to] = [[x, y] as const, [x + 0.5, y + 0.5] as const];
        const there = motionAcross(a, b, from, to);
        const back = motionAcross(b, a, to, from);
        expect(back.opening).toBeCloseTo(there.opening, 8);
        expect(back.rightLateral).toBeCloseTo(there.rightLateral, 8);
      }),
    );
  });
});

describe.skipIf(!corpusPresent)("the motions that Bird publishes with his steps", () => {
  const poles = new Map(
    readPlates(join(import.meta.dirname, "../../data")).map(({ code, rotationPole }) => [code, rotationPole]),
  );
  const steps = corpusPresent ? (birdModel("original").steps?.steps ?? []) : [];
  const pairs = steps.map(({ left, right, from, to, velocity }) => ({
    ours: motionAcross(poles.get(left) ?? STILL, poles.get(right) ?? STILL, from, to),
    theirs: velocity,
  }));

  it("are ours: the speed to a tenth of a millimetre, the parts as well as whole degrees of azimuth let them be", () => {
    expect(pairs).toHaveLength(5819);
    const off = pairs.map(({ ours, theirs }) => ({
      speed: Math.abs(Math.hypot(ours.opening, ours.rightLateral) - (theirs?.speed ?? Number.NaN)),
      opening: Math.abs(ours.opening - (theirs?.opening ?? Number.NaN)),
      slip: Math.abs(ours.rightLateral - (theirs?.rightLateral ?? Number.NaN)),
    }));
    expect(Math.max(...off.map(({ speed }) => speed))).toBeLessThan(0.12);
    expect(off.filter(({ opening, slip }) => Math.max(opening, slip) > 0.5).length).toBeLessThan(0.01 * off.length);
    expect(Math.max(...off.map(({ opening, slip }) => Math.max(opening, slip)))).toBeLessThan(5);
  });
});

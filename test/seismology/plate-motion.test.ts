import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlates } from "../../build/pipeline/load/plates.ts";
import { motionAcross, type RotationPole, speedAt, velocityAt } from "../../build/seismology/plate-motion.ts";
import { birdModel } from "../catalogue/bird-model.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";

const STILL: RotationPole = { latitude: 0, longitude: 0, degreesPerMyr: 0 };
/** One degree in a million years about the north pole: 111.2 mm a year at the equator, eastward. */
const EASTWARD: RotationPole = { latitude: 90, longitude: 0, degreesPerMyr: 1 };
const MM_PER_DEGREE = (6371 * Math.PI) / 180;

const POLES = new Map(readPlates(join(import.meta.dirname, "../../data")).map(({ code, rotationPole }) => [code, rotationPole]));

function pole(code: string): RotationPole {
  return POLES.get(code) ?? STILL;
}

function middleLongitude(a: number, b: number): number {
  return a + (((((b - a + 540) % 360) + 360) % 360) - 180) / 2;
}

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

  it("closes if the western side goes east", () => {
    expect(motionAcross(EASTWARD, STILL, [10, -1], [10, 1]).opening).toBeCloseTo(-MM_PER_DEGREE, 6);
  });

  it("slips right-laterally if the northern side goes east", () => {
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

describe("the velocity at a place", () => {
  it("goes east all round a pole in the north, fastest on the equator", () => {
    const there = velocityAt(EASTWARD, STILL, 0, 30);
    expect(there.speed).toBeCloseTo(MM_PER_DEGREE, 6);
    expect(there.azimuth).toBeCloseTo(90, 9);
    expect(velocityAt(EASTWARD, STILL, 60, -120).speed).toBeCloseTo(MM_PER_DEGREE / 2, 6);
  });

  it("has its direction from the poles: a plate that turns about a point in the east goes north", () => {
    // Counter-clockwise about 0° N 90° E, the place at 0° N 0° E moves south, seen from outside.
    const { azimuth, north } = velocityAt({ latitude: 0, longitude: 90, degreesPerMyr: 1 }, STILL, 0, 0);
    expect(azimuth).toBeCloseTo(180, 6);
    expect(north).toBeCloseTo(-MM_PER_DEGREE, 6);
  });

  it("is what satellites measured at Cabo San Lucas: 47 ± 7 mm a year, 57 ± 6° west of north", () => {
    // Dixon et al. 1991, Geophys. Res. Lett. 18, 861, doi:10.1029/91GL01062.
    const { speed, azimuth } = velocityAt(pole("PA"), pole("NA"), 22.9, -109.9);
    expect(Math.abs(speed - 47)).toBeLessThan(7);
    expect(Math.abs(azimuth - (360 - 57))).toBeLessThan(6);
  });

  it("has the speed that the rest of the catalogue computes, and turns round with the plates", () => {
    const anyPole = fc.record({ latitude: degrees(90), longitude: degrees(180), degreesPerMyr: degrees(5) });
    fc.assert(
      fc.property(anyPole, anyPole, degrees(89), degrees(180), (a, b, latitude, longitude) => {
        const [there, back] = [velocityAt(a, b, latitude, longitude), velocityAt(b, a, latitude, longitude)];
        expect(there.speed).toBeCloseTo(speedAt(a, b, latitude, longitude), 8);
        expect(back.east).toBeCloseTo(-there.east, 8);
        expect(back.north).toBeCloseTo(-there.north, 8);
        expect(there.azimuth).toBeGreaterThanOrEqual(0);
        expect(there.azimuth).toBeLessThanOrEqual(360);
      }),
    );
  });
});

/** What the file of steps says of each: mm a year, and degrees clockwise from north. */
function velocitiesOf(file: string) {
  const rows = parse<Record<string, string>>(readFileSync(file), { bom: true, columns: true, trim: true });
  return rows.map((row) => ({
    speed: Number(row["VelocityLeft"]),
    azimuth: Number(row["VelocityAzimuth"]),
    opening: Number(row["VelocityDivergent"]),
    rightLateral: Number(row["VelocityRightLateral"]),
  }));
}

describe.skipIf(!corpusPresent)("the motions that Bird publishes with his steps", () => {
  const steps = corpusPresent ? (birdModel("original").steps?.steps ?? []) : [];
  const published = corpusPresent ? velocitiesOf(corpus("plates/original/PB2002_steps.csv")) : [];
  const pairs = steps.map(({ left, right, from, to }, at) => ({
    ours: motionAcross(pole(left), pole(right), from, to),
    // Bird's azimuth is that of the left plate, in the middle of the step.
    direction: velocityAt(pole(left), pole(right), (from[1] + to[1]) / 2, middleLongitude(from[0], to[0])).azimuth,
    theirs: published[at],
  }));

  it("are ours: the speed to a tenth of a millimetre, the components to the precision of whole degrees of azimuth", () => {
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

  it("go the same way, to the whole degree in which he gives it", () => {
    const off = pairs
      .filter(({ theirs }) => (theirs?.speed ?? 0) > 2)
      .map(({ direction, theirs }) => {
        const difference = Math.abs(direction - (theirs?.azimuth ?? Number.NaN)) % 360;
        return Math.min(difference, 360 - difference);
      });
    expect(off.length).toBeGreaterThan(5000);
    expect(off.toSorted((a, b) => a - b)[Math.floor(off.length * 0.99)]).toBeLessThan(1.5);
  });
});

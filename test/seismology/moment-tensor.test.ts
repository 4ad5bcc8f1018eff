import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentMagnitude } from "../../build/seismology/magnitude.ts";
import {
  type Axis,
  axisOf,
  doubleCouple,
  doubleCoupleShare,
  type MomentTensor,
  type NodalPlane,
  nodalPlanes,
  principalAxes,
  scalarMoment,
} from "../../build/seismology/moment-tensor.ts";
import { corpusPresent } from "../support/corpus.ts";
import { planesOf, publishedMechanisms, TOHOKU } from "./published-mechanisms.ts";

const RADIAN = Math.PI / 180;

/** The angle between two lines, degrees. */
function between(a: Pick<Axis, "azimuth" | "plunge">, b: Pick<Axis, "azimuth" | "plunge">): number {
  const [p, q] = [a.plunge * RADIAN, b.plunge * RADIAN];
  const cosine = Math.cos(p) * Math.cos(q) * Math.cos((a.azimuth - b.azimuth) * RADIAN) + Math.sin(p) * Math.sin(q);
  return Math.acos(Math.min(1, Math.abs(cosine))) / RADIAN;
}

/** How far two double couples are apart: 0 for the same, whichever of its planes is named. */
function difference(a: NodalPlane, b: NodalPlane): number {
  const [s, t] = [doubleCouple(a), doubleCouple(b)];
  return scalarMoment(Object.fromEntries(Object.entries(s).map(([name, value]) => [name, value - t[name as keyof MomentTensor]])) as never);
}

describe("a moment tensor", () => {
  it("the tensor of Tōhoku has the planes, axes, moment and magnitude of the Global CMT catalogue", () => {
    const planes = nodalPlanes(TOHOKU).map(({ strike, dip, rake }) => [strike, dip, rake].map(Math.round));
    expect(planes).toEqual([
      [25, 80, 90],
      [203, 10, 88],
    ]);
    const axes = principalAxes(TOHOKU).map(axisOf);
    expect(axes.map(({ azimuth, plunge }) => [Math.round(azimuth), Math.round(plunge)])).toEqual([
      [295, 55],
      [205, 0],
      [115, 35],
    ]);
    expect(axes.map(({ value }) => value)).toEqual([5.305, 0.014, -5.319].map((value) => expect.closeTo(value, 2)));
    expect(scalarMoment(TOHOKU)).toBeCloseTo(5.312, 2);
    expect(momentMagnitude(scalarMoment(TOHOKU) * 1e22)).toBeCloseTo(9.1, 1);
  });

  it("the tensor of a plane has this plane, its auxiliary plane and unit moment, and is a pure double couple", () => {
    const angles = fc.record({
      strike: fc.integer({ min: 0, max: 359 }),
      dip: fc.integer({ min: 1, max: 90 }),
      rake: fc.integer({ min: -179, max: 180 }),
    });
    fc.assert(
      fc.property(angles, (plane) => {
        const tensor = doubleCouple(plane);
        const planes = nodalPlanes(tensor);
        for (const one of planes) {
          expect(difference(one, plane)).toBeLessThan(1e-9);
          expect(one.dip).toBeLessThanOrEqual(90);
        }
        const far = planes.map(({ strike, dip }) =>
          between({ azimuth: strike + 90, plunge: dip }, { azimuth: plane.strike + 90, plunge: plane.dip }),
        );
        expect(Math.min(...far)).toBeLessThan(1e-4);
        expect(scalarMoment(tensor)).toBeCloseTo(1, 9);
        expect(doubleCoupleShare(tensor)).toBeCloseTo(1, 9);
      }),
    );
  });

  it("has the auxiliary plane of the published example of strike 254, dip 70, rake -20", () => {
    // The program of C. J. Ammon and R. B. Herrmann, whose figures ObsPy's tests repeat.
    const planes = nodalPlanes(doubleCouple({ strike: 254, dip: 70, rake: -20 }));
    expect(planes).toContainEqual({ strike: expect.closeTo(351.1, 0), dip: expect.closeTo(71.25, 1), rake: expect.closeTo(-158.8, 0) });
  });

  it("has no double couple in an explosion, nor in a vector dipole", () => {
    const none = { mrt: 0, mrp: 0, mtp: 0 };
    expect(doubleCoupleShare({ mrr: 1, mtt: 1, mpp: 1, ...none })).toBe(0);
    expect(doubleCoupleShare({ mrr: 2, mtt: -1, mpp: -1, ...none })).toBeCloseTo(0, 12);
  });
});

describe.skipIf(!corpusPresent)("published moment tensors (skipped where ../shared/corpus is absent)", () => {
  const published = publishedMechanisms();

  it("are at least twenty", () => expect(published.length).toBeGreaterThanOrEqual(20));

  it.each(published.map((one) => [one.code, one] as const))("%s", (_, { tensor, properties }) => {
    const axes = principalAxes(tensor).map(axisOf);
    for (const [at, name] of ["t", "n", "p"].entries()) {
      const [azimuth, plunge] = [Number(properties[`${name}-axis-azimuth`]), Number(properties[`${name}-axis-plunge`])];
      expect(between(axes[at] as Axis, { azimuth, plunge })).toBeLessThan(1.5);
    }
    const share = properties["percent-double-couple"];
    if (share !== undefined) expect(doubleCoupleShare(tensor)).toBeCloseTo(Number(share), 2);
    // Regional solutions of Berkeley round their elements and moment separately.
    expect(scalarMoment(tensor) / Number(properties["scalar-moment"])).toBeCloseTo(1, 1);
    for (const plane of planesOf(properties) ?? []) {
      const [own] = nodalPlanes(tensor);
      expect(difference(own, plane)).toBeLessThan(0.05);
    }
  });
});

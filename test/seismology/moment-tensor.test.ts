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
} from "../../build/seismology/moment-tensor.ts";
import { corpusPresent } from "../support/corpus.ts";
import { GLOBAL_CMT, planesOf, publishedMechanisms, publishedPlanes, scalarMoment, TOHOKU } from "./published-mechanisms.ts";

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

  // Both planes as published: the first by the program of C. J. Ammon and R. B. Herrmann, the others by the Global CMT catalogue.
  it.each([
    { of: "Ammon & Herrmann's example", first: [254, 70, -20], second: [351, 71, -159] },
    { of: "Sumatra 2004", first: [329, 8, 110], second: [129, 83, 87] },
    { of: "Maule 2010", first: [19, 18, 116], second: [172, 74, 82] },
    { of: "Wenchuan 2008", first: [231, 35, 138], second: [357, 68, 63] },
    { of: "Haiti 2010", first: [251, 70, 28], second: [151, 64, 158] },
    { of: "Kashmir 2005", first: [334, 40, 123], second: [114, 57, 65] },
    { of: "Bam 2003", first: [172, 59, 167], second: [269, 79, 31] },
    { of: "Chi-Chi 1999", first: [26, 27, 82], second: [215, 64, 94] },
    { of: "Landers 1992", first: [341, 70, -172], second: [248, 82, -20] },
    { of: "Gorkha 2015", first: [287, 6, 96], second: [101, 84, 89] },
    { of: "Denali 2002", first: [296, 71, 171], second: [29, 82, 19] },
    { of: "Northridge 1994", first: [278, 42, 65], second: [130, 53, 111] },
    { of: "Hector Mine 1999", first: [336, 80, 174], second: [67, 84, 10] },
    { of: "Nias 2005", first: [333, 8, 118], second: [125, 83, 86] },
    { of: "Illapel 2015", first: [353, 19, 83], second: [180, 71, 92] },
    { of: "Kumamoto 2016", first: [222, 77, -162], second: [128, 73, -13] },
    { of: "L'Aquila 2009", first: [120, 54, -113], second: [336, 42, -62] },
    { of: "Amatrice 2016", first: [165, 49, -78], second: [327, 42, -103] },
    { of: "Palu 2018", first: [348, 57, -15], second: [86, 77, -146] },
    { of: "Samoa 2009", first: [119, 38, -131], second: [346, 62, -63] },
    { of: "Sea of Okhotsk 2013", first: [189, 11, -93], second: [12, 79, -89] },
  ])("has the second plane that is published for $of, to whole degrees: $first and $second", ({ first, second }) => {
    const planeOf = ([strike = 0, dip = 0, rake = 0]: readonly number[]) => ({ strike, dip, rake });
    expect(difference(planeOf(first), planeOf(second))).toBeLessThan(0.03);
    const far = nodalPlanes(doubleCouple(planeOf(first))).map((plane) => {
      const normal = ({ strike, dip }: NodalPlane) => ({ azimuth: strike - 90, plunge: 90 - dip });
      return between(normal(plane), normal(planeOf(second)));
    });
    expect(Math.min(...far)).toBeLessThan(1.5);
  });

  it.each(GLOBAL_CMT)("of $code has the planes and axes of the Global CMT catalogue, to whole degrees", ({ tensor, planes, axes }) => {
    const triples = nodalPlanes(tensor).map(({ strike, dip, rake }) => [strike, dip, rake].map(Math.round).join(" "));
    expect(new Set(triples)).toEqual(new Set(planes));
    const ends = principalAxes(tensor).map(axisOf);
    expect(ends.map(({ azimuth, plunge }) => `${Math.round(azimuth)} ${Math.round(plunge)}`)).toEqual(axes);
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

  it.each(publishedPlanes())("the planes of $code are of one double couple", ({ planes: [first, second] }) => {
    expect(difference(first as NodalPlane, second as NodalPlane)).toBeLessThan(0.06);
  });

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

import { assert, double, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { IASP91, type PhaseName, velocity } from "../../build/seismology/rays.ts";
import {
  type Arrival,
  arrivals,
  firstArrival,
  readableArrivals,
  regionalName,
  travelTimeCurve,
} from "../../build/seismology/travel-times.ts";

/** Depth (km), distance (degrees), phase, seconds. */
type Published = readonly [depth: number, degrees: number, phase: Arrival["phase"], seconds: number];

/**
 * Output of TauP for iasp91 (Crotwell, Owens & Ritsema 1999, Seismol. Res. Lett. 70, 154), as ObsPy keeps it to test its own
 * (`obspy/taup/tests/data/TauP_test_data/java_tauptime_testoutput` and `taup_time_-h_10_-ph_ttall_-deg_35`).
 */
const TAUP: readonly Published[] = [
  [0, 0, "PcP", 511.27],
  [0, 0, "ScS", 935.56],
  [0, 0, "PKiKP", 994.57],
  [100, 0, "P", 13.84],
  [100, 0, "S", 24.46],
  [100, 0, "ScP", 698.96],
  [100, 0, "PcS", 709.58],
  [10, 35, "P", 412.43],
  [10, 35, "pP", 415.51],
  [10, 35, "sP", 416.85],
  [10, 35, "PP", 489.44],
  [10, 35, "PcP", 564.28],
  [10, 35, "S", 745.29],
  [10, 35, "sS", 750.56],
  [10, 35, "ScP", 789.88],
  [10, 35, "PcS", 791.15],
  [10, 35, "SS", 881.9],
  [10, 35, "PKiKP", 1006.36],
  [10, 35, "ScS", 1033.65],
  [0, 45, "P", 496.97],
  [0, 45, "S", 897.4],
  [100, 45, "P", 485.21],
  [100, 45, "pP", 508.7],
  [100, 45, "S", 876.83],
  [0, 90, "P", 781.33],
  [0, 90, "PP", 993.94],
  [0, 90, "SKS", 1412.95],
  [0, 90, "SKKS", 1425.76],
  [0, 90, "S", 1435.77],
  [100, 90, "P", 768.17],
  [100, 90, "SKS", 1389.09],
  [0, 160, "PKIKP", 1200.4],
  [0, 160, "PKPab", 1240.24],
  [0, 160, "PP", 1462.41],
  [0, 160, "SKIKS", 1627.2],
  [0, 160, "SS", 2674.08],
  [0, 160, "SKKS", 1871.97],
  [0, 180, "PKIKP", 1212.08],
  [0, 180, "SKIKS", 1636.38],
  [100, 90, "SKKS", 1402.25],
  [100, 160, "PKIKP", 1186.61],
  [100, 160, "PKPab", 1226.99],
  [100, 160, "SKIKS", 1602.75],
  [100, 180, "PKIKP", 1198.25],
];

/**
 * The sample of the IASPEI-TAU tables' own program (Kennett & Engdahl 1991; Buland & Chapman 1983), as distributed with it
 * (`sample_ttimes_iasp91.lst`).
 */
const TABLES: readonly Published[] = [
  [611, 52.474, "P", 497.464],
  [611, 52.474, "PcP", 557.336],
  [611, 52.474, "pP", 609.935],
  [611, 52.474, "PP", 625.524],
  [611, 52.474, "sP", 676.419],
  [611, 52.474, "ScP", 736.422],
  [611, 52.474, "S", 899.865],
  [611, 52.474, "ScS", 1022.932],
  [300, 50, "P", 504.256],
  [300, 50, "S", 911.991],
  [300, 50, "sS", 1024.696],
  [300, 50, "ScS", 1062.987],
  [300, 50, "PKiKP", 983.942],
];

function seconds(depth: number, degrees: number, phase: Arrival["phase"]): number {
  const traced = (phase.startsWith("PKPa") ? "PKP" : phase) as PhaseName;
  return arrivals(depth, degrees, [traced]).find((arrival) => arrival.phase === phase)?.seconds ?? Number.NaN;
}

function nameAt(degrees: number): string | undefined {
  const first = firstArrival("P", 0, degrees);
  return first && regionalName("P", first, 0, degrees);
}

describe("travel times by rays through iasp91", () => {
  it.each(TAUP)("agree with TauP to 0.03 s: depth %s km, %s°, %s at %s s", (depth, degrees, phase, published) => {
    expect(Math.abs(seconds(depth, degrees, phase) - published)).toBeLessThan(0.03);
  });

  it.each(TABLES)("agree with the tables to 0.06 s: depth %s km, %s°, %s at %s s", (depth, degrees, phase, published) => {
    expect(Math.abs(seconds(depth, degrees, phase) - published)).toBeLessThan(0.06);
  });

  it("name both branches of PKP: ab is steeper on the curve and later than bc between the caustic and 155 degrees", () => {
    const at150 = arrivals(0, 150).filter(({ phase }) => phase.startsWith("PKP"));
    expect(at150.map(({ phase }) => phase)).toEqual(["PKPbc", "PKPab"]);
    const [bc, ab] = at150 as [Arrival, Arrival];
    expect(ab.slowness).toBeGreaterThan(bc.slowness);
    expect(arrivals(0, 160).some(({ phase }) => phase === "PKPbc")).toBe(false);
  });

  it("beyond 104 degrees, waves through the core are the first that can be read", () => {
    const names = (degrees: number) => readableArrivals(arrivals(0, degrees), degrees).map(({ phase }) => phase);
    expect(names(104)[0]).toBe("Pdiff");
    expect(names(104.1)[0]).toBe("PKiKP");
    expect(names(145)[0]).toBe("PKPbc");
    expect(names(150)[0]).toBe("PKIKP");
    expect(names(145).find((phase) => phase.startsWith("S"))).toBe("SKIKS");
    expect(names(145)).not.toContain("Sdiff");
  });

  it("find every branch of a triplication", () => {
    const found = arrivals(10, 35, ["PP"]).filter(({ phase }) => phase === "PP");
    const published = [489.44, 491.85, 493.23, 493.26, 493.29];
    expect(found).toHaveLength(published.length);
    for (const [i, time] of published.entries()) expect(Math.abs((found[i]?.seconds ?? 0) - time)).toBeLessThan(0.02);
  });

  it("have the slowness by which they grow with distance", () => {
    assert(
      property(double({ min: 30, max: 90, noNaN: true }), integer({ min: 0, max: 700 }), (degrees, depth) => {
        const [here, further] = [firstArrival("P", depth, degrees), firstArrival("P", depth, degrees + 0.01)];
        expect(((further?.seconds ?? 0) - (here?.seconds ?? 0)) / 0.01).toBeCloseTo(here?.slowness ?? 0, 1);
      }),
      { numRuns: 25 },
    );
  });

  it("are shorter for P than for S, and never shorter than at the fastest velocity in a straight line", () => {
    assert(
      property(double({ min: 0.1, max: 150, noNaN: true }), integer({ min: 0, max: 700 }), (degrees, depth) => {
        const [p, s] = [firstArrival("P", depth, degrees), firstArrival("S", depth, degrees)];
        if (!p || !s) throw new Error(`nothing arrives at ${degrees}° from ${depth} km`);
        const half = (degrees * Math.PI) / 360;
        const chord = Math.hypot(depth, 2 * Math.sqrt(6371 * (6371 - depth)) * Math.sin(half));
        expect(p.seconds).toBeLessThan(s.seconds);
        expect(p.seconds).toBeGreaterThan(chord / 13.8);
      }),
      { numRuns: 25 },
    );
  });

  it("draw curves through the same times", () => {
    const points = travelTimeCurve("P", 0)
      .flat()
      .filter(({ degrees }) => degrees > 30 && degrees < 31);
    for (const point of points) expect(seconds(0, point.degrees, "P")).toBeCloseTo(point.seconds, 2);
    expect(points.length).toBeGreaterThan(0);
  });

  it("end in the shadow of the core, where the waves creep round it", () => {
    expect(firstArrival("P", 0, 95)?.phase).toBe("P");
    expect(firstArrival("P", 0, 110)?.phase).toBe("Pdiff");
    expect(firstArrival("P", 0, 170)).toBeUndefined();
  });

  it("list no wave that is reflected above the crust's floor, nor one that goes up from a source at the surface", () => {
    for (const degrees of [0.5, 5, 15, 30, 60]) {
      const reflected = [0, 10].flatMap((depth) => arrivals(depth, degrees)).filter(({ phase }) => phase === "PP" || phase === "SS");
      expect(reflected.filter(({ deepestKm }) => (deepestKm ?? 0) <= 35)).toEqual([]);
      expect(arrivals(0, degrees).filter(({ phase }) => /^[ps]/.test(phase))).toEqual([]);
    }
  });

  it("name the direct waves by where they turn", () => {
    expect([0.5, 6, 30].map(nameAt)).toEqual(["Pg", "Pn", "P"]);
  });
});

describe("the model iasp91", () => {
  it("has the velocities that its paper lists at the discontinuities", () => {
    const [, , uppermost] = IASP91;
    const mantle = IASP91.at(-3);
    if (!uppermost || !mantle) throw new Error("layers are missing");
    expect(velocity(uppermost, "P", 6336)).toBeCloseTo(8.04, 3);
    expect(velocity(uppermost, "S", 6336)).toBeCloseTo(4.47, 3);
    expect(velocity(mantle, "P", 3482)).toBeCloseTo(13.6908, 3);
    expect(velocity(mantle, "S", 3482)).toBeCloseTo(7.3015, 3);
  });
});

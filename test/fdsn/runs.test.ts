import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runsOf } from "../../build/fdsn/archive/runs.ts";

const KIB = 1024;

function partsAt(...kib: number[]) {
  return kib.map((at) => ({ path: "a", chunk: { at: at * KIB, bytes: 10 * KIB } }));
}

it("near parts are one run, and far ones too if there are more than three", () => {
  const runs = (...kib: number[]) => runsOf(partsAt(...kib)).map(({ at, bytes }) => [at / KIB, bytes / KIB]);
  expect(runs(0, 20, 74)).toEqual([[0, 84]]);
  expect(runs(0, 200, 400)).toEqual([
    [0, 10],
    [200, 10],
    [400, 10],
  ]);
  expect(runs(0, 100, 900, 2000)).toEqual([
    [0, 110],
    [900, 10],
    [2000, 10],
  ]);
  expect(runs(0, 1000, 2000, 3000)).toHaveLength(4);
});

it("the runs have every part once, whole, and no part of another file", () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b"), fc.nat(200)), { selector: ([path, at]) => `${path} ${at}` }),
      fc.integer({ min: 1, max: 400_000 }),
      (places, gap) => {
        const wanted = places.map(([path, at]) => ({ path, chunk: { at: at * gap, bytes: 1 + (at % 3) } }));
        const runs = runsOf(wanted);
        expect(new Set(runs.flatMap(({ parts }) => parts))).toEqual(new Set(wanted));
        for (const { path, at, bytes, parts } of runs) {
          for (const { path: own, chunk } of parts) {
            expect(own).toBe(path);
            expect(chunk.at).toBeGreaterThanOrEqual(at);
            expect(chunk.at + chunk.bytes).toBeLessThanOrEqual(at + bytes);
          }
        }
      },
    ),
  ));

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runsOf } from "../../build/fdsn/archive/candidates.ts";

const KIB = 1024;

function partsAt(...kib: number[]) {
  return kib.map((at) => ({ path: "a", chunk: { at: at * KIB, bytes: 10 * KIB } }));
}

it("near parts are one run, and the least far ones too if there are more than four", () => {
  const runs = (...kib: number[]) => runsOf(partsAt(...kib)).map(({ at, bytes }) => [at / KIB, bytes / KIB]);
  expect(runs(0, 20, 74)).toEqual([[0, 84]]);
  expect(runs(0, 200, 400, 600)).toHaveLength(4);
  expect(runs(0, 1000, 2500, 4000, 4900)).toEqual([
    [0, 10],
    [1000, 10],
    [2500, 10],
    [4000, 910],
  ]);
  expect(runs(0, 1100, 2250, 5000, 8000, 11_000)).toEqual([
    [0, 1110],
    [2250, 10],
    [5000, 10],
    [8000, 10],
    [11_000, 10],
  ]);
  expect(runs(0, 3000, 6000, 9000, 12_000)).toHaveLength(5);
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

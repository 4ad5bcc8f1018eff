import * as fc from "fast-check";
import { expect, it } from "vitest";
import { watch } from "../../build/cli/rebuild.ts";

/** The waits between runs that go as told, each of which takes so many ms; the loop ends with the last of them. */
async function waits(everyMs: number, outcomes: readonly boolean[], takesMs = 0): Promise<number[]> {
  const controller = new AbortController();
  const slept: number[] = [];
  let [clock, runs] = [0, 0];
  await watch({
    everyMs,
    now: () => clock,
    signal: controller.signal,
    async sleep(ms) {
      slept.push(ms);
      clock += ms;
    },
    async run() {
      clock += takesMs;
      if (++runs === outcomes.length) controller.abort();
      return outcomes[runs - 1] === true;
    },
  });
  expect(runs).toBe(outcomes.length);
  return slept;
}

it("the wait doubles with each failure in a row, up to ten minutes, and is short again after a success", async () => {
  const failures = Array.from({ length: 6 }, () => false);
  expect(await waits(60_000, [true, ...failures, true, true, true])).toEqual([
    60_000, 120_000, 240_000, 480_000, 600_000, 600_000, 600_000, 60_000, 60_000,
  ]);
});

it("an interval of more than ten minutes does not grow", async () => {
  expect(await waits(3_600_000, [false, false, true])).toEqual([3_600_000, 3_600_000]);
});

it("the time that a run takes counts", async () => {
  expect(await waits(60_000, [true, false, true], 10_000)).toEqual([50_000, 110_000]);
  expect(await waits(60_000, [true, true], 90_000)).toEqual([]);
});

it("every wait lies between the interval and the longest one, however often runs fail", async () => {
  const outcomes = fc.array(fc.boolean(), { minLength: 1, maxLength: 1_200 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10_000_000 }), outcomes, async (everyMs, given) => {
      for (const ms of await waits(everyMs, given)) {
        expect(ms).toBeGreaterThanOrEqual(everyMs);
        expect(ms).toBeLessThanOrEqual(Math.max(everyMs, 600_000));
      }
    }),
    { numRuns: 50 },
  );
});

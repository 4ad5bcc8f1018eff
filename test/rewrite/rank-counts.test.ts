import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCounts, countBetween, selectBetween } from "../../build/rewrite/rank-counts.ts";

const WIDTH = 7;
/** Several blocks, with runs so that whole blocks lack some ranks. */
const sequence = fc
  .array(fc.tuple(fc.nat(WIDTH - 1), fc.integer({ min: 1, max: 900 })), { minLength: 1, maxLength: 12 })
  .map((runs) => runs.flatMap(([rank, length]) => Array.from({ length }, (_, at) => (at % 5 === 0 ? 3 : rank))));
const pair = (most: number) => fc.tuple(fc.nat(most), fc.nat(most)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);

describe("a sequence of ranks with cumulative counts", () => {
  it("counts and takes what a filter counts and takes", () => {
    fc.assert(
      fc.property(sequence, pair(11_000), pair(WIDTH), fc.nat(3000), fc.nat(600), (items, range, ranks, offset, limit) => {
        const [from = 0, to = 0] = range.map((at) => Math.min(at, items.length));
        const [low = 0, high = 0] = ranks;
        const counts = buildCounts(Uint16Array.from(items), WIDTH);
        const matches = [...items.keys()].filter(
          (at) => at >= from && at < to && (items[at] as number) >= low && (items[at] as number) < high,
        );
        const count = countBetween(counts, to, low, high) - countBetween(counts, from, low, high);
        expect(count).toBe(matches.length);
        const taken = selectBetween(counts, [from, to], [low, high], offset, Math.min(limit, count - offset));
        expect(taken).toEqual(matches.slice(offset, offset + limit));
      }),
      { numRuns: 400 },
    );
  });

  it("may be empty", () => {
    expect(countBetween(buildCounts(new Uint16Array(0), 0), 0, 0, 0)).toBe(0);
  });
});

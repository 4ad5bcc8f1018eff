import { describe, expect, it } from "vitest";
import { completeFrom, windowOf } from "../../build/fdsn/complete.ts";

const DAY_MS = 86_400_000;
const AS_OF = Date.parse("2018-02-07T00:00:00.000Z");
const span = (from: number, to: number, magnitude: number | null = null) => ({ from, to, magnitude });

/** Whether the archive is complete for a window, ms. */
const isWhole = (spans: ReturnType<typeof span>[], starttime: number, endtime: number, least = 0): boolean =>
  windowOf(spans, { starttime, endtime }, least, AS_OF).incomplete === undefined;

describe("the time for which an archive is complete", () => {
  it("goes on from one span to the next if no millisecond is between them", () => {
    expect(isWhole([span(100, 200), span(0, 99)], 0, 200)).toBe(true);
    expect(isWhole([span(100, 200), span(0, 98)], 0, 200)).toBe(false);
    expect(completeFrom([span(100, 200), span(0, 99)], 0)).toBe(0);
    expect(completeFrom([span(100, 200), span(0, 98)], 0)).toBe(100);
    expect(completeFrom([], 0)).toBeUndefined();
  });

  it("has the instants of its ends, and ends where the last span ends", () => {
    expect(isWhole([span(10, 20)], 10, 20)).toBe(true);
    expect(isWhole([span(10, 20)], 10, 21)).toBe(true);
    expect(isWhole([span(10, 20)], 20, 20)).toBe(true);
    for (const [from, to] of [
      [9, 20],
      [21, 30],
    ] as const)
      expect(isWhole([span(10, 20)], from, to)).toBe(false);
  });

  it("counts the spans of a magnitude for requests of at least that", () => {
    expect(isWhole([span(10, 20, 4.5)], 10, 20, 4.5)).toBe(true);
    expect(isWhole([span(10, 20, 4.5)], 10, 20, 4.49)).toBe(false);
  });

  it("a request without a start begins 30 days before, or where the archive begins to be complete", () => {
    const start = (from: number) => windowOf([span(from, AS_OF)], { starttime: undefined, endtime: undefined }, 0, AS_OF).time.least;
    expect(start(0)).toBe(AS_OF - 30 * DAY_MS);
    expect(start(AS_OF - 5)).toBe(AS_OF - 5);
  });
});

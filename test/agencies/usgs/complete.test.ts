import { describe, expect, it } from "vitest";
import { type Backfill, completeSpan, NO_UPKEEP, type UsgsState } from "../../../build/agencies/usgs/state.ts";

const COVERS = { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 10, 1) };

function backfill(given: Partial<Backfill>): Backfill {
  const to = COVERS.from + 1_000;
  return { from: Date.UTC(1990, 0, 1), to, minMagnitude: 4.5, next: to, total: 10, rows: 10, ...given };
}

function spanOf(...backfills: Backfill[]) {
  const state: Pick<UsgsState, "covers" | "upkeep"> = { covers: COVERS, upkeep: { ...NO_UPKEEP, backfills } };
  return completeSpan(state);
}

describe("the span of which all earthquakes are known", () => {
  it("is that of a finished backfill and of what has been seen since", () => {
    expect(spanOf(backfill({}))).toEqual({ from: Date.UTC(1990, 0, 1), to: COVERS.to, magnitude: 4.5 });
    expect(spanOf(backfill({}), backfill({ from: Date.UTC(1980, 0, 1), minMagnitude: 5 }))).toEqual({
      from: Date.UTC(1980, 0, 1),
      to: COVERS.to,
      magnitude: 5,
    });
  });

  it("never goes below what the agency reports worldwide, nor before its modern catalogue", () => {
    expect(spanOf(backfill({ from: Date.UTC(1900, 0, 1), minMagnitude: null }))).toEqual({
      from: Date.UTC(1973, 0, 1),
      to: COVERS.to,
      magnitude: 4.5,
    });
  });

  it("is null if there is no backfill, an unfinished one, or a gap after it", () => {
    expect(completeSpan({ covers: COVERS, upkeep: undefined })).toBeNull();
    expect(spanOf()).toBeNull();
    expect(spanOf(backfill({ next: COVERS.from }))).toBeNull();
    const gap = COVERS.from - 1;
    expect(spanOf(backfill({ to: gap, next: gap }))).toBeNull();
  });
});

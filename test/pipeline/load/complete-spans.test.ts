import { describe, expect, it } from "vitest";
import { NO_UPKEEP, type UsgsState } from "../../../build/agencies/usgs/state.ts";
import { embeddedUsgs } from "../../../build/pipeline/load/inputs.ts";
import { completeSpans, recentSince } from "../../../build/pipeline/load/served-reports.ts";

const backfill = { from: 1, to: 50, minMagnitude: 4.5, next: 50, total: 3, rows: 3 };

/** The state of a store that is fed with a feed of the USGS. */
async function fedWith(title: string, parts: Partial<UsgsState["upkeep"]> = {}): Promise<UsgsState> {
  const state = embeddedUsgs();
  const upkeep = { ...NO_UPKEEP, ...parts };
  return { ...state, capture: { ...state.capture, title }, covers: { from: 100, to: 200 }, upkeep };
}

describe("the recent events that a store has without a gap", () => {
  const [joined, apart] = [
    { ...backfill, to: 100, next: 100 },
    { ...backfill, to: 90, next: 90 },
  ];

  it.each([
    ["All Earthquakes", joined, 100],
    ["All Earthquakes", { ...joined, minMagnitude: null }, 1],
    ["All Earthquakes", { ...apart, minMagnitude: null }, 100],
    ["All Earthquakes", { ...joined, minMagnitude: null, next: 70 }, 100],
    ["Magnitude 2.5+ Earthquakes", joined, 100],
    ["Magnitude 4.5+ Earthquakes", { ...joined, minMagnitude: 4.45 }, 1],
    ["Significant Earthquakes", joined, 100],
  ])("of USGS %s with the backfill %o begin at %s", async (title, filled, since) => {
    expect(recentSince(await fedWith(`USGS ${title}, Past Week`, { backfills: [filled] }))).toBe(since);
  });
});

describe("the spans for which a store has every event", () => {
  it.each([
    ["USGS All Earthquakes, Past Week", null],
    ["USGS Magnitude 1.0+ Earthquakes, Past Week", 0.95],
    ["USGS Magnitude 2.5+ Earthquakes, Past Week", 2.45],
    ["USGS Magnitude 4.5+ Earthquakes, Past Week", 4.45],
  ])("%s is complete from magnitude %s", async (title, magnitude) => {
    const state = await fedWith(title, { earlier: [{ from: 10, to: 60 }] });
    expect(completeSpans(state)).toEqual([
      { from: 100, to: 200, magnitude },
      { from: 10, to: 60, magnitude },
    ]);
  });

  it("a feed of significant events is complete for no magnitude, a finished backfill from its own", async () => {
    const backfills = [backfill, { ...backfill, from: 50, to: 90, next: 70 }, { ...backfill, minMagnitude: null }];
    expect(completeSpans(await fedWith("USGS Significant Earthquakes, Past Month", { backfills }))).toEqual([
      { from: 1, to: 50, magnitude: 4.5 },
      { from: 1, to: 50, magnitude: null },
    ]);
  });
});

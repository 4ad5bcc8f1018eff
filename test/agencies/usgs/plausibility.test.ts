import { describe, expect, it } from "vitest";
import type { UsgsCapture } from "../../../build/agencies/usgs/geojson.ts";
import { checkCapture, checkPlausibility, USGS_THRESHOLDS } from "../../../build/agencies/usgs/plausibility.ts";
import { applyCapture } from "../../../build/agencies/usgs/run.ts";
import type { UsgsState } from "../../../build/agencies/usgs/state.ts";
import { feedScope } from "../../../build/agencies/usgs/summary-feeds.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { agencyEvent } from "../make-event.ts";
import { GENERATED, WEEK } from "../usgs-feed.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const WHERE = "https://example.org/feed.geojson";

function capture(events: UsgsEvent[], parts: Partial<UsgsCapture> = {}): UsgsCapture {
  return {
    generated: GENERATED,
    title: WEEK,
    rows: events.length,
    events,
    withdrawn: [],
    leftOut: {},
    doubtful: {},
    ...parts,
  };
}

function stateAfter(...captures: UsgsCapture[]): UsgsState {
  const provenance = { address: WHERE, retrievedAt: GENERATED, sha256: "0".repeat(64), bytes: 1 };
  const [first, ...rest] = captures;
  if (!first) throw new Error("a state needs a capture");
  return rest.reduce((state, next) => applyCapture(state, next, provenance), applyCapture(undefined, first, provenance));
}

function verdict(state: UsgsState | undefined, next: UsgsCapture): string | null {
  return checkCapture(state, next, WHERE, GENERATED + 10 * MINUTE)?.code ?? null;
}

const event = agencyEvent({ id: "xx1", magnitude: 4.7, significance: 700, time: GENERATED - 30 * MINUTE });

describe("a capture", () => {
  it("is accepted by a new store, also where it lists nothing", () => {
    expect(verdict(undefined, capture([event]))).toBeNull();
    expect(verdict(undefined, capture([]))).toBeNull();
  });

  it("is believed where it is as old as what we have, or newer", () => {
    const state = stateAfter(capture([event]));
    expect(verdict(state, capture([event]))).toBeNull();
    expect(verdict(state, capture([event], { generated: GENERATED + MINUTE }))).toBeNull();
  });

  it("is stale where it is older, and says by whose clock", () => {
    const objection = checkCapture(stateAfter(capture([event])), capture([event], { generated: GENERATED - 1000 }), WHERE, GENERATED);
    expect(objection?.code).toBe("capture-stale");
    expect(objection?.message).toBe(
      `usgs: ${WHERE} is stale: generated at 2031-05-04T11:59:59.000Z, and the store has 2031-05-04T12:00:00.000Z`,
    );
  });

  it("is not believed where it comes from the future: nothing after it would ever be new again", () => {
    expect(verdict(undefined, capture([event], { generated: GENERATED + 70 * MINUTE + 1 }))).toBe("capture-from-the-future");
    expect(verdict(undefined, capture([event], { generated: GENERATED + 70 * MINUTE }))).toBeNull();
  });
});

function empty(title: string, age = MINUTE): UsgsCapture {
  return capture([], { title, generated: GENERATED + age });
}

describe("an empty capture where there were earthquakes", () => {
  it.each([WEEK, "USGS All Earthquakes, Past Hour", "USGS Magnitude 4.5+ Earthquakes, Past Day", "USGS Earthquakes", ""])(
    "is rejected from a feed that is never empty: %s",
    (title) => {
      expect(verdict(stateAfter(capture([event])), empty(title))).toBe("capture-empty");
      expect(verdict(stateAfter(capture([event])), empty(title, 9 * MINUTE))).toBe("capture-empty");
    },
  );

  it("is rejected from a quiet feed that must list an event of ours", () => {
    const state = stateAfter(capture([event]));
    expect(verdict(state, empty("USGS Significant Earthquakes, Past Hour"))).toBe("capture-empty");
    expect(verdict(state, empty("USGS Magnitude 4.5+ Earthquakes, Past Hour"))).toBe("capture-empty");
  });

  it("is believed from a quiet feed that none of ours belongs in", () => {
    const quiet = agencyEvent({ id: "xx1", magnitude: 4.4, significance: 599, time: GENERATED - 30 * MINUTE });
    const long = agencyEvent({ id: "xx2", magnitude: 6, significance: 800, time: GENERATED - 2 * HOUR });
    const state = stateAfter(capture([quiet, long]));
    expect(verdict(state, empty("USGS Significant Earthquakes, Past Hour"))).toBeNull();
    expect(verdict(state, empty("USGS Magnitude 4.5+ Earthquakes, Past Hour"))).toBeNull();
    expect(verdict(state, empty("USGS Significant Earthquakes, Past Day"))).toBe("capture-empty");
  });

  it("is believed again by a store that holds no events", () => {
    expect(verdict(stateAfter(capture([])), empty(WEEK))).toBeNull();
  });
});

it("a feed that is usually silent for long is not frozen after half an hour, although the store has newer versions", () => {
  const listed = (updated: number) =>
    Array.from({ length: 10 }, (_, at) => agencyEvent({ id: `xx${at}`, time: GENERATED - (at + 1) * 15 * HOUR, updated: updated - at }));
  const state = stateAfter(capture(listed(GENERATED - 30 * MINUTE)));
  const verdictOn = (ms: number) => checkPlausibility(state, capture(listed(GENERATED - ms)), WHERE, USGS_THRESHOLDS)?.code ?? null;
  expect([verdictOn(35 * MINUTE), verdictOn(51 * HOUR)]).toEqual([null, "capture-frozen"]);
});

describe("the scope of a feed", () => {
  it.each([
    [WEEK, { periodMs: 168 * HOUR, minMagnitude: null, minSignificance: null }],
    ["USGS Magnitude 2.5+ Earthquakes, Past Month", { periodMs: 720 * HOUR, minMagnitude: 2.45, minSignificance: null }],
    ["USGS Significant Earthquakes, Past Day", { periodMs: 24 * HOUR, minMagnitude: null, minSignificance: 600 }],
    ["USGS Earthquakes", null],
    ["USGS All Earthquakes, Past Year", null],
  ])("is in its title: %s", (title, scope) => {
    expect(feedScope(title)).toEqual(scope);
  });
});

function at(hours: number, title = WEEK): UsgsCapture {
  return capture([event], { generated: GENERATED + hours * HOUR, title });
}

describe("the span of origin times that we cover", () => {
  it("is what the feed reaches back to", () => {
    expect(stateAfter(at(0)).covers).toEqual({ from: GENERATED - 168 * HOUR, to: GENERATED });
  });

  it("grows with captures that meet", () => {
    const hour = "USGS All Earthquakes, Past Hour";
    expect(stateAfter(at(0), at(1, hour)).covers).toEqual({ from: GENERATED - 168 * HOUR, to: GENERATED + HOUR });
  });

  it("begins anew after a gap, since what happened within it we have not seen", () => {
    expect(stateAfter(at(0), at(200)).covers).toEqual({ from: GENERATED + 32 * HOUR, to: GENERATED + 200 * HOUR });
  });

  it("is from the oldest event for an answer of the query service", () => {
    expect(stateAfter(at(0, "USGS Earthquakes")).covers).toEqual({ from: event.time, to: GENERATED });
  });
});

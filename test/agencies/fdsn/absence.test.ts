import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverageOf, noteAbsences } from "../../../build/agencies/fdsn/absence.ts";
import { absencesAfter, longAbsent } from "../../../build/agencies/fdsn/apply-capture.ts";
import { checkMissing } from "../../../build/agencies/fdsn/plausibility.ts";
import { agencyEvent } from "../make-event.ts";

const events = fc.array(fc.record({ time: fc.integer({ min: 0, max: 100 }), magnitude: fc.option(fc.integer({ min: -2, max: 9 })) }));

const size = (magnitude: number | null) => magnitude ?? Number.NEGATIVE_INFINITY;

describe("what an answer shows that it would list", () => {
  it("lies between its oldest and newest event, and is no smaller than its smallest", () => {
    const isCovered = coverageOf([
      { time: 10, magnitude: 3 },
      { time: 20, magnitude: 2 },
    ]);
    expect([9, 10, 15, 20, 21].map((time) => isCovered({ time, magnitude: 2 }))).toEqual([false, true, true, true, false]);
    expect([1.9, 2, 8, null].map((magnitude) => isCovered({ time: 15, magnitude }))).toEqual([false, true, true, false]);
  });

  it("includes unknown magnitudes if an event without a magnitude is listed, and nothing if no event is listed", () => {
    expect(coverageOf([{ time: 0, magnitude: null }])({ time: 0, magnitude: null })).toBe(true);
    expect(coverageOf([])({ time: 0, magnitude: 9 })).toBe(false);
  });

  it("excludes everything that an answer limited to the newest, oldest or largest events omits", () => {
    fc.assert(
      fc.property(events, fc.nat(20), fc.constantFrom("newest", "oldest", "largest"), (all, rows, first) => {
        const rank = { newest: -1, oldest: 1 };
        const distinct = [...new Map(all.map((event) => [first === "largest" ? size(event.magnitude) : event.time, event])).values()];
        const sorted = distinct.toSorted((a, b) =>
          first === "largest" ? (size(b.magnitude) > size(a.magnitude) ? 1 : -1) : rank[first] * (a.time - b.time),
        );
        const isCovered = coverageOf(sorted.slice(0, rows));
        for (const event of sorted.slice(rows)) expect(isCovered(event)).toBe(false);
      }),
    );
  });
});

describe("an answer that lacks events", () => {
  const HOUR = 3_600_000;
  // An answer may name any id of an event.
  const heldEvents = (count: number) =>
    Array.from({ length: count }, (_, at) => agencyEvent({ id: `e${at}`, ids: [`e${at}`, `former${at}`], time: (at + 2) * HOUR }));

  it.each([
    [10, 2, 2],
    [20, 3, 0],
    [30, 3, 3],
    [30, 4, 0],
  ])("of %i proves the absence of %i only where these are fewer than three or at most a tenth", (count, missing, absent) => {
    const events = heldEvents(count);
    // Not the oldest and newest: between them the answer is complete.
    const rows = events.filter((_, at) => at === 0 || at > missing).map((row) => ({ ...row, ids: [row.id] }));
    const span = { from: 0, to: (count + 4) * HOUR };
    expect(absencesAfter({ events, withdrawn: [], absences: [] }, rows, span, span.to)).toHaveLength(absent);
  });

  it("is counted once, however often it is applied", () => {
    const seen = { events: heldEvents(2), ids: new Set(["former1"]), due: heldEvents(2), at: HOUR };
    const once = noteAbsences([], seen);
    expect(once).toEqual([{ id: "e0", since: HOUR, last: HOUR, captures: 1 }]);
    expect(noteAbsences(once, seen)).toEqual(once);
  });

  it.each([
    [3, 11 * HOUR, 0],
    [2, 12 * HOUR, 0],
    [3, 12 * HOUR, 1],
  ])("%i times, over %i ms, withdraws %i", (captures, last, gone) => {
    const events = heldEvents(1);
    expect(longAbsent({ events, withdrawn: [], absences: [{ id: "e0", captures, since: 0, last }] }).size).toBe(gone);
  });

  it.each([
    [4, 2, null],
    [10, 3, "capture-shrunk"],
    [15, 3, null],
  ])("of %i is faulty where %i of them are three or more and above the share", (count, missing, code) => {
    const events = heldEvents(count);
    const ids = new Set(events.slice(missing).map(({ id }) => id));
    const origin = { agency: "zz", where: "here", hint: "" };
    expect(checkMissing(origin, events, { rows: count - missing, ids }, 0.2)?.code ?? null).toBe(code);
  });
});

import { describe, expect, it } from "vitest";
import { composeDay, composeMirror } from "../../../scripts/costs/compose.ts";
import { minuteKind, type PublishedMinute } from "../../../scripts/costs/publish-day.ts";

const at = (hour: number, minute: number) => Date.UTC(2026, 10, 20, hour, minute);

function minute(asOf: number, put: number, more: Partial<PublishedMinute> = {}): PublishedMinute {
  return {
    asOf,
    first: false,
    counts: { put, copy: 30, get: 10, list: 1, delete: 5, sentBytes: 1_000 * put, readBytes: 0 },
    written: {
      answers: { requests: put, bytes: 1_000 * put },
      "copy of answers": { requests: 30, bytes: 3_000 },
      "deltas/step": { requests: 1, bytes: 100 },
    },
    stored: { objects: 1, bytes: 1 },
    report: { sent: put, kept: 30, removed: 0, left: 0 },
    ...more,
  };
}

const requests = (...sizes: number[]) => sizes.map((compressed) => ({ path: "a", status: 200, bytes: 9, compressed }));

describe("a day of counted minutes", () => {
  const first = minute(at(22, 58), 20_000, { first: true, counts: { ...minute(0, 20_000).counts, copy: 0 } });
  const published = [
    first,
    minute(at(22, 59), 10),
    minute(at(23, 0), 50),
    minute(at(23, 1), 20),
    // Another stretch, whose first publishing has an hour's work to do.
    minute(at(23, 59), 4_000, { first: true }),
    minute(at(24, 0), 100),
  ];
  const day = composeDay(published);

  it("tells the first minutes of days and hours from others", () => {
    expect(published.map(({ asOf }) => minuteKind(asOf))).toEqual(["plain", "plain", "hour", "plain", "plain", "day"]);
  });

  it("has of each kind the mean, as often as a day has it, and nothing of what comes before a stretch", () => {
    expect(day.minutes.plain).toMatchObject({ counted: 2, in_a_day: 1_416, mean: { put: 15, copy: 30 } });
    expect(day.minutes.hour).toMatchObject({ counted: 1, in_a_day: 23, mean: { put: 50 } });
    // 15 × 1,416 + 50 × 23 + 100.
    expect(day.day).toMatchObject({ put: 22_490, copy: 43_200, get: 14_400, delete: 7_200, sent_bytes: 22_490_000 });
    expect(day.stretches).toEqual([
      { begin: "2026-11-20T22:58:00.000Z", minutes: 3 },
      { begin: "2026-11-20T23:59:00.000Z", minutes: 1 },
    ]);
    expect(day.first).toEqual({ objects: 20_000, bytes: 20_000_000 });
  });

  it("lists the copies of a whole hour, a page for each thousand of them", () => {
    // 43,200 copies a day are 1,800 an hour: two pages, of which one was counted each minute.
    expect(day.hour).toMatchObject({ copies: 1_800, copy_bytes: 180_000 });
    expect(day.day.list).toBe(2 * 1_440);
  });

  it("stores the tree, an hour of copies, and deltas for as long as they stay", () => {
    // 144,000 bytes of steps a day, for the two days in which the oldest goes.
    expect(day.stored_bytes_month).toBe(20_000_000 + 180_000 + 2 * 144_000);
    expect(day.kinds.map(({ kind }) => kind)).toEqual(["copy of answers", "answers", "deltas/step"]);
  });

  it("is none where a kind of minute was not counted", () => {
    expect(() => composeDay(published.slice(0, 2))).toThrow('no minute of the kind "hour" was counted');
  });
});

describe("what a mirror asks for", () => {
  it("is the mean of the minutes after its first copy", () => {
    const followed = [
      { asOf: 0, requests: requests(1_000, 2_000, 3_000, 4_000) },
      { asOf: 1, requests: requests(10, 20) },
      { asOf: 2, requests: requests(10, 20, 30) },
    ];
    expect(composeMirror(followed)).toEqual({
      minutes: 2,
      requests: 2.5,
      bytes: 45,
      first_requests: 4,
      first_bytes: 10_000,
    });
  });
});

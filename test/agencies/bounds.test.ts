import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, type Rule, type Statement, USGS_BOUNDS } from "../../build/agencies/bounds.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { agencyEvent } from "./make-event.ts";
import { GENERATED } from "./usgs-feed.ts";

const MINUTE = 60_000;

function known(n: number): UsgsEvent[] {
  return Array.from({ length: n }, (_, at) =>
    agencyEvent({ id: `xx${at}`, time: GENERATED - (at + 20) * MINUTE, updated: GENERATED - (at + 19) * MINUTE, latitude: at / 100 - 80 }),
  );
}

function broken(held: readonly UsgsEvent[], rows: readonly UsgsEvent[], said: Partial<Statement> = {}): Rule[] {
  const usual = { withdrawn: [], leftOut: {}, listed: rows.length, at: GENERATED, covered: held.length, days: 0.01, isFeed: true };
  return judge(held, { ...usual, rows, ...said }, USGS_BOUNDS).breaches.map(({ rule }) => rule);
}

/** Changes of one row that count for a rule, and the most that a feed of n known events may have, computed another way. */
const CHANGES: [Rule, (row: UsgsEvent) => Partial<UsgsEvent>, (n: number) => number][] = [
  ["moved", ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 1.01 }), (n) => Math.max(4, Math.floor(n / 50))],
  ["moved", ({ time }) => ({ time: time - MINUTE - 1 }), (n) => Math.max(4, Math.floor(n / 50))],
  ["moved", ({ latitude }) => ({ latitude: (latitude ?? 0) + 1.81 }), (n) => Math.max(4, Math.floor(n / 50))],
  ["raised", () => ({ magnitude: 7 }), () => 1],
  ["emptied", () => ({ type: "explosion" }), (n) => Math.max(10, Math.floor(n / 50))],
  ["emptied", () => ({ magnitude: null }), (n) => Math.max(10, Math.floor(n / 50))],
  ["older", ({ updated }) => ({ updated: updated - 1 }), (n) => Math.max(5, Math.floor(n / 20))],
];

describe("the bounds of an answer", () => {
  it("hold exactly at their limits, for any number of known events", () => {
    assert(
      property(integer({ min: 60, max: 700 }), constantFrom(...CHANGES), (n, [rule, change, most]) => {
        const held = known(n);
        const changed = (count: number) => held.map((row, at) => (at < count ? { ...row, ...change(row) } : row));
        expect(broken(held, changed(most(n)))).not.toContain(rule);
        expect(broken(held, changed(most(n) + 1))).toContain(rule);
      }),
      { numRuns: 60 },
    );
  });

  it("leave alone what differs by the limit itself", () => {
    const held = known(100);
    const limits = [{ magnitude: 5.2 }, { type: "earthquake" }];
    for (const parts of limits)
      expect(
        broken(
          held,
          held.map((row) => ({ ...row, ...parts })),
        ),
      ).toEqual([]);
    expect(
      broken(
        held,
        held.map((row) => ({ ...row, time: row.time + MINUTE })),
      ),
    ).toEqual([]);
  });

  it.each<[Rule, number, number, Partial<Statement>]>([
    ["large-6", 6, 50, {}],
    ["large-6", 6, 54, { days: 1 }],
    ["large-7", 7, 6, {}],
    ["large-7", 7, 13, { days: 30 }],
    ["large-8", 8, 3, {}],
    ["large-9", 9, 1, { days: 30 }],
  ])("allow new earthquakes by the time since the last answer: %s", (rule, magnitude, most, said) => {
    const fresh = (n: number) => known(n).map((row) => ({ ...row, id: `new-${row.id}`, ids: [`new-${row.id}`], magnitude }));
    const days = said.days ?? 1;
    expect(broken([], fresh(most), { ...said, days })).not.toContain(rule);
    expect(broken([], fresh(most + 5), { ...said, days })).toContain(rule);
  });

  it("allow three withdrawals or a twentieth, and one of magnitude 5.5", () => {
    const held = known(100);
    const gone = (n: number) => ({ withdrawn: held.slice(0, n).map(({ ids }) => ({ ids, withdrawnAt: GENERATED })) });
    expect(broken(held, held.slice(5), gone(5))).toEqual([]);
    expect(broken(held, held.slice(6), gone(6))).toEqual(["withdrawn"]);
    expect(broken(held.slice(0, 20), [], gone(3))).toEqual([]);
    expect(broken(held.slice(0, 20), [], gone(4))).toEqual(["withdrawn"]);
    const strong = held.map((row) => ({ ...row, magnitude: 5.5 }));
    expect(broken(strong, strong.slice(1), gone(1))).toEqual([]);
    expect(broken(strong, strong.slice(2), gone(2))).toEqual(["withdrawn-large"]);
  });

  it("refuse a row that joins four others, or has 21 ids, and three rows with a common id", () => {
    const held = known(100);
    const naming = (n: number) => [{ ...(held[0] as UsgsEvent), ids: held.slice(0, n).map(({ id }) => id) }, ...held.slice(n)];
    expect(broken(held, naming(4))).toEqual([]);
    expect(broken(held, naming(5))).toEqual(["ids-many"]);
    const ids = (n: number) => Array.from({ length: n }, (_, at) => `yy${at}`);
    expect(broken([], [agencyEvent({ id: "yy0", ids: ids(20) })])).toEqual([]);
    expect(broken([], [agencyEvent({ id: "yy0", ids: ids(21) })])).toEqual(["ids-many"]);
    const sharing = (n: number) => known(n).map((row) => ({ ...row, ids: [row.id, "shared"] }));
    expect(broken([], sharing(2))).toEqual([]);
    expect(broken([], sharing(3))).toEqual(["ids-shared"]);
  });

  it("hold for the changes of a day together, each counted once, and for an answer after a longer pause alone", () => {
    const held = known(300);
    const usual = { withdrawn: [], leftOut: {}, listed: 300, at: GENERATED, covered: 300, days: 0.01, isFeed: true };
    const moved = (from: number, to: number) =>
      held.map((row, at) => (at >= from && at < to ? { ...row, magnitude: (row.magnitude ?? 0) + 1.5 } : row));
    const accepted = new Set<string>();
    const take = (from: number, days = 0.01) => {
      const { breaches, counted } = judge(held, { ...usual, days, rows: moved(from, from + 4) }, USGS_BOUNDS, new Set(), accepted);
      if (breaches.length === 0) for (const change of counted) accepted.add(change);
      return breaches.map(({ rule, most }) => `${rule} ${most}`);
    };
    for (let from = 0; from < 40; from += 4) expect([from, take(from)]).toEqual([from, []]);
    expect(take(36)).toEqual([]);
    expect(take(40)).toEqual(["moved 0"]);
    expect(take(40, 1.01)).toEqual([]);
    expect(take(44, 1)).not.toEqual([]);
  });
});

import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { FDSN_BOUNDS, isRepeatable, RULES, type Rule, USGS_BOUNDS } from "../../build/agencies/bounds.ts";
import { judge, type Statement } from "../../build/agencies/judge.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { known, MINUTE } from "./known-events.ts";
import { agencyEvent } from "./make-event.ts";
import { GENERATED } from "./usgs-feed.ts";

function judged(held: readonly UsgsEvent[], rows: readonly UsgsEvent[], said: Partial<Statement> = {}, bounds = USGS_BOUNDS) {
  const usual = { withdrawn: [], leftOut: {}, listed: rows.length, at: GENERATED, covered: held.length, days: 0.01, isFeed: true };
  return judge(held, { ...usual, rows, ...said }, bounds);
}

function broken(...given: Parameters<typeof judged>): Rule[] {
  return judged(...given).breaches.map(({ rule }) => rule);
}

/** Changes of one row that count for a rule, and the most that a feed of n known events may have, computed another way. */
const CHANGES: [Rule, (row: UsgsEvent) => Partial<UsgsEvent>, (n: number) => number][] = [
  ["moved", ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 1.01 }), (n) => Math.max(4, Math.floor(n / 50))],
  ["moved", ({ time }) => ({ time: time - MINUTE - 1 }), (n) => Math.max(4, Math.floor(n / 50))],
  ["moved", ({ latitude }) => ({ latitude: (latitude ?? 0) + 1.81 }), (n) => Math.max(4, Math.floor(n / 50))],
  ["shifted", ({ magnitude }) => ({ magnitude: (magnitude ?? 0) - 0.51 }), (n) => Math.max(12, Math.floor(n / 10))],
  ["shifted", ({ time }) => ({ time: time + 10_001 }), (n) => Math.max(12, Math.floor(n / 10))],
  ["shifted", ({ latitude }) => ({ latitude: (latitude ?? 0) + 0.46 }), (n) => Math.max(12, Math.floor(n / 10))],
  ["shifted", ({ depthKm }) => ({ depthKm: (depthKm ?? 0) + 50.1 }), (n) => Math.max(12, Math.floor(n / 10))],
  ["shifted", ({ depthKm }) => ({ depthKm: (depthKm ?? 0) / 101 }), (n) => Math.max(12, Math.floor(n / 10))],
  ["shifted", () => ({ alert: "orange" }), (n) => Math.max(12, Math.floor(n / 10))],
  ["shifted", () => ({ tsunamiFlag: true }), (n) => Math.max(12, Math.floor(n / 10))],
  ["rewritten", ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 0.11 }), (n) => Math.max(24, Math.floor(n * 0.3))],
  ["rewritten", ({ time }) => ({ time: time - 2_001 }), (n) => Math.max(24, Math.floor(n * 0.3))],
  ["rewritten", ({ latitude }) => ({ latitude: (latitude ?? 0) + 0.1 }), (n) => Math.max(24, Math.floor(n * 0.3))],
  ["rewritten", ({ depthKm }) => ({ depthKm: (depthKm ?? 0) - 10.1 }), (n) => Math.max(24, Math.floor(n * 0.3))],
  ["rewritten", () => ({ depthKm: null }), (n) => Math.max(24, Math.floor(n * 0.3))],
  ["rewritten", () => ({ place: null }), (n) => Math.max(24, Math.floor(n * 0.3))],
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

  it.each([
    [1_440 * MINUTE, 0],
    [1_440 * MINUTE + 1, 1],
  ])("leave out a row that moves an event by more than a day: by %i ms, %i", (ms, count) => {
    const held = known(60);
    const [first] = held as [UsgsEvent];
    for (const by of [-ms, ms]) expect(judged(held, [{ ...first, time: first.time + by }]).astray.size).toBe(count);
  });

  it("yield to repetition only where an agency may revise or report many events at once", () => {
    const repeatable = (Object.keys(RULES) as Rule[]).filter((rule) => isRepeatable({ rule, changes: [], most: 0, isSum: false }));
    expect(repeatable).toEqual([
      "joined",
      "moved",
      "shifted",
      "rewritten",
      "emptied",
      "large-5",
      "large-6",
      "large-7",
      "large-8",
      "large-9",
    ]);
  });

  it("refuse an answer of three known events that are all older, and leave one of two", () => {
    const older = (n: number) => known(n).map((row) => ({ ...row, updated: row.updated - 1 }));
    expect(broken(known(100), older(3))).toEqual(["older"]);
    expect(broken(known(100), older(2))).toEqual([]);
  });

  it.each<[Rule, number, (row: UsgsEvent) => Partial<UsgsEvent>]>([
    ["moved", 4, ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 1.5 })],
    ["shifted", 12, ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 1 })],
    ["emptied", 10, () => ({ magnitude: null })],
  ])("refuse a listing of few known events of which more than two, and more than half, are %s", (rule, few, change) => {
    for (const n of [2, 5, 6, 9, 24]) {
      const most = Math.min(few, Math.max(2, Math.floor(n / 2)));
      const changed = (count: number) => known(n).map((row, at) => (at < count ? { ...row, ...change(row) } : row));
      for (const said of [{ isFeed: true }, { isFeed: false, isListing: true }]) {
        expect(broken(known(n), changed(most), said)).not.toContain(rule);
        expect(broken(known(n), changed(most + 1), said).includes(rule)).toBe(n > most);
      }
      // A list of changes speaks only of what has changed.
      expect(broken(known(n), changed(most + 1), { isFeed: false }).includes(rule)).toBe(n > most && most === few);
    }
  });

  it.each([4, 13, 20])("refuse a listing that has %i known events again under other ids", (n) => {
    const again = (count: number) => [...known(n), ...known(count).map((row) => ({ ...row, id: `zz${row.id}`, ids: [`zz${row.id}`] }))];
    const said = { isFeed: false, isListing: true };
    expect(broken(known(n), again(n), said, FDSN_BOUNDS)).toEqual(["doubled"]);
    expect(broken(known(n), again(Math.floor(n / 2)), said, FDSN_BOUNDS)).toEqual([]);
  });

  it("refuse depths of 5 km, which many agencies assume, in another unit", () => {
    const fixed = known(60).map((row) => ({ ...row, depthKm: 5 }));
    const thousandth = fixed.map((row) => ({ ...row, depthKm: 0.005 }));
    expect(broken(fixed, thousandth)).toEqual(["shifted"]);
  });

  it.each(["position-out-of-range", "depth-out-of-range"])("refuse more than three rows left out as %s", (reason) => {
    expect([3, 4].map((n) => broken(known(100), [], { leftOut: { [reason]: n }, listed: 100 }))).toEqual([[], ["impossible"]]);
  });

  it("refuse known events again under other ids, also with an id in common that is not their first", () => {
    const held = known(100).map((row) => ({ ...row, ids: [row.id, `n${row.id}`] }));
    const again = held.map((row) => ({ ...row, id: `zz${row.id}`, ids: [`zz${row.id}`, `n${row.id}`] }));
    expect(broken(held, again, {}, FDSN_BOUNDS)).toEqual(["doubled"]);
    const renamed = held.map((row) => ({ ...row, id: `zz${row.id}`, ids: [`zz${row.id}`, row.id] }));
    expect(broken(held, renamed, {}, FDSN_BOUNDS)).toEqual([]);
  });

  it("count a change between earthquake and other types, and none between two other types", () => {
    const blasts = known(60).map((row) => ({ ...row, type: "quarry blast" }));
    expect(broken(blasts, known(60))).toEqual(["emptied"]);
    expect(
      broken(
        blasts,
        blasts.map((row) => ({ ...row, type: "explosion" })),
      ),
    ).toEqual([]);
  });

  it.each<[Rule, (row: UsgsEvent) => Partial<UsgsEvent>]>([
    ["moved", ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 1 })],
    ["moved", ({ time }) => ({ time: time + MINUTE })],
    ["shifted", ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 0.5 })],
    ["shifted", ({ time }) => ({ time: time - 10_000 })],
    ["shifted", ({ depthKm }) => ({ depthKm: (depthKm ?? 0) + 50 })],
    ["shifted", ({ depthKm }) => ({ depthKm: (depthKm ?? 0) / 100 })],
    ["shifted", () => ({ alert: "yellow", type: "earthquake" })],
    ["rewritten", ({ magnitude, time }) => ({ magnitude: (magnitude ?? 0) + 0.1, time: time + 2_000 })],
    ["rewritten", ({ depthKm }) => ({ depthKm: (depthKm ?? 0) + 10 })],
  ])("leave alone what differs by the limit itself: %s", (rule, change) => {
    const held = known(100);
    const rows = held.map((row) => ({ ...row, ...change(row) }));
    expect(broken(held, rows)).not.toContain(rule);
  });

  it.each<[Rule, number, number, number]>([
    ["large-6", 6, 25, 0],
    ["large-6", 6, 54, 1],
    ["large-5", 5, 350, 1],
    ["large-5", 5, 880, 30],
    ["large-6", 6, 101, 30],
    ["large-7", 7, 6, 0],
    ["large-7", 7, 13, 30],
    ["large-8", 8, 3, 1],
    ["large-8", 8, 6, 30],
    ["large-9", 9, 1, 99],
    ["large-9", 9, 2, 100],
  ])("allow new earthquakes by the time since the last answer: %s", (rule, magnitude, most, days) => {
    const fresh = (n: number) => known(n).map((row) => ({ ...row, magnitude }));
    expect(broken([], fresh(most), { days })).not.toContain(rule);
    expect(broken([], fresh(most + 1), { days })).toContain(rule);
  });

  const inPacificRows = (n: number) => known(n).map((row, at) => ({ ...row, magnitude: 4.5, ...inPacific(at) }));
  const inPacific = (at: number) => ({ latitude: -19 + 5 * (at % 6), longitude: -164 + 5 * (Math.floor(at / 6) % 9) });

  it("leaves a strong earthquake in a quiet region with its aftershocks, and refuses as many at many places", () => {
    const shocks = (n: number, spread: number) =>
      known(n).map((row, at) => ({
        ...row,
        magnitude: 4.5 + (at % 20) / 10,
        latitude: 40 + (at % 20) / 20,
        longitude: -150 + spread * at,
      }));
    expect(broken([], shocks(40, 0.1))).not.toContain("misplaced");
    expect(broken([], shocks(7, 2))).not.toContain("misplaced");
    expect(broken([], inPacificRows(7))).toContain("misplaced");
    expect(broken([], inPacificRows(6))).not.toContain("misplaced");
  });

  it.each<[Rule, (at: number) => Partial<UsgsEvent>, number]>([
    ["misplaced", inPacific, 20],
    ["shallow", () => ({ magnitude: 4.5, depthKm: 0.9 }), 250],
    ["impossible", () => ({ depthKm: -5 }), 20],
  ])("judge also a first answer by its strong events: %s", (rule, parts, most) => {
    const first = (n: number) => known(1000).map((row, at) => ({ ...row, magnitude: 4.5, ...(at < n && parts(at)) }));
    expect(broken([], first(most))).not.toContain(rule);
    expect(broken([], first(most + 1))).toContain(rule);
    expect(
      broken(
        [],
        first(1000).map((row) => ({ ...row, magnitude: 4.4, depthKm: Math.max(-4, row.depthKm ?? 0) })),
      ),
    ).not.toContain(rule);
  });

  it.each<[Rule, Partial<UsgsEvent>]>([
    ["one-place", { latitude: 41.9, longitude: 12.5 }],
    ["one-time", { time: GENERATED - 1 }],
  ])("refuse more than 50 rows and a hundredth, however many others there are: %s", (rule, parts) => {
    const alike = (n: number, all: number) => known(all).map((row, at) => (at % 2 === 0 && at < 2 * n ? { ...row, ...parts } : row));
    for (const [most, all] of [
      [50, 120],
      [70, 7000],
    ] as const) {
      expect(broken([], alike(most, all))).not.toContain(rule);
      expect(broken([], alike(most + 1, all))).toContain(rule);
    }
  });

  it.each([
    [USGS_BOUNDS, 8, 2],
    [FDSN_BOUNDS, 8, 5],
  ])("allow eight joins or a share: %#", (bounds, few, percent) => {
    for (const [size, most] of [
      [100, few],
      [700, percent * 7],
    ] as const) {
      const held = known(size);
      const joined = ({ id }: UsgsEvent, at: number) => (at % 2 === 0 ? [{ ...(held[at] as UsgsEvent), ids: [id, `xx${at + 1}`] }] : []);
      const joining = (n: number) => [...held.slice(0, 2 * n).flatMap(joined), ...held.slice(2 * n)];
      const rulesOf = (n: number) => judged(held, joining(n), {}, bounds).breaches.map(({ rule }) => rule);
      expect(rulesOf(most)).not.toContain("joined");
      expect(rulesOf(most + 1)).toContain("joined");
    }
  });

  it("remember nothing of rows that say what is known, and do not measure how far a position moved that went", () => {
    const held = known(60);
    const again = held.map((row) => ({ ...row }));
    expect(judged(held, again).counted).toMatchObject({ changes: [], before: {} });
    const lost = held.map((row) => ({ ...row, latitude: null, longitude: null }));
    expect(broken(held, lost)).toEqual(["emptied"]);
    expect(broken(lost, held)).toEqual([]);
  });

  it("do not count a row that is older by the minutes in which an agency's servers settle", () => {
    const agreed = (ms: number) => known(60).map((row) => ({ ...row, updated: GENERATED - ms }));
    const before = (ms: number) => agreed(ms).map((row) => ({ ...row, updated: row.updated - 1 }));
    expect(broken(agreed(15 * MINUTE), before(15 * MINUTE))).toEqual([]);
    expect(broken(agreed(15 * MINUTE + 1), before(15 * MINUTE + 1))).toEqual(["older"]);
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

  it("refuse more than five known origins under other ids", () => {
    const held = known(100);
    const twins = (n: number, parts = {}) => held.slice(0, n).map((row) => ({ ...row, id: `tw${row.id}`, ids: [`tw${row.id}`], ...parts }));
    expect(broken(held, [...held, ...twins(5)])).toEqual([]);
    expect(broken(held, [...held, ...twins(6)])).toEqual(["doubled"]);
    for (const parts of [{ latitude: 9 }, { longitude: 9 }, { time: GENERATED }])
      expect(broken(held, [...held, ...twins(6, parts)])).toEqual([]);
  });

  it.each([
    [1000, 0.044, 6],
    [-1000, -0.044, 6],
    [1001, 0, 0],
    [0, 0.046, 0],
  ])("take an origin %i ms later and %d degrees north for the same one", (ms, north, doubled) => {
    const held = known(100);
    const others = held
      .slice(0, 6)
      .map((row) => ({ ...row, id: `tw${row.id}`, ids: [`tw${row.id}`], time: row.time + ms, latitude: (row.latitude ?? 0) + north }));
    expect(judged(held, [...held, ...others]).breaches.flatMap(({ rule, changes }) => changes.map(() => rule))).toEqual(
      Array(doubled).fill("doubled"),
    );
  });

  it("refuse an id that several rows have with several times, and not a row that is listed again", () => {
    const [row] = known(1) as [UsgsEvent];
    const listed = (ms: number) => [0, 1, 2].map((at) => ({ ...row, time: row.time + at * ms }));
    expect(broken([], listed(MINUTE))).toEqual([]);
    expect(broken([], listed(MINUTE + 1))).toEqual(["ids-shared"]);
  });

  it("refuse a listing that has none of five known events of its time", () => {
    const [held, others] = [known(5), known(9).map((row) => ({ ...row, id: `zz${row.id}`, ids: [`zz${row.id}`], longitude: 9 }))];
    const heard = (covered: number, isListing: boolean) => broken(held, others, { covered, isListing, isFeed: false });
    expect(heard(5, true)).toEqual(["foreign"]);
    expect([heard(4, true), heard(5, false)]).toEqual([[], []]);
    expect(broken(held, [...others, ...held.slice(0, 1)], { isListing: true, isFeed: false })).toEqual([]);
  });
});

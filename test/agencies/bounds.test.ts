import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Accepted,
  type Bounds,
  FDSN_BOUNDS,
  isRepeatable,
  latelyOf,
  RULES,
  type Rule,
  USGS_BOUNDS,
} from "../../build/agencies/bounds.ts";
import { judge, type Statement } from "../../build/agencies/judge.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { agencyEvent } from "./make-event.ts";
import { GENERATED } from "./usgs-feed.ts";

const MINUTE = 60_000;

function known(n: number): UsgsEvent[] {
  return Array.from({ length: n }, (_, at) =>
    agencyEvent({ id: `xx${at}`, time: GENERATED - (at + 20) * MINUTE, updated: GENERATED - (at + 19) * MINUTE, latitude: at / 100 - 80 }),
  );
}

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
    expect(repeatable).toEqual(["joined", "moved", "shifted", "rewritten", "emptied", "large-6", "large-7", "large-8", "large-9"]);
  });

  it("refuse an answer of three known events that are all older, and leave one of two", () => {
    const older = (n: number) => known(n).map((row) => ({ ...row, updated: row.updated - 1 }));
    expect(broken(known(100), older(3))).toEqual(["older"]);
    expect(broken(known(100), older(2))).toEqual([]);
  });

  it.each([2, 5, 6, 9, 24])("refuse a feed of %i known events of which more than two, and more than half, are shifted", (n) => {
    const most = Math.min(12, Math.max(2, Math.floor(n / 2)));
    const shifted = (count: number) => known(n).map((row, at) => (at < count ? { ...row, magnitude: (row.magnitude ?? 0) + 1 } : row));
    expect(broken(known(n), shifted(most))).toEqual([]);
    expect(broken(known(n), shifted(most + 1))).toEqual(n > most ? ["shifted"] : []);
    // A list of changes speaks only of what has changed.
    expect(broken(known(n), shifted(most + 1), { isFeed: false })).toEqual(most < 12 ? [] : ["shifted"]);
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
    ["large-6", 6, 170, 30],
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

/** Answers of one day, a minute apart. @returns the broken rules of each, with the most that is left */
function createDay(held: readonly UsgsEvent[], bounds: Bounds = USGS_BOUNDS) {
  const accepted: Accepted[] = [];
  let at = GENERATED;
  let stored = held;
  return {
    take: (rows: readonly UsgsEvent[], said: Partial<Statement> = {}) => {
      at += MINUTE;
      const usual = { withdrawn: [], leftOut: {}, listed: rows.length, at, covered: held.length, days: 0.01, isFeed: false };
      const { breaches, counted } = judge(stored, { ...usual, rows, ...said }, bounds, { lately: latelyOf(accepted, at).lately });
      if (breaches.length > 0) return breaches.map(({ rule, most, isSum }) => `${rule} ${most}${isSum ? " of the day" : ""}`);
      accepted.push({ at, ...counted });
      const gone = new Set((said.withdrawn ?? []).flatMap(({ ids }) => ids));
      const next = new Map(stored.filter(({ id }) => !gone.has(id)).map((event) => [event.id, event]));
      for (const row of rows) next.set(row.id, row);
      stored = [...next.values()];
      return [];
    },
    pass: (hours: number) => {
      at += hours * 60 * MINUTE;
    },
    stored: () => stored,
  };
}

/** Splits a change of many events into answers of a few, and counts what is taken until one is refused. */
function takenInSteps(
  held: readonly UsgsEvent[],
  few: number,
  change: (row: UsgsEvent) => Partial<UsgsEvent> | null,
  bounds: Bounds = USGS_BOUNDS,
): [number, string[]] {
  const day = createDay(held, bounds);
  for (let from = 0; from < held.length; from += few) {
    const part = held.slice(from, from + few).map((row) => ({ row, changed: change(row) }));
    const rows = part.flatMap(({ row, changed }) => (changed ? [{ ...row, ...changed }] : []));
    const withdrawn = part.filter(({ changed }) => !changed).map(({ row }) => ({ ids: row.ids, withdrawnAt: GENERATED }));
    const broken = day.take(rows, { withdrawn });
    if (broken.length > 0) return [from, broken];
  }
  return [held.length, []];
}

const stronger = ({ magnitude }: UsgsEvent) => ({ magnitude: (magnitude ?? 0) + 1.5 });

describe("the sum of what the answers of 24 hours change", () => {
  const strong = known(120).map((row) => ({ ...row, magnitude: 5.5 }));

  it.each<[string, UsgsEvent[], number, (row: UsgsEvent) => Partial<UsgsEvent> | null, number]>([
    ["moved", known(300), 2, stronger, 20],
    ["moved", known(4000), 4, stronger, 80],
    ["emptied", known(300), 5, () => ({ magnitude: null }), 50],
    ["emptied", known(4000), 10, () => ({ type: "explosion" }), 80],
    ["withdrawn", known(200), 3, () => null, 15],
    ["withdrawn", known(1000), 5, () => null, 50],
    ["withdrawn-large", strong, 1, () => null, 3],
    ["raised", known(100).map((row) => ({ ...row, magnitude: 6.4 })), 1, () => ({ magnitude: 7 }), 3],
    ["large-7", known(100).map((row) => ({ ...row, magnitude: 6.9 })), 1, () => ({ magnitude: 7 }), 6],
    ["large-8", known(100).map((row) => ({ ...row, magnitude: 7.9 })), 1, () => ({ magnitude: 8 }), 3],
    ["large-9", known(100).map((row) => ({ ...row, magnitude: 8.9 })), 1, () => ({ magnitude: 9 }), 1],
  ])("is bounded: %s of %#", (rule, held, few, change, most) => {
    const [taken, [broken = ""]] = takenInSteps(held, few, change);
    expect([broken, taken]).toEqual([`${rule} ${most - taken} of the day`, most - (most % few)]);
  });

  it("is twice as wide where one answer may be twice as wide", () => {
    expect(takenInSteps(known(300), 8, stronger, FDSN_BOUNDS)).toEqual([40, ["moved 0 of the day"]]);
  });

  it("fits the widest answer of the day: a narrow one after it is not refused", () => {
    const held = known(12_000);
    const day = createDay(held);
    const moved = (from: number, to: number) => held.slice(from, to).map((row) => ({ ...row, ...stronger(row) }));
    expect(day.take([...moved(0, 200), ...held.slice(200)])).toEqual([]);
    const narrow = { covered: 8 };
    expect(day.take(moved(200, 204), narrow)).toEqual([]);
    for (let from = 204; from < 240; from += 4) expect(day.take(moved(from, from + 4), narrow)).toEqual([]);
    expect(day.take(moved(240, 241), narrow)).toEqual(["moved 0 of the day"]);
    day.pass(24);
    expect(day.take(moved(240, 244), narrow)).toEqual([]);
  });

  it("counts an event once for each rule, and nothing of a first answer or of one after more than a day", () => {
    const held = known(300);
    const day = createDay(held);
    const moved = (by: number) => held.slice(0, 4).map((row) => ({ ...row, magnitude: (row.magnitude ?? 0) + by }));
    for (let step = 1; step < 30; step++) expect(day.take(moved(step % 2 ? 1.5 : 0))).toEqual([]);
    const others = held.slice(4, 20).map((row) => ({ ...row, ...stronger(row) }));
    for (let from = 0; from < 16; from += 4) expect(day.take(others.slice(from, from + 4))).toEqual([]);
    const one = held.slice(20, 21).map((row) => ({ ...row, ...stronger(row) }));
    expect(day.take(one, { days: 1 })).toEqual(["moved 0 of the day"]);
    expect(day.take(one, { days: 1.01 })).toEqual([]);
    const tohoku = createDay([]);
    const large = (from: number, to: number) => held.slice(from, to).map((row) => ({ ...row, magnitude: 6 }));
    expect(tohoku.take(large(0, 54), { days: 1 })).toEqual([]);
    for (const from of [54, 79]) expect(tohoku.take(large(from, from + 25))).toEqual([]);
    expect(tohoku.take(large(104, 109))).toEqual(["large-6 4 of the day"]);
  });
});

/** @returns how many steps were taken, and the rules that refuse the next one */
function steps(day: ReturnType<typeof createDay>, events: readonly UsgsEvent[], by: (step: number) => Partial<UsgsEvent>) {
  for (let step = 1; step < 200; step++) {
    const broken = day.take(events.map((one) => ({ ...one, ...by(step) })));
    if (broken.length > 0) return [step - 1, ...broken];
  }
  return [];
}

describe("an event that is revised in small steps", () => {
  const [event, ...others] = known(300) as [UsgsEvent, ...UsgsEvent[]];

  it.each<[string, (step: number) => Partial<UsgsEvent>, number]>([
    ["0.3 of magnitude", (step) => ({ magnitude: 4 + step * 0.3 }), 3],
    ["0.01 of magnitude", (step) => ({ magnitude: 4 + step * 0.01 }), 100],
    ["50 s", (step) => ({ time: event.time + step * 50_000 }), 1],
    ["half a degree", (step) => ({ latitude: -60 + step / 2 }), 3],
  ])("counts as changed by far once the steps of a day add up: %s", (_name, by, most) => {
    const events = [event, ...others.slice(0, 4)].map((one) => ({ ...one, magnitude: 4, latitude: -60, time: event.time }));
    expect(steps(createDay(events), events, by)).toEqual([most, "moved 4"]);
  });

  it("is one of a few that may go on, and is not counted again in each step", () => {
    const events = [event];
    expect(steps(createDay(events), events, (step) => ({ magnitude: 2 + step * 0.01 }))).toEqual([]);
  });

  it("is not raised to magnitude 7 unseen, and new large ones are counted where they become large", () => {
    const events = known(4).map((one) => ({ ...one, magnitude: 6.4 }));
    expect(steps(createDay(events), events, (step) => ({ magnitude: 6.4 + step * 0.1 }))).toEqual([5, "raised 1"]);
    const many = known(120).map((one) => ({ ...one, magnitude: 5.9 }));
    expect(steps(createDay(many), many, () => ({ magnitude: 6 }))).toEqual([0, "large-6 25.29"]);
  });

  it("starts again after a day, and where the operator has accepted a change", () => {
    const events = known(6);
    const day = createDay(events);
    const at = (magnitude: number) => events.map((one) => ({ ...one, magnitude }));
    expect(day.take(at(5))).toEqual([]);
    expect(day.take(at(5.5))).toEqual(["moved 4"]);
    day.pass(24);
    expect(day.take(at(5.5))).toEqual([]);
    const rows = at(8);
    const said = { rows, withdrawn: [], leftOut: {}, listed: 6, at: GENERATED, covered: 6, days: 0.01, isFeed: false };
    const first = judge(events, said, USGS_BOUNDS);
    const excused = new Set(first.breaches.flatMap(({ rule, changes }) => changes.map((change) => `${rule} ${change}`)));
    const { breaches, counted } = judge(events, said, USGS_BOUNDS, { excused });
    expect(breaches).toEqual([]);
    const lately = latelyOf([{ at: GENERATED, ...counted }], GENERATED).lately;
    expect(judge(rows, { ...said, rows: at(8.4) }, USGS_BOUNDS, { lately }).breaches).toEqual([]);
  });

  it("is not counted again among the few of an answer after the answer that took it far", () => {
    const day = createDay(known(100));
    const five = () => day.stored().slice(0, 5);
    for (let at = 0; at < 5; at++)
      for (let step = 0; step < 2; step++)
        expect(day.take(five().flatMap((one, own) => (own === at ? [{ ...one, magnitude: (one.magnitude ?? 0) + 0.6 }] : [])))).toEqual([]);
    expect(day.take(five().map((one) => ({ ...one, magnitude: (one.magnitude ?? 0) + 0.1 })))).toEqual([]);
  });

  it("is the same event under another of its ids", () => {
    const events = known(5).map((one) => ({ ...one, magnitude: 4.9, ids: [one.id, `yy${one.id}`] }));
    const before = Object.fromEntries(
      events.map(({ id, time, latitude, longitude }) => [`yy${id}`, [time, latitude, longitude, 4] as const]),
    );
    const accepted = [{ at: GENERATED, known: 5, changes: [], before }] as unknown as Accepted[];
    const rows = events.map((one) => ({ ...one, magnitude: 5.1 }));
    const said = { rows, withdrawn: [], leftOut: {}, listed: 5, at: GENERATED, covered: 5, days: 0.01, isFeed: false };
    const { breaches } = judge(events, said, USGS_BOUNDS, { lately: latelyOf(accepted, GENERATED).lately });
    expect(breaches.map(({ rule }) => rule)).toEqual(["moved"]);
    const day = 24 * 60 * MINUTE;
    expect([day - 1, day].map((later) => latelyOf(accepted, GENERATED + later).counting.length)).toEqual([1, 0]);
  });
});

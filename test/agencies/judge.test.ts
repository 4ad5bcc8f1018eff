import { describe, expect, it } from "vitest";
import { type Accepted, type Bounds, FDSN_BOUNDS, latelyOf, USGS_BOUNDS } from "../../build/agencies/bounds.ts";
import { judge, type Statement } from "../../build/agencies/judge.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { known, MINUTE } from "./known-events.ts";
import { GENERATED } from "./usgs-feed.ts";

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

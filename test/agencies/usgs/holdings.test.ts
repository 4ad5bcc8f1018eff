import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArchiveLimits, type Check, mergeIntoStore, type StoredHoldings, type Update } from "../../../build/agencies/usgs/holdings.ts";
import { openSegments, segmentEvents, segmentWithdrawals } from "../../../build/agencies/usgs/segments.ts";
import { upsert } from "../../../build/agencies/usgs/upsert.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { agencyEvent } from "../make-event.ts";

const DAY = 86_400_000;
const BEGIN = Date.UTC(2029, 0, 1);
const BOUNDS: ArchiveLimits = { liveDays: 45, rows: 4, segments: 2 };
const NONE: StoredHoldings = { events: [], withdrawn: [], archive: undefined };

function event(ids: string, day: number, parts: Partial<UsgsEvent> = {}): UsgsEvent {
  const list = ids.split(" ");
  const time = BEGIN + day * DAY;
  return agencyEvent({ id: list[0] as string, ids: list.toSorted(), time, updated: time, ...parts });
}

const idsOf = ({ ids }: { ids: string[] }) => ids.join(" ");

/** All that is held, wherever it lies. */
function whole(dir: string, held: StoredHoldings) {
  return {
    events: [...held.events, ...segmentEvents(dir, held)].toSorted((a, b) => (idsOf(a) < idsOf(b) ? -1 : 1)),
    withdrawn: [...held.withdrawn, ...segmentWithdrawals(dir, held)].toSorted((a, b) => (idsOf(a) < idsOf(b) ? -1 : 1)),
  };
}

async function after(dir: string, ...captures: Update[]): Promise<StoredHoldings> {
  const files = openSegments(dir);
  let held = NONE;
  for (const news of captures) held = (await mergeIntoStore(held, news, { files, bounds: BOUNDS })).held;
  return held;
}

const gone = (id: string, day: number) => ({ ids: [id], withdrawnAt: BEGIN + day * DAY });
const listing = (...events: UsgsEvent[]): Update => ({ events, withdrawn: [] });

describe("the archive", () => {
  it("takes what is 45 days older than the newest event, by year", async () => {
    const dir = temporaryFolder();
    const held = await after(dir, listing(event("a", -100), event("b", 10), event("c", 200), event("d", 190), event("e", 155)));
    expect(held.events.map(({ id }) => id)).toEqual(["c", "d", "e"]);
    expect(held.archive?.segments).toMatchObject([
      { key: "2029", events: 1, withdrawn: 0 },
      { key: "2028", events: 1, withdrawn: 0 },
    ]);
    expect([...segmentEvents(dir, held)].map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it("is not there while everything is recent, however long ago that was", async () => {
    const dir = temporaryFolder();
    expect((await after(dir, listing(event("a", -20_000), event("b", -20_010)))).archive).toBeUndefined();
  });

  it("is found by any id: a revision replaces the event in its segment, or brings it back to the live ones", async () => {
    const dir = temporaryFolder();
    const old = listing(event("a x", 0), event("b", 1), event("c", 400));
    const revised = event("x", 0, { updated: BEGIN + 9 * DAY, magnitude: 6 });
    const held = await after(dir, old, listing(revised), listing(event("b", 399, { updated: BEGIN + 400 * DAY })));
    expect(held.events.map(({ id }) => id)).toEqual(["c", "b"]);
    expect([...segmentEvents(dir, held)]).toMatchObject([{ id: "x", ids: ["a", "x"], magnitude: 6 }]);
  });

  it("lists withdrawals from a time on without reading the older ones", async () => {
    const dir = temporaryFolder();
    const news = { events: [event("new", 900)], withdrawn: [gone("a", 10), gone("b", 370), gone("c", 400)] };
    const held = await after(dir, news);
    expect(held.archive?.segments.map(({ key, withdrawn }) => [key, withdrawn])).toEqual([
      ["2030", 2],
      ["2029", 1],
    ]);
    const tell = (day: number) => [...segmentWithdrawals(dir, held, BEGIN + day * DAY)].flatMap(({ ids }) => ids);
    expect(tell(10)).toEqual(["b", "c", "a"]);
    const folder = path.join(dir, "usgs/archive");
    for (const name of readdirSync(folder)) if (name.startsWith("2029")) writeFileSync(path.join(folder, name), "");
    expect(tell(365)).toEqual(["b", "c"]);
    expect(tell(371)).toEqual(["c"]);
    expect(() => tell(364)).toThrow("was changed after it was written");
  });

  it("has a segment for each month if a year has many rows, permanently", async () => {
    const dir = temporaryFolder();
    const many = [0, 5, 10, 40, 50, 60].map((day) => event(`e${day}`, day));
    const few = await after(temporaryFolder(), listing(...many.slice(0, 4), event("new", 200)));
    expect(few.archive?.segments).toMatchObject([{ key: "2029", events: 4 }]);
    const held = await after(dir, listing(...many, event("new", 200)), listing(event("late", 41)));
    expect(held.archive?.segments.map(({ key, events }) => [key, events])).toEqual([
      ["2029-03", 1],
      ["2029-02", 3],
      ["2029-01", 3],
    ]);
  });

  it.each([
    [2, 1],
    [3, 2],
  ])("reads %i segments for one update in %i steps", async (years, steps) => {
    const dir = temporaryFolder();
    const old = [0, 366, 731].map((day) => event(`y${day}`, day));
    const held = await after(dir, listing(...old, event("new", 1_100)));
    const revised = old.slice(0, years).map((one) => ({ ...one, updated: one.updated + DAY }));
    let checked = 0;
    const check: Check = async (_, { events }) => {
      checked++;
      return { rows: [...events], reverted: [] };
    };
    await mergeIntoStore(held, listing(...revised), { files: openSegments(dir), bounds: BOUNDS, check });
    expect(checked).toBe(steps);
  });

  it("leaves only the files that a state names", async () => {
    const dir = temporaryFolder();
    const files = openSegments(dir);
    const one = (await mergeIntoStore(NONE, listing(event("a", 0), event("b", 100)), { files })).held;
    const two = (await mergeIntoStore(one, listing(event("a", 0, { updated: BEGIN + DAY })), { files })).held;
    expect(readdirSync(path.join(dir, "usgs/archive"))).toHaveLength(3);
    await files.sweep(two.archive?.segments ?? [], one.archive?.segments ?? []);
    expect(readdirSync(path.join(dir, "usgs/archive"))).toHaveLength(3);
    await files.sweep(two.archive?.segments ?? []);
    expect(readdirSync(path.join(dir, "usgs/archive"))).toHaveLength(2);
    expect([...segmentEvents(dir, two)]).toHaveLength(1);
  });

  it("says which file is missing or not what was written", async () => {
    const dir = temporaryFolder();
    const held = await after(dir, listing(event("a", 0), event("b", 100)));
    const file = readdirSync(path.join(dir, "usgs/archive")).find((name) => name.endsWith(".gz")) as string;
    writeFileSync(path.join(dir, "usgs/archive", file), "no gzip");
    expect(() => [...segmentEvents(dir, held)]).toThrow(/2029-\w+\.ndjson\.gz was changed after it was written/);
    expect(() => [...segmentEvents(temporaryFolder(), held)]).toThrow(/cannot be read: ENOENT/);
  });
});

const ID = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
const IDS = fc.uniqueArray(ID, { minLength: 1, maxLength: 2 });
const ROW = fc.record({ ids: IDS, day: fc.integer({ min: -500, max: 500 }), updated: fc.nat(6) });
const STATEMENT = fc.record({ ids: IDS.map((ids) => ids.toSorted()), withdrawnAt: fc.nat(6) });
const NEWS: fc.Arbitrary<Update> = fc.record({
  events: fc
    .array(ROW, { maxLength: 4 })
    .map((rows) => rows.map(({ ids, day, updated }) => event(ids.join(" "), day, { updated: BEGIN + updated * DAY }))),
  withdrawn: fc
    .array(STATEMENT, { maxLength: 1 })
    .map((list) => list.map(({ ids, withdrawnAt }) => ({ ids, withdrawnAt: BEGIN + withdrawnAt * DAY }))),
});

describe("any sequence of captures", () => {
  it("gives the same events and withdrawals in every segment", async () => {
    const roomy = { ...BOUNDS, segments: 99 };
    await fc.assert(
      fc.asyncProperty(fc.array(NEWS, { maxLength: 5 }), async (captures) => {
        const dir = temporaryFolder();
        const files = openSegments(dir);
        let held = NONE;
        let oracle: Pick<StoredHoldings, "events" | "withdrawn"> = NONE;
        for (const news of captures) {
          held = (await mergeIntoStore(held, news, { files, bounds: roomy })).held;
          oracle = upsert(oracle, news).holdings;
          expect(whole(dir, held)).toEqual(whole(dir, { ...oracle, archive: undefined }));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gives no id to two events and loses none, also if not all segments are in memory at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(NEWS, { maxLength: 5 }), async (captures) => {
        const dir = temporaryFolder();
        const files = openSegments(dir);
        let held = NONE;
        let before: string[] = [];
        for (const news of captures) {
          held = (await mergeIntoStore(held, news, { files, bounds: BOUNDS })).held;
          const { events, withdrawn } = whole(dir, held);
          const ids = [...events, ...withdrawn].flatMap((one) => one.ids);
          expect(ids.length).toBe(new Set(ids).size);
          expect(before.filter((id) => !ids.includes(id))).toEqual([]);
          before = ids;
        }
      }),
      { numRuns: 60 },
    );
  });
});

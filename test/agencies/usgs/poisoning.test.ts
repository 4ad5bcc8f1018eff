import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readUsgsState } from "../../../build/agencies/usgs/state.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { authoredWeek, type Feed, ingestFeed, later, POISONS } from "../poisons.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;

function real(name: string): Feed {
  const bytes = readFileSync(corpus(`usgs/feeds/${name}`));
  return JSON.parse((name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")) as Feed;
}

const eventsIn = async (store: string) => (await readUsgsState(store))?.events;

async function expectRefused(base: Feed, poison: (typeof POISONS)[string], share = 1): Promise<void> {
  const store = temporaryFolder();
  expect((await ingestFeed(store, base)).outcome).toBe("applied");
  const before = readFileSync(path.join(store, "usgs/state.json"));
  const events = await eventsIn(store);
  const step = Math.round(1 / share);
  const part = (rows: Feed["features"], generated: number) => {
    const poisoned = new Map(poison(rows, generated).map((row) => [row.id, row]));
    return share === 1 ? [...poisoned.values()] : rows.map((row, at) => (at % step === 0 ? (poisoned.get(row.id) ?? row) : row));
  };
  const outcome = await ingestFeed(store, later(base, MINUTE, part));
  expect(outcome).toMatchObject({ outcome: "rejected", changes: [] });
  expect(readFileSync(path.join(store, "usgs/state.json")).equals(before)).toBe(true);
  const right = await ingestFeed(store, later(base, 2 * MINUTE));
  expect(right.rejected).toEqual([]);
  expect(await eventsIn(store)).toEqual(events);
}

describe.each([60, 250])("an authored week of %i events", (events) => {
  it.each(Object.entries(POISONS))("is not poisoned if %s", async (_name, poison) => {
    await expectRefused(authoredWeek(events), poison);
  });
});

const FEEDS = ["all_day_20220817T215654Z.geojson.gz", "4.5_month_20140321T152143Z.geojson.gz"];

describe.skipIf(!corpusPresent).each(FEEDS)("the real %s (skipped where ../shared/corpus is absent)", (name) => {
  it.each(Object.entries(POISONS))("is not poisoned if %s", async (_name, poison) => {
    await expectRefused(real(name), poison);
  });

  it.each(["all are deleted", "each claims its neighbour's id", "all have magnitude 9.5", "all are updated 23 hours ahead"])(
    "is not poisoned where it is true of a tenth that %s",
    async (poison) => {
      await expectRefused(real(name), POISONS[poison] as (typeof POISONS)[string], 0.1);
    },
  );
});

describe("an answer beyond the bounds", () => {
  const base = authoredWeek(250);
  const stronger = (rows: Feed["features"]) =>
    rows.map((row) => ({ ...row, properties: { ...row.properties, mag: 5.6, updated: row.properties.updated + 1 } }));

  it("is taken if the operator accepts it by the hash that the rejection names, and only that one", async () => {
    const store = temporaryFolder();
    await ingestFeed(store, base);
    const { rejected } = await ingestFeed(store, later(base, MINUTE, stronger));
    const hash = /--accept ([0-9a-f]{16})/.exec(rejected[0]?.hint ?? "")?.[1];
    expect((await ingestFeed(store, later(base, 2 * MINUTE, POISONS["all have magnitude 9.5"]), {}, hash)).outcome).toBe("rejected");
    const again = await ingestFeed(store, later(base, 3 * MINUTE, stronger), {}, hash);
    expect(again.outcome).toBe("rejected");
    const named = /--accept ([0-9a-f]{16})/.exec(again.rejected[0]?.hint ?? "")?.[1];
    expect((await ingestFeed(store, later(base, 4 * MINUTE, stronger), {}, named)).outcome).toBe("applied");
    expect((await ingestFeed(store, later(base, 5 * MINUTE, stronger))).rejected).toEqual([]);
  });

  it("includes many small steps within a day to a change that is refused at once", async () => {
    const store = temporaryFolder();
    await ingestFeed(store, base);
    const { generated } = base.metadata;
    const nine = (step: number) => (rows: Feed["features"]) => {
      const [like] = rows as [Feed["features"][number]];
      const phantom = (at: number) => {
        const own = { ids: `,zz${at},`, mag: 9.1, time: generated - HOUR - at * MINUTE, updated: generated };
        return { ...like, id: `zz${at}`, properties: { ...like.properties, ...own } };
      };
      return [...Array.from({ length: step + 1 }, (_, at) => phantom(at)), ...rows];
    };
    const outcomes: string[] = [];
    for (let step = 0; step < 4; step++) outcomes.push((await ingestFeed(store, later(base, (step + 1) * MINUTE, nine(step)))).outcome);
    expect(outcomes).toEqual(["applied", "rejected", "rejected", "rejected"]);
    const dayLater = (features: Feed["features"]) => features.filter(({ properties }) => properties.time > generated - 5 * 24 * HOUR);
    const [like] = base.features as [Feed["features"][number]];
    const time = generated + 24 * HOUR - 30 * MINUTE;
    const fresh = { ...like, id: "yy", properties: { ...like.properties, ids: ",yy,", time, updated: time } };
    const next = later({ ...base, features: [fresh, ...dayLater(base.features)] }, 24 * HOUR + 2 * MINUTE, nine(1));
    expect((await ingestFeed(store, next)).rejected).toEqual([]);
  });

  it("is taken once it has been repeated six times over a day, with nothing else between", async () => {
    const repeated = async (hours: readonly number[], between?: number) => {
      const store = temporaryFolder();
      await ingestFeed(store, base);
      const outcomes: string[] = [];
      const ingestAt = (at: number, { features }: Feed) => {
        const recent = features.filter(({ properties }) => properties.time > base.metadata.generated + at * HOUR - 7 * 24 * HOUR);
        // Something new in each, so that it is not taken for frozen.
        const fresh = { ...(features[0] as Feed["features"][number]), id: `yy${at}` };
        const time = base.metadata.generated + at * HOUR - 30 * MINUTE;
        const row = { ...fresh, properties: { ...fresh.properties, ids: `,yy${at},`, time, updated: time + MINUTE } };
        return ingestFeed(store, later({ ...base, features: [row, ...recent] }, at * HOUR));
      };
      for (const at of hours) {
        if (at === between) expect((await ingestAt(at - 0.5, base)).outcome).toBe("applied");
        outcomes.push((await ingestAt(at, later(base, 0, stronger))).outcome);
      }
      return outcomes;
    };
    const rejected = (n: number) => Array.from({ length: n }, () => "rejected");
    expect(await repeated([1, 2, 8, 14, 20, 25, 26])).toEqual([...rejected(6), "applied"]);
    expect(await repeated([1, 2, 8, 14, 20, 24, 24.9])).toEqual(rejected(7));
    expect(await repeated([1, 2, 8, 14, 26, 27])).toEqual(rejected(6));
    expect(await repeated([1, 2, 8, 14, 20, 25, 26], 14)).toEqual(rejected(7));
  });

  it("is an old answer if the store is newer than most of it", async () => {
    const store = temporaryFolder();
    const newer = (rows: Feed["features"], generated: number) =>
      rows.map((row) => ({ ...row, properties: { ...row.properties, updated: generated - HOUR } }));
    await ingestFeed(store, later(base, 0, newer));
    const outcome = await ingestFeed(store, later(base, MINUTE));
    expect(outcome).toMatchObject({ outcome: "rejected", rejected: [{ code: "capture-behind" }] });
  });

  it("loses the row that moves an event to another day, and keeps the others", async () => {
    const store = temporaryFolder();
    await ingestFeed(store, base);
    const moved = (rows: Feed["features"]) =>
      rows.map((row, at) => {
        if (at > 1) return row;
        return {
          ...row,
          properties: { ...row.properties, time: row.properties.time - (24 - at) * HOUR - 1, updated: row.properties.updated + 1 },
        };
      });
    const outcome = await ingestFeed(store, later(base, MINUTE, moved));
    expect(outcome).toMatchObject({ outcome: "applied", leftOut: { "moved-to-another-day": 1 }, changes: [{ id: "xx1" }] });
  });

  const falsified: [string, (row: Feed["features"][number], generated: number) => object][] = [
    ["revises the two largest wrongly", ({ properties: { mag, updated } }) => ({ mag: (mag ?? 0) + 1, updated: updated + 1 })],
    ["deletes two events wrongly", (_row, generated) => ({ status: "deleted", updated: generated })],
  ];

  it.each(falsified)("that %s within the bounds is undone once right answers contradict it for a day", async (_name, change) => {
    const poison = (rows: Feed["features"], generated: number) => {
      const largest = new Set(rows.toSorted((a, b) => (b.properties.mag ?? 0) - (a.properties.mag ?? 0)).slice(0, 2));
      return rows.map((row) => (largest.has(row) ? { ...row, properties: { ...row.properties, ...change(row, generated) } } : row));
    };
    const inLastDays = ({ features, ...others }: Feed) => ({
      ...others,
      features: features.filter(({ properties: { time } }) => time > base.metadata.generated - 5 * 24 * HOUR),
    });
    const [poisoned, clean] = [temporaryFolder(), temporaryFolder()];
    for (const store of [poisoned, clean]) await ingestFeed(store, later(inLastDays(base), 0));
    expect((await ingestFeed(poisoned, later(inLastDays(base), MINUTE, poison))).changes).toHaveLength(2);
    const differs: boolean[] = [];
    for (const hours of [1, 12, 24.9, 25]) {
      const time = base.metadata.generated + (hours - 0.5) * HOUR;
      const [like] = base.features as [Feed["features"][number]];
      const fresh = { ...like, id: `yy${hours}`, properties: { ...like.properties, ids: `,yy${hours},`, time, updated: time } };
      const right = inLastDays(base);
      for (const store of [poisoned, clean]) {
        const { rejected } = await ingestFeed(store, later({ ...right, features: [fresh, ...right.features] }, hours * HOUR));
        expect(rejected).toEqual([]);
      }
      differs.push(JSON.stringify(await eventsIn(poisoned)) !== JSON.stringify(await eventsIn(clean)));
    }
    expect(differs).toEqual([true, true, true, false]);
    expect((await readUsgsState(poisoned))?.withdrawn).toEqual([]);
  });
});

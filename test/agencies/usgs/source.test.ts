import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { backfillUsgs } from "../../../build/agencies/usgs/backfill.ts";
import type { UsgsState } from "../../../build/agencies/usgs/state.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { asker } from "../asking.ts";
import { generateEvents } from "../emulator/generate.ts";
import { feature, feed, GENERATED } from "../usgs-feed.ts";
import { contextOf, ingestUsgs } from "../usgs-ingest.ts";
import {
  agencies,
  asked,
  clock,
  DAY,
  faults,
  feedsOnly,
  HOUR,
  MINUTE,
  ourIds,
  populate,
  run,
  settings,
  store,
  useUsgsWorld,
  world,
  worldIds,
} from "../usgs-world.ts";

useUsgsWorld();

describe("a store that holds nothing", () => {
  it("begins with the feed that is configured, and that alone", async () => {
    populate();
    const began = clock.now() - 30 * DAY;
    const { outcome, state } = await run();
    expect(asked()).toEqual(["all_month"]);
    expect(outcome).toMatchObject({ agency: "usgs", outcome: "applied", asOf: clock.now(), rejected: [] });
    expect(ourIds(state)).toEqual(worldIds(began));
    expect(outcome.changes).toHaveLength(outcome.records);
    expect(state?.covers).toEqual({ from: began, to: clock.now() });
  });

  it("begins with the last 30 days of the query service if there is no feed, in answers small enough", async () => {
    populate();
    agencies.usgs.state.limit = 50;
    const began = clock.now() - 30 * DAY;
    const { outcome, state } = await run({ feed: undefined });
    expect(outcome.outcome).toBe("applied");
    expect(ourIds(state)).toEqual(worldIds(began));
    expect(asked().filter((one) => one.startsWith("query")).length).toBeGreaterThan(4);
    expect(state?.covers.from).toBe(began);
    expect(state?.covers.to).toBe(clock.now());
  });

  it("begins with a saved answer of the query service", async () => {
    const file = path.join(store, "answer.json");
    writeFileSync(file, JSON.stringify(feed([feature()], { title: "USGS Earthquakes" })));
    clock.set(Math.max(clock.now(), GENERATED));
    const saved = { feed: undefined, fdsn: pathToFileURL(file).href };
    expect((await run(saved)).state?.events.map(({ id }) => id)).toEqual(["xx100"]);
    expect((await run(saved)).outcome).toMatchObject({ outcome: "unchanged", changes: [] });
    expect(agencies.requests).toEqual([]);
  });
});

/** A run, and days without runs and with many changes; the agency then gives small answers only. */
async function daysLater(days: number): Promise<UsgsState | undefined> {
  populate();
  const { state: before } = await run();
  const from = clock.now();
  clock.advance(days * DAY);
  agencies.usgs.state.limit = 60;
  world.add(...generateEvents({ random: mulberry32(3), count: 300, from, to: clock.now() - HOUR, series: "n" }));
  return before;
}

describe("catching up", () => {
  it.each([
    ["some minutes", 20 * MINUTE, "all_hour"],
    ["some hours", 20 * HOUR, "all_day"],
    ["some days", 5 * DAY, "all_week"],
    ["some weeks", 25 * DAY, "all_month"],
  ])("a run after %s reads the shortest feed that reaches back", async (_what, behind, expected) => {
    populate();
    const { state: before } = await run();
    const from = clock.now();
    world.add(
      ...generateEvents({ random: mulberry32(3), count: 60, from, to: from + behind - 31 * MINUTE, series: "n" }).map((parts) => ({
        ...parts,
        publishedAt: parts.time,
        updated: parts.time,
      })),
    );
    clock.advance(behind);
    const { outcome, state } = await run();
    expect(asked().at(-1)).toBe(expected);
    expect(outcome).toMatchObject({ outcome: "applied", rejected: [] });
    expect(ourIds(state)).toEqual(worldIds(before?.covers.from ?? 0));
    expect(state?.covers).toEqual({ from: before?.covers.from, to: clock.now() });
  });

  it("a run after more than a month asks the query service, and leaves no gap", async () => {
    const before = await daysLater(44);
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "applied", rejected: [] });
    expect(asked().some((one) => one.startsWith("all_"))).toBe(false);
    expect(ourIds(state)).toEqual(worldIds(before?.covers.from ?? 0));
    expect(state?.covers).toEqual({ from: before?.covers.from, to: clock.now() });
  });

  it("goes on where it was cut short", async () => {
    const before = await daysLater(44);
    faults.set("usgs", { kind: "status", status: 503 }, { path: "/summary/" });
    let answers = 0;
    const stop = faults.set("usgs", { kind: "status", status: 500 }, { path: "updatedafter" });
    for (let at = 0; at < 3; at++) {
      const limited = async (...args: Parameters<typeof fetch>) => {
        if (++answers % 9 === 0) throw new TypeError("cut", { cause: new Error("cut") });
        return fetch(...args);
      };
      await ingestUsgs(agencies, store, settings, asker({ fetch: limited, now: clock.now, maxBytes: 5e7, tries: 1 }));
    }
    stop();
    faults.clear();
    const { state } = await run();
    expect(ourIds(state)).toEqual(worldIds(before?.covers.from ?? 0));
    expect(state?.covers.from).toBe(before?.covers.from);
    expect(state?.upkeep?.earlier).toEqual([]);
  });

  it("a run after years lists 45 days, nothing twice, and names the command that fetches the rest", async () => {
    const before = await daysLater(8 * 365);
    const since = clock.now() - 45 * DAY;
    const { outcome, state } = await run();
    const [from, to] = [before?.covers.to ?? 0, since].map((time) => new Date(time).toISOString());
    const command = `quaketree backfill --from ${from} --to ${to} --min-magnitude all`;
    expect(outcome).toMatchObject({ outcome: "applied", rejected: [{ code: "gap" }] });
    expect(outcome.rejected[0]?.reason).toContain(`\`${command}\``);
    expect(state?.covers).toEqual({ from: since, to: clock.now() });
    expect(ourIds(state, since)).toEqual(worldIds(since));
    expect(ourIds(state).filter((id) => !ourIds(before).includes(id))).toEqual(worldIds(since));
    expect(new Set(asked()).size).toBe(asked().length);
    const again = await run();
    expect(again.outcome.rejected).toEqual(outcome.rejected);
    expect(asked().filter((one) => one.startsWith("query") && !one.includes("updatedafter"))).toEqual([]);
  });

  it("the backfill that it names closes the gap, in parts that are not fetched twice", async () => {
    const before = await daysLater(8 * 365);
    const { state } = await run();
    const order = { from: before?.covers.to ?? 0, to: state?.covers.from, minMagnitude: null };
    const windows: string[] = [];
    const fetchPast = async (steps: number, from = order.from) => {
      agencies.requests.length = 0;
      const context = contextOf(agencies, store);
      let done = 0;
      for await (const _ of backfillUsgs({ ...settings, spacingMs: 0 }, context, { ...order, from })) if (++done === steps) break;
      windows.push(...asked().filter((one) => one.startsWith("query")));
    };
    await fetchPast(2);
    const rest = await run();
    const next = rest.state?.upkeep?.earlier[0]?.to ?? 0;
    expect(next).toBeGreaterThan(order.from);
    expect(rest.outcome.rejected[0]?.reason).toContain(`--from ${new Date(next).toISOString()}`);
    await fetchPast(Number.POSITIVE_INFINITY, next);
    expect(new Set(windows).size).toBe(windows.length);
    const whole = await run();
    expect(whole.outcome.rejected).toEqual([]);
    expect(whole.state?.covers).toEqual({ from: before?.covers.from, to: clock.now() });
    expect(ourIds(whole.state)).toEqual(worldIds(before?.covers.from ?? 0));
  });

  it("a run without the query service names the missing time, and covers only the rest", async () => {
    populate();
    feedsOnly();
    const { state: before } = await run();
    clock.advance(40 * DAY);
    populate("later");
    const { outcome, state } = await run();
    expect(outcome.outcome).toBe("applied");
    expect(outcome.rejected).toMatchObject([{ code: "gap" }]);
    expect(state?.covers).toEqual({ from: clock.now() - 30 * DAY, to: clock.now() });
    expect(state?.upkeep?.earlier).toEqual([before?.covers]);
    const again = await run({ fdsn: agencies.usgs.fdsn });
    expect(again.state?.covers.from).toBe(before?.covers.from);
    expect(ourIds(again.state)).toEqual(worldIds(before?.covers.from ?? 0));
  });

  it("takes the configured feed if the agency has no other, and does not ask for that again for a day", async () => {
    populate();
    feedsOnly("all_week");
    await run();
    clock.advance(MINUTE);
    faults.set("usgs", { kind: "status", status: 404 }, { path: "all_day" });
    expect((await run()).outcome).toMatchObject({ outcome: "applied", rejected: [] });
    expect(asked()).toEqual(["all_day", "all_week"]);
    clock.advance(MINUTE);
    await run();
    expect(asked()).toEqual(["all_week"]);
    faults.clear();
    clock.advance(25 * HOUR);
    await run();
    expect(asked()).toEqual(["all_week"]);
    clock.advance(2 * HOUR);
    world.add({ net: "us", code: "new", time: clock.now() - MINUTE });
    await run();
    expect(asked()).toEqual(["all_day"]);
  });
});

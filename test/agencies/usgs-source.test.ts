import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { UsgsState } from "../../build/agencies/state.ts";
import { archiveEvents } from "../../build/agencies/usgs-archive.ts";
import type { UsgsSettings } from "../../build/agencies/usgs-source.ts";
import { temporaryFolder } from "../temporary.ts";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";
import { generateEvents } from "./emulator/generate.ts";
import { seeded } from "./emulator/random.ts";
import { idOf } from "./emulator/world.ts";
import { feature, feed, GENERATED } from "./usgs-feed.ts";
import { ingestUsgs } from "./usgs-ingest.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const agencies: Emulator = await startEmulator({ now: Date.UTC(2031, 4, 4, 12) });
afterAll(() => agencies.stop());
const { clock, faults } = agencies;
const { world } = agencies.usgs;

let store: string;
let settings: UsgsSettings;

beforeEach(() => {
  store = temporaryFolder();
  faults.clear();
  world.events.length = 0;
  agencies.usgs.state.limit = 20_000;
  agencies.requests.length = 0;
  settings = { feed: agencies.usgs.feed("all_month"), fdsn: agencies.usgs.fdsn };
});

/** A quiet world of the last 40 days. */
function populate(series = "w", count = 400): void {
  const now = clock.now();
  world.add(...generateEvents({ random: seeded(7), count, from: now - 40 * DAY, to: now - HOUR, series }));
}

function run(extra: UsgsSettings = {}) {
  agencies.requests.length = 0;
  return ingestUsgs(agencies, store, { ...settings, ...extra });
}

function feedsOnly(name = "all_month"): void {
  settings = { feed: agencies.usgs.feed(name) };
}

function asked(): string[] {
  return agencies.requests.map(({ path: one }) => one.replace(/^.*\/(?:summary|1)\//, "").replace(/\.geojson$/, ""));
}

/** Every event of the world that lies in the span, as ids. */
function worldIds(from: number): string[] {
  return world
    .at(clock.now())
    .filter(({ status, time }) => status !== "deleted" && time >= from)
    .map(idOf)
    .toSorted();
}

function ourIds(state: UsgsState | undefined, from = Number.NEGATIVE_INFINITY): string[] {
  const all = [...(state?.events ?? []), ...(state ? archiveEvents(store, state) : [])];
  return all
    .filter(({ time }) => time >= from)
    .map(({ id }) => id)
    .toSorted();
}

describe("a store that holds nothing", () => {
  it("begins with the feed that is configured, and that alone", async () => {
    populate();
    const began = clock.now() - 30 * DAY;
    const { outcome, state } = await run();
    expect(asked()).toEqual(["all_month"]);
    expect(outcome).toMatchObject({ agency: "usgs", outcome: "taken-in", asOf: clock.now(), setAside: [] });
    expect(ourIds(state)).toEqual(worldIds(began));
    expect(outcome.changes).toHaveLength(outcome.records);
    expect(state?.covers).toEqual({ from: began, to: clock.now() });
  });

  it("begins with the last 30 days of the query service where there is no feed, in answers small enough", async () => {
    populate();
    agencies.usgs.state.limit = 50;
    const began = clock.now() - 30 * DAY;
    const { outcome, state } = await run({ feed: undefined });
    expect(outcome.outcome).toBe("taken-in");
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

describe("catching up", () => {
  it.each([
    ["some minutes", 20 * MINUTE, "all_hour"],
    ["some hours", 20 * HOUR, "all_day"],
    ["some days", 5 * DAY, "all_week"],
    ["some weeks", 25 * DAY, "all_month"],
  ])("after %s takes the shortest feed that reaches back", async (_what, behind, expected) => {
    populate();
    const { state: before } = await run();
    const from = clock.now();
    world.add(
      ...generateEvents({ random: seeded(3), count: 60, from, to: from + behind - 31 * MINUTE, series: "n" }).map(
        (parts) => ({ ...parts, publishedAt: parts.time, updated: parts.time }),
      ),
    );
    clock.advance(behind);
    const { outcome, state } = await run();
    expect(asked().at(-1)).toBe(expected);
    expect(outcome).toMatchObject({ outcome: "taken-in", setAside: [] });
    expect(ourIds(state)).toEqual(worldIds(before?.covers.from ?? 0));
    expect(state?.covers).toEqual({ from: before?.covers.from, to: clock.now() });
  });

  it("after more than a month lists by the query service, and leaves no gap", async () => {
    populate();
    const { state: before } = await run();
    const from = clock.now();
    clock.advance(70 * DAY);
    agencies.usgs.state.limit = 60;
    world.add(...generateEvents({ random: seeded(3), count: 300, from, to: clock.now() - HOUR, series: "n" }));
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "taken-in", setAside: [] });
    expect(asked().some((one) => one.startsWith("all_"))).toBe(false);
    expect(ourIds(state)).toEqual(worldIds(before?.covers.from ?? 0));
    expect(state?.covers).toEqual({ from: before?.covers.from, to: clock.now() });
  });

  it("goes on where it was cut short", async () => {
    populate();
    const { state: before } = await run();
    const from = clock.now();
    clock.advance(70 * DAY);
    agencies.usgs.state.limit = 60;
    world.add(...generateEvents({ random: seeded(3), count: 300, from, to: clock.now() - HOUR, series: "n" }));
    faults.set("usgs", { kind: "status", status: 503 }, { path: "/summary/" });
    let answers = 0;
    const stop = faults.set("usgs", { kind: "status", status: 500 }, { path: "updatedafter" });
    for (let at = 0; at < 3; at++) {
      const limited = async (...args: Parameters<typeof fetch>) => {
        if (++answers % 9 === 0) throw new TypeError("cut", { cause: new Error("cut") });
        return fetch(...args);
      };
      const { createAsk } = await import("../../build/agencies/http.ts");
      const ask = createAsk({
        fetch: limited,
        now: clock.now,
        sleep: async () => {},
        random: () => 0,
        timeoutMs: 5000,
        maxBytes: 5e7,
        tries: 1,
      });
      await ingestUsgs(agencies, store, settings, ask);
    }
    stop();
    faults.clear();
    const { state } = await run();
    expect(ourIds(state)).toEqual(worldIds(before?.covers.from ?? 0));
    expect(state?.covers.from).toBe(before?.covers.from);
    expect(state?.upkeep?.earlier).toEqual([]);
  });

  it("without the query service says which time was not seen, and covers only what was", async () => {
    populate();
    feedsOnly();
    const { state: before } = await run();
    clock.advance(40 * DAY);
    populate("later");
    const { outcome, state } = await run();
    expect(outcome.outcome).toBe("taken-in");
    expect(outcome.setAside).toMatchObject([{ code: "gap" }]);
    expect(state?.covers).toEqual({ from: clock.now() - 30 * DAY, to: clock.now() });
    expect(state?.upkeep?.earlier).toEqual([before?.covers]);
    const again = await run({ fdsn: agencies.usgs.fdsn });
    expect(again.state?.covers.from).toBe(before?.covers.from);
    expect(ourIds(again.state)).toEqual(worldIds(before?.covers.from ?? 0));
  });

  it("takes the configured feed where the agency has no other, and does not ask for that again for a day", async () => {
    populate();
    feedsOnly("all_week");
    await run();
    clock.advance(MINUTE);
    faults.set("usgs", { kind: "status", status: 404 }, { path: "all_day" });
    expect((await run()).outcome).toMatchObject({ outcome: "taken-in", setAside: [] });
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

/** A run that finds something new in the feeds, so that no feed looks frozen. */
async function runLater(ms: number, extra: UsgsSettings = {}) {
  clock.advance(ms);
  world.add({ net: "us", code: `t${clock.now()}`, time: clock.now() - MINUTE });
  return run(extra);
}

describe("changes of what we have", () => {
  it("are taken in with the fields that changed, also where `updated` is as it was", async () => {
    populate();
    world.add({ net: "us", code: "a", time: clock.now() - HOUR });
    await run();
    world.revise("usa", { place: "somewhere else", updated: world.get("usa").updated });
    clock.advance(MINUTE);
    const { outcome } = await run();
    expect(outcome.changes).toEqual([{ kind: "revised", id: "usa", fields: ["place"] }]);
  });

  it("are taken in by the query service however old the event is, and events that nobody collects are left out", async () => {
    populate();
    world.add({ net: "us", code: "ancient", time: Date.UTC(1960, 4, 22), mag: 9.5 });
    const { state: before } = await run();
    const oldest = before?.events.at(-1)?.id ?? "";
    clock.advance(20 * DAY);
    populate("later");
    world.revise(oldest, { mag: 7.7 });
    world.revise("usancient", { mag: 9.6 });
    const { state } = await run();
    const all = [...(state?.events ?? []), ...archiveEvents(store, state as UsgsState)];
    expect(all.find(({ id }) => id === oldest)?.magnitude).toBe(7.7);
    expect(ourIds(state)).not.toContain("usancient");
  });

  it("are ignored, and counted, where they are older than ours", async () => {
    feedsOnly();
    world.add({ net: "us", code: "a", time: clock.now() - HOUR }, { net: "us", code: "b", time: clock.now() - HOUR });
    await run();
    world.revise("usa", { mag: 7, updated: clock.now() - DAY });
    clock.advance(MINUTE);
    const { outcome, state } = await run();
    expect(outcome.leftOut).toEqual({ "older-than-ours": 1 });
    expect(state?.events.map(({ magnitude }) => magnitude)).toEqual([4.2, 4.2]);
  });

  it("keep one event where its preferred id changes, and where two turn out to be one", async () => {
    world.add({ net: "us", code: "a", time: clock.now() - HOUR }, { net: "nn", code: "b", time: clock.now() - HOUR });
    await run();
    clock.advance(MINUTE);
    world.changeId("usa", { net: "ci", code: "9" });
    expect((await run()).outcome.changes).toMatchObject([{ kind: "revised", id: "ci9" }]);
    clock.advance(MINUTE);
    world.merge("ci9", "nnb");
    const { outcome, state } = await run();
    expect(outcome.changes).toEqual([{ kind: "merged", id: "ci9", from: ["nnb"] }]);
    expect(state?.events.map(({ ids }) => ids)).toEqual([["ci9", "nnb", "usa"]]);
  });
});

describe("an event that the agency withdraws", () => {
  it.each([false, true])("is out as soon as the query service says so (bare: %s)", async (bare) => {
    populate();
    const { state: before } = await run();
    const id = before?.events[5]?.id ?? "";
    clock.advance(MINUTE);
    world.delete(id, { bare });
    const { outcome, state } = await run();
    expect(outcome.changes).toEqual([{ kind: "withdrawn", id, evidence: "status deleted" }]);
    expect(state?.withdrawn).toMatchObject([{ ids: expect.arrayContaining([id]) }]);
    expect(ourIds(state)).not.toContain(id);
  });

  it("is out without the query service once good captures have lacked it often and for long", async () => {
    populate();
    feedsOnly();
    const { state: before } = await run();
    const id = before?.events[0]?.id ?? "";
    world.delete(id);
    for (let at = 0; at < 12; at++) expect((await runLater(HOUR)).outcome.changes).toMatchObject([{ kind: "added" }]);
    const { outcome } = await runLater(HOUR);
    expect(outcome.changes).toMatchObject([
      { kind: "added" },
      { kind: "withdrawn", id, evidence: expect.stringMatching(/^absent from 13 captures since 20\d\d-/) },
    ]);
  });

  it("is back at once where it is listed again, be it as it was", async () => {
    populate();
    feedsOnly();
    const { state: before } = await run();
    const event = before?.events[0];
    const omitted = faults.set("usgs", { kind: "omits", ids: event?.ids ?? [] });
    for (let at = 0; at < 14; at++) await runLater(HOUR);
    expect(ourIds((await run()).state)).not.toContain(event?.id);
    omitted();
    const { state } = await runLater(HOUR);
    expect(state?.events).toContainEqual(event);
    expect(state?.withdrawn).toEqual([]);
  });

  it("is never missed by answers that are not believed, however many", async () => {
    populate();
    feedsOnly();
    const { state: before } = await run();
    faults.set("usgs", { kind: "shrinking", keep: 0.7 }, { path: "/summary/" });
    for (let at = 0; at < 14; at++) await runLater(HOUR);
    faults.clear();
    const { state } = await runLater(HOUR);
    expect(ourIds(state)).toEqual(expect.arrayContaining(ourIds(before)));
    expect(state?.upkeep?.missed).toEqual([]);
  });

  it("is asked for by its id where the feeds lack it: listed, deleted or unknown", async () => {
    populate("w", 2000);
    const { state: before } = await run();
    const [a, b, c] = (before?.events ?? []).slice(0, 3).map(({ id }) => id) as [string, string, string];
    faults.set("usgs", { kind: "omits", ids: [a, b, c] }, { path: "/summary/" });
    // Of b the service says nothing when it is asked for changes; of c it knows nothing at all.
    world.revise(b, { status: "deleted", updated: 0 });
    world.events.splice(world.events.indexOf(world.get(c)), 1);
    const changes = [];
    for (let at = 0; at < 14; at++) {
      const { outcome } = await runLater(HOUR);
      changes.push(...outcome.changes.filter(({ kind }) => kind !== "added"));
    }
    expect(changes).toEqual([
      { kind: "withdrawn", id: b, evidence: "the query service answers 409: deleted" },
      { kind: "withdrawn", id: c, evidence: expect.stringMatching(/absent .* unknown to the query service$/) },
    ]);
    expect(ourIds((await run()).state)).toContain(a);
  });

  it("stays as long as the query service cannot be asked", async () => {
    populate();
    const { state: before } = await run();
    const id = before?.events[0]?.id ?? "";
    faults.set("usgs", { kind: "omits", ids: [id] });
    faults.set("usgs", { kind: "status", status: 503 }, { path: "/fdsnws/" });
    let last = await runLater(HOUR);
    for (let at = 0; at < 14; at++) last = await runLater(HOUR);
    expect(last.outcome).toMatchObject({ outcome: "taken-in", setAside: [{ code: "capture-refused" }, {}] });
    expect(ourIds(last.state)).toContain(id);
  });
});

describe("an agency that has trouble", () => {
  it("of which half the answers come from a frozen server is followed by the other half, and nothing is lost", async () => {
    populate("w", 3000);
    feedsOnly();
    await run();
    faults.set("usgs", { kind: "stale" }, { every: 2 });
    const codes = new Set<string>();
    for (let at = 0; at < 24; at++) {
      clock.advance(15 * MINUTE);
      world.add({ net: "us", code: `s${at}`, time: clock.now() - 4 * MINUTE });
      const { outcome, state } = await run();
      for (const { code } of outcome.setAside) codes.add(code);
      expect(outcome.changes.filter(({ kind }) => kind !== "added")).toEqual([]);
      if (outcome.outcome === "taken-in" && outcome.setAside.length === 0 && at > 8) {
        expect(ourIds(state, clock.now() - DAY)).toEqual(worldIds(clock.now() - DAY));
      }
    }
    expect([...codes]).toEqual(["capture-frozen"]);
  });

  it("all of which is frozen is found out by its silence, and is believed again afterwards", async () => {
    populate("w", 6000);
    feedsOnly();
    const { state: before } = await run();
    const thaw = faults.set("usgs", { kind: "stale" });
    clock.advance(5 * HOUR);
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "set-aside", setAside: [{ code: "capture-frozen" }], changes: [] });
    expect(state).toEqual(before);
    thaw();
    expect((await runLater(MINUTE)).outcome).toMatchObject({ outcome: "taken-in", setAside: [] });
  });

  it("whose query service is frozen is asked for the same changes again", async () => {
    populate();
    await run();
    const thaw = faults.set("usgs", { kind: "stale" }, { path: "/fdsnws/" });
    const revised = (await run()).state?.events.slice(0, 3).map(({ id }) => id) ?? [];
    clock.advance(MINUTE);
    for (const id of revised) world.revise(id, { mag: 6 });
    clock.advance(20 * MINUTE);
    const { outcome } = await run({ feed: agencies.usgs.feed("all_day") });
    expect(outcome.setAside).toMatchObject([{ code: "capture-frozen", what: agencies.usgs.fdsn }]);
    thaw();
    clock.advance(2 * HOUR);
    await run();
    const asks = agencies.requests.map(({ path: one }) => /updatedafter=([^&]+)/.exec(decodeURIComponent(one))?.[1]);
    expect(Date.parse(`${asks[0]}Z`)).toBeLessThan(clock.now() - 2 * HOUR - 20 * MINUTE);
  });

  it.each([
    ["fewer and fewer events", { kind: "shrinking", keep: 0.6 }, "capture-shrunken"],
    ["an empty list", { kind: "empty" }, "capture-empty"],
    ["a clock that runs backwards", { kind: "clock-back", ms: 3 * HOUR }, "capture-stale"],
    ["a clock of the day after tomorrow", { kind: "clock-back", ms: -50 * HOUR }, "capture-from-the-future"],
    ["an error under 200", { kind: "json-error" }, "capture-error"],
    ["a page for people", { kind: "html" }, "capture-refused"],
    ["half a document", { kind: "truncated" }, "capture-truncated"],
    ["an error", { kind: "status", status: 503 }, "capture-refused"],
    ["too many requests", { kind: "status", status: 429 }, "agency-throttled"],
  ] as const)("with %s is set aside, and the store is as it was", async (_what, fault, code) => {
    populate();
    feedsOnly();
    const { state: before } = await run();
    clock.advance(2 * HOUR);
    world.add({ net: "us", code: "new", time: clock.now() - MINUTE, updated: clock.now() - 2.5 * HOUR });
    faults.set("usgs", fault);
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "set-aside", changes: [], asOf: before?.capture.generated });
    expect(outcome.setAside[0]).toMatchObject({ code, what: expect.stringContaining("/summary/all_") });
    expect(state).toEqual(before);
  });

  it("gives what changed since the last good answer also in one that is not believed", async () => {
    populate();
    feedsOnly();
    await run();
    clock.advance(2 * HOUR);
    world.add({ net: "us", code: "new", time: clock.now() - MINUTE });
    faults.set("usgs", { kind: "shrinking", keep: 0.5 });
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "set-aside", changes: [{ kind: "added", id: "usnew" }] });
    expect(state?.covers.to).toBe(clock.now() - 2 * HOUR);
  });

  it("whose feeds cannot be had is listed by its query service, and the other way round", async () => {
    populate();
    await run();
    clock.advance(HOUR);
    world.add({ net: "us", code: "new", time: clock.now() - MINUTE });
    faults.set("usgs", { kind: "status", status: 503 }, { path: "/summary/" });
    const byService = await run();
    expect(byService.outcome).toMatchObject({ outcome: "taken-in", setAside: [{ code: "capture-refused" }] });
    expect(byService.state?.covers.to).toBeGreaterThan(clock.now() - MINUTE);
    faults.clear();
    faults.set("usgs", { kind: "status", status: 503 }, { path: "/fdsnws/" });
    const byFeed = await runLater(HOUR);
    expect(byFeed.outcome).toMatchObject({ outcome: "taken-in", setAside: [{ code: "capture-refused" }] });
  });
});

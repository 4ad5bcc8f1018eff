import { describe, expect, it } from "vitest";
import {
  agencies,
  clock,
  DAY,
  faults,
  feedsOnly,
  HOUR,
  MINUTE,
  ourIds,
  populate,
  run,
  runLater,
  useUsgsWorld,
  world,
  worldIds,
} from "../usgs-world.ts";

useUsgsWorld();

describe("an agency that fails", () => {
  it("if half the answers come from a frozen server, the other half is enough, and nothing is lost", async () => {
    populate("w", 3000);
    feedsOnly();
    await run();
    faults.set("usgs", { kind: "stale" }, { every: 2 });
    const codes = new Set<string>();
    for (let at = 0; at < 24; at++) {
      clock.advance(15 * MINUTE);
      world.add({ net: "us", code: `s${at}`, time: clock.now() - 4 * MINUTE });
      const { outcome, state } = await run();
      for (const { code } of outcome.rejected) codes.add(code);
      expect(outcome.changes.filter(({ kind }) => kind !== "added")).toEqual([]);
      if (outcome.outcome === "applied" && outcome.rejected.length === 0 && at > 8) {
        expect(ourIds(state, clock.now() - DAY)).toEqual(worldIds(clock.now() - DAY));
      }
    }
    expect([...codes]).toEqual(["capture-frozen"]);
  });

  it("a frozen feed is recognized by its lack of new events, and is accepted again afterwards", async () => {
    populate("w", 6000);
    feedsOnly();
    const { state: before } = await run();
    const thaw = faults.set("usgs", { kind: "stale" });
    clock.advance(5 * HOUR);
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "rejected", rejected: [{ code: "capture-frozen" }], changes: [] });
    expect(state).toEqual(before);
    thaw();
    expect((await runLater(MINUTE)).outcome).toMatchObject({ outcome: "applied", rejected: [] });
  });

  it("a frozen query service is asked for the same changes again", async () => {
    populate();
    await run();
    const thaw = faults.set("usgs", { kind: "stale" }, { path: "/fdsnws/" });
    const revised = (await run()).state?.events.slice(0, 3).map(({ id }) => id) ?? [];
    clock.advance(MINUTE);
    for (const id of revised) world.revise(id, { mag: 6 });
    clock.advance(20 * MINUTE);
    const { outcome } = await run({ feed: agencies.usgs.feed("all_day") });
    expect(outcome.rejected).toMatchObject([{ code: "capture-frozen", what: agencies.usgs.fdsn }]);
    thaw();
    clock.advance(2 * HOUR);
    await run();
    const asks = agencies.requests.map(({ path: one }) => /updatedafter=([^&]+)/.exec(decodeURIComponent(one))?.[1]);
    expect(Date.parse(`${asks[0]}Z`)).toBeLessThan(clock.now() - 2 * HOUR - 20 * MINUTE);
  });

  it.each([
    ["fewer and fewer events", { kind: "shrinking", keep: 0.6 }, "capture-shrunk"],
    ["an empty list", { kind: "empty" }, "capture-empty"],
    ["a clock that runs backwards", { kind: "clock-back", ms: 3 * HOUR }, "capture-stale"],
    ["a clock of the day after tomorrow", { kind: "clock-back", ms: -50 * HOUR }, "capture-from-the-future"],
    ["an error under 200", { kind: "json-error" }, "capture-error"],
    ["a page for people", { kind: "html" }, "capture-refused"],
    ["half a document", { kind: "truncated" }, "capture-truncated"],
    ["an error", { kind: "status", status: 503 }, "capture-refused"],
    ["too many requests", { kind: "status", status: 429 }, "agency-throttled"],
  ] as const)("%s is rejected, and the store does not change", async (_what, fault, code) => {
    populate();
    feedsOnly();
    const { state: before } = await run();
    clock.advance(2 * HOUR);
    world.add({ net: "us", code: "new", time: clock.now() - MINUTE, updated: clock.now() - 2.5 * HOUR });
    faults.set("usgs", fault);
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "rejected", changes: [], asOf: before?.capture.generated });
    expect(outcome.rejected[0]).toMatchObject({ code, what: expect.stringContaining("/summary/all_") });
    expect(state).toEqual(before);
  });

  it("gives what changed since the last good answer also in a rejected one", async () => {
    populate();
    feedsOnly();
    await run();
    clock.advance(2 * HOUR);
    world.add({ net: "us", code: "new", time: clock.now() - MINUTE });
    faults.set("usgs", { kind: "shrinking", keep: 0.5 });
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "rejected", changes: [{ kind: "added", id: "usnew" }] });
    expect(state?.covers.to).toBe(clock.now() - 2 * HOUR);
  });

  it("the query service replaces missing feeds, and the feeds replace a missing query service", async () => {
    populate();
    await run();
    clock.advance(HOUR);
    world.add({ net: "us", code: "new", time: clock.now() - MINUTE });
    faults.set("usgs", { kind: "status", status: 503 }, { path: "/summary/" });
    const byService = await run();
    expect(byService.outcome).toMatchObject({ outcome: "applied", rejected: [{ code: "capture-refused" }] });
    expect(byService.state?.covers.to).toBeGreaterThan(clock.now() - MINUTE);
    faults.clear();
    faults.set("usgs", { kind: "status", status: 503 }, { path: "/fdsnws/" });
    const byFeed = await runLater(HOUR);
    expect(byFeed.outcome).toMatchObject({ outcome: "applied", rejected: [{ code: "capture-refused" }] });
  });
});

import { describe, expect, it } from "vitest";
import { segmentEvents } from "../../../build/agencies/usgs/segments.ts";
import type { UsgsState } from "../../../build/agencies/usgs/state.ts";
import { clock, DAY, feedsOnly, HOUR, MINUTE, ourIds, populate, run, store, useUsgsWorld, world } from "../usgs-world.ts";

useUsgsWorld();

describe("changes of what we have", () => {
  it("are applied with the fields that changed, also if `updated` has not changed", async () => {
    populate();
    world.add({ net: "us", code: "a", time: clock.now() - HOUR });
    await run();
    world.revise("usa", { place: "somewhere else", updated: world.get("usa").updated });
    clock.advance(MINUTE);
    const { outcome } = await run();
    expect(outcome.changes).toEqual([{ kind: "revised", id: "usa", fields: ["place"] }]);
  });

  it("are applied from the query service for events of any age, and events that the store does not collect are left out", async () => {
    populate();
    world.add({ net: "us", code: "ancient", time: Date.UTC(1960, 4, 22), mag: 9.5 });
    const { state: before } = await run();
    const oldest = before?.events.at(-1)?.id ?? "";
    clock.advance(20 * DAY);
    populate("later");
    world.revise(oldest, { mag: 7.7 });
    world.revise("usancient", { mag: 9.6 });
    const { state } = await run();
    const all = [...(state?.events ?? []), ...segmentEvents(store, state as UsgsState)];
    expect(all.find(({ id }) => id === oldest)?.magnitude).toBe(7.7);
    expect(ourIds(state)).not.toContain("usancient");
  });

  it("are ignored, and counted, if they are older than ours", async () => {
    feedsOnly();
    world.add({ net: "us", code: "a", time: clock.now() - HOUR }, { net: "us", code: "b", time: clock.now() - HOUR });
    await run();
    world.revise("usa", { mag: 7, updated: clock.now() - DAY });
    clock.advance(MINUTE);
    const { outcome, state } = await run();
    expect(outcome.leftOut).toEqual({ "older-than-ours": 1 });
    expect(state?.events.map(({ magnitude }) => magnitude)).toEqual([4.2, 4.2]);
  });

  it("keep one event if its preferred id changes, and if two turn out to be one", async () => {
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

import { describe, expect, it } from "vitest";
import { clock, faults, feedsOnly, HOUR, MINUTE, ourIds, populate, run, runLater, useUsgsWorld, world } from "../usgs-world.ts";

useUsgsWorld();

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
    const { outcome, state } = await runLater(HOUR);
    expect(outcome.changes).toMatchObject([
      { kind: "added" },
      { kind: "withdrawn", id, evidence: expect.stringMatching(/^absent from 13 captures since 20\d\d-/) },
    ]);
    // The time of the last capture that lacked it, and the one that a row must have to restore it.
    expect(state?.withdrawn).toMatchObject([{ withdrawnAt: clock.now(), updated: before?.events[0]?.updated }]);
  });

  it("returns at once if it is listed again, also unchanged", async () => {
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

  it("is never counted as absent by rejected answers, however many", async () => {
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

  it("is asked for by its id if the feeds lack it: listed, deleted or unknown", async () => {
    populate("w", 2000);
    const { state: before } = await run();
    const [a, b, c] = (before?.events ?? []).slice(0, 3).map(({ id }) => id) as [string, string, string];
    faults.set("usgs", { kind: "omits", ids: [a, b, c] }, { path: "/summary/" });
    // Of b the service says nothing when it is asked for changes; of c it knows nothing at all.
    world.revise(b, { status: "deleted", updated: 0 });
    world.events.splice(world.events.indexOf(world.get(c)), 1);
    const changes = [];
    let settled: number | undefined;
    for (let at = 0; at < 14; at++) {
      const { outcome, state } = await runLater(HOUR);
      changes.push(...outcome.changes.filter(({ kind }) => kind !== "added"));
      settled ??= state?.withdrawn.find(({ ids }) => ids.includes(b)) && clock.now();
    }
    expect(changes).toEqual([
      { kind: "withdrawn", id: b, evidence: "the query service answers 409: deleted" },
      { kind: "withdrawn", id: c, evidence: expect.stringMatching(/absent .* unknown to the query service$/) },
    ]);
    const { state } = await run();
    expect(ourIds(state)).toContain(a);
    // What the service says is withdrawn at once: its answer has no time.
    expect(state?.withdrawn.find(({ ids }) => ids.includes(b))).toMatchObject({ withdrawnAt: settled });
    expect(state?.withdrawn.find(({ ids }) => ids.includes(b))?.updated).toBeUndefined();
  });

  it("is asked for by its other ids if the service does not know the one that an answer preferred", async () => {
    populate("w", 2000);
    const { state: before } = await run();
    const id = before?.events[3]?.id ?? "";
    const elsewhere = faults.set("usgs", { kind: "other-ids" });
    world.revise(id, { mag: 3.3 });
    const { state } = await runLater(MINUTE);
    elsewhere();
    const preferred = state?.events.find(({ ids }) => ids.includes(id))?.id;
    expect(preferred).not.toBe(id);
    // A request for changes does not return any of this.
    world.revise(id, { status: "deleted", updated: 0 });
    const changes = [];
    for (let at = 0; at < 5; at++) changes.push(...(await runLater(HOUR)).outcome.changes);
    expect(changes.filter(({ kind }) => kind === "withdrawn")).toEqual([
      { kind: "withdrawn", id: preferred, evidence: "the query service answers 409: deleted" },
    ]);
  });

  it("is withdrawn within a day, also if an answer of the query service omits the withdrawal", async () => {
    populate("w", 2000);
    const { state: before } = await run();
    const id = before?.events[3]?.id ?? "";
    world.delete(id);
    const omitted = faults.set("usgs", { kind: "omits", ids: [id] });
    for (const ms of [MINUTE, HOUR]) expect(ourIds((await runLater(ms)).state)).toContain(id);
    omitted();
    const { outcome } = await runLater(24 * HOUR);
    expect(outcome.changes).toContainEqual({ kind: "withdrawn", id, evidence: "status deleted" });
  });

  it("stays as long as the query service cannot be asked", async () => {
    populate();
    const { state: before } = await run();
    const id = before?.events[0]?.id ?? "";
    faults.set("usgs", { kind: "omits", ids: [id] });
    faults.set("usgs", { kind: "status", status: 503 }, { path: "/fdsnws/" });
    let last = await runLater(HOUR);
    for (let at = 0; at < 14; at++) last = await runLater(HOUR);
    expect(last.outcome).toMatchObject({ outcome: "applied", rejected: [{ code: "capture-refused" }, {}] });
    expect(ourIds(last.state)).toContain(id);
  });
});

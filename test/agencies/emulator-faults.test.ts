import { beforeEach, describe, expect, it } from "vitest";
import { agencies, collection, feed, HOUR, idsOf, NOW, useAgencies } from "./emulated.ts";
import { startEmulator } from "./emulator/emulator.ts";

useAgencies();

describe("faults", () => {
  beforeEach(() => {
    for (let age = 0; age < 10; age++) agencies.usgs.world.add({ net: "us", code: String(age), time: NOW - age * HOUR });
  });

  it("strike as often as they are told to, where they are told to", async () => {
    agencies.faults.set("usgs", { kind: "status", status: 503, retryAfter: 5 }, { path: "/summary/", times: 1 });
    expect(await fetch(`${agencies.usgs.fdsn}version`)).toMatchObject({ status: 200 });
    const refused = await fetch(feed());
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await fetch(feed())).status).toBe(200);
    agencies.faults.set("usgs", { kind: "html" }, { every: 2 });
    const types = [];
    for (let time = 0; time < 4; time++) types.push((await fetch(feed())).headers.get("content-type")?.slice(0, 9));
    expect(types).toEqual(["text/html", "applicati", "text/html", "applicati"]);
    agencies.faults.clear("usgs");
    expect(agencies.requests.map(({ status }) => status)).toEqual([200, 503, 200, 200, 200, 200, 200]);
    expect(agencies.requests[1]).toMatchObject({ agency: "usgs", at: NOW, faults: ["status"] });
  });

  it("strike by chance the same way with the same seed", async () => {
    const runs = await Promise.all([7, 7, 8].map((seed) => startEmulator({ now: NOW, seed })));
    const struck = await Promise.all(
      runs.map(async (run) => {
        run.faults.set("usgs", { kind: "html" }, { chance: 0.5 });
        for (let time = 0; time < 12; time++) await fetch(run.usgs.feed("all_day"));
        await run.stop();
        return run.requests.map(({ faults }) => faults.length);
      }),
    );
    expect(new Set(struck[0])).toEqual(new Set([0, 1]));
    expect(struck[1]).toEqual(struck[0]);
    expect(struck[2]).not.toEqual(struck[0]);
  });

  it("break the answer on its way", async () => {
    agencies.faults.set("usgs", { kind: "reset" }, { times: 1 });
    await expect(fetch(feed())).rejects.toThrow("fetch failed");
    agencies.usgs.manners.gzip = false;
    agencies.faults.set("usgs", { kind: "cut-short" }, { times: 1 });
    await expect(fetch(feed()).then((response) => response.text())).rejects.toThrow("terminated");
    agencies.faults.set("usgs", { kind: "broken-gzip" }, { times: 1 });
    await expect(fetch(feed()).then((response) => response.text())).rejects.toThrow();
    agencies.faults.set("usgs", { kind: "truncated", share: 0.25 }, { times: 1 });
    const cut = await fetch(feed());
    const text = await cut.text();
    expect(Number(cut.headers.get("content-length"))).toBe(text.length);
    expect(() => JSON.parse(text) as unknown).toThrow();
  });

  it("keep one waiting", async () => {
    agencies.faults.set("usgs", { kind: "slow", ms: 50 }, { times: 1 });
    const begun = performance.now();
    expect((await fetch(feed())).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(45);
    agencies.faults.set("usgs", { kind: "silent" });
    await expect(fetch(feed(), { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it("answer with nothing, or with an error in the guise of nothing", async () => {
    agencies.faults.set("usgs", { kind: "empty" }, { times: 1 });
    expect(await collection(feed())).toMatchObject({ metadata: { count: 0, status: 200 }, features: [] });
    agencies.faults.set("usgs", { kind: "json-error" }, { times: 1 });
    expect(await collection(feed())).toMatchObject({ metadata: { count: 0, status: 503 }, features: [] });
  });

  it("freeze a replica whose clock goes on, so that it lists fewer and fewer", async () => {
    agencies.faults.set("usgs", { kind: "stale" }, { every: 2 });
    agencies.usgs.world.add({ net: "us", code: "new", time: NOW });
    agencies.clock.advance(16 * HOUR);
    const [stale, live] = [await collection(feed()), await collection(feed())];
    expect(stale.metadata["generated"]).toBe(live.metadata["generated"]);
    expect(live.features.map(({ id }) => id)).toContain("usnew");
    expect(stale.features.map(({ id }) => id)).toEqual(["us0", "us1", "us2", "us3", "us4", "us5", "us6", "us7", "us8"]);
  });

  it("let lists shrink, leave events out, set the clock back and change the preferred ids", async () => {
    agencies.faults.set("usgs", { kind: "shrinking", keep: 0.5 });
    expect([(await idsOf(feed())).length, (await idsOf(feed())).length]).toEqual([5, 2]);
    agencies.faults.clear();
    agencies.faults.set("usgs", { kind: "omits", ids: ["us3"] });
    agencies.faults.set("usgs", { kind: "clock-back", ms: HOUR });
    agencies.faults.set("usgs", { kind: "other-ids" });
    const { metadata, features } = await collection(feed());
    expect(metadata["generated"]).toBe(NOW - HOUR);
    expect(features).toHaveLength(9);
    expect(features[0]).toMatchObject({ id: "atus0", properties: { net: "at", ids: ",atus0,us0," } });
  });
});

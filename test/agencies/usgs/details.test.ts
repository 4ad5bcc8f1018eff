import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readDetails, withDetails } from "../../../build/agencies/usgs/details.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { oneOf, wholeWithin } from "../emulator/random.ts";
import { feature, feed } from "../usgs-feed.ts";
import { emulatorAsk, ingestUsgs } from "../usgs-ingest.ts";
import { agencies, clock, DAY, faults, HOUR, MINUTE, NOW, run, settings, store, useUsgsWorld, world } from "../usgs-world.ts";

const LINE = [
  [10, 1],
  [11, 2],
  [10, 3],
  [10, 1],
];

useUsgsWorld();

/** An earthquake that PAGER has looked at, some hours ago. */
function strong(code: string, hoursAgo = 6, parts: Parameters<typeof world.add>[0] | object = {}) {
  const time = clock.now() - hoursAgo * HOUR;
  return world.add({ net: "us", code, time, mag: 6.1, alert: "yellow", felt: 40, cdi: 6.5, mmi: 7.25, ...parts });
}

/** The ids whose details were asked for, in order. */
function asked(): string[] {
  return agencies.requests.flatMap(({ path: one }) => {
    const id = /\/detail\/(.+)\.geojson$/.exec(one)?.[1] ?? /eventid=([^&]+)/.exec(one)?.[1];
    return id === undefined ? [] : [decodeURIComponent(id)];
  });
}

describe("the details of events", () => {
  it("are asked for of what may have done something, beside the feed, and only the few figures are kept", async () => {
    strong("1");
    strong("2", 7, { alert: null, mag: 4.1, felt: null, cdi: null, mmi: null });
    strong("3", 8, { alert: null, mag: 4.1, felt: null, cdi: null, mmi: null, tsunami: 1 });
    strong("4", 9, { alert: null, mag: 6.3, felt: null, cdi: null, mmi: null });
    strong("5", 10, { type: "explosion" });
    const { outcome } = await run();
    expect(asked()).toEqual(["us1", "us3", "us4"]);
    expect(agencies.requests.filter(({ path: one }) => one.includes("eventid"))).toEqual([]);
    expect(outcome.changes).toContainEqual({ kind: "revised", id: "us1", fields: ["losspager", "dyfi", "shakemap"] });
    const common = { contributor: "us", updated: NOW, alert: null, feltReports: null };
    expect((await readDetails(store))[0]).toEqual({
      ids: ["us1"],
      updated: NOW,
      askedAt: NOW,
      failed: false,
      products: [
        { ...common, product: "losspager", alert: "yellow", maxIntensity: null },
        { ...common, product: "dyfi", feltReports: 40, maxIntensity: 6.5 },
        { ...common, product: "shakemap", maxIntensity: 7.25 },
      ],
      solutions: [],
      contours: null,
    });
    expect(readFileSync(path.join(store, "usgs/details.json")).length).toBeLessThan(2_000);
  });

  it("are requested from the query service if no feed is configured", async () => {
    strong("1");
    await run({ feed: undefined });
    expect(asked()).toEqual(["us1"]);
    expect(agencies.requests.at(-1)?.path).toBe("/fdsnws/event/1/query?eventid=us1&format=geojson");
  });

  it("are not requested if the configuration says so, or only files are read", async () => {
    strong("1");
    await run({ details: false });
    expect(asked()).toEqual([]);
    const file = path.join(store, "all_month.geojson");
    const alerted = feature({ id: "us9", properties: { alert: "red", time: NOW - HOUR, updated: NOW - HOUR } });
    writeFileSync(file, JSON.stringify(feed([alerted], { generated: NOW })));
    await run({ feed: pathToFileURL(file).href, fdsn: undefined });
    expect(agencies.requests).toEqual([]);
    expect(existsSync(path.join(store, "usgs/details.json"))).toBe(false);
  });

  it("are requested again only after a change, and less often for older events", async () => {
    strong("1", 4);
    await run();
    clock.advance(HOUR);
    await run();
    expect(asked()).toEqual([]);
    world.revise("us1", { felt: 41 });
    await run();
    expect(asked()).toEqual([]);
    clock.advance(HOUR);
    await run();
    expect(asked()).toEqual(["us1"]);
    expect((await readDetails(store))[0]?.products[1]).toMatchObject({ feltReports: 41 });
    clock.advance(20 * DAY);
    await run();
    expect(asked()).toEqual([]);
  });

  it("are asked for a few at a time, newest first, until all are there", async () => {
    for (let n = 0; n < 45; n++) strong(String(n), n + 1);
    const runs: string[][] = [];
    for (let n = 0; n < 4; n++) {
      await run();
      runs.push(asked());
      clock.advance(MINUTE);
    }
    expect(runs.map(({ length }) => length)).toEqual([20, 20, 5, 0]);
    expect(runs[0]?.slice(0, 2)).toEqual(["us0", "us1"]);
    expect(await readDetails(store)).toHaveLength(45);
  });

  it("follow an event whose id has changed, and go with one that is withdrawn or old", async () => {
    strong("1");
    strong("2");
    strong("3", 20 * 24);
    await run();
    world.changeId("us1", { net: "ci", code: "77" });
    world.delete("us2");
    clock.advance(HOUR);
    const { state } = await run();
    const [first] = withDetails(state?.events ?? [], await readDetails(store));
    expect([first?.id, first?.impactProducts?.length]).toEqual(["ci77", 3]);
    clock.advance(50 * DAY);
    strong("4");
    for (let n = 0; n < 2; n++) await run();
    expect((await readDetails(store)).map(({ ids }) => ids)).toEqual([["us4"]]);
  });

  it("an answer that is not a detail is rejected and requested again later; the earlier figures stay", async () => {
    strong("1", 4);
    await run();
    const [before] = await readDetails(store);
    clock.advance(3 * HOUR);
    world.revise("us1", { felt: 99 });
    const away = faults.set("usgs", { kind: "replaced", body: '{"type":"Feature"}' }, { path: "/detail/" });
    const { outcome, state } = await run();
    expect(outcome).toMatchObject({ outcome: "applied", rejected: [{ what: "us1", code: "detail-malformed" }] });
    expect(state?.events[0]?.feltReports).toBe(99);
    expect(await readDetails(store)).toMatchObject([{ failed: true, products: before?.products ?? [] }]);
    await run();
    expect(asked()).toEqual([]);
    away();
    clock.advance(4 * HOUR);
    await run();
    expect(asked()).toEqual(["us1"]);
    expect((await readDetails(store))[0]).toMatchObject({ failed: false, products: [{}, { feltReports: 99 }, {}] });
  });

  it("an event that the agency does not know, or has deleted, is not a rejection", async () => {
    strong("1");
    strong("2");
    faults.set("usgs", { kind: "status", status: 404 }, { path: "us1" });
    faults.set("usgs", { kind: "status", status: 409 }, { path: "us2" });
    const { outcome } = await run();
    expect(outcome.rejected).toEqual([]);
    expect(await readDetails(store)).toMatchObject([
      { ids: ["us1"], failed: true, products: [] },
      { ids: ["us2"], failed: true, products: [] },
    ]);
  });

  it("wait for the next run if the agency fails; events are stored nevertheless", async () => {
    for (const code of ["1", "2", "3"]) strong(code, Number(code));
    const away = faults.set("usgs", { kind: "status", status: 503, retryAfter: 3_600 }, { path: "us2" });
    const { outcome, state } = await run();
    expect(asked()).toEqual(["us1", "us2"]);
    expect(outcome).toMatchObject({ outcome: "applied", rejected: [{ code: "agency-throttled" }] });
    expect(state?.events).toHaveLength(3);
    expect(await readDetails(store)).toMatchObject([{ ids: ["us1"] }]);
    away();
    clock.advance(MINUTE);
    await run();
    expect(asked()).toEqual(["us2", "us3"]);
  });

  it("are not requested from an agency whose last answers were all rejected", async () => {
    strong("1");
    await run({ details: false });
    clock.advance(MINUTE);
    faults.set("usgs", { kind: "html" }, { path: "/summary/" });
    faults.set("usgs", { kind: "html" }, { path: "/fdsnws/" });
    await run();
    expect(asked()).toEqual([]);
  });

  it("are in the store one by one: a run that is cut short has what came before", async () => {
    for (const code of ["1", "2", "3"]) strong(code, Number(code));
    const ask = emulatorAsk(agencies);
    const stopping = ingestUsgs(agencies, store, settings, async (address, options) => {
      if (address.includes("/detail/us3")) throw new Error("killed");
      return ask(address, options);
    });
    await expect(stopping).rejects.toThrow("killed");
    expect((await readDetails(store)).map(({ ids }) => ids)).toEqual([["us1"], ["us2"]]);
    await run();
    expect(asked()).toEqual(["us3"]);
  });

  it("bring ShakeMap's contours once for each path, from the configured host; what is not such a document changes nothing", async () => {
    strong("1");
    const ask = emulatorAsk(agencies);
    let version = 1;
    let contours: unknown = { features: [{ properties: { value: 6 }, geometry: { type: "LineString", coordinates: LINE } }] };
    const paths: string[] = [];
    const json = (body: unknown) => ({
      kind: "content" as const,
      status: 200,
      capture: { bytes: new TextEncoder().encode(JSON.stringify(body)), retrievedAt: clock.now() },
    });
    const once = () =>
      ingestUsgs(agencies, store, settings, async (address, options) => {
        if (address.includes("/product/")) {
          paths.push(address);
          return json(contours) as never;
        }
        const reply = await ask(address, options);
        if (!address.includes("/detail/") || reply.kind !== "content") return reply;
        const body = JSON.parse(new TextDecoder().decode(reply.capture.bytes));
        const url = `https://elsewhere.example/product/shakemap/us1/us/${version}/download/cont_mmi.json`;
        body.properties.products.shakemap[0].contents = { "download/cont_mmi.json": { url } };
        return json(body) as never;
      });
    const lines = [{ intensity: 6, lines: [LINE] }];
    const path = (n: number) => `/product/shakemap/us1/us/${n}/download/cont_mmi.json`;
    const revise = (felt: number) => {
      world.revise("us1", { felt });
      clock.advance(12 * HOUR);
    };
    const { outcome } = await once();
    expect(outcome.changes).toContainEqual({ kind: "revised", id: "us1", fields: ["losspager", "dyfi", "shakemap", "contours"] });
    revise(41);
    await once();
    expect(paths).toEqual([new URL(path(1), agencies.usgs.fdsn).href]);
    expect((await readDetails(store))[0]?.contours).toEqual({ path: path(1), lines });
    [version, contours] = [2, { features: "none" }];
    revise(42);
    const { state } = await once();
    expect(paths).toHaveLength(2);
    expect(withDetails(state?.events ?? [], await readDetails(store))[0]?.contours).toEqual(lines);
  });

  it("are requested again if their file is damaged", async () => {
    strong("1");
    await run();
    writeFileSync(path.join(store, "usgs/details.json"), '{"format":1,"details":[{"ids":["us1"]');
    clock.advance(MINUTE);
    await run();
    expect(asked()).toEqual(["us1"]);
    expect(await readDetails(store)).toHaveLength(1);
  });
});

describe("details under faults", () => {
  it("never state what the agency did not, and are the agency's once the faults end", async () => {
    const random = mulberry32(11);
    const said = new Map<string, Set<number>>();
    const revise = (id: string) => {
      const felt = wholeWithin(random, 1, 5_000);
      said.set(id, (said.get(id) ?? new Set([40])).add(felt));
      world.revise(id, { felt });
    };
    for (const code of ["1", "2", "3", "4", "5"]) strong(code, Number(code));
    const kinds = [{ kind: "html" }, { kind: "truncated" }, { kind: "status", status: 404 }, { kind: "other-ids" }] as const;
    for (let step = 0; step < 30; step++) {
      faults.clear();
      if (random() < 0.6) faults.set("usgs", oneOf(random, kinds), { path: "/detail/", chance: 0.7 });
      revise(`us${wholeWithin(random, 1, 5)}`);
      clock.advance(wholeWithin(random, 5, 120) * MINUTE);
      await run();
      for (const { ids, products } of await readDetails(store))
        for (const { feltReports } of products)
          if (feltReports !== null) expect(said.get(ids[0] ?? "") ?? new Set([40])).toContain(feltReports);
    }
    faults.clear();
    clock.advance(3 * DAY);
    await run();
    const felt = (await readDetails(store)).map(({ ids, products }) => [ids[0], products[1]?.feltReports]);
    expect(felt).toEqual(world.events.map((event) => [event.ids[0], event.felt]));
  });
});

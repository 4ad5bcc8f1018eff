import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readNoaaState } from "../../../build/agencies/noaa/state.ts";
import { assertRefused } from "../../../build/agencies/refused.ts";
import { agencies, asked, ingest, state, store, useNoaa, WEEK } from "../noaa-runs.ts";

useNoaa();

describe("NOAA, with faulty answers", () => {
  it("begins again when rows shift from page to page, and not at once", async () => {
    agencies.faults.set("noaa", { kind: "paging-drift" });
    const outcome = await ingest({ tsunamis: undefined });
    expect(outcome).toMatchObject({ outcome: "rejected", records: 0, rejected: [{ code: "capture-shifted" }] });
    expect(await readNoaaState(store)).toBeUndefined();
    agencies.faults.clear();
    expect(await ingest({ tsunamis: undefined })).toMatchObject({ outcome: "in-progress", addresses: [] });
    agencies.clock.advance(3_600_000);
    expect(await ingest({ tsunamis: undefined })).toMatchObject({ outcome: "applied", records: 450 });
  });

  it("begins again after a pause that doubles, up to a day", async () => {
    agencies.faults.set("noaa", { kind: "paging-drift" });
    for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
      expect(await ingest({ tsunamis: undefined })).toMatchObject({ outcome: "rejected" });
      expect([hours, await ingest({ tsunamis: undefined })]).toMatchObject([hours, { outcome: "in-progress", addresses: [] }]);
      agencies.clock.advance(hours * 3_600_000);
    }
  });

  it("begins again when as many rows came as went, which shows in ids that stand twice", async () => {
    const settings = { tsunamis: undefined, crawl_delay_s: 60 };
    await ingest(settings);
    const { earthquakes } = agencies.noaa.state;
    earthquakes.unshift({ id: 6000, year: 2031, locationName: "PERU" });
    earthquakes.pop();
    agencies.clock.advance(60_000);
    await ingest(settings);
    agencies.clock.advance(60_000);
    expect(await ingest(settings)).toMatchObject({ outcome: "rejected", rejected: [{ code: "capture-shifted" }] });
  });

  it("goes on with the page that failed, after a while that grows", async () => {
    agencies.faults.set("noaa", { kind: "status", status: 500 }, { path: "page=2" });
    expect(await ingest()).toMatchObject({ outcome: "rejected", rejected: [{ code: "capture-refused" }, {}].slice(0, 1) });
    agencies.requests.length = 0;
    expect((await ingest()).addresses).toEqual([]);
    agencies.clock.advance(60_000);
    expect(await ingest()).toMatchObject({ outcome: "rejected" });
    agencies.clock.advance(60_000);
    expect((await ingest()).addresses).toEqual([]);
    agencies.faults.clear();
    agencies.clock.advance(60_000);
    expect(await ingest()).toMatchObject({ outcome: "applied", records: 450 });
    expect(asked().some((path) => path.startsWith("earthquakes?page=1&"))).toBe(false);
  });

  it.each([
    ["html", { kind: "html" }],
    ["empty", { kind: "empty" }],
    ["truncated", { kind: "truncated" }],
    ["cut short", { kind: "cut-short" }],
    ["replaced", { kind: "replaced", body: '{"error":"database"}', type: "application/json" }],
  ] as const)("keeps what it has when answers are %s", async (_, fault) => {
    await ingest();
    const before = await state();
    agencies.clock.advance(WEEK);
    agencies.faults.set("noaa", fault);
    const outcome = await ingest();
    expect(outcome).toMatchObject({ outcome: "rejected", records: 450, changes: [] });
    expect(await state()).toEqual(before);
    agencies.faults.clear();
    agencies.clock.advance(3_600_000);
    expect(await ingest()).toMatchObject({ outcome: "unchanged", records: 450, changes: [] });
  });

  it("rejects a table that has shrunk by more than a few rows", async () => {
    await ingest();
    const before = await state();
    agencies.noaa.state.earthquakes.splice(100, 40);
    agencies.clock.advance(WEEK);
    const outcome = await ingest({ tsunamis: undefined });
    expect(outcome).toMatchObject({ outcome: "rejected", records: 450, rejected: [{ code: "capture-shrunk" }] });
    expect(await state()).toEqual(before);
    agencies.requests.length = 0;
    expect(await ingest({ tsunamis: undefined })).toMatchObject({ outcome: "in-progress", rejected: [] });
    expect(agencies.requests).toEqual([]);
  });

  it("takes a refused table that the operator accepts, as it was loaded, without asking again", async () => {
    await ingest();
    agencies.noaa.state.earthquakes.splice(100, 40);
    agencies.clock.advance(WEEK);
    const [{ hint = "" } = {}] = (await ingest()).rejected;
    const hash = /--accept ([0-9a-f]{16})/.exec(hint)?.[1] ?? "";
    await assertRefused(store, ["noaa"], hash);
    agencies.requests.length = 0;
    expect(await ingest({}, [], "0".repeat(16))).toMatchObject({ outcome: "rejected", records: 450 });
    expect(await ingest({}, [], hash)).toMatchObject({ outcome: "applied", records: 410, rejected: [] });
    expect(agencies.requests).toEqual([]);
    agencies.clock.advance(WEEK);
    expect(await ingest()).toMatchObject({ outcome: "unchanged", records: 410, rejected: [] });
  });

  it.each([
    ["all heights are in feet", (record: Record<string, unknown>) => ({ maxWaterHeight: 3.3 * (Number(record["maxWaterHeight"]) || 1) })],
    ["all are dated in the future", () => ({ year: 2900 })],
    ["all lie at one place", () => ({ latitude: 0, longitude: 0 })],
  ])("rejects a table of tsunamis in which %s", async (_, change) => {
    await ingest();
    const before = await state();
    for (const record of agencies.noaa.state.tsunamis) Object.assign(record, change(record));
    agencies.clock.advance(WEEK);
    expect((await ingest()).rejected.map(({ code }) => code)).toEqual(["capture-implausible"]);
    expect((await state()).tsunamis.rows).toEqual(before.tsunamis.rows);
  });

  it("rejects a table in which a field suddenly has another name", async () => {
    await ingest();
    const before = await state();
    for (const record of agencies.noaa.state.earthquakes) {
      const { eqMagnitude } = record;
      if (eqMagnitude === undefined) continue;
      delete record["eqMagnitude"];
      record["magnitudePrimary"] = eqMagnitude;
    }
    agencies.clock.advance(WEEK);
    const outcome = await ingest({ tsunamis: undefined });
    expect(outcome).toMatchObject({ outcome: "rejected", rejected: [{ code: "capture-thinned" }] });
    expect(await state()).toEqual(before);
  });

  it("reports a store that was changed", async () => {
    await ingest();
    const folder = path.join(store, "noaa");
    const rows = readdirSync(folder).find((name) => name.startsWith("rows-")) ?? "";
    writeFileSync(path.join(folder, rows), readFileSync(path.join(folder, rows), "utf8").replace("GREECE", "FRANCE"));
    await expect(readNoaaState(store)).rejects.toMatchObject({ code: "store-malformed" });
  });

  it("begins again if a kept page is lost", async () => {
    await ingest({ crawl_delay_s: 60 });
    const folder = path.join(store, "noaa", "loading");
    for (const name of readdirSync(folder)) if (/-[0-9a-f]{16}\.json$/.test(name)) writeFileSync(path.join(folder, name), "");
    for (const _ of [2, 3]) {
      agencies.clock.advance(60_000);
      await ingest({ crawl_delay_s: 60 });
    }
    expect(existsSync(path.join(store, "noaa", "state.json"))).toBe(false);
    agencies.clock.advance(3_600_000);
    expect(await ingest()).toMatchObject({ outcome: "applied", records: 450 });
  });
});

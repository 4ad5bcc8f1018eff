import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { noaaSource } from "../../../build/agencies/noaa/source.ts";
import { readNoaaState } from "../../../build/agencies/noaa/state.ts";
import { UserError } from "../../../build/platform/error.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { NO_CELLS } from "../../../build/store/derive.ts";
import { agencies, asked, ingest, store, useNoaa } from "../noaa-runs.ts";

useNoaa();

describe("NOAA's crawl delay", () => {
  it("is a minute at NOAA itself", async () => {
    const events = "https://www.ngdc.noaa.gov/hazel/hazard-service/api/v1/earthquakes";
    const spacings: (number | undefined)[] = [];
    const { now } = agencies.clock;
    const refuse = (address: string, options: { spacingMs?: number } = {}) => {
      spacings.push(options.spacingMs);
      return Promise.reject(new UserError("capture-unreachable", `${address} cannot be reached`));
    };
    const context = { store, ask: refuse, now, report: silentReport, unreadableShare: 0.1, derive: NO_CELLS };
    const outcome = await noaaSource({ events }).ingest(context);
    expect(outcome).toMatchObject({ outcome: "rejected", rejected: [{ what: events, code: "capture-unreachable" }] });
    expect(spacings).toEqual([60_000]);
  });

  it("spreads a load over runs, a page each, and takes in nothing before all is there", async () => {
    const settings = { crawl_delay_s: 60 };
    for (const page of [1, 2]) {
      expect(await ingest(settings)).toMatchObject({ outcome: "in-progress", records: 0, changes: [] });
      expect(await readNoaaState(store)).toBeUndefined();
      expect(asked().at(-1)).toBe(`earthquakes?page=${page}&itemsPerPage=200`);
      agencies.clock.advance(30_000);
      expect(await ingest(settings)).toMatchObject({ outcome: "in-progress", addresses: [] });
      agencies.clock.advance(30_000);
    }
    expect(await ingest(settings)).toMatchObject({ outcome: "in-progress", records: 450 });
    agencies.clock.advance(60_000);
    expect(await ingest(settings)).toMatchObject({ outcome: "applied", records: 450 });
    expect(asked()).toEqual([
      "earthquakes?page=1&itemsPerPage=200",
      "earthquakes?page=2&itemsPerPage=200",
      "earthquakes?page=3&itemsPerPage=200",
      "tsunamis/events?page=1&itemsPerPage=200",
    ]);
    expect(readdirSync(path.join(store, "noaa", "loading"))).toEqual(["pace.json"]);
    expect(await ingest(settings)).toMatchObject({ outcome: "unchanged" });
  });

  it("a run waits for short delays, at most 20 s in all", async () => {
    const begun = agencies.clock.now();
    expect(await ingest({ crawl_delay_s: 9 })).toMatchObject({ outcome: "in-progress", records: 450 });
    expect(asked()).toHaveLength(3);
    expect(agencies.clock.now() - begun).toBeLessThan(20_000);
    agencies.clock.advance(9_000);
    expect(await ingest({ crawl_delay_s: 9 })).toMatchObject({ outcome: "applied" });
  });

  it("a run does not wait if the wait would end after 20 s", async () => {
    expect(await ingest({ crawl_delay_s: 10 })).toMatchObject({ outcome: "in-progress" });
    expect(asked()).toHaveLength(2);
  });

  it("after failures one after another the pause doubles, up to an hour, less a twentieth", async () => {
    agencies.faults.set("noaa", { kind: "status", status: 500 });
    const settings = { crawl_delay_s: 1, tsunamis: undefined };
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await ingest(settings);
      const before = asked().length;
      agencies.clock.advance(minutes * 57_000 - 1);
      await ingest(settings);
      expect([minutes, asked().length]).toEqual([minutes, before]);
      agencies.clock.advance(1);
    }
  });
});

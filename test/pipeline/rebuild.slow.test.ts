import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import { type StatusDocument, statusSchema } from "../../build/contract/wire/status.ts";
import { agencyClientOf } from "../../build/pipeline/ingest.ts";
import { readStore } from "../../build/pipeline/load/inputs.ts";
import { type RebuildResult, rebuild } from "../../build/pipeline/rebuild.ts";
import { PROGRAM_AND_VERSION } from "../../build/platform/program.ts";
import { mulberry32 } from "../../build/platform/random.ts";
import { silentReport } from "../../build/platform/report.ts";
import { readJournal } from "../../build/store/journal.ts";
import { readRecord } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { type Emulator, startEmulator } from "../agencies/emulator/emulator.ts";
import { generateEvents } from "../agencies/emulator/generate.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { worldOfFew } from "./few-countries.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const DAY = 86_400_000;
const geographyFor = worldOfFew(["GR", "PT", "US"]);
const root = temporaryFolder();
let made = 0;
let agencies: Emulator;

beforeAll(async () => {
  agencies = await startEmulator({ now: NOW });
  agencies.usgs.world.add(...generateEvents({ random: mulberry32(5), count: 120, from: NOW - 6 * DAY, to: NOW }));
});
afterAll(() => agencies.stop());
afterEach(() => agencies.faults.clear());

interface Place {
  dir: string;
  store: string;
  out: string;
  again: (more?: object) => Promise<RebuildResult>;
  status: () => StatusDocument;
}

/** A store and a tree of their own, rebuilt with the emulator's clock. */
function place(more: object = {}): Place {
  const dir = path.join(root, `place-${++made}`);
  const [store, out] = [path.join(dir, "store"), path.join(dir, "dist")];
  const now = agencies.clock.now;
  const again = (other: object = more) => {
    const usgs = { feed: agencies.usgs.feed("all_week") };
    const settings = { agencies: { usgs }, thresholds: { timeout_s: 2 }, tree: { event_pages: "none" }, ...other };
    const config = parseConfig(JSON.stringify(settings), "q.json");
    const ask = agencyClientOf(config, silentReport, now, () => Promise.resolve());
    return rebuild({ config, store, out, now, ask, geographyFor, report: silentReport });
  };
  const status = () => statusSchema.parse(JSON.parse(readFileSync(path.join(out, "status.json"), "utf8")));
  return { dir, store, out, again, status };
}

let first: Place;

/** A place that was rebuilt once: a copy of the first. */
function begun(): Place {
  const copy = place();
  cpSync(first.dir, copy.dir, { recursive: true, preserveTimestamps: true });
  return copy;
}

describe("rebuild", () => {
  it("makes a store, a tree and a status from nothing", async () => {
    first = place();
    const { store, out, again, status } = first;
    const report = await again();
    expect(report).toMatchObject({
      outcome: "done",
      error: null,
      sources: [{ agency: "usgs", outcome: "applied", changes: { revised: 0, withdrawn: 0 } }],
    });
    const { snapshot } = await readRecord(out);
    expect(snapshot).toMatchObject({ program: PROGRAM_AND_VERSION, expected_interval_s: 60, stale_after_s: 900 });
    expect(status()).toMatchObject({
      run: { outcome: "done", exit_code: 0, error: null },
      fresh: true,
      snapshot: { id: snapshot.id, sequence: 1 },
      sources: [{ agency: "usgs", fresh: true, age_s: 0, rejected: [] }],
    });
    expect(readFileSync(path.join(out, "status/index.html"), "utf8")).toContain("All sources are fresh.");
    expect((await verifyTree(out)).faults).toEqual([]);
    const { entries } = await readJournal(store);
    expect(entries[0]?.added).toHaveLength((await readStore(store)).usgs?.events.length ?? -1);
    expect(readdirSync(store).filter((name) => name.startsWith("lock"))).toEqual([]);
  });

  it("goes on from the last number if the tree was lost", async () => {
    const { out, again } = begun();
    agencies.usgs.world.add({ net: "us", code: "lost", time: NOW - 60_000, mag: 5 });
    expect((await again()).build?.snapshot.sequence).toBe(2);
    rmSync(out, { recursive: true });
    agencies.usgs.world.add({ net: "us", code: "after", time: NOW - 50_000, mag: 5 });
    expect((await again()).build?.snapshot.sequence).toBe(3);
  });

  it("leaves the tree if nothing is new, and says so", async () => {
    const { out, again, status } = begun();
    await again();
    const before = readFileSync(path.join(out, "snapshot.json"), "utf8");
    const report = await again();
    expect(report.build).toMatchObject({ written: 0 });
    expect(readFileSync(path.join(out, "snapshot.json"), "utf8")).toBe(before);
    expect(status().build).toMatchObject({ written: 0 });
  });

  it("keeps the tree and says stale if an agency fails, and is done again when it answers", async () => {
    const { out, again, status } = begun();
    const before = (await readRecord(out)).snapshot.id;
    agencies.faults.set("usgs", { kind: "status", status: 503 });
    agencies.clock.advance(1_000_000);
    const report = await again();
    expect(report.outcome).toBe("stale");
    expect((await readRecord(out)).snapshot.id).toBe(before);
    const failing = status();
    expect(failing).toMatchObject({ run: { outcome: "stale", exit_code: 3 }, fresh: false });
    expect(failing.sources[0]).toMatchObject({ outcome: "rejected", fresh: false, age_s: 1_000 });
    expect(failing.sources[0]?.rejected[0]?.code).toMatch(/^capture-|^agency-/);
    expect(readFileSync(path.join(out, "status/index.html"), "utf8")).toContain("Older than it should be: usgs.");
    agencies.faults.clear();
    agencies.clock.advance(400_000);
    expect((await again()).outcome).toBe("done");
    expect(status().fresh).toBe(true);
  });

  it("says stale of a server that stands still, although it answers", async () => {
    const { again } = begun();
    await again();
    const at = agencies.clock.now();
    agencies.usgs.state.shown = { all_week: new Uint8Array(await (await fetch(agencies.usgs.feed("all_week"))).arrayBuffer()) };
    try {
      agencies.clock.advance(600_000);
      expect((await again()).outcome).toBe("done");
      agencies.clock.advance(600_000);
      expect(agencies.clock.now() - at).toBeGreaterThan(900_000);
      expect((await again()).outcome).toBe("stale");
    } finally {
      agencies.usgs.state.shown = undefined;
    }
  });

  it.each(["usgs", "text"] as const)("fails if there is nothing to build from, and makes no tree: %s", async (agency) => {
    const words = { name: "Oxbow", licence: "CC0", attribution: "Oxbow", url: "https://oxbow.example/" };
    const oxbow = { ...words, fdsn: agencies.text.fdsn, accept_licence: true };
    const { out, again } = place(agency === "text" ? { agencies: { others: { oxbow } } } : {});
    agencies.faults.set(agency, { kind: "status", status: 404 });
    const report = await again();
    expect(report).toMatchObject({ outcome: "failed", error: { code: "store-empty" }, build: null });
    expect(existsSync(out)).toBe(false);
  });

  it("tells in the old tree's status that it failed, and why, without the folders of the machine", async () => {
    const { store, out, again, status } = begun();
    writeFileSync(path.join(store, "usgs/state.json"), "{}");
    // The status before cannot be read.
    writeFileSync(path.join(out, "status.json"), "{");
    const report = await again();
    expect(report).toMatchObject({ outcome: "failed", error: { code: "store-malformed" } });
    expect(status()).toMatchObject({ run: { outcome: "failed", exit_code: 1 }, fresh: false, build: null });
    expect(JSON.stringify(status())).not.toContain(root);
    expect(readFileSync(path.join(out, "status/index.html"), "utf8")).not.toContain(root);
    expect((await verifyTree(out)).faults).toEqual([]);
    rmSync(path.join(store, "usgs"), { recursive: true });
    expect((await again()).outcome).toBe("done");
  });

  it("builds from NOAA's file alone, with the embedded week if no agency of recent events is enabled", async () => {
    const table = path.join(root, "signif.json");
    const items = [
      {
        id: 1,
        year: 1755,
        month: 11,
        day: 1,
        latitude: 36,
        longitude: -11,
        eqMagnitude: 8.5,
        country: "PORTUGAL",
        locationName: "PORTUGAL: LISBON",
        deaths: 50_000,
      },
    ];
    writeFileSync(table, JSON.stringify({ items, itemsPerPage: 200, page: 1, totalItems: 1, totalPages: 1 }));
    const { again, out } = place({ agencies: { noaa: { events: `file://${table}` } } });
    const report = await again();
    // The embedded earthquakes that the table does not list stay beside it; Lisbon's is joined with its own.
    expect(report).toMatchObject({ outcome: "done", error: null, build: { events: { historical: 948 } } });
    const { sources } = (await readRecord(out)).snapshot;
    expect(sources.map(({ id }) => id)).toEqual(expect.arrayContaining(["usgs", "noaa"]));
    expect(sources.find(({ id }) => id === "noaa")?.attribution).toContain("doi:10.7289/V5TD9V7K");
  });

  it("does not even begin if the place of the tree holds something else", async () => {
    const { store, out, again } = place();
    mkdirSync(out, { recursive: true });
    writeFileSync(path.join(out, "thesis.txt"), "of years");
    await expect(again()).rejects.toMatchObject({ code: "out-not-a-tree" });
    expect(existsSync(store)).toBe(false);
    expect(readdirSync(out)).toEqual(["thesis.txt"]);
  });

  it("applies the other agencies if one fails", async () => {
    agencies.noaa.state.earthquakes = [
      { id: 7, year: -426, latitude: 39, longitude: 22.6, country: "GREECE", locationName: "GREECE: EUBOEA" },
    ];
    const { store, again, status } = place({
      agencies: {
        usgs: { feed: agencies.usgs.feed("all_week") },
        noaa: { events: agencies.noaa.events },
        emsc: { fdsn: agencies.emsc.fdsn, accept_licence: true },
      },
    });
    agencies.faults.set("emsc", { kind: "status", status: 500 });
    const report = await again();
    expect(report.outcome).toBe("stale");
    expect(report.sources.map(({ agency, outcome }) => `${agency} ${outcome}`)).toEqual(["usgs applied", "emsc rejected", "noaa applied"]);
    expect((await readStore(store)).noaa?.events.rows).toHaveLength(1);
    expect(status().sources.map(({ agency, answered_at }) => [agency, answered_at !== null])).toEqual([
      ["usgs", true],
      ["noaa", true],
      ["emsc", false],
    ]);
  });
});

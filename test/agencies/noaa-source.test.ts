import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Change, Outcome } from "../../build/agencies/agency.ts";
import { ingestNoting } from "../../build/agencies/asked.ts";
import { createAsk } from "../../build/agencies/http.ts";
import { type NoaaSettings, noaaSource } from "../../build/agencies/noaa-source.ts";
import { noaaCatalogue, readNoaaState } from "../../build/agencies/noaa-state.ts";
import { UserError } from "../../build/error.ts";
import { silentReport } from "../../build/report.ts";
import { corpus, corpusPresent } from "../corpus.ts";
import { temporaryFolder } from "../temporary.ts";
import { startEmulator } from "./emulator/emulator.ts";
import { generateHazel, type HazelRecord } from "./emulator/noaa.ts";
import { seeded } from "./emulator/random.ts";

const WEEK = 7 * 86_400_000;
const root = temporaryFolder();
const agencies = await startEmulator({ now: Date.UTC(2031, 4, 4, 12), seed: 1 });
afterAll(() => agencies.stop());

let store: string;
let stores = 0;

beforeEach(() => {
  store = path.join(root, `store-${++stores}`);
  agencies.faults.clear();
  agencies.requests.length = 0;
  Object.assign(agencies.noaa.state, generateHazel(seeded(7), 450));
});

/** One run, as a process of its own would make it: nothing is remembered but the store. */
function ingest(given: NoaaSettings = {}, warnings: string[] = []): Promise<Outcome> {
  const { now } = agencies.clock;
  const sleep = (ms: number) => Promise.resolve(agencies.clock.advance(ms));
  const ask = createAsk({ fetch, now, sleep, random: () => 0, timeoutMs: 2_000, maxBytes: 50_000_000, tries: 2 });
  const settings = { events: agencies.noaa.events, tsunamis: agencies.noaa.tsunamis, ...given };
  const report = { ...silentReport, warn: (message: string) => warnings.push(message) };
  return ingestNoting(noaaSource(settings), { store, ask, now, report, unreadableShare: 0.1 });
}

async function state() {
  const held = await readNoaaState(store);
  if (!held) throw new Error("the store has nothing of NOAA");
  return held;
}

async function ids(): Promise<string[]> {
  return (await state()).events.rows.map(({ id }) => id).toSorted();
}

function asked(): string[] {
  return agencies.requests.map(({ path }) => path.replace(/^.*\/v1\//, ""));
}

describe("NOAA, by the API", () => {
  it("takes all pages of both tables in one run where nobody asks for a delay", async () => {
    const outcome = await ingest();
    expect(outcome).toMatchObject({ agency: "noaa", outcome: "taken-in", records: 450, asOf: null, setAside: [] });
    expect(outcome.addresses).toHaveLength(4);
    const added = outcome.changes.filter(({ kind }) => kind === "added");
    expect(added).toHaveLength(450);
    expect(await ids()).toEqual(agencies.noaa.state.earthquakes.map(({ id }) => `noaa${id}`).toSorted());
    expect((await state()).tsunamis.rows).toHaveLength(agencies.noaa.state.tsunamis.length);
  });

  it("takes what is absent for unknown and a zero for a zero", async () => {
    agencies.noaa.state.earthquakes = [
      { id: 1, year: -426, locationName: "GREECE:  MALIAN GULF" },
      {
        id: 2,
        year: 2030,
        month: 2,
        day: 3,
        locationName: "CHILE:  TALCA",
        deaths: 0,
        eqDepth: 0,
        latitude: 0,
        longitude: 0,
      },
    ];
    await ingest();
    const [first, second] = (await state()).events.rows;
    expect(first).toMatchObject({ id: "noaa1", latitude: null, depthKm: null, magnitude: null, losses: {} });
    expect(first?.time).toEqual({ year: -426, month: null, day: null, hour: null, minute: null, second: null });
    expect(second).toMatchObject({ latitude: 0, longitude: 0, depthKm: 0 });
    expect(second?.losses).toEqual({ deaths: { value: 0, class: null } });
  });

  it("asks again only after a week, and then tells what changed", async () => {
    await ingest();
    agencies.requests.length = 0;
    agencies.clock.advance(WEEK - 60_000);
    expect(await ingest()).toMatchObject({ outcome: "unchanged", addresses: [], records: 450, changes: [] });
    expect(agencies.requests).toEqual([]);
    agencies.clock.advance(60_000);
    expect(await ingest()).toMatchObject({ outcome: "unchanged", changes: [] });
    expect(agencies.requests).toHaveLength(4);
    agencies.clock.advance(WEEK);
    const [gone, revised] = agencies.noaa.state.earthquakes
      .splice(0, 1)
      .concat(agencies.noaa.state.earthquakes[0] ?? []);
    Object.assign(revised as HazelRecord, { deaths: 7777, eqMagnitude: 9.1, eqMagMw: 9.1 });
    agencies.noaa.state.earthquakes.push({ id: 5000, year: 2031, locationName: "PERU" });
    const outcome = await ingest();
    expect(outcome).toMatchObject({ outcome: "taken-in", records: 450 });
    expect(outcome.changes).toEqual([
      { kind: "revised", id: `noaa${revised?.id}`, fields: ["magnitude", "magnitudes", "losses"] },
      { kind: "added", id: "noaa5000" },
      { kind: "withdrawn", id: `noaa${gone?.id}`, evidence: "absent from the whole table of 450 rows" },
    ]);
    expect((await state()).withdrawn).toEqual([{ ids: [`noaa${gone?.id}`], withdrawnAt: agencies.clock.now() }]);
  });

  it("brings back an event that NOAA lists again", async () => {
    await ingest();
    const [first] = agencies.noaa.state.earthquakes.splice(0, 1) as [HazelRecord];
    agencies.clock.advance(WEEK);
    await ingest();
    agencies.noaa.state.earthquakes.push(first);
    agencies.clock.advance(WEEK);
    expect((await ingest()).changes).toEqual([{ kind: "added", id: `noaa${first.id}` }]);
    expect((await state()).withdrawn).toEqual([]);
  });

  it("counts a new height of the water as a revision of the earthquake", async () => {
    await ingest();
    const tsunami = agencies.noaa.state.tsunamis[0] as HazelRecord;
    Object.assign(tsunami, { eventValidity: 4, maxWaterHeight: 77.7 });
    agencies.clock.advance(WEEK);
    const outcome = await ingest();
    expect(outcome.changes).toHaveLength(1);
    expect(outcome.changes[0]).toMatchObject({ kind: "revised", id: `noaa${tsunami["earthquakeEventId"]}` });
    const { historical } = noaaCatalogue(await state());
    const record = historical.find(({ tsunamiEventId }) => tsunamiEventId === tsunami.id);
    expect(record).toMatchObject({ tsunami: true, maxWaterHeightM: 77.7 });
  });

  it("sets aside alone the rows that are no records, and keeps what we had of them", async () => {
    await ingest();
    const [first, second] = agencies.noaa.state.earthquakes as [HazelRecord, HazelRecord];
    Object.assign(first, { month: 13 });
    second["latitude"] = 91;
    agencies.clock.advance(WEEK);
    const outcome = await ingest();
    expect(outcome).toMatchObject({ outcome: "taken-in", records: 450, changes: [] });
    expect(outcome.setAside.map(({ what, code }) => `${what} ${code}`)).toEqual([
      "noaa1 date-impossible",
      "noaa2 position-impossible",
    ]);
    expect(noaaCatalogue(await state()).leftOut).toEqual({ "date-impossible": 1, "position-impossible": 1 });
  });

  it("leaves out what NOAA marks as not for the public, and says so", async () => {
    Object.assign(agencies.noaa.state.earthquakes[3] as HazelRecord, { publish: false });
    expect(await ingest()).toMatchObject({ records: 449, leftOut: { "not-published": 1 } });
  });

  it("warns of a name of a country that it does not know, and guesses none", async () => {
    Object.assign(agencies.noaa.state.earthquakes[3] as HazelRecord, { country: "ATLANTIS" });
    const warnings: string[] = [];
    await ingest({}, warnings);
    expect(warnings).toEqual([
      "noaa: 1 names of countries are not known, and their events placed by position: ATLANTIS",
    ]);
    expect(noaaCatalogue(await state()).historical.filter(({ country }) => country === null)).toHaveLength(1);
  });

  it("takes a part that was asked for as a part: nothing that is not in it is gone", async () => {
    await ingest();
    const address = pathToFileURL(path.join(root, "page.json")).href;
    const page = { items: [{ id: 1, year: 1755, locationName: "PORTUGAL" }], page: 1, totalPages: 3, totalItems: 450 };
    writeFileSync(path.join(root, "page.json"), JSON.stringify(page));
    const outcome = await ingest({ events: address });
    expect(outcome).toMatchObject({ outcome: "taken-in", records: 450 });
    expect(outcome.changes).toMatchObject([{ kind: "revised", id: "noaa1" }]);
  });
});

describe("NOAA's crawl delay", () => {
  it("is a minute at NOAA itself", async () => {
    const events = "https://www.ngdc.noaa.gov/hazel/hazard-service/api/v1/earthquakes";
    const spacings: (number | undefined)[] = [];
    const { now } = agencies.clock;
    const refuse = (address: string, options: { spacingMs?: number } = {}) => {
      spacings.push(options.spacingMs);
      return Promise.reject(new UserError("capture-unreachable", `${address} cannot be reached`));
    };
    const context = { store, ask: refuse, now, report: silentReport, unreadableShare: 0.1 };
    const outcome = await noaaSource({ events }).ingest(context);
    expect(outcome).toMatchObject({ outcome: "set-aside", setAside: [{ what: events, code: "capture-unreachable" }] });
    expect(spacings).toEqual([60_000]);
  });

  it("spreads a load over runs, a page each, and takes in nothing before all is there", async () => {
    const settings = { crawlDelayS: 60 };
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
    expect(await ingest(settings)).toMatchObject({ outcome: "taken-in", records: 450 });
    expect(asked()).toEqual([
      "earthquakes?page=1&itemsPerPage=200",
      "earthquakes?page=2&itemsPerPage=200",
      "earthquakes?page=3&itemsPerPage=200",
      "tsunamis/events?page=1&itemsPerPage=200",
    ]);
    expect(readdirSync(path.join(store, "noaa", "loading"))).toEqual(["pace.json"]);
    expect(await ingest(settings)).toMatchObject({ outcome: "unchanged" });
  });

  it("lets a run wait for short delays, but for no more than 20 s in all", async () => {
    const begun = agencies.clock.now();
    expect(await ingest({ crawlDelayS: 9 })).toMatchObject({ outcome: "in-progress", records: 450 });
    expect(asked()).toHaveLength(3);
    expect(agencies.clock.now() - begun).toBeLessThan(20_000);
    agencies.clock.advance(9_000);
    expect(await ingest({ crawlDelayS: 9 })).toMatchObject({ outcome: "taken-in" });
  });
});

describe("NOAA, when it misbehaves", () => {
  it("begins again when rows shift from page to page, and not at once", async () => {
    agencies.faults.set("noaa", { kind: "paging-drift" });
    const outcome = await ingest({ tsunamis: undefined });
    expect(outcome).toMatchObject({ outcome: "set-aside", records: 0, setAside: [{ code: "capture-shifted" }] });
    expect(await readNoaaState(store)).toBeUndefined();
    agencies.faults.clear();
    expect(await ingest({ tsunamis: undefined })).toMatchObject({ outcome: "in-progress", addresses: [] });
    agencies.clock.advance(3_600_000);
    expect(await ingest({ tsunamis: undefined })).toMatchObject({ outcome: "taken-in", records: 450 });
  });

  it("begins again when as many rows came as went, which shows in ids that stand twice", async () => {
    const settings = { tsunamis: undefined, crawlDelayS: 60 };
    await ingest(settings);
    const { earthquakes } = agencies.noaa.state;
    earthquakes.unshift({ id: 6000, year: 2031, locationName: "PERU" });
    earthquakes.pop();
    agencies.clock.advance(60_000);
    await ingest(settings);
    agencies.clock.advance(60_000);
    expect(await ingest(settings)).toMatchObject({ outcome: "set-aside", setAside: [{ code: "capture-shifted" }] });
  });

  it("goes on with the page that failed, after a while that grows", async () => {
    agencies.faults.set("noaa", { kind: "status", status: 500 }, { path: "page=2" });
    expect(await ingest()).toMatchObject({
      outcome: "set-aside",
      setAside: [{ code: "capture-refused" }, {}].slice(0, 1),
    });
    agencies.requests.length = 0;
    expect((await ingest()).addresses).toEqual([]);
    agencies.clock.advance(60_000);
    expect(await ingest()).toMatchObject({ outcome: "set-aside" });
    agencies.clock.advance(60_000);
    expect((await ingest()).addresses).toEqual([]);
    agencies.faults.clear();
    agencies.clock.advance(60_000);
    expect(await ingest()).toMatchObject({ outcome: "taken-in", records: 450 });
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
    expect(outcome).toMatchObject({ outcome: "set-aside", records: 450, changes: [] });
    expect(await state()).toEqual(before);
    agencies.faults.clear();
    agencies.clock.advance(3_600_000);
    expect(await ingest()).toMatchObject({ outcome: "unchanged", records: 450, changes: [] });
  });

  it("does not believe a table that has shrunk by more than a few rows", async () => {
    await ingest();
    const before = await state();
    agencies.noaa.state.earthquakes.splice(100, 40);
    agencies.clock.advance(WEEK);
    const outcome = await ingest({ tsunamis: undefined });
    expect(outcome).toMatchObject({ outcome: "set-aside", records: 450, setAside: [{ code: "capture-shrunk" }] });
    expect(await state()).toEqual(before);
    agencies.requests.length = 0;
    await ingest({ tsunamis: undefined });
    expect(agencies.requests).toEqual([]);
  });

  it("does not believe a table in which a field has another name all of a sudden", async () => {
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
    expect(outcome).toMatchObject({ outcome: "set-aside", setAside: [{ code: "capture-thinned" }] });
    expect(await state()).toEqual(before);
  });

  it("tells a store that was tampered with", async () => {
    await ingest();
    const folder = path.join(store, "noaa");
    const rows = readdirSync(folder).find((name) => name.startsWith("rows-")) ?? "";
    writeFileSync(path.join(folder, rows), readFileSync(path.join(folder, rows), "utf8").replace("GREECE", "FRANCE"));
    await expect(readNoaaState(store)).rejects.toMatchObject({ code: "store-malformed" });
  });

  it("begins again where a kept page is lost", async () => {
    await ingest({ crawlDelayS: 60 });
    const folder = path.join(store, "noaa", "loading");
    for (const name of readdirSync(folder))
      if (/-[0-9a-f]{16}\.json$/.test(name)) writeFileSync(path.join(folder, name), "");
    for (const _ of [2, 3]) {
      agencies.clock.advance(60_000);
      await ingest({ crawlDelayS: 60 });
    }
    expect(existsSync(path.join(store, "noaa", "state.json"))).toBe(false);
    agencies.clock.advance(3_600_000);
    expect(await ingest()).toMatchObject({ outcome: "taken-in", records: 450 });
  });
});

function file(name: string): string {
  return pathToFileURL(corpus(`noaa/${name}`)).href;
}

function countOf({ changes }: Outcome, kind: Change["kind"]): number {
  return changes.filter((change) => change.kind === kind).length;
}

/** A run that ends, as by a kill, when it asks for the n-th time. */
async function endedAt(n: number): Promise<void> {
  const { now } = agencies.clock;
  const whole = createAsk({
    fetch,
    now,
    sleep: () => Promise.resolve(),
    random: () => 0,
    timeoutMs: 2_000,
    maxBytes: 1e7,
  });
  let asked = 0;
  const ask: typeof whole = (address, options) => {
    if (++asked === n) throw new Error("killed");
    return whole(address, options);
  };
  const { events, tsunamis } = agencies.noaa;
  const context = { store, ask, now, report: silentReport, unreadableShare: 0.1 };
  await expect(noaaSource({ events, tsunamis }).ingest(context)).rejects.toThrow("killed");
}

describe("NOAA, when a run is ended in the middle", () => {
  it("goes on where it was, and asks for no page twice", async () => {
    for (const n of [2, 2, 2]) await endedAt(n);
    expect((await ingest()).outcome).toBe("taken-in");
    expect(asked().toSorted()).toEqual([...new Set(asked())].toSorted());
    expect(await ids()).toHaveLength(450);
  });

  it("has what was taken in before, whatever the next load had come to", async () => {
    await ingest();
    const before = await state();
    agencies.clock.advance(WEEK);
    for (const n of [1, 2, 3]) {
      await endedAt(n);
      expect((await state()).events.rows).toEqual(before.events.rows);
    }
  });

  it("leaves nothing behind once a later load is done, and does without what was damaged", async () => {
    await endedAt(3);
    const folder = path.join(store, "noaa", "loading");
    writeFileSync(path.join(folder, "events.json"), "{");
    writeFileSync(path.join(folder, "pace.json"), "");
    expect((await ingest()).outcome).toBe("taken-in");
    expect(readdirSync(folder)).toEqual(["pace.json"]);
    expect(readdirSync(path.join(store, "noaa")).filter((name) => name.startsWith("rows-"))).toHaveLength(2);
    expect(await ids()).toHaveLength(450);
  });
});

describe.skipIf(!corpusPresent)("NOAA, from files", () => {
  const [classic, tsunamis] = [file("signif-2020-08.tsv"), file("tsevent-2020-06.tsv")];

  it("takes a file in at once, again only when its bytes are new, and follows the table from form to form", async () => {
    expect(await ingest({ events: classic, tsunamis })).toMatchObject({ outcome: "taken-in", records: 6219 });
    expect(await ingest({ events: classic, tsunamis })).toMatchObject({ outcome: "unchanged", records: 6219 });
    const first = await ingest({ events: file("hazel-earthquakes-2021-03-08.tsv"), tsunamis });
    expect(first).toMatchObject({ outcome: "taken-in", records: 6225 });
    expect([countOf(first, "added"), countOf(first, "withdrawn")]).toEqual([18, 12]);
    const second = await ingest({ events: file("hazel-earthquakes-2026-03.tsv"), tsunamis });
    expect(second).toMatchObject({ outcome: "taken-in", records: 6662 });
    const { events } = await state();
    const antakya = events.rows.find(({ id }) => id === "noaa64");
    expect(antakya).toMatchObject({ country: "TURKEY", tsunamiEventId: 4396, magnitudes: { ms: 7.5 } });
    const back = await ingest({ events: classic, tsunamis });
    expect(back).toMatchObject({ outcome: "set-aside", records: 6662, setAside: [{ code: "capture-shrunk" }] });
  }, 60_000);

  it("gives an event that it had without a number NOAA's number, and keeps the former id", async () => {
    await ingest({ events: file("hazel-earthquakes-2021-03-08.tsv"), tsunamis: undefined });
    const before = await state();
    const outcome = await ingest({ events: classic, tsunamis: undefined });
    expect(outcome.outcome).toBe("taken-in");
    const after = await state();
    expect(new Set(after.events.rows.flatMap(({ id, aliases }) => [id, ...aliases])).size).toBeGreaterThan(12_400);
    const lost = new Set(after.withdrawn.flatMap(({ ids }) => ids));
    const known = new Set(after.events.rows.flatMap(({ id, aliases }) => [id, ...aliases]));
    for (const { id } of before.events.rows) expect(known.has(id) || lost.has(id)).toBe(true);
    expect(lost.size).toBeLessThan(30);
    expect(outcome.changes.filter(({ kind }) => kind === "added").length).toBeLessThan(30);
  }, 60_000);
});

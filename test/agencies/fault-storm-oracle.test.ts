import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { StatusDocument } from "../../build/contract/wire/status.ts";
import { temporaryFolder } from "../support/temporary.ts";
import type { LoggedRequest } from "./emulator/server.ts";
import { createWorld, type World } from "./emulator/world.ts";
import { type Calm, type HeldEvent, oracleOf, tableOracle } from "./fault-storm/oracle.ts";
import { type Facts, statusFaults } from "./fault-storm/status-truth.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const DAY = 86_400_000;
const CALM: Calm = { since: NOW - DAY, noticedBefore: NOW - 4 * DAY, now: NOW };
const folder = temporaryFolder();

const iso = (ms: number) => new Date(ms).toISOString();

const holding = (...ids: string[]): HeldEvent[] => ids.map((id) => ({ ids: [id], time: 0, magnitude: null }));

let world: World;
let held: HeldEvent[];

beforeEach(() => {
  world = createWorld(() => NOW);
  world.add({ net: "us", code: "1", time: NOW - 1_000, mag: 4 }, { net: "us", code: "2", time: NOW - 2_000, mag: 5 });
  held = world.events.map(({ ids, time, mag }) => ({ ids: [...ids], time, magnitude: mag }));
});

describe("the oracle of a storm", () => {
  it("has nothing to say where all is right", () => {
    const oracle = oracleOf("usgs", world, true);
    expect([...oracle.look(held), ...oracle.look(held), ...oracle.lookCalmly(held, CALM)]).toEqual([]);
  });

  it("sees what is lost, but not what was withdrawn, merged or renamed", () => {
    const oracle = oracleOf("usgs", world, true);
    oracle.look(held);
    world.changeId("us1", { net: "ci", code: "9" });
    expect(oracle.look([{ ids: ["ci9"], time: 0, magnitude: 4 }])).toEqual(["usgs: us2 is lost"]);
    world.merge("ci9", "us2");
    expect(oracle.look([{ ids: ["ci9"], time: 0, magnitude: 4 }])).toEqual([]);
    expect(oracle.look([])).toHaveLength(3);
    world.delete("ci9");
    expect(oracle.look([])).toEqual([]);
  });

  it("sees what nobody reported, and what is held twice", () => {
    const oracle = oracleOf("usgs", world, true);
    expect(oracle.look([{ ids: ["xx1"], time: 0, magnitude: 1 }])).toEqual(["usgs: xx1 was never reported"]);
    expect(oracle.look([...held, ...held])).toEqual(["usgs: an id belongs to two events"]);
  });

  it("compares in full when it is calm, as far as the agency tells", () => {
    const calm = () => oracleOf("usgs", world, true).lookCalmly(held, CALM);
    world.revise("us1", { mag: 4.4, updated: NOW - 1 });
    expect(calm()).toEqual([]);
    world.revise("us1", { mag: 4.5 });
    world.add({ net: "us", code: "3", time: NOW - 3_000 }, { net: "us", code: "later", time: NOW, publishedAt: NOW + 1 });
    world.delete("us2");
    expect(calm()).toEqual([
      "usgs: us1 has the magnitude 4 in place of 4.5",
      "usgs: us2 was deleted and is still held",
      "usgs: us3 of 2031-05-04T11:59:57.000Z is missing",
    ]);
    expect(oracleOf("emsc", world, false).lookCalmly(held, CALM)).toHaveLength(2);
  });

  it("gives a deletion that a faulty answer may have left out its time to be noticed", () => {
    const calm = () => oracleOf("usgs", world, true).lookCalmly(held, CALM);
    const gone = world.delete("us2");
    const heldAfter = (changedAt: number) => {
      gone.changedAt = changedAt;
      return calm().length;
    };
    expect([CALM.since, CALM.since - 1, NOW - 4 * DAY, NOW - 4 * DAY - 1].map(heldAfter)).toEqual([1, 0, 0, 1]);
  });

  it("follows a table", () => {
    const rows = [{ id: 1 }, { id: 2 }];
    const oracle = tableOracle("noaa", () => rows);
    expect(oracle.look(holding("1", "2"))).toEqual([]);
    expect(oracle.look(holding("2", "7"))).toEqual(["noaa: row 1 is lost", "noaa: row 7 was never there"]);
    rows.shift();
    expect(oracle.look(holding("2"))).toEqual([]);
  });
});

describe("what a status says", () => {
  const request: LoggedRequest = { agency: "usgs", path: "/", headers: {}, at: NOW, status: 200, faults: [] };
  const facts: Facts = {
    finished: { startedAt: NOW, finishedAt: NOW + 5_000 },
    requests: [request],
    held: { usgs: 2 },
    snapshot: "0123456789abcdef",
  };
  const source: StatusDocument["sources"][number] = {
    agency: "usgs",
    outcome: "applied",
    as_of: iso(NOW),
    age_s: 5,
    asked_at: iso(NOW),
    answered_at: iso(NOW),
    stale_after_s: 900,
    fresh: true,
    records: 2,
    changes: null,
    rejected: [],
  };
  const status = (parts: Partial<StatusDocument["sources"][number]> = {}, run: object = {}): StatusDocument => ({
    format: 1,
    run: {
      started_at: iso(NOW),
      finished_at: iso(NOW + 5_000),
      outcome: "done",
      exit_code: 0,
      error: null,
      seconds: { ingest: 1, build: 1 },
      ...run,
    },
    expected_interval_s: 60,
    stale_after_s: 900,
    as_of: iso(NOW),
    fresh: true,
    snapshot: { id: facts.snapshot, sequence: 1 },
    build: null,
    sources: [{ ...source, ...parts }],
  });
  const faultsOf = async (document: unknown, known: Partial<Facts> = {}) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "status.json"), typeof document === "string" ? document : JSON.stringify(document));
    return (await statusFaults(folder, { ...facts, ...known })).join("; ");
  };
  const spoilt = [{ ...request, faults: ["html"] }];

  it("is believed where it is so", async () => {
    expect(await faultsOf(status())).toBe("");
    const refused = { outcome: "rejected", answered_at: iso(NOW - 60_000), as_of: iso(NOW - 60_000) } as const;
    expect(await faultsOf(status(refused, { outcome: "stale" }), { requests: spoilt })).toBe("");
  });

  it.each([
    ["that an agency answered which did not", status(), { requests: spoilt }, /no answer of it was any good/],
    ["that an agency failed which did not", status({ outcome: "rejected" }), {}, /although nothing was wrong/],
    ["done, where a source was rejected", status({ outcome: "rejected" }), { requests: [] }, /done, although/],
    ["another number of records", status({ records: 3 }), {}, /has 3 records, and the store 2/],
    ["fresh, of what is old", status({ as_of: iso(NOW - 3_600_000) }), {}, /usgs is fresh, of/],
    ["a moment of the future", status({ as_of: iso(NOW + 60_000) }), {}, /of the future/],
    ["another run", status({}, { started_at: iso(NOW - 1) }), {}, /started_at/],
    ["another snapshot", status(), { snapshot: "fedcba9876543210" }, /snapshot is/],
    ["nothing that can be read", "{", {}, /status: /],
  ])("is not believed where it says %s", async (_what, document, known, message) => {
    expect(await faultsOf(document, known)).toMatch(message);
  });
});

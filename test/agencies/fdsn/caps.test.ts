import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emscService, fdsnTextService } from "../../../build/agencies/fdsn/service.ts";
import { fdsnSource } from "../../../build/agencies/fdsn/source.ts";
import { readFdsnState } from "../../../build/agencies/fdsn/state.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { type AgencySource, ingestWithLog, type Outcome } from "../../../build/store/agency.ts";
import { NO_CELLS } from "../../../build/store/derive.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type Emulator, startEmulator } from "../emulator/emulator.ts";
import type { Cap } from "../emulator/seismology.ts";
import { emulatorAsk } from "../usgs-ingest.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const COUNT = 60;

let agencies: Emulator;
let store: string;

beforeEach(async () => {
  agencies = await startEmulator({ now: NOW, seed: 1 });
  store = temporaryFolder();
});
afterEach(() => agencies.stop());

function run(source: AgencySource): Promise<Outcome> {
  const { now } = agencies.clock;
  const context = { store, ask: emulatorAsk(agencies), now, report: silentReport, unreadableShare: 0.5, derive: NO_CELLS };
  return ingestWithLog(source, context);
}

const FROM = { fdsn: "", licence: "CC0", attribution: "Zz Network." };
const zz = () => fdsnSource(fdsnTextService("zz", { ...FROM, fdsn: agencies.text.fdsn }));
const geonet = () => fdsnSource(fdsnTextService("geonet", { fdsn: agencies.text.fdsn }));

/** Two events a day, with magnitudes of 1 to 4. */
function populate(): void {
  agencies.text.world.add(
    ...Array.from({ length: COUNT }, (_, at) => ({
      net: "",
      code: `t${String(at).padStart(2, "0")}`,
      time: NOW - 2 * HOUR - at * 10 * HOUR,
      mag: 1 + ((at * 7) % 31) / 10,
    })),
  );
}

/** Runs every six hours; new events come meanwhile. */
async function runFor(runs: number, source: () => AgencySource): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < runs; at++) {
    agencies.clock.advance(6 * HOUR);
    const time = agencies.clock.now() - 2 * HOUR;
    agencies.text.world.add({ net: "", code: `n${at}`, time, mag: 2.5 });
    outcomes.push(await run(source()));
  }
  return outcomes;
}

const withdrawn = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ changes }) => changes).flatMap(({ kind, id }) => (kind === "withdrawn" ? [id] : []));

async function held(agency = "zz"): Promise<number> {
  return (await readFdsnState(store, agency))?.events.length ?? 0;
}

describe("a service with a limit that it does not state", () => {
  const caps: [string, Cap][] = (["newest", "oldest", "largest", "scattered"] as const).flatMap((first) =>
    (["answer", "catalogue"] as const).map((of) => [`${first} of its ${of}`, { of, rows: 40, first }] as [string, Cap]),
  );

  it.each(caps)("has no event withdrawn for listing only the %s", async (_what, cap) => {
    populate();
    await run(zz());
    expect(await held()).toBe(COUNT);
    agencies.text.state.cap = cap;
    expect(withdrawn(await runFor(6, zz))).toEqual([]);
  });

  it.each(caps)("has no event withdrawn if it refuses `limit` and lists only the %s", async (_what, cap) => {
    populate();
    agencies.text.state.refuses = ["limit"];
    await run(zz());
    agencies.text.state.cap = cap;
    expect(withdrawn(await runFor(6, zz))).toEqual([]);
    expect(await held()).toBeGreaterThanOrEqual(COUNT);
  });

  it.each(["newest", "oldest", "largest"] as const)("is read whole if it lists the %s", async (first) => {
    populate();
    agencies.text.state.cap = { of: "answer", rows: 7, first };
    expect(await run(zz())).toMatchObject({ outcome: "applied", rejected: [], records: COUNT });
  });

  it("has no event withdrawn as its limit falls, or as events pass it one by one", async () => {
    populate();
    await run(zz());
    for (const rows of [58, 55, 50, 45]) {
      agencies.text.state.cap = { of: "catalogue", rows, first: "newest" };
      expect(withdrawn(await runFor(4, zz))).toEqual([]);
    }
  });

  it("has an event withdrawn that it deletes", async () => {
    populate();
    agencies.text.state.cap = { of: "answer", rows: 40, first: "newest" };
    await run(zz());
    agencies.text.world.delete("t30");
    expect(withdrawn(await runFor(4, zz))).toEqual(["zzt30"]);
    expect(await held()).toBe(COUNT + 3);
  });
});

describe("GeoNet, which refuses `limit`", () => {
  beforeEach(() => {
    agencies.text.state.refuses = ["limit", "updatedafter"];
    populate();
  });

  it("is asked without one, and in halves at the number that it is known to list", async () => {
    const outcome = await run(geonet());
    expect(outcome).toMatchObject({ outcome: "applied", records: COUNT });
    expect(outcome.addresses.some((address) => address.includes("limit="))).toBe(false);
    const small = { ...fdsnTextService("geonet", { fdsn: agencies.text.fdsn }), cap: 20 };
    store = temporaryFolder();
    const halved = await run(fdsnSource(small));
    expect([halved.records, halved.addresses.length > outcome.addresses.length]).toEqual([COUNT, true]);
  });

  it.each(["answer", "catalogue"] as const)("has no event withdrawn if its %s is cut", async (of) => {
    await run(geonet());
    agencies.text.state.cap = { of, rows: 45, first: "newest" };
    expect(withdrawn(await runFor(6, geonet))).toEqual([]);
    agencies.text.state.cap = { of: "answer", rows: 10_000, first: "newest" };
    agencies.text.world.delete("t20");
    expect(withdrawn(await runFor(5, geonet))).toEqual(["geonett20"]);
  });
});

describe("a service that omits events", () => {
  it("has none withdrawn if it omits many, or if the omitted ones come back", async () => {
    populate();
    await run(zz());
    const codes = agencies.text.world.events.map(({ code }) => code);
    agencies.faults.set("text", { kind: "omits", ids: codes.filter((_, at) => at % 3 === 1) });
    expect(withdrawn(await runFor(6, zz))).toEqual([]);
    for (let round = 0; round < 6; round++) {
      agencies.faults.clear();
      agencies.faults.set("text", { kind: "omits", ids: [20, 40].map((at) => codes[at + (round % 2)] ?? "") });
      expect(withdrawn(await runFor(1, zz))).toEqual([]);
    }
  });

  it("has none withdrawn that it lists when it is asked for the time around", async () => {
    populate();
    await run(zz());
    for (let at = 0; at < 6; at++) {
      agencies.clock.advance(6 * HOUR);
      // Only the question for all of 31 days lacks it.
      const start = new Date(agencies.clock.now() - 31 * DAY).toISOString().slice(0, 19);
      agencies.faults.clear();
      agencies.faults.set("text", { kind: "omits", ids: ["t20"] }, { path: encodeURIComponent(start) });
      expect(withdrawn([await run(zz())])).toEqual([]);
    }
    expect(await held()).toBe(COUNT);
  });

  it("has none withdrawn while it cannot be asked for the time around, and reports that", async () => {
    populate();
    await run(zz());
    agencies.text.world.delete("t20");
    const [first] = await runFor(2, zz);
    expect(first?.rejected).toEqual([]);
    agencies.faults.set("text", { kind: "status", status: 404 }, { path: "2031-04-26" });
    const [third] = await runFor(1, zz);
    expect(withdrawn(third ? [third] : [])).toEqual([]);
    expect(third?.rejected.map(({ code }) => code)).toEqual(["capture-refused"]);
    agencies.faults.clear();
    expect(withdrawn(await runFor(1, zz))).toEqual(["zzt20"]);
  });
});

describe("a service that says how many events there are", () => {
  it("is asked in halves if an answer has fewer", async () => {
    agencies.emsc.world.add(...Array.from({ length: 30 }, (_, at) => ({ net: "", code: `e${at}`, time: NOW - HOUR - at * 20 * HOUR })));
    agencies.emsc.state.cap = { of: "answer", rows: 8, first: "scattered" };
    const outcome = await run(fdsnSource(emscService({ fdsn: agencies.emsc.fdsn })));
    expect(outcome).toMatchObject({ outcome: "applied", records: 30, rejected: [] });
  });
});

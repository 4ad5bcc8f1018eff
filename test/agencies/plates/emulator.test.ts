import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type PlatesSettings, platesSource } from "../../../build/agencies/plates/source.ts";
import { PLATE_PARTS, readPlatesState } from "../../../build/agencies/plates/state.ts";
import { createAgencyClient } from "../../../build/platform/http/agency-client.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { ingestWithLog, type Outcome } from "../../../build/store/agency.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { startEmulator } from "../emulator/emulator.ts";
import type { Fault } from "../emulator/faults.ts";
import { wholeModel } from "../whole-model.ts";

const DAY = 86_400_000;

const root = temporaryFolder();
const agencies = await startEmulator({ now: Date.UTC(2031, 4, 4, 12), seed: 4 });
afterAll(() => agencies.stop());

const model = wholeModel();
const settings: PlatesSettings = {
  boundaries: agencies.files.put("PB2002_boundaries.json", model.boundaries, "text/plain"),
  plates: agencies.files.put("PB2002_plates.json", model.plates, "text/plain"),
  steps: agencies.files.put("PB2002_steps.json", model.steps, "application/geo+json"),
};

let store = "";

beforeEach(async () => {
  agencies.faults.clear();
  agencies.files.manners.conditional = false;
  store = await mkdtemp(join(root, "store-"));
});

const noSleep = (): Promise<void> => Promise.resolve();

function ingest(): Promise<Outcome> {
  const { now } = agencies.clock;
  // Few tries and little patience: the faults of these tests do not pass.
  const ask = createAgencyClient({
    fetch,
    now,
    sleep: noSleep,
    random: () => 0,
    timeoutMs: 2000,
    maxBytes: 20_000_000,
    tries: 2,
  });
  return ingestWithLog(platesSource(settings), { store, ask, now, report: silentReport, unreadableShare: 0.5 });
}

describe("the plate model from a server", () => {
  it("comes whole, and not a second time while nothing has changed", async () => {
    agencies.files.manners.conditional = true;
    expect(await ingest()).toMatchObject({ outcome: "applied", rejected: [] });
    agencies.requests.length = 0;
    expect(await ingest()).toMatchObject({ outcome: "unchanged", addresses: [] });
    agencies.clock.advance(91 * DAY);
    expect(await ingest()).toMatchObject({ outcome: "unchanged", addresses: Object.values(settings) });
    expect(agencies.requests.map(({ status }) => status)).toEqual([304, 304, 304]);
  });

  const faults: Fault[] = [
    { kind: "silent" },
    { kind: "reset" },
    { kind: "cut-short" },
    { kind: "truncated" },
    { kind: "status", status: 403 },
    { kind: "status", status: 429, retryAfter: 3600 },
    { kind: "status", status: 503 },
    { kind: "html" },
    { kind: "broken-gzip" },
    { kind: "replaced", body: "" },
    { kind: "replaced", body: '{"type":"FeatureCollection","features":[]}' },
    { kind: "replaced", body: "404: Not Found" },
  ];

  it.each(faults)("that has come once stays, and comes again when the fault is over: %j", async (fault) => {
    await ingest();
    const before = await readPlatesState(store);
    agencies.clock.advance(91 * DAY);
    agencies.faults.set("files", fault, { path: "plates" });
    const outcome = await ingest();
    expect(outcome.outcome).toBe("rejected");
    expect(outcome.rejected.map(({ what }) => what)).toContain(settings.plates);
    const during = await readPlatesState(store);
    expect(during?.plates).toEqual(before?.plates);
    expect(during?.failures.plates?.times).toBe(1);
    agencies.faults.clear();
    agencies.clock.advance(DAY);
    const after = await ingest();
    expect(after).toMatchObject({ outcome: "unchanged", rejected: [] });
    expect(after.addresses).toContain(settings.plates);
    expect((await readPlatesState(store))?.failures).toEqual({});
  });

  it("never loses in a storm what has come once, and is whole at the end", async () => {
    const random = mulberry32(44);
    const had = new Set<string>();
    for (let run = 0; run < 60; run++) {
      agencies.faults.clear();
      for (const fault of faults.slice(1)) agencies.faults.set("files", fault, { chance: random() * 0.3 });
      const { outcome, rejected } = await ingest();
      const state = await readPlatesState(store);
      for (const part of PLATE_PARTS) {
        if (had.has(part)) expect(state?.[part], part).toBeTruthy();
        if (state?.[part]) had.add(part);
      }
      expect(outcome === "rejected").toBe(rejected.length > 0);
      agencies.clock.advance(Math.floor(random() * 100) * DAY);
    }
    agencies.faults.clear();
    agencies.clock.advance(100 * DAY);
    expect(await ingest()).toMatchObject({ rejected: [] });
    const state = await readPlatesState(store);
    expect(state?.plates?.plates).toEqual(model.outlines);
    expect(state?.failures).toEqual({});
  });
});

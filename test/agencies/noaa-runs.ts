import path from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type NoaaSettings, noaaSource } from "../../build/agencies/noaa/source.ts";
import { readNoaaState } from "../../build/agencies/noaa/state.ts";
import { createAgencyClient } from "../../build/platform/http/agency-client.ts";
import { mulberry32 } from "../../build/platform/random.ts";
import { silentReport } from "../../build/platform/report.ts";
import { ingestWithLog, type Outcome } from "../../build/store/agency.ts";
import { NO_CELLS } from "../../build/store/derive.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";
import { generateHazel } from "./emulator/noaa.ts";

export const WEEK = 7 * 86_400_000;
export let agencies: Emulator;
export let store: string;

/** To be called once in a test file: each of its tests has the same table of NOAA's and a store that does not exist yet. */
export function useNoaa(): void {
  beforeAll(async () => {
    agencies = await startEmulator({ now: Date.UTC(2031, 4, 4, 12), seed: 1 });
  });
  afterAll(() => agencies.stop());
  beforeEach(() => {
    store = path.join(temporaryFolder(), "store");
    agencies.faults.clear();
    agencies.requests.length = 0;
    Object.assign(agencies.noaa.state, generateHazel(mulberry32(7), 450));
  });
}

/** One run, as a process of its own would make it: nothing is remembered but the store. */
export function ingest(given: NoaaSettings = {}, warnings: string[] = [], accepted?: string): Promise<Outcome> {
  const { now } = agencies.clock;
  const sleep = (ms: number) => Promise.resolve(agencies.clock.advance(ms));
  const ask = createAgencyClient({ fetch, now, sleep, random: () => 0, timeoutMs: 2_000, maxBytes: 50_000_000, tries: 2 });
  const settings = { events: agencies.noaa.events, tsunamis: agencies.noaa.tsunamis, ...given };
  const report = { ...silentReport, warn: (message: string) => warnings.push(message) };
  return ingestWithLog(noaaSource(settings), { store, ask, now, report, unreadableShare: 0.1, accepted, derive: NO_CELLS });
}

export async function state() {
  const held = await readNoaaState(store);
  if (!held) throw new Error("the store has nothing of NOAA");
  return held;
}

export async function ids(): Promise<string[]> {
  return (await state()).events.rows.map(({ id }) => id).toSorted();
}

export function asked(): string[] {
  return agencies.requests.map(({ path }) => path.replace(/^.*\/v1\//, ""));
}

import { afterEach, beforeEach } from "vitest";
import { emscService, fdsnTextService } from "../../build/agencies/fdsn/service.ts";
import { fdsnSource } from "../../build/agencies/fdsn/source.ts";
import { readFdsnState } from "../../build/agencies/fdsn/state.ts";
import { silentReport } from "../../build/platform/report.ts";
import { type AgencySource, ingestWithLog, type Outcome } from "../../build/store/agency.ts";
import { NO_CELLS } from "../../build/store/derive.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { asker } from "./asking.ts";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";

export const NOW = Date.UTC(2031, 4, 4, 12);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export let agencies: Emulator;
export let store: string;

/** Services of an EMSC and of an agency with FDSN text, and an empty store, for each test. */
export function useFdsnWorld(): void {
  beforeEach(async () => {
    agencies = await startEmulator({ now: NOW, seed: 1 });
    store = temporaryFolder();
  });
  afterEach(() => agencies.stop());
}

export function run(source: AgencySource, fetch = globalThis.fetch): Promise<Outcome> {
  const { now } = agencies.clock;
  const ask = asker({ fetch, now, maxBytes: 1e7 });
  return ingestWithLog(source, { store, ask, now, report: silentReport, unreadableShare: 0.5, derive: NO_CELLS });
}

export const TERMS = { licence: "CC0", attribution: "Zz Network." };
export const emsc = () => run(fdsnSource(emscService({ fdsn: agencies.emsc.fdsn })));
export const text = () => run(fdsnSource(fdsnTextService("zz", { fdsn: agencies.text.fdsn, ...TERMS })));

export async function held(agency = "emsc"): Promise<string[]> {
  const state = await readFdsnState(store, agency);
  return (state?.events ?? []).map(({ id }) => id).toSorted();
}

/** Ten events, one each day, the newest an hour old. */
export function addTen(service: Emulator["emsc"], prefix = "e"): string[] {
  const codes = Array.from({ length: 10 }, (_, day) => `${prefix}${String(day).padStart(2, "0")}`);
  const now = agencies.clock.now();
  service.world.add(...codes.map((code, day) => ({ net: "", code, time: now - HOUR - day * DAY, updated: now - HOUR })));
  return codes;
}

export const asked = () => agencies.requests.map(({ path: address }) => new URL(address, "http://localhost").searchParams);

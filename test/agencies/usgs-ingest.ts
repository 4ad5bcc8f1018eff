import { type UsgsSettings, usgsSource } from "../../build/agencies/usgs/source.ts";
import { readUsgsState, type UsgsState } from "../../build/agencies/usgs/state.ts";
import { type AgencyClient, createAgencyClient } from "../../build/platform/http/agency-client.ts";
import { silentReport } from "../../build/platform/report.ts";
import { type AgencyContext, ingestWithLog, type Outcome } from "../../build/store/agency.ts";
import { openDerive } from "../../build/store/derive.ts";
import type { Emulator } from "./emulator/emulator.ts";

/** Asks on loopback, by the emulator's clock, which waiting moves. */
export function emulatorAsk({ clock }: Emulator): AgencyClient {
  return createAgencyClient({
    fetch: globalThis.fetch,
    now: clock.now,
    sleep: async (ms) => clock.advance(ms),
    random: () => 0,
    timeoutMs: 5_000,
    maxBytes: 50e6,
    tries: 2,
  });
}

/** What a source on a store needs, with the emulator's clock. */
export function contextOf(agencies: Emulator, store: string, ask: AgencyClient = emulatorAsk(agencies)): AgencyContext {
  return { store, ask, now: agencies.clock.now, report: silentReport, unreadableShare: 0.5, derive: openDerive(store) };
}

/** One run of the USGS's source on a store, and the state after it. */
export async function ingestUsgs(
  agencies: Emulator,
  store: string,
  settings: UsgsSettings,
  ask: AgencyClient = emulatorAsk(agencies),
): Promise<{ outcome: Outcome; state: UsgsState | undefined }> {
  const source = usgsSource({ spacingMs: 0, ...settings });
  const outcome = await ingestWithLog(source, contextOf(agencies, store, ask));
  return { outcome, state: await readUsgsState(store) };
}

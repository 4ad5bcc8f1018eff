import { type Emulator, startEmulator } from "../../../test/agencies/emulator/emulator.ts";
import type { WorldEvent } from "../../../test/agencies/emulator/world.ts";
import type { Row } from "./union.ts";

/**
 * The USGS on loopback, which lists these events; `stop` it.
 *
 * @param now ms since 1970 UTC
 */
export async function agencyOf(rows: Iterable<Row>, now: number): Promise<Emulator> {
  const agencies = await startEmulator({ now });
  for (const row of rows) agencies.usgs.world.events.push(worldEvent(row));
  return agencies;
}

function worldEvent({ id, ...row }: Row): WorldEvent {
  const unremarkable = { felt: null, cdi: null, mmi: null, alert: null, tsunami: 0 as const, bare: false };
  const { time, updated } = row;
  return { ...unremarkable, ...row, net: id.slice(0, 2), code: id.slice(2), publishedAt: time, changedAt: updated };
}

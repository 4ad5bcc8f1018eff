import type { UsgsEvent } from "../../build/store/records.ts";
import { agencyEvent } from "./make-event.ts";
import { GENERATED } from "./usgs-feed.ts";

/** ms */
export const MINUTE = 60_000;

/** Stored events, a minute apart, each at a place of its own. */
export function known(n: number): UsgsEvent[] {
  return Array.from({ length: n }, (_, at) =>
    agencyEvent({ id: `xx${at}`, time: GENERATED - (at + 20) * MINUTE, updated: GENERATED - (at + 19) * MINUTE, latitude: at / 100 - 80 }),
  );
}

import type { Holdings } from "../../build/agencies/usgs/upsert.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { agencyEvent } from "./make-event.ts";

export const NOTHING: Holdings = { events: [], withdrawn: [] };

export function row(ids: string, updated: number, parts: Partial<UsgsEvent> = {}): UsgsEvent {
  const list = ids.split(" ");
  return agencyEvent({ id: list[0] as string, ids: [...list].toSorted(), updated, time: 1000, ...parts });
}

export function holding(...events: UsgsEvent[]): Holdings {
  return { events, withdrawn: [] };
}

/** Without what a withdrawn event was. */
export function plain({ events, withdrawn }: Holdings): Holdings {
  return { events, withdrawn: withdrawn.map(({ was: _was, ...statement }) => statement) };
}

export function gone(ids: string, withdrawnAt: number): Holdings {
  return { events: [], withdrawn: [{ ids: ids.split(" "), withdrawnAt }] };
}

import { readFdsnState } from "../../../build/agencies/fdsn/state.ts";
import { readNoaaState } from "../../../build/agencies/noaa/state.ts";
import { segmentEvents } from "../../../build/agencies/usgs/segments.ts";
import { readStore } from "../../../build/pipeline/load/inputs.ts";
import type { HeldEvent } from "./oracle.ts";

/** What a store holds of each agency, archive included, as its readers read it; ids as the agencies print them. */
export interface Held {
  usgs: HeldEvent[];
  emsc: HeldEvent[];
  text: HeldEvent[];
  noaa: HeldEvent[];
}

/** @throws UserError `store-…` where it cannot be read */
export async function heldBy(store: string): Promise<Held> {
  const { usgs } = await readStore(store);
  const archived = usgs ? segmentEvents(store, usgs) : [];
  const [emsc, text, noaa] = await Promise.all([readFdsnState(store, "emsc"), readFdsnState(store, "text"), readNoaaState(store)]);
  const rows = (noaa?.events.rows ?? []).map(({ id }) => ({ ids: [id], time: 0, magnitude: null }));
  return {
    usgs: [...(usgs?.events ?? []), ...archived],
    emsc: (emsc?.events ?? []).map((event) => withoutPrefix(event, "emsc")),
    text: (text?.events ?? []).map((event) => withoutPrefix(event, "text")),
    noaa: rows.map((event) => withoutPrefix(event, "noaa")),
  };
}

/** In the store, ids that are unique at one agency only begin with its key. */
function withoutPrefix({ ids, time, magnitude }: HeldEvent, prefix: string): HeldEvent {
  return { time, magnitude, ids: ids.map((id) => (id.startsWith(prefix) ? id.slice(prefix.length) : id)) };
}

import type { FdsnState } from "../agencies/fdsn/state.ts";
import { type NoaaState, readNoaaState } from "../agencies/noaa/state.ts";
import { PLATE_PARTS, type PlatesState, readPlatesState } from "../agencies/plates/state.ts";
import type { UsgsState } from "../agencies/usgs/state.ts";
import { readUsgsState } from "../agencies/usgs/state.ts";
import { readFdsnStates } from "./fdsn-data.ts";

/** What a store holds; an agency that was never ingested is absent. */
export interface StoreContents {
  usgs?: UsgsState;
  noaa?: NoaaState;
  plates?: PlatesState;
  /** Agencies of second opinions, in the order in which they are preferred. */
  others?: FdsnState[];
}

/**
 * Reads every state of a store folder, strictly. A folder that is not there is an empty store.
 *
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readStore(dir: string): Promise<StoreContents> {
  const states = [readUsgsState(dir), readNoaaState(dir), readPlatesState(dir), readFdsnStates(dir)] as const;
  const [usgs, noaa, plates, others] = await Promise.all(states);
  return {
    ...(usgs && { usgs }),
    ...(noaa && { noaa }),
    // Of a model that was asked for in vain there is only the note that it was.
    ...(plates && PLATE_PARTS.some((part) => plates[part]) && { plates }),
    ...(others.length > 0 && { others }),
  };
}

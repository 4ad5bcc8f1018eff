import { type NoaaState, readNoaaState } from "./noaa-state.ts";
import { type PlatesState, readPlatesState } from "./plates-state.ts";
import type { UsgsState } from "./state.ts";
import { readUsgsState } from "./usgs-state-file.ts";

/** What a store holds; an agency that was never ingested is absent. */
export interface StoreContents {
  usgs?: UsgsState;
  noaa?: NoaaState;
  plates?: PlatesState;
}

/**
 * Reads every state of a store folder, strictly. A folder that is not there is an empty store.
 *
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readStore(dir: string): Promise<StoreContents> {
  const [usgs, noaa, plates] = await Promise.all([readUsgsState(dir), readNoaaState(dir), readPlatesState(dir)]);
  return { ...(usgs && { usgs }), ...(noaa && { noaa }), ...(plates && { plates }) };
}

import type { HttpRate } from "./http.ts";
import type { Machine } from "./machine.ts";
import type { SelectionCost } from "./run/selection.ts";

/** Everything that was measured; what could not be is not there. */
export interface Results {
  machine: Machine;
  /** By number of events in the window. */
  selection: { events: number; costs: SelectionCost[] }[];
  http?: HttpRate[];
}

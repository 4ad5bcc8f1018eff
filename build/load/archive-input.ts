import { archiveParts } from "../agencies/usgs/archive.ts";
import { completeSpan, type UsgsState } from "../agencies/usgs/state.ts";
import type { Archive } from "../catalogue/tally/archive.ts";
import type { Derived } from "../store/derived.ts";

/**
 * The archive of the USGS, if the store has one. Values computed from its parts are kept for the next build.
 *
 * @param dir folder of the store
 */
export function archiveInput(dir: string, state: UsgsState, derived: Derived): Archive | undefined {
  if (!state.archive) return undefined;
  const parts = archiveParts(dir, state);
  const current = parts.map(({ key }) => key);
  for (const kind of ["near", "tally"]) derived.retain(kind, current);
  return { parts, complete: completeSpan(state), remember: derived.remember };
}

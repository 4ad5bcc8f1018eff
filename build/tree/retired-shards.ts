import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { HOUR_MS } from "../platform/time.ts";
import type { KeptEntry } from "./index-section.ts";

/**
 * How long shards stay that no snapshot names any more, ms: an hour, as long as an object store keeps what was replaced. Who
 * holds an older record can finish with it, also where caches have handed it out late. Whoever wants a snapshot for longer asks
 * for it by its id: its pin has these contents too, as differences, at a hundredth of the bytes. (Kept for a week, a rebuild a minute
 * would have left some 60,000 files and 14 GB here, in every full copy, and in a section of the index that each minute uploads.)
 */
export const RETIRED_SHARDS_MS = HOUR_MS;

/**
 * The shards of the tree before that stay, although the new snapshot does not name them: a reader may still hold the
 * snapshot that does. Time is counted in `as_of`, not on a clock, so that the same builds in the same order keep the same.
 *
 * @param shards section `shards` of the tree before
 * @param kept section `kept` of the tree before
 * @param named whether the new tree has a file of that path
 * @param asOf of the new snapshot, ISO 8601
 * @param keepFor ms
 */
export function retiredShards(
  shards: readonly IndexEntry[],
  kept: readonly KeptEntry[],
  named: (path: string) => boolean,
  asOf: string,
  keepFor: number,
): KeptEntry[] {
  const candidates = [...shards.map((entry) => ({ ...entry, unnamed_since: asOf })), ...kept];
  return candidates
    .filter((entry) => !named(entry.path))
    .map((entry) => ({ ...entry, unnamed_since: earlier(entry.unnamed_since, asOf) }))
    .filter((entry) => Date.parse(asOf) - Date.parse(entry.unnamed_since) <= keepFor);
}

function earlier(a: string, b: string): string {
  return Date.parse(a) < Date.parse(b) ? a : b;
}

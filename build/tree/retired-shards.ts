import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { HOUR_MS } from "../platform/time.ts";
import type { KeptEntry } from "./index-section.ts";

/**
 * How long shards stay after the last snapshot that names them, ms: an hour, as long as an object store keeps replaced files. A
 * reader with an older record can finish with it, even if a cache delivered it late. Older snapshots are available by id: their
 * pins have these contents as differences, at a hundredth of the size. (If shards stayed for a week, a rebuild each minute would
 * leave some 60,000 files and 14 GB in every full copy, and in a section of the index that is uploaded each minute.)
 */
export const RETIRED_SHARDS_MS = HOUR_MS;

/**
 * The shards of the previous tree that stay although the new snapshot does not name them: readers may still use the previous
 * snapshot. Time is counted in `as_of`, not by a clock, so that the same builds in the same order keep the same shards.
 *
 * @param shards shards that only the previous tree has in its sections of shards
 * @param kept section `kept` of the previous tree
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

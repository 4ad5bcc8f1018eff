import type { IndexEntry } from "../contract/snapshot.ts";
import type { KeptEntry } from "./index-section.ts";

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
export function keptShards(
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

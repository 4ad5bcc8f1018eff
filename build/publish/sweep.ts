import { CHANGES_PREFIX } from "../history/changes/names.ts";
import { HOUR_MS } from "../platform/time.ts";
import { PUBLISHING_FILE, REPLACED, SIGNATURE_FILE, SNAPSHOT_FILE, STATUS_FILE, STATUS_PAGE } from "../tree/file.ts";
import { RETIRED_SHARDS_MS } from "../tree/retired-shards.ts";
import { type DeltasThere, isNewDay } from "./deltas.ts";
import { filesOf, type Published } from "./plan.ts";
import { pathOf } from "./read.ts";
import type { Sender } from "./send.ts";
import type { Listed, Target } from "./target.ts";

/** How long what was replaced stays after its snapshot was, ms. Caches on the way may hold a record for some minutes. */
const KEEP_REPLACED_FOR = HOUR_MS;

/** Where nothing lies but what publishing put there. Pages lie anywhere, so of them only those that an index named are removed. */
const OURS = /^(?:api|q|index)\/|^shards\//;

/** What of the copies of replaced files nobody can need any more. @param before the snapshot that was just replaced */
export function outdatedCopies(listed: readonly Listed[], before: Published | undefined): string[] {
  const needed = new Set([
    ...(before?.index ?? []).map(({ sha256 }) => sha256),
    ...[...(before?.sections.values() ?? [])].flat().map(({ sha256 }) => sha256),
  ]);
  return listed
    .filter(({ path, age }) => age > KEEP_REPLACED_FOR && !needed.has(path.slice(REPLACED.length)))
    .map(({ path }) => path);
}

/**
 * What interrupted runs have left: objects at paths that only publishing writes, and that the index does not name. Shards go
 * after their time, since a snapshot of then may need them.
 */
export function leftovers(seen: Iterable<Listed>, ours: Published): string[] {
  const known = new Set<string>([SNAPSHOT_FILE, SIGNATURE_FILE, STATUS_FILE, STATUS_PAGE, PUBLISHING_FILE]);
  for (const { path } of ours.index) known.add(path);
  for (const entries of ours.sections.values()) {
    for (const wanted of filesOf(entries, ours.variants)) known.add(pathOf(wanted));
  }
  return [...seen]
    .filter(({ path }) => OURS.test(path) && !known.has(path) && !path.startsWith(CHANGES_PREFIX))
    .filter(({ path, age }) => !path.startsWith("shards/") || age > RETIRED_SHARDS_MS)
    .map(({ path }) => path);
}

/**
 * Once a day: removes the shards that were left because our index does not know them. They are of a tree that was built anew, or of
 * snapshots that came and went between two publishings.
 */
export async function sweepShards(
  ours: Published,
  { before, seen }: DeltasThere,
  target: Target,
  sender: Sender,
): Promise<void> {
  if (seen || !isNewDay(before, ours.asOf)) return;
  await sender.all(leftovers(await target.list("shards/"), ours), sender.remove);
}

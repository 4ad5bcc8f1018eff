import { RETIRED_SHARDS_MS } from "../tree/retired-shards.ts";
import { replacedFile, reservedFor, UNINDEXED } from "../tree/unindexed.ts";
import { filesOf, type Published } from "./plan.ts";
import { pathOf } from "./read.ts";
import type { Sender } from "./send.ts";
import type { Listed, Target } from "./target.ts";
import { isNewDay, type TargetState } from "./unindexed.ts";

/** Where nothing lies but what publishing put there. Pages lie anywhere, so of them only those that an index named are removed. */
const OURS = /^(?:api|q|index)\/|^shards\//;

/** What of the copies of replaced files nobody can need any more. @param before the snapshot that was just replaced */
export function outdatedCopies(listed: readonly Listed[], before: Published | undefined): string[] {
  const needed = new Set([
    ...(before?.index ?? []).map(({ sha256 }) => sha256),
    ...[...(before?.sections.values() ?? [])].flat().map(({ sha256 }) => sha256),
  ]);
  return listed
    .filter(({ path, age }) => age > UNINDEXED.replaced.keptFor && !needed.has(path.slice(replacedFile("").length)))
    .map(({ path }) => path);
}

/**
 * What interrupted runs have left: objects at paths that only publishing writes, and that the index does not name. Shards go
 * after their time, since a snapshot of then may need them.
 */
export function leftovers(seen: Iterable<Listed>, ours: Published): string[] {
  const known = new Set(ours.index.map(({ path }) => path));
  for (const entries of ours.sections.values()) {
    for (const wanted of filesOf(entries, ours.variants)) known.add(pathOf(wanted));
  }
  return [...seen]
    .filter(({ path }) => OURS.test(path) && !known.has(path) && !reservedFor(path))
    .filter(({ path, age }) => !path.startsWith("shards/") || age > RETIRED_SHARDS_MS)
    .map(({ path }) => path);
}

/**
 * Once a day: removes the shards that were left because our index does not know them. They are of a tree that was built anew, or of
 * snapshots that came and went between two publishings.
 */
export async function sweepShards(
  ours: Published,
  { before, seen }: TargetState,
  target: Target,
  sender: Sender,
): Promise<void> {
  if (seen || !isNewDay(before, ours.asOf)) return;
  await sender.all(leftovers(await target.list("shards/"), ours), sender.remove);
}

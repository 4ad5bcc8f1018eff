import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { asOfIn } from "../history/deltas/names.ts";
import { deltasOf } from "../history/deltas/update.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { DAY_MS } from "../platform/time.ts";
import { DELTAS } from "../tree/file.ts";
import { readPlain } from "./read.ts";
import type { Sender } from "./send.ts";
import type { Listed, Target } from "./target.ts";

/** The longest way that a delta leads: one that ends after the snapshot that was published last begins at most so long before. */
const LONGEST_MS = 2 * DAY_MS;

export interface DeltasThere {
  /** The snapshot that was published last; undefined where there is none. */
  before: Pick<SnapshotRecord, "as_of"> | undefined;
  /** What really lies at the target, where that was looked at. */
  seen: ReadonlyMap<string, Listed> | undefined;
}

/** Sends the deltas that the target may lack, before the record can be seen to which they lead. */
export async function sendDeltas(dir: string, { before, seen }: DeltasThere, sender: Sender): Promise<void> {
  const ours = deltasOf(NODE_FILE_SYSTEM, dir);
  const isMissing = (path: string) => (seen ? !seen.has(path) : endsAfter(path, before));
  await sender.all(ours.filter(isMissing), async (path) => {
    const bytes = readPlain(dir, path);
    if (bytes) await sender.put(path, bytes, "immutable");
  });
}

/** A step ends where the next begins, minutes later; the coarse ones are sent again as long as they may be new. */
function endsAfter(path: string, before: DeltasThere["before"]): boolean {
  if (!before) return true;
  const asOf = Date.parse(before.as_of);
  const begins = asOfIn(path.slice(path.lastIndexOf("/") + 1));
  return path.startsWith(`${DELTAS}step/`) ? begins >= asOf : begins >= asOf - LONGEST_MS;
}

/** Once a day, and where all is looked at: removes the deltas that the tree no longer has, when no record leads to them. */
export async function sweepDeltas(
  dir: string,
  { before, seen }: DeltasThere,
  { target, asOf }: { target: Target; asOf: string },
  sender: Sender,
): Promise<void> {
  if (!seen && !isNewDay(before, asOf)) return;
  const ours = new Set(deltasOf(NODE_FILE_SYSTEM, dir));
  const there = await target.list(DELTAS);
  const over = there.filter(({ path, age }) => !ours.has(path) && age > DAY_MS).map(({ path }) => path);
  await sender.all(over, sender.remove);
}

/** Whether a snapshot is the first of its day to be published. @param asOf of it, ISO 8601 */
export function isNewDay(before: DeltasThere["before"], asOf: string): boolean {
  return before !== undefined && dayOf(before.as_of) !== dayOf(asOf);
}

function dayOf(instant: string): number {
  return Math.floor(Date.parse(instant) / DAY_MS);
}

import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { dayOf, sinceIn } from "../history/pins/names.ts";
import { pinsOf } from "../history/pins/update.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { DAY_MS, HOUR_MS } from "../platform/time.ts";
import { PINS } from "../tree/file.ts";
import { readPlain } from "./read.ts";
import type { Sender } from "./send.ts";
import type { Listed, Target } from "./target.ts";

export interface PinsThere {
  /** The snapshot that was published last; undefined where there is none. */
  before: Pick<SnapshotRecord, "id" | "as_of"> | undefined;
  /** What really lies at the target, where that was looked at. */
  seen: ReadonlyMap<string, Listed> | undefined;
}

/** Sends the pins that the target may lack, before the record can be seen under which they are asked for. */
export async function sendPins(dir: string, { before, seen }: PinsThere, sender: Sender): Promise<void> {
  const isMissing = (path: string) => (seen ? !seen.has(path) : isAfter(path, before));
  await sender.all(pinsOf(NODE_FILE_SYSTEM, dir).filter(isMissing), async (path) => {
    const bytes = readPlain(dir, path);
    if (bytes) await sender.put(path, bytes, "immutable");
  });
}

/** A snapshot was replaced after the one that was published last had come, and those of an hour become one when it is over. */
function isAfter(path: string, before: PinsThere["before"]): boolean {
  if (!before) return true;
  const asOf = Date.parse(before.as_of);
  const isHour = path.startsWith(`${PINS}hour/`);
  return isHour
    ? Math.floor(sinceIn(path) / HOUR_MS + 1) * HOUR_MS > asOf
    : sinceIn(path) > asOf || path.endsWith(`-${before.id}.pin`);
}

/**
 * Once a day, and where all is looked at: removes the pins that the tree no longer has, a day after they were written; what they
 * tell is in others by then, or can no longer be asked.
 */
export async function sweepPins(
  dir: string,
  { before, seen }: PinsThere,
  { target, asOf }: { target: Target; asOf: string },
  sender: Sender,
): Promise<void> {
  const isNewDay = before !== undefined && dayOf(Date.parse(before.as_of)) !== dayOf(Date.parse(asOf));
  if (!seen && !isNewDay) return;
  const ours = new Set(pinsOf(NODE_FILE_SYSTEM, dir));
  const over = (await target.list(PINS)).filter(({ path, age }) => !ours.has(path) && age > DAY_MS);
  await sender.all(
    over.map(({ path }) => path),
    sender.remove,
  );
}

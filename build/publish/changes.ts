import { changesFiles } from "../history/changes/files.ts";
import { CHANGES_FILE, CHANGES_PREFIX, hourIn, hourOf } from "../history/changes/names.ts";
import { DAY_MS } from "../platform/time.ts";
import { type DeltasThere, isNewDay } from "./deltas.ts";
import { filesOf } from "./plan.ts";
import { md5Etag, pathOf, readWanted, type WantedFile } from "./read.ts";
import type { Sender } from "./send.ts";
import type { Target } from "./target.ts";

export interface SentChanges {
  /** What is there already. */
  there: DeltasThere;
  /** Whether compressed variants are keys of their own. */
  variants: boolean;
}

/**
 * Sends the change feed before the record can be seen to which it leads: the hours first, so that whatever the list names
 * is there.
 */
export async function sendChanges(dir: string, { there, variants }: SentChanges, sender: Sender): Promise<void> {
  const wanted = filesOf(await changesFiles(dir), variants);
  const send = (one: WantedFile) => sender.put(pathOf(one), readWanted(dir, one), one.entry.cache);
  const isMissing = (one: WantedFile) => !isList(one) && !isThere(dir, one, there);
  await sender.all(wanted.filter(isMissing), send);
  await sender.all(wanted.filter(isList), send);
}

function isList({ entry }: WantedFile): boolean {
  return entry.path === CHANGES_FILE;
}

/** Of the hours that were over when the snapshot before was published nothing is new. */
function isThere(dir: string, wanted: WantedFile, { before, seen }: DeltasThere): boolean {
  if (seen) return seen.get(pathOf(wanted))?.etag === md5Etag(readWanted(dir, wanted));
  return before !== undefined && (hourIn(wanted.entry.path) ?? "") < hourOf(before.as_of);
}

/** Once a day, and where all is looked at: removes the hours that the feed no longer has. */
export async function sweepChanges(
  dir: string,
  { there, variants }: SentChanges,
  { target, asOf }: { target: Target; asOf: string },
  sender: Sender,
): Promise<void> {
  if (!there.seen && !isNewDay(there.before, asOf)) return;
  const ours = new Set(filesOf(await changesFiles(dir), variants).map(pathOf));
  const listed = await target.list(CHANGES_PREFIX);
  // A list that leads to another snapshot than the record must not stay; hours may be asked for by who holds an older list.
  const over = listed.filter(({ path, age }) => !ours.has(path) && (age > DAY_MS || path.startsWith(CHANGES_FILE)));
  await sender.all(
    over.map(({ path }) => path),
    sender.remove,
  );
}

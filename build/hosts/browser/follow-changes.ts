import type { ChangeEntry, ChangeList, ChangesOfHour, SnapshotPosition } from "../../contract/resources/resources.ts";
import { endpoint } from "../../contract/table/endpoints.ts";
import { pathOf } from "../../contract/table/paths.ts";
import { askFor } from "./ask-for.ts";
import { QuaketreeError, QuaketreeProblem } from "./errors.ts";
import type { Source } from "./source.ts";

/** What has changed since a snapshot. */
export interface ChangesSince {
  /**
   * Whether entries are missing between the snapshot and what the host still knows: it is more than a week old, or the feed
   * has begun anew. Then there are no entries; read everything again, and go on from `position`.
   */
  gap: boolean;
  /** Oldest first; the first leads on from the snapshot, each other from the one before. */
  entries: readonly ChangeEntry[];
  /** The snapshot up to which this tells: from where to go on. */
  position: SnapshotPosition;
}

/** Reads what has changed since a snapshot; without one, where to begin. @throws as `askFor` */
export async function readChanges(
  source: Source,
  since: SnapshotPosition | undefined,
  signal: AbortSignal | undefined,
): Promise<ChangesSince> {
  const { body: list } = await askFor<ChangeList>(source, pathOf(endpoint("changes")), signal);
  const { snapshot, hours } = list;
  if (!since || isSame(snapshot, since)) return { gap: false, entries: [], position: since ?? snapshot };
  // A cache on the way may have an older list than the one that we have seen.
  if (snapshot.sequence < since.sequence && snapshot.as_of <= since.as_of) return told([], since);
  const gap: ChangesSince = { gap: true, entries: [], position: snapshot };
  const carried = chainFrom(since, list.entries);
  if (carried.length > 0) return told(carried, since);
  const wanted = hours.filter(({ to }) => to > since.sequence);
  if (!wanted[0] || wanted[0].from > since.sequence) return gap;
  const entries: ChangeEntry[] = [];
  for (const { hour, to } of wanted) {
    const changes = await readHour(source, hour, signal);
    if (!changes) return gap;
    entries.push(...changes.entries);
    // Likewise an older file of an hour: what it does not tell yet it tells the next time.
    if ((changes.entries.at(-1)?.to.sequence ?? 0) < to) break;
  }
  const chain = chainFrom(since, entries);
  const isBehind = (entries.at(-1)?.to.sequence ?? 0) <= since.sequence;
  return chain.length === 0 && !isBehind ? gap : told(chain, since);
}

/** The hour has gone meanwhile: undefined. */
async function readHour(
  source: Source,
  hour: string,
  signal: AbortSignal | undefined,
): Promise<ChangesOfHour | undefined> {
  try {
    return (await askFor<ChangesOfHour>(source, pathOf(endpoint("changes-hour"), { hour }), signal)).body;
  } catch (error) {
    if (error instanceof QuaketreeProblem && error.problem.status === 404) return undefined;
    throw error;
  }
}

/** The entries that lead on from a snapshot, up to where one does not lead on from another. */
function chainFrom(since: SnapshotPosition, entries: readonly ChangeEntry[]): ChangeEntry[] {
  const chain: ChangeEntry[] = [];
  for (const entry of entries) {
    if (isSame(entry.from, chain.at(-1)?.to ?? since)) chain.push(entry);
  }
  return chain;
}

function told(entries: readonly ChangeEntry[], since: SnapshotPosition): ChangesSince {
  return { gap: false, entries, position: entries.at(-1)?.to ?? since };
}

function isSame(a: SnapshotPosition, b: SnapshotPosition): boolean {
  return a.id === b.id && a.sequence === b.sequence;
}

export interface FollowOptions {
  /** Where to begin; where nothing is given, with what changes from now on. */
  since?: SnapshotPosition | undefined;
  /** From one look to the next; 60 unless given. */
  everySeconds?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Looks again and again, and tells whenever something has changed, or there is a gap. A host that cannot be reached any more
 * is looked for again: nothing is missed by that for a week.
 *
 * @throws as `readChanges`; the reason of the signal
 */
export async function* followChanges(
  source: Source,
  { since, everySeconds = 60, signal }: FollowOptions,
): AsyncGenerator<ChangesSince, void, undefined> {
  let position = since;
  for (;;) {
    const changes = await readChanges(source, position, signal).catch((error: unknown) => {
      if (position && error instanceof QuaketreeError && error.code === "unreachable") return undefined;
      throw error;
    });
    position = changes?.position ?? position;
    if (changes && (changes.gap || changes.entries.length > 0)) yield changes;
    await pause(everySeconds * 1_000, signal);
  }
}

/** @throws the reason of the signal */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

import type { ChangeEntry, ChangeList, ChangesOfHour, SnapshotPosition } from "../../contract/resources/resources.ts";
import { endpoint } from "../../contract/table/endpoints.ts";
import { pathOf } from "../../contract/table/paths.ts";
import { fetchBody, QuaketreeError, QuaketreeProblem, type Source } from "./source.ts";

/** The changes since a snapshot. */
export interface ChangesSince {
  /**
   * Whether entries between the snapshot and the feed are missing: the snapshot is more than a week old, or the feed was restarted.
   * Then there are no entries. Read everything again and continue from `position`.
   */
  gap: boolean;
  /** Oldest first. The first entry starts from the given snapshot, each other entry from the previous one. */
  entries: readonly ChangeEntry[];
  /** The snapshot after these changes. Continue from here. */
  position: SnapshotPosition;
}

/**
 * Reads the changes since a snapshot; without one, the starting position.
 *
 * @param mostHours files of hours that are read; the next call reads the rest
 * @throws as `fetchBody`
 */
export async function readChanges(
  source: Source,
  since: SnapshotPosition | undefined,
  signal: AbortSignal | undefined,
  mostHours?: number,
): Promise<ChangesSince> {
  const { body: list } = await fetchBody<ChangeList>(source, pathOf(endpoint("changes")), signal);
  const { snapshot, hours } = list;
  if (!since || isSame(snapshot, since)) return { gap: false, entries: [], position: since ?? snapshot };
  // A cache between client and host may have an older list.
  if (snapshot.sequence < since.sequence && snapshot.as_of <= since.as_of) return changesSince([], since);
  const gap: ChangesSince = { gap: true, entries: [], position: snapshot };
  const carried = chainFrom(since, list.entries);
  if (carried.length > 0) return changesSince(carried, since);
  const later = hours.filter(({ to }) => to > since.sequence);
  if (!later[0] || later[0].from > since.sequence) return gap;
  const entries: ChangeEntry[] = [];
  for (const { hour, to } of later.slice(0, mostHours)) {
    const changes = await readHour(source, hour, signal);
    if (!changes) return gap;
    entries.push(...changes.entries);
    // A cached file of an hour may be older than the list. The next call reads the rest.
    if ((changes.entries.at(-1)?.to.sequence ?? 0) < to) break;
  }
  const chain = chainFrom(since, entries);
  const isBehind = (entries.at(-1)?.to.sequence ?? 0) <= since.sequence;
  return chain.length === 0 && !isBehind ? gap : changesSince(chain, since);
}

/** Returns undefined if the hour has been removed in the meantime. */
async function readHour(source: Source, hour: string, signal: AbortSignal | undefined): Promise<ChangesOfHour | undefined> {
  try {
    return (await fetchBody<ChangesOfHour>(source, pathOf(endpoint("changes-hour"), { hour }), signal)).body;
  } catch (error) {
    if (error instanceof QuaketreeProblem && error.problem.status === 404) return undefined;
    throw error;
  }
}

/** The consecutive entries that follow a snapshot, up to the first gap. */
function chainFrom(since: SnapshotPosition, entries: readonly ChangeEntry[]): ChangeEntry[] {
  const chain: ChangeEntry[] = [];
  for (const entry of entries) {
    if (isSame(entry.from, chain.at(-1)?.to ?? since)) chain.push(entry);
  }
  return chain;
}

function changesSince(entries: readonly ChangeEntry[], since: SnapshotPosition): ChangesSince {
  return { gap: false, entries, position: entries.at(-1)?.to ?? since };
}

function isSame(a: SnapshotPosition, b: SnapshotPosition): boolean {
  return a.id === b.id && a.sequence === b.sequence;
}

export interface FollowOptions {
  /** The starting position. Default: the current snapshot. */
  since?: SnapshotPosition | undefined;
  /** Seconds between requests. Default: 60. */
  everySeconds?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Polls, and yields whenever there are changes or a gap. It continues to poll while the host cannot be reached: no change is missed
 * for a week.
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

/** Delays before the attempts while the tree is being replaced, ms. A folder is replaced at once; an upload takes longer. */
export const WAITS = [0, 0, 300, 1_000, 3_000] as const;

/** Returns the value of the last check, or checks now. Concurrent callers share one check. */
export type Current<Value> = (when: "in time" | "now") => Promise<Value>;

/** When a tree is read again. */
export interface Rechecks {
  /** Minimum time between reads of `snapshot.json`, ms. */
  recheckAfter: number;
  /** Reads a monotonic clock, ms. */
  now: () => number;
  /** Resolves after a duration in ms. */
  wait: (duration: number) => Promise<void>;
}

/**
 * Keeps an opened value, and checks from time to time whether there is a newer one.
 *
 * @param open opens the newest value; returns `before` if it has not changed
 */
export function keepCurrent<Value>(
  open: (before: Value | undefined) => Promise<Value>,
  { recheckAfter, now }: Pick<Rechecks, "recheckAfter" | "now">,
): Current<Value> {
  let opened: Value | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<Value> | undefined;

  async function check(): Promise<Value> {
    try {
      opened = await open(opened);
    } catch (error) {
      // The open value stays valid while the host cannot be reached.
      if (opened === undefined) throw error;
    }
    checkedAt = now();
    return opened;
  }

  return async (when) => {
    if (opened !== undefined && when === "in time" && now() - checkedAt < recheckAfter) return opened;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}

/** @param seconds between checks */
export function recheckEvery(seconds = 60): Rechecks {
  return {
    recheckAfter: seconds * 1_000,
    now: () => performance.now(),
    wait: (duration) => new Promise((resolve) => setTimeout(resolve, duration)),
  };
}

import type { SnapshotRecord } from "../contract/wire/snapshot.ts";

type SnapshotPoint = Pick<SnapshotRecord, "id" | "as_of">;

/** The step of a target from the snapshot that it has to the next one. */
export interface TargetStep {
  before: SnapshotPoint;
  now: SnapshotPoint;
  /** Fingerprints of the feeds of the tree by path, and those of the feeds that the target has; see `feedPrints`. */
  feeds: { ours: ReadonlyMap<string, string>; theirs: ReadonlySet<string> };
}

/**
 * Whether a snapshot is the first of its period to be published. Also true if the clock was set back.
 *
 * @param period ms
 * @param before undefined for the first snapshot of a target, which counts as none
 * @param asOf of it, ISO 8601
 */
export function isFirstOf(period: number, before: { as_of: string } | undefined, asOf: string): boolean {
  const [then, now] = [before?.as_of ?? asOf, asOf].map((instant) => Math.floor(Date.parse(instant) / period));
  return then !== now;
}

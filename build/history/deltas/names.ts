import { DELTAS } from "../../tree/file.ts";
import type { SnapshotName } from "./delta.ts";

/**
 * From a snapshot to the next; from the first of an hour (UTC, by `as_of`) to the first of a later one; likewise of a day.
 * The coarse come first: who has far to go begins with them.
 */
export const DELTA_KINDS = ["day", "hour", "step"] as const;
export type DeltaKind = (typeof DELTA_KINDS)[number];

/** Where the delta lies that leads on from a snapshot. Who has the snapshot knows the name. */
export function deltaFile(kind: DeltaKind, { id, as_of }: Pick<SnapshotName, "id" | "as_of">): string {
  return `${DELTAS}${kind}/${as_of.replaceAll(/[-:]/g, "")}-${id}.delta`;
}

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+)Z-[0-9a-f]{16}\.delta$/;

/** `as_of` of the snapshot that a delta leads on from, ms since 1970 UTC; NaN for a file of another name. */
export function asOfIn(file: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(file) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Whether a file of the tree is a delta. */
export function isDeltaFile(path: string): boolean {
  return DELTA_KINDS.some((kind) => {
    const folder = `${DELTAS}${kind}/`;
    return path.startsWith(folder) && NAME.test(path.slice(folder.length));
  });
}

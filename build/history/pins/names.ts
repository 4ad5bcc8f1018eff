import type { SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { DAY_MS } from "../../platform/time.ts";
import { PINS } from "../../tree/file.ts";

/** A snapshot that was replaced: alone, or with the others of its hour (UTC) once that is over. */
export const PIN_KINDS = ["hour", "step"] as const;
export type PinKind = (typeof PIN_KINDS)[number];

/** Where the pin of a snapshot lies. @param since `as_of` of the snapshot that replaced it, ISO 8601 */
export function pinFile(kind: PinKind, { id, since }: Pick<SnapshotRecord, "id"> & { since: string }): string {
  return `${PINS}${kind}/${since.replaceAll(/[-:]/g, "")}-${id}.pin`;
}

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+)Z-[0-9a-f]{16}\.pin$/;

/** When the newest snapshot of a pin was replaced, ms since 1970 UTC; NaN for a file of another name. */
export function sinceIn(file: string): number {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Whether a file of the tree is a pin. */
export function isPinFile(path: string): boolean {
  return PIN_KINDS.some((kind) => {
    const folder = `${PINS}${kind}/`;
    return path.startsWith(folder) && NAME.test(path.slice(folder.length));
  });
}

/**
 * Whether a pin stays. What is in it is told by what is in others of the same day, so they go together.
 *
 * @param now `as_of` of the tree, ms since 1970 UTC
 * @param keepFor ms
 */
export function isPinKept(path: string, now: number, keepFor: number): boolean {
  const since = sinceIn(path);
  // What was replaced in the future was replaced while a clock was wrong, and would stay for years.
  return since <= now && dayOf(since) + DAY_MS + keepFor >= now;
}

/** The beginning of its day, UTC. */
export function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS;
}

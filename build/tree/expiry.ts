import type { SnapshotRecord } from "../contract/wire/snapshot.ts";

/**
 * When a snapshot counts as stale, ms since 1970 UTC; undefined where it does not say after how long. The publisher has
 * stated it under its signature, so that a mirror that is fed old data for ever finds out by its own clock.
 */
export function expiryOf({
  as_of,
  stale_after_s,
}: Pick<SnapshotRecord, "as_of" | "stale_after_s">): number | undefined {
  if (typeof stale_after_s !== "number" || !(stale_after_s > 0)) return undefined;
  return Date.parse(as_of) + stale_after_s * 1000;
}

import type { SnapshotRecord } from "../contract/wire/snapshot.ts";

/**
 * When a snapshot becomes stale, ms since 1970 UTC; undefined if it does not state a period. The publisher's signature covers the
 * period, so a mirror that receives only old data detects this with its own clock.
 */
export function expiryOf({
  as_of,
  stale_after_s,
}: Pick<SnapshotRecord, "as_of" | "stale_after_s">): number | undefined {
  if (typeof stale_after_s !== "number" || !(stale_after_s > 0)) return undefined;
  return Date.parse(as_of) + stale_after_s * 1000;
}

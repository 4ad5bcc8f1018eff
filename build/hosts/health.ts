import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { commonHeaders } from "../rewrite/headers.ts";
import { noTree } from "../rewrite/replies.ts";
import type { BodyReply } from "../rewrite/reply.ts";

/** Whether the target is the health check of the host. @param target path and query as received */
export function isHealth(target: string): boolean {
  return /^\/healthz(?:\?|$)/.test(target);
}

/**
 * 200 if a tree is loaded, whatever its age. The age is only in the body: a load balancer must not take a host out of service
 * because an agency does not respond. 503 if no tree is loaded.
 *
 * @param now ms since 1970 UTC
 */
export function healthReply(record: SnapshotRecord | undefined, now: number): BodyReply {
  if (!record) return noTree();
  const { id, sequence, as_of, sample, stale_after_s } = record;
  const ageS = Math.round((now - Date.parse(as_of)) / 1000);
  const body = {
    status: "ok",
    snapshot: id,
    sequence,
    as_of,
    ...(sample && { sample }),
    age_s: ageS,
    stale: stale_after_s === undefined ? null : ageS > stale_after_s,
  };
  const headers = { "content-type": "application/json", ...commonHeaders(undefined, "never") };
  return { kind: "body", status: 200, headers, body: new TextEncoder().encode(`${JSON.stringify(body)}\n`) };
}

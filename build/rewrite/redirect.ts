import type { CacheClass } from "../contract/table/endpoints.ts";
import { commonHeaders } from "./headers.ts";
import type { BodyReply } from "./reply.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * 308: the same request, method and all, at the canonical address.
 *
 * @param location path, and query where there was one
 */
export function redirect(snapshot: Snapshot, location: string, cache: CacheClass): BodyReply {
  const headers = { ...commonHeaders(snapshot, cache), location };
  return { kind: "body", status: 308, headers, body: new Uint8Array(0) };
}

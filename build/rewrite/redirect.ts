import type { CacheClass } from "../contract/table/endpoints.ts";
import { commonHeaders } from "./headers.ts";
import type { BodyReply } from "./reply.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * 308: the same request, with the same method, at the canonical address.
 *
 * @param location path, and query if there is one
 */
export function redirect(snapshot: Snapshot, location: string, cache: CacheClass): BodyReply {
  const headers = { ...commonHeaders(snapshot, cache), location };
  return { kind: "body", status: 308, headers, body: new Uint8Array(0) };
}

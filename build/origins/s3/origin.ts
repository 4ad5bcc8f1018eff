import { createHttpOrigin } from "../http.ts";
import type { Origin } from "../origin.ts";
import type { S3Settings } from "./request.ts";
import { signedFetch } from "./request.ts";

/** A tree in an object store that nobody else may read. */
export function createS3Origin(settings: S3Settings, more: { timeoutMs?: number; tries?: number } = {}): Origin {
  const { address, sleep, random, now } = settings;
  const base = new URL(address.prefix, address.bucket);
  const origin = createHttpOrigin({ base, fetch: signedFetch(settings), sleep, random, now, ...more });
  return { ...origin, name: address.name };
}

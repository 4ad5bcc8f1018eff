import type { S3Settings } from "../targets/s3-request.ts";
import { signedFetch } from "../targets/s3-request.ts";
import type { Origin } from "../tree/origin.ts";
import { createHttpOrigin } from "./http.ts";

/** A tree in an object store that nobody else may read. */
export function createS3Origin(settings: S3Settings, more: { timeoutMs?: number; tries?: number } = {}): Origin {
  const { address, sleep, random, now } = settings;
  const base = new URL(address.prefix, address.bucket);
  const origin = createHttpOrigin({ base, fetch: signedFetch(settings), sleep, random, now, ...more });
  return { ...origin, name: address.name };
}

import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { UserError } from "../platform/error.ts";
import { createFolderOrigin } from "./folder.ts";
import { createHttpOrigin } from "./http.ts";
import type { Origin } from "./origin.ts";
import { isS3, s3Address, s3Credentials } from "./s3/address.ts";
import { createS3Origin } from "./s3/origin.ts";

/** Whether what a person wrote is an address rather than a path. */
export function isAddress(given: string): boolean {
  return /^(?:https?|file):/i.test(given) || isS3(given);
}

/** What tells where an object store is, and who asks. */
export interface StoreAccess {
  /** Of a store that is not Amazon's. */
  endpoint?: string | undefined;
  env: NodeJS.ProcessEnv;
}

/**
 * The origin that a person named: an `http:`, `https:`, `file:` or `s3:` address, or a folder.
 *
 * @throws UserError `usage`, `credentials-missing`
 */
export function openOrigin(given: string, { endpoint, env }: StoreAccess = { env: {} }): Origin {
  if (isS3(given)) return openStore(given, endpoint, env);
  if (!isAddress(given)) {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) throw notAnAddress(given);
    return createFolderOrigin(resolve(given));
  }
  if (!URL.canParse(given)) throw notAnAddress(given);
  const base = new URL(given);
  if (base.protocol === "file:") return createFolderOrigin(fileURLToPath(base));
  if (base.username || base.password || base.search || base.hash) throw notAnAddress(base.origin + base.pathname);
  base.pathname = base.pathname.replace(/(?:\/|\/snapshot\.json)?$/, "/");
  return createHttpOrigin({ base, fetch: globalThis.fetch, sleep: delay, random: Math.random, now: Date.now });
}

function openStore(given: string, endpoint: string | undefined, env: NodeJS.ProcessEnv): Origin {
  const address = s3Address(given, endpoint, env);
  const credentials = s3Credentials(env);
  return createS3Origin({ address, credentials, fetch, sleep: delay, random: Math.random, now: Date.now });
}

function notAnAddress(given: string): UserError {
  const hint = "it has to be like https://quakes.example/, without name, password or query, or a folder";
  return new UserError("usage", `${JSON.stringify(given)} is not the address of a tree`, hint);
}

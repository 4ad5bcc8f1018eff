import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { UserError } from "../../platform/error.ts";
import { hasScheme } from "../../platform/text.ts";
import { openInside } from "../read.ts";
import { createHttpOrigin } from "./http.ts";
import { missing, tooLarge, unreachable } from "./mirror-errors.ts";
import type { Origin, ReadOptions } from "./origin.ts";
import { isS3, s3Address, s3Credentials } from "./s3/address.ts";
import { type S3Settings, signedFetch } from "./s3/request.ts";

/** Whether an argument is an address rather than a path. */
export function isAddress(given: string): boolean {
  return /^(?:https?|file):/i.test(given) || isS3(given);
}

/** The endpoint of an object store, and the environment with the credentials. */
interface StoreAccess {
  /** Endpoint of a store other than Amazon's. */
  endpoint?: string | undefined;
  env: NodeJS.ProcessEnv;
}

/** The origin for an argument: an `http:`, `https:`, `file:` or `s3:` address, or a folder. @throws UserError `usage` */
export function openOrigin(given: string, { endpoint, env }: StoreAccess = { env: {} }): Origin {
  if (isS3(given)) return openStore(given, endpoint, env);
  if (!isAddress(given)) {
    if (hasScheme(given)) throw notAnAddress(given);
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
  const credentials = s3Credentials(env, address.region);
  return createS3Origin({ address, credentials, fetch, sleep: delay, random: Math.random, now: Date.now });
}

function notAnAddress(given: string): UserError {
  const hint = "it has to be like https://quakes.example/, without name, password or query, or a folder";
  return new UserError("usage", `${JSON.stringify(given)} is not the address of a tree`, hint);
}

/** A tree in a private object store. */
export function createS3Origin(settings: S3Settings, more: { timeoutMs?: number; tries?: number } = {}): Origin {
  const { address, sleep, random, now } = settings;
  const base = new URL(address.prefix, address.bucket);
  const origin = createHttpOrigin({ base, fetch: signedFetch(settings), sleep, random, now, ...more });
  return { ...origin, name: address.name };
}

/** A tree in a folder, for example on a USB stick or a network share. */
export function createFolderOrigin(dir: string): Origin {
  return { name: dir, read: (path, options) => readFrom(dir, path, options) };
}

async function* readFrom(dir: string, path: string, { from = 0, maxBytes, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
  const where = join(dir, path);
  const handle = await openInside(dir, path).catch((error: Error) => {
    throw unreachable(where, error.message);
  });
  if (!handle) throw missing(where);
  const stream = createReadStream(where, { fd: handle, start: from });
  let at = from;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      at += chunk.length;
      if (at > maxBytes) throw tooLarge(where, maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === "read" ? unreachable(where, (error as Error).message) : error;
  } finally {
    stream.destroy();
  }
}

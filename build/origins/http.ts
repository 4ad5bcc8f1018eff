import { backOff } from "../platform/http/retry.ts";
import { type Addresses, createAddresses } from "./addresses.ts";
import { Failed, failureOf } from "./failed.ts";
import { type Answer, absent, request } from "./http-request.ts";
import { tooLarge, tooSlow } from "./mirror-errors.ts";
import type { Origin, ReadOptions } from "./origin.ts";

export interface HttpOriginOptions {
  /** Folder of the tree, or root of a Quaketree host; ends in a slash. */
  base: URL;
  fetch: typeof globalThis.fetch;
  sleep: (ms: number) => Promise<void>;
  /** 0 to below 1. */
  random: () => number;
  /** ms since 1970 UTC. */
  now: () => number;
  /** So long may nothing come, and twice as long may a small answer take, ms; half a minute unless said otherwise. */
  timeoutMs?: number;
  /** What is slower on the whole is too slow, bytes a ms; 4 kB/s unless said otherwise. */
  leastSpeed?: number;
  /** How often in a row an answer may fail in a way that may pass; 4 unless said otherwise. */
  tries?: number;
}

/** A server that wants to be left alone for longer is not waited for, ms. */
const TIMEOUT_MS = 60_000;
/** After so many bytes of progress the count of failures begins anew. */
const PROGRESS = 65_536;
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A tree behind HTTP. What may pass (network, silence, 408, 425, 429, 5xx, an answer cut short) is tried again with growing
 * waits, and gone on with where it was cut. Answers come compressed where the host likes; what counts is what they unpack to.
 */
export function createHttpOrigin(options: HttpOriginOptions): Origin {
  const addresses = createAddresses(options.base, () => options.now().toString(36));
  const client: Client = { timeoutMs: 30_000, leastSpeed: 4, tries: 4, ...options, addresses };
  return { name: options.base.href, read: (path, read) => readOn(client, path, read) };
}

interface Client extends Required<HttpOriginOptions> {
  addresses: Addresses;
}

async function* readOn(client: Client, path: string, options: ReadOptions): AsyncGenerator<Uint8Array> {
  let at = options.from ?? 0;
  let counted = at;
  for (let tried = 1; ; tried++) {
    try {
      for await (const chunk of readOnce(client, path, { ...options, from: at })) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      if (at - counted >= PROGRESS) tried = 1;
      counted = at;
      if (!error.again || tried >= client.tries || error.wait > TIMEOUT_MS) throw error.error;
      await client.sleep(Math.max(error.wait, backOff(tried, client.random())));
      options.signal?.throwIfAborted();
    }
  }
}

/** One request and what it brings, from `from` on. Throws Failed, or the reason of the caller's signal. */
async function* readOnce(
  client: Client,
  path: string,
  options: ReadOptions & { from: number },
): AsyncGenerator<Uint8Array> {
  const { from, maxBytes } = options;
  const where = new URL(path, client.base).href;
  const clock = startClock(client, where, options);
  try {
    const { body, repeats } = await ask(client, path, { ...options, signal: clock.signal });
    let at = from - repeats;
    for await (const chunk of body) {
      clock.tick();
      const end = at + chunk.length;
      if (end > maxBytes) throw new Failed(tooLarge(where, maxBytes), false);
      if (end > from) yield chunk.subarray(Math.max(0, from - at));
      at = end;
    }
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw failureOf(clock.signal.aborted ? clock.signal.reason : error, where);
  } finally {
    clock.stop();
  }
}

async function ask(
  client: Client,
  path: string,
  options: ReadOptions & { from: number; signal: AbortSignal },
): Promise<Answer> {
  const { from, signal, fresh = false } = options;
  for (const address of client.addresses.of(path, fresh)) {
    const answer = await request(address.url, { from, fresh, signal }, client);
    if (!answer) continue;
    client.addresses.found(address);
    return answer;
  }
  throw absent(new URL(path, client.base).href);
}

/** Ends a request that falls silent (which may pass) or takes too long on the whole (which is not tried again). */
function startClock(
  { timeoutMs, leastSpeed }: Client,
  where: string,
  { maxBytes, expected = maxBytes, signal }: ReadOptions,
): { signal: AbortSignal; tick: () => void; stop: () => void } {
  const abort = new AbortController();
  // Twice, so that one that falls silent right away is told from one that trickles.
  const longest = Math.min(2 * timeoutMs + expected / leastSpeed, LONGEST_TIMER);
  const late = new Failed(tooSlow(where, Math.ceil(longest / 1000)), false);
  const deadline = setTimeout(() => abort.abort(late), longest);
  const silent = () => abort.abort(new Error(`nothing came for ${timeoutMs / 1000} s`));
  let silence = setTimeout(silent, timeoutMs);
  return {
    signal: signal ? AbortSignal.any([abort.signal, signal]) : abort.signal,
    tick() {
      clearTimeout(silence);
      silence = setTimeout(silent, timeoutMs);
    },
    stop() {
      clearTimeout(deadline);
      clearTimeout(silence);
      abort.abort();
    },
  };
}

import { z } from "zod";
import { UserError } from "../platform/error.ts";
import type { Ask } from "../platform/http/ask.ts";
import { CoolingDown, RateLimited } from "../platform/http/rate-limit.ts";
import { DAY_MS } from "../platform/time.ts";
import { readStateFile, writeStateFile } from "./store.ts";

const FILE = "left-alone.json";

/** By origin: when it may be asked again, ms since 1970 UTC. */
const schema = z.strictObject({ format: z.literal(1), until: z.record(z.string(), z.number()) });

/** No agency that means to be asked at all wants longer; a clock that was wrong for a moment must not silence us for years. */
const LONGEST_MS = DAY_MS;

/**
 * Asks nobody who told an earlier run to wait: a run from cron knows nothing of the one before it but what the store has.
 *
 * @param store its folder; the caller holds its lock
 * @throws (from the returned function) CoolingDown, and what `ask` throws
 */
export function leavingAlone(ask: Ask, store: string, now: () => number): Ask {
  return async (address, options) => {
    const closedUntil = await readWaits(store, now());
    try {
      return await ask(address, { ...options, closedUntil });
    } catch (error) {
      if (error instanceof RateLimited && !(error instanceof CoolingDown)) await remember(store, error, now());
      throw error;
    }
  };
}

async function remember(store: string, { origin, until }: RateLimited, now: number): Promise<void> {
  const waits = new Map([...(await readWaits(store, now)), [origin, Math.min(until, now + LONGEST_MS)]]);
  await writeStateFile(store, FILE, `${JSON.stringify({ format: 1, until: Object.fromEntries(waits) })}\n`);
}

function isAhead(until: number, now: number): boolean {
  return until > now && until <= now + LONGEST_MS;
}

/** Who has told us to wait, by origin: until when, ms since 1970 UTC. A courtesy that cannot be read is no reason to stop. */
export async function readWaits(store: string, now: number): Promise<Map<string, number>> {
  try {
    const waits = Object.entries((await readStateFile(store, FILE, schema))?.until ?? {});
    return new Map(waits.filter(([, until]) => isAhead(until, now)));
  } catch (error) {
    if (error instanceof UserError) return new Map();
    throw error;
  }
}

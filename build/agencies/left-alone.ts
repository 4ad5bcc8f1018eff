import { z } from "zod";
import { UserError } from "../error.ts";
import type { Ask } from "./ask.ts";
import { readStateFile, writeStateFile } from "./store.ts";
import { AgencyLeftAlone, AgencyThrottled } from "./throttled.ts";

const FILE = "left-alone.json";

/** By origin: when it may be asked again, ms since 1970 UTC. */
const schema = z.strictObject({ format: z.literal(1), until: z.record(z.string(), z.number()) });

/** No agency that means to be asked at all wants longer; a clock that was wrong for a moment must not silence us for years. */
const LONGEST_MS = 86_400_000;

/**
 * Asks nobody who told an earlier run to wait: a run from cron knows nothing of the one before it but what the store has.
 *
 * @param store its folder; the caller holds its lock
 * @throws (from the returned function) AgencyLeftAlone, and what `ask` throws
 */
export function leavingAlone(ask: Ask, store: string, now: () => number): Ask {
  return async (address, options) => {
    const { origin } = new URL(address);
    const until = (await readWaits(store))[origin];
    if (until !== undefined && isAhead(until, now())) throw new AgencyLeftAlone(origin, until);
    try {
      return await ask(address, options);
    } catch (error) {
      if (error instanceof AgencyThrottled)
        await remember(store, origin, Math.min(error.until, now() + LONGEST_MS), now());
      throw error;
    }
  };
}

async function remember(store: string, origin: string, until: number, now: number): Promise<void> {
  const waits = Object.entries({ ...(await readWaits(store)), [origin]: until });
  const ahead = Object.fromEntries(waits.filter(([, time]) => isAhead(time, now)));
  await writeStateFile(store, FILE, `${JSON.stringify({ format: 1, until: ahead })}\n`);
}

function isAhead(until: number, now: number): boolean {
  return until > now && until <= now + LONGEST_MS;
}

/** A courtesy that cannot be read is no reason to stop. */
async function readWaits(store: string): Promise<Record<string, number>> {
  try {
    return (await readStateFile(store, FILE, schema))?.until ?? {};
  } catch (error) {
    if (error instanceof UserError) return {};
    throw error;
  }
}

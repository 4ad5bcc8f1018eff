import * as z from "zod";
import { UserError } from "../platform/error.ts";
import type { AgencyClient } from "../platform/http/agency-client.ts";
import { CoolingDown, LONGEST_COOLDOWN_MS, RateLimited } from "../platform/http/retry.ts";
import { readStateFile, writeStateFile } from "./store.ts";

const FILE = "cooldowns.json";

/** By origin: the time before which it gets no request, ms since 1970 UTC. */
const schema = z.strictObject({ format: z.literal(1), until: z.record(z.string(), z.number()) });

/**
 * Sends no request to an origin that told an earlier run to wait. The store keeps these times between runs.
 *
 * @param store its folder; the caller holds its lock
 * @throws (from the returned function) CoolingDown, and the errors of `ask`
 */
export function withCooldowns(ask: AgencyClient, store: string, now: () => number): AgencyClient {
  return async (address, options) => {
    const closedUntil = await readCooldowns(store, now());
    try {
      return await ask(address, { ...options, closedUntil });
    } catch (error) {
      if (error instanceof RateLimited && !(error instanceof CoolingDown)) await keepWait(store, error, now());
      throw error;
    }
  };
}

async function keepWait(store: string, { origin, until }: RateLimited, now: number): Promise<void> {
  const waits = new Map([...(await readCooldowns(store, now)), [origin, until]]);
  await writeStateFile(store, FILE, `${JSON.stringify({ format: 1, until: Object.fromEntries(waits) })}\n`);
}

function isAhead(until: number, now: number): boolean {
  return until > now && until <= now + LONGEST_COOLDOWN_MS;
}

/** The origins that told clients to wait, with the end of the wait, ms since 1970 UTC. An unreadable file counts as empty. */
export async function readCooldowns(store: string, now: number): Promise<Map<string, number>> {
  try {
    const waits = Object.entries((await readStateFile(store, FILE, schema))?.until ?? {});
    return new Map(waits.filter(([, until]) => isAhead(until, now)));
  } catch (error) {
    if (error instanceof UserError) return new Map();
    throw error;
  }
}

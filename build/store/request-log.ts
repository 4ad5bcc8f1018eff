import type { Ask } from "../platform/http/ask.ts";
import { CoolingDown } from "../platform/http/rate-limit.ts";
import type { AgencyContext, AgencySource, Outcome } from "./agency.ts";

/** Runs a source and records the addresses that it requested. */
export async function ingestWithLog(source: AgencySource, context: AgencyContext): Promise<Outcome> {
  const addresses: string[] = [];
  const outcome = await source.ingest({ ...context, ask: logged(context.ask, addresses) });
  return { ...outcome, addresses };
}

/** Adds every requested address to `asked`, whatever the result, except addresses in a cooldown. */
function logged(ask: Ask, sent: string[]): Ask {
  return async (address, options) => {
    const reply = ask(address, options);
    const isSent = await reply.then(
      () => true,
      (error: unknown) => !isInCooldown(error, address),
    );
    if (isSent) sent.push(address);
    return reply;
  };
}

/** Whether no request was sent. If a request was redirected to an origin in a cooldown, it was sent. */
function isInCooldown(error: unknown, address: string): boolean {
  return error instanceof CoolingDown && error.origin === new URL(address).origin;
}

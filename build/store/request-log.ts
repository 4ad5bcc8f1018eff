import type { Ask } from "../platform/http/ask.ts";
import { CoolingDown } from "../platform/http/rate-limit.ts";
import type { AgencyContext, AgencySource, Outcome } from "./agency.ts";

/** A run of a source, and what it really asked. */
export async function ingestNoting(source: AgencySource, context: AgencyContext): Promise<Outcome> {
  const addresses: string[] = [];
  const said = await source.ingest({ ...context, ask: noting(context.ask, addresses) });
  return { ...said, addresses };
}

/** Adds every address to `asked` of which somebody was asked, with whatever success: not those that were left alone. */
function noting(ask: Ask, asked: string[]): Ask {
  return async (address, options) => {
    const reply = ask(address, options);
    const isSent = await reply.then(
      () => true,
      (error: unknown) => !isLeftAlone(error, address),
    );
    if (isSent) asked.push(address);
    return reply;
  };
}

/** Who is sent on to somebody who wants to be left alone has asked all the same. */
function isLeftAlone(error: unknown, address: string): boolean {
  return error instanceof CoolingDown && error.origin === new URL(address).origin;
}

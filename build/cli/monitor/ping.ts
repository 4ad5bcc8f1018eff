import { publicFault } from "../../pipeline/public-fault.ts";
import type { RunEnd } from "../../pipeline/run-metrics.ts";
import { UserError } from "../../platform/error.ts";
import { RequestFailure, send, USER_AGENT } from "../../platform/http/client.ts";
import { type Network, statusFailure, withRetries } from "../../platform/http/retry.ts";
import type { Report } from "../../platform/report.ts";
import { EXIT } from "../exit-codes.ts";

/**
 * Reports runs to a monitoring service that expects regular pings. Neither function throws: a failure of the service does not
 * affect the run.
 */
export interface Pings {
  begun: () => void;
  ended: (end: RunEnd) => Promise<void>;
}

/** A ping may delay a run by a few seconds, but not the next one. */
const TIMEOUT_MS = 5_000;
const RETRIES = { tries: 2 };

/**
 * Pings `{url}/start`, then `url` after a run that built the tree (exit codes 0 and 3) or `{url}/fail` after any other, as
 * healthchecks.io and compatible services expect. The body has the reasons, in texts that are meant for the public.
 *
 * @param url secret: messages contain only its origin
 */
export function pingsTo(url: string, report: Pick<Report, "warn">, context: Network): Pings {
  let begun: Promise<void> | undefined;
  const ping = (suffix: string, body: string) =>
    sendPing(withSuffix(url, suffix), body, context).catch((error: unknown) => {
      if (!(error instanceof RequestFailure)) throw error;
      report.warn(error.message);
    });
  return {
    begun() {
      begun = ping("/start", "");
    },
    async ended(end) {
      await begun;
      begun = undefined;
      if (end.exitCode === EXIT.running) return;
      const isGood = end.exitCode === EXIT.done || end.exitCode === EXIT.stale;
      await ping(isGood ? "" : "/fail", reasonsOf(end).join("\n"));
    },
  };
}

function withSuffix(url: string, suffix: string): URL {
  const to = new URL(url);
  if (suffix) to.pathname = to.pathname.replace(/\/$/, "") + suffix;
  return to;
}

/** The exit code of the run, and each fault, without addresses, paths and texts of agencies. */
function reasonsOf({ exitCode, error, rebuilt }: RunEnd): string[] {
  const line = (who: string, code: string) => `${who}: ${publicFault(code).code}: ${publicFault(code).message}`;
  const rejected = (rebuilt?.sources ?? []).flatMap(({ agency, rejected }) =>
    [...new Set(rejected.map(({ code }) => code))].map((code) => line(agency, code)),
  );
  return [`exit code ${exitCode}`, ...(error ? [line("run", error.code)] : []), ...rejected];
}

async function sendPing(url: URL, body: string, { fetch, sleep, random, now }: Network): Promise<void> {
  const where = `the monitoring service at ${url.origin}`;
  const failed = (_: string, reason: string) => new UserError("ping-failed", `${where} was not reached: ${reason}`);
  const once = async () => {
    const response = await send(
      {
        url,
        method: "POST",
        headers: { "user-agent": USER_AGENT, "content-type": "text/plain; charset=utf-8" },
        body: new TextEncoder().encode(body),
        limits: { totalMs: TIMEOUT_MS },
        reports: { unreachable: failed, refused: failed },
        followsRedirects: false,
      },
      fetch,
    );
    const { status, ok } = response;
    response.close();
    if (!ok) throw statusFailure(failed("", `status ${status}`), response, now());
  };
  await withRetries(once, RETRIES, { sleep, random });
}

import { join } from "node:path";
import { thousands } from "../platform/amounts.ts";
import { UserError } from "../platform/error.ts";
import { explain } from "../platform/explain.ts";
import { type WorkerDeployment, writeWorkerDeployment } from "../publish/worker/deployment.ts";
import type { CliContext } from "./context.ts";

/** What Cloudflare takes without payment, and with it. */
const MOST_ASSETS = { free: 20_000, paid: 100_000 };

/**
 * Writes the folder that `wrangler deploy` uploads, and says how.
 *
 * @throws UserError for a missing or damaged tree, a name that is none, a folder that is not ours or cannot be written
 */
export async function runHostWorker(deployment: Required<WorkerDeployment>, { out, json }: CliContext): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(deployment.name)) {
    const hint = "lower-case letters, digits and dashes, 63 at most";
    throw new UserError("usage", `--name is ${JSON.stringify(deployment.name)}`, hint);
  }
  const written = await writeWorkerDeployment(deployment).catch((error: unknown) => {
    throw explain(error, deployment.out);
  });
  const { fewer, ...said } = written;
  if (json) return out(JSON.stringify({ ...deployment, ...said }));
  out(
    `${thousands(written.assets)} files of snapshot ${written.snapshot}, and a Worker of ${written.scriptBytes} bytes`,
  );
  if (written.assets > MOST_ASSETS.free) {
    out(`more than the ${thousands(MOST_ASSETS.free)} of the free plan (paid: ${thousands(MOST_ASSETS.paid)})`);
    if (fewer !== "") out(`to have fewer: ${fewer}`);
  }
  out(`deploy with: npx wrangler deploy --config ${join(deployment.out, "wrangler.jsonc")}`);
}

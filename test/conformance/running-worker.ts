import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { ASSET_CONFIG, COMPATIBILITY_DATE, workerRoutes, writeWorkerDeployment } from "../../build/publish/worker/deployment.ts";
import type { RunningHost } from "./run.ts";

/**
 * The deployment as `wrangler deploy` would upload it, in the real workerd, behind Cloudflare's own router and asset
 * workers, which Miniflare carries.
 */
export async function startWorker(tree: string): Promise<RunningHost & { base: string }> {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-worker-"));
  const deploy = async (version: number): Promise<MiniflareOptions> => {
    const out = join(dir, `version-${version}`);
    await writeWorkerDeployment({ tree, out });
    return optionsOf(out);
  };
  const runtime = new Miniflare(await deploy(1));
  let base = await baseOf(runtime);
  return {
    get base() {
      return base;
    },
    // A deployment is replaced as a whole, script and assets together.
    async refresh() {
      await runtime.setOptions(await deploy(2));
      base = await baseOf(runtime);
    },
    async stop() {
      await runtime.dispose();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Straight to Cloudflare's router: Miniflare's own entry changes encodings, as the edge does, but in other ways. */
async function baseOf(runtime: Miniflare): Promise<string> {
  await runtime.ready;
  return (await runtime.unsafeGetDirectURL("quaketree")).origin;
}

function optionsOf(out: string): MiniflareOptions {
  return {
    name: "quaketree",
    host: "127.0.0.1",
    port: 0,
    cf: false,
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    compatibilityDate: COMPATIBILITY_DATE,
    modulesRoot: out,
    modules: [{ type: "ESModule", path: join(out, "worker.js") }],
    assets: {
      workerName: "quaketree",
      directory: join(out, "assets"),
      binding: "ASSETS",
      assetConfig: ASSET_CONFIG,
      routerConfig: { has_user_worker: true, static_routing: { user_worker: workerRoutes() } },
    },
  };
}

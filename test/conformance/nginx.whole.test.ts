import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostConfiguration } from "../../build/commands/host.ts";
import { host } from "../../build/contract/hosts.ts";
import { brotliPresent, freePort, nginxPresent, startNginx } from "../hosts/static/nginx-server.ts";
import { neverAnother } from "./always.ts";
import { conformance, type RunningHost } from "./run.ts";

/** Debian's nginx with the configuration that was generated for the tree, its ids included. */
async function start(tree: string): Promise<RunningHost> {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-nginx-"));
  const ids = join(dir, "ids.map");
  const port = await freePort();
  const options = { dir: tree, ids, listen: `127.0.0.1:${port}`, brotli: brotliPresent };
  writeFileSync(ids, await hostConfiguration("nginx-ids", options));
  const nginx = await startNginx(dir, await hostConfiguration("nginx", options), port);
  return {
    base: `http://127.0.0.1:${port}`,
    async stop() {
      await nginx.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

if (nginxPresent) conformance({ ...host("nginx"), start, ownValidators: true, always: neverAnother });

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { hostConfiguration } from "../../build/cli/host.ts";
import { host } from "../../build/site/read-page.ts";
import { freePort, startNginx } from "../hosts/edge/nginx-server.ts";
import { neverAnother } from "./always.ts";
import { conformance, type RunningHost } from "./run.ts";

const { nginx: installed, nginxBrotli } = inject("programs");

/** Debian's nginx with the configuration that was generated for the tree, its ids included. */
async function start(tree: string): Promise<RunningHost> {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-nginx-"));
  const ids = join(dir, "ids.map");
  const port = await freePort();
  const options = { dir: tree, ids, listen: `127.0.0.1:${port}`, brotli: nginxBrotli !== undefined };
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

/** Without the module no answer is in Brotli, so none of the cases about encodings says anything. */
const WITHOUT_BROTLI = { cases: "^encoding: ", differs: [], untested: true, reason: "nginx has no Brotli module." } as const;

const { exceptions, ...nginx } = host("nginx");
const exceptionsHere = nginxBrotli ? exceptions : [...exceptions.filter(({ cases }) => !cases.startsWith("^encoding: ")), WITHOUT_BROTLI];

conformance({ ...nginx, exceptions: exceptionsHere, start, installed, ownValidators: true, always: neverAnother });

/**
 * Does one piece of work in a container of its own. Argument: a `ContainerErrand` as JSON. Prints `ready` and its process
 * number, and begins when its input ends. Ends with 0, or with 1 and the code of a `UserError`; anything else is a bug.
 */
import { writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { publish } from "../../build/cli/publish.ts";
import { serve } from "../../build/cli/serve.ts";
import { mirrorTree } from "../../build/mirror/mirror.ts";
import { UserError } from "../../build/platform/error.ts";
import { silentReport } from "../../build/platform/report.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { type ContainerErrand, NOW } from "./container-errand.ts";

const errand = JSON.parse(process.argv[2] ?? "") as ContainerErrand;
const report = { ...silentReport, clear() {} };
const now = () => NOW;

/** So often a server starts anew where there is no tree yet. */
const STARTS = 50;

async function run(): Promise<void> {
  switch (errand.work) {
    case "build":
      await smallTree(errand.out, { version: errand.version, asOf: errand.asOf, packLarge: false });
      return;
    case "mirror": {
      const origin = createFolderOrigin(errand.from);
      await mirrorTree({ origin, out: errand.out, now, sleep: delay });
      return;
    }
    case "publish":
      await publish({ tree: errand.from, to: errand.out }, { report, env: {}, now });
      return;
    case "serve":
      return serveOnce(errand.out);
  }
}

async function serveOnce(dir: string): Promise<void> {
  for (let start = 1; ; start++) {
    try {
      const { url, close } = await serve({ dir, host: "127.0.0.1", port: 0 }, { report, now: Date.now });
      await close();
      writeSync(1, `served at ${url}\n`);
      return;
    } catch (error) {
      if (!(error instanceof UserError) || start === STARTS) throw error;
      await delay(5);
    }
  }
}

writeSync(1, `ready ${process.pid}\n`);
process.stdin.resume();
process.stdin.on("end", () => {
  run().then(
    () => process.exit(0),
    (error: unknown) => {
      const isExpected = error instanceof UserError;
      writeSync(2, isExpected ? `${error.code}\n` : `${(error as Error).stack}\n`);
      process.exit(isExpected ? 1 : 70);
    },
  );
});

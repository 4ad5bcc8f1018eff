/**
 * The layer rules of `.dependency-cruiser.json`, and a guard against their false green: without a parser for this
 * TypeScript, dependency-cruiser sees no module at all and calls that a success.
 */
import { spawnSync } from "node:child_process";

/** Far fewer than there are; far more than a blind run sees. */
const FEWEST_MODULES = 40;

const run = spawnSync("node_modules/.bin/depcruise", ["--config", ".dependency-cruiser.json", "build"], {
  encoding: "utf8",
});
process.stdout.write(run.stdout + run.stderr);
const modules = Number(/\((\d+) modules/.exec(run.stdout)?.[1] ?? 0);
if (run.status !== 0) process.exit(run.status ?? 1);
if (modules < FEWEST_MODULES) {
  process.stderr.write(`check-layers: only ${modules} modules were seen: the layer check is blind\n`);
  process.exit(1);
}

/**
 * The layer rules of `.dependency-cruiser.json`, and a guard against their false green: without a parser for this
 * TypeScript, dependency-cruiser sees no module at all and calls that a success.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

/** A run that sees less than this share of the source files is blind. Some files are only text that a browser gets. */
const LEAST_SEEN = 0.9;

const sources = readdirSync("build", { recursive: true, encoding: "utf8" }).filter((path) => /\.[jt]s$/.test(path));
const run = spawnSync("node_modules/.bin/depcruise", ["--config", ".dependency-cruiser.json", "build"], {
  encoding: "utf8",
});
process.stdout.write(run.stdout + run.stderr);
const modules = Number(/\((\d+) modules/.exec(run.stdout)?.[1] ?? 0);
if (run.status !== 0) process.exit(run.status ?? 1);
if (modules < LEAST_SEEN * sources.length) {
  process.stderr.write(
    `check-layers: only ${modules} modules were seen of ${sources.length} files: the layer check is blind\n`,
  );
  process.exit(1);
}

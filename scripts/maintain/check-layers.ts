/**
 * The layers of `.dependency-cruiser.json`, at most 25 files a folder and 140 characters a line, and a guard against a false
 * green: without a parser for this TypeScript, dependency-cruiser sees no module at all and calls that a success.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A run that sees less than this share of the source files is blind. Some files are only text that a browser gets. */
const MIN_SEEN = 0.9;

/** A folder is a subject. */
const MAX_FILES = 25;

/** The formatter does not break texts, templates and comments. */
const MAX_LINE = 140;

const sources = readdirSync("build", { recursive: true, encoding: "utf8" }).filter((path) => /\.[jt]s$/.test(path));
const run = spawnSync("node_modules/.bin/depcruise", ["--config", ".dependency-cruiser.json", "build"], { encoding: "utf8" });
process.stdout.write(run.stdout + run.stderr);
const modules = Number(/\((\d+) modules/.exec(run.stdout)?.[1] ?? 0);
if (run.status !== 0) process.exit(run.status ?? 1);
if (modules < MIN_SEEN * sources.length) {
  process.stderr.write(`check-layers: only ${modules} modules were seen of ${sources.length} files: the layer check is blind\n`);
  process.exit(1);
}
const files = new Map<string, number>();
for (const path of sources) files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);
const crowded = [...files].filter(([, count]) => count > MAX_FILES);
for (const [folder, count] of crowded)
  process.stderr.write(`check-layers: build/${folder} has ${count} files, at most ${MAX_FILES} are allowed\n`);
const scripts = readdirSync("scripts", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
const long = [...sources.map((path) => join("build", path)), ...scripts.map((path) => join("scripts", path))].flatMap((path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, at) => (line.length > MAX_LINE ? [`${path}:${at + 1}`] : [])),
);
for (const place of long) process.stderr.write(`check-layers: ${place} has more than ${MAX_LINE} characters\n`);
if (crowded.length + long.length > 0) process.exit(1);

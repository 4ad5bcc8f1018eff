/**
 * What a large archive costs: every event of the USGS in a folder of captures comes from an agency on loopback by `backfill`,
 * with NOAA's table and Bird's plates, and is built into a tree. Prints a table of times, memory and sizes, and compares what
 * came out with a plain count.
 *
 *     npm run measure:archive -- CORPUS [--work DIR]
 *
 * CORPUS has the folders usgs, noaa and plates. With --work the stores and trees are left in DIR.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { agencyOf } from "./archive/agency.ts";
import { compareStore, compareTree } from "./archive/compare.ts";
import { type Cost, runProgram } from "./archive/program.ts";
import { distinctEvents, unionOf, untilWhen } from "./archive/union.ts";

const MINUTE_MS = 60_000;
/** What was captured is of the past, which is told with 3. */
const DONE = [0, 3];
/** The query service leaves events without a magnitude out where one is asked for. */
const MIN_MAGNITUDE = "-10";

const [corpus, option, given] = process.argv.slice(2);
if (corpus === undefined || (option !== undefined && (option !== "--work" || given === undefined))) {
  throw new Error("usage: npm run measure:archive -- CORPUS [--work DIR]");
}
const work = given === undefined ? mkdtempSync(join(tmpdir(), "quaketree-archive-")) : resolve(given);
mkdirSync(work, { recursive: true });

function configFile(name: string, agencies: object): string {
  const file = join(work, `${name}.json`);
  writeFileSync(file, JSON.stringify({ agencies }));
  return file;
}

function fileUrl(path: string): string {
  return pathToFileURL(resolve(corpus as string, path)).href;
}

function tell(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(58)} ${value}\n`);
}

function tellCost(what: string, { seconds, processorSeconds, megabytes }: Cost): void {
  const time = `${seconds.toFixed(1).padStart(7)} s ${processorSeconds.toFixed(1).padStart(7)} s processor`;
  tell(what, `${time} ${megabytes.toFixed(0).padStart(6)} MB`);
}

function tellSize(what: string, folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  tell(what, `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
}

const usgs = join(corpus, "usgs");
const until = untilWhen(usgs);
const union = unionOf(usgs);
const rows = [...union.rows.values()].filter(({ time }) => time <= until);
const events = distinctEvents(rows.filter(({ mag }) => mag !== null));
tell("files, rows in them, ids", `${union.files}, ${union.read}, ${union.rows.size}`);
tell("ids up to the newest capture of the whole world", String(rows.length));
tell("events of them with a magnitude", String(events.length));

const agencies = await agencyOf(rows, until + MINUTE_MS);
try {
  const feed = agencies.usgs.feed("all_month");
  const others = configFile("others", {
    noaa: { events: fileUrl("noaa/hazel-earthquakes-2026-03.tsv") },
    plates: {
      boundaries: fileUrl("plates/geojson/PB2002_boundaries.json"),
      plates: fileUrl("plates/geojson/PB2002_plates.json"),
      steps: fileUrl("plates/original/PB2002_steps.csv"),
    },
  });
  const recent = configFile("recent", { usgs: { feed } });
  const whole = configFile("whole", { usgs: { feed, fdsn: agencies.usgs.fdsn } });
  const [without, store] = [join(work, "without"), join(work, "store")];
  const [treeWithout, tree] = [join(work, "tree-without"), join(work, "tree")];
  for (const folder of [without, store, treeWithout, tree]) rmSync(folder, { recursive: true, force: true });

  const run = async (what: string, ...args: string[]) => tellCost(what, await runProgram(args, work, {}, DONE));
  await run("ingest of a month, without an archive", "ingest", "--config", recent, "--store", without);
  await run("ingest of NOAA's table and the plates", "ingest", "--config", others, "--store", without);
  await run("build without an archive", "build", "--store", without, "--out", treeWithout);
  await run("the same build again, nothing changed", "build", "--store", without, "--out", treeWithout);
  cpSync(without, store, { recursive: true });
  agencies.requests.length = 0;
  const past = ["backfill", "--from", "1900", "--min-magnitude", MIN_MAGNITUDE, "--config", whole, "--store", store];
  await run("backfill of all the rest", ...past);
  tell("requests of the backfill, 0.6 s apart", String(agencies.requests.length));
  tellSize("store with the archive", store);
  await run("first build with the archive", "build", "--store", store, "--out", tree);
  await run("the same build again, nothing changed", "build", "--store", store, "--out", tree);
  await run("a rebuild, nothing new", "rebuild", "--config", whole, "--store", store, "--out", tree);
  tellSize("store with what is remembered of the archive", store);
  tellSize("tree without an archive", treeWithout);
  tellSize("tree with the archive", tree);
  for (const line of [...(await compareStore(events, store)), ...compareTree(events, tree)]) tell(line.what, line.result);
} finally {
  await agencies.stop();
  if (given === undefined) rmSync(work, { recursive: true, force: true });
}

/**
 * What a rebuild costs: a month of synthetic events comes from a feed, and every command runs as a process of its own, as it
 * does for an operator. Prints each figure beside its goal: processor time (user and system), time by the clock, peak memory.
 *
 *     npm run measure -- rebuild [--events 10742] [--growth] [--work DIR]
 *
 * --growth adds a table over 1,000, 10,000 and 100,000 events (ten minutes, 3 GB). With --work the trees stay in DIR.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { size, thousands } from "../../build/platform/text.ts";
import { print } from "./print.ts";
import { type Month, monthOf } from "./rebuild/month.ts";
import { type Cost, runProgram } from "./rebuild/program.ts";
import { diskParts, systemCalls } from "./rebuild/tree-costs.ts";
import { watchCosts } from "./rebuild/watch.ts";

/** Synthetic events are of the past, so that the data are told as stale. */
const DONE = [0, 3];
const NEW_EVENTS = 3;
const GROWTH = [1_000, 10_000, 100_000];
/** The median of so many runs. */
const RUNS = 3;

const { values } = parseArgs({
  options: { events: { type: "string", default: "10742" }, growth: { type: "boolean", default: false }, work: { type: "string" } },
});
const work = values.work === undefined ? mkdtempSync(join(tmpdir(), "quaketree-rebuild-")) : resolve(values.work);
mkdirSync(work, { recursive: true });
try {
  await main(Number(values.events));
  if (values.growth) await growth();
} finally {
  if (values.work === undefined) rmSync(work, { recursive: true, force: true });
}

async function main(count: number): Promise<void> {
  const month = freshMonth(count);
  tell(`first build, ${thousands(count)} events with pages`, await firstBuild(month), "8 s processor");
  tell(`rebuild, ${NEW_EVENTS} new events`, await minute(month, NEW_EVENTS), "1.5 s processor, 2 s, 250 MB");
  tell("rebuild, a newer feed with the same events", await minute(month, 0));
  tell("rebuild, nothing new", await rebuild(month), "0.8 s processor");
  const watched = await watchCosts(month, NEW_EVENTS);
  tell(`one of many with --watch, ${NEW_EVENTS} new events`, watched, "0.4 s processor");
  month.minute(NEW_EVENTS);
  const calls = systemCalls(["rebuild", ...month.options], work);
  if (calls === undefined) print("system calls on files: not counted, there is no strace");
  else row(`system calls on files, ${NEW_EVENTS} new events`, thousands(calls), "500");
  const parts = await diskParts(month.out);
  row("disk, of the bytes of answers and pages", `${parts.at(-1)?.share.toFixed(2)} ×`, "1.6 ×");
  for (const { what, bytes, share } of parts) row(`  ${what}`, `${share.toFixed(2)} ×, ${size(bytes)}`, "");
  tell("build from the embedded data", await embedded(), "4 s processor, 300 MB");
}

async function growth(): Promise<void> {
  print("");
  for (const count of GROWTH) {
    const month = freshMonth(count);
    tell(`first build, ${thousands(count)} events`, await firstBuild(month));
    tell(`${NEW_EVENTS} new events, ${thousands(count)} events`, await minute(month, NEW_EVENTS));
    tell(`nothing new, ${thousands(count)} events`, await rebuild(month));
  }
}

function freshMonth(count: number): Month {
  const dir = join(work, `month-${count}`);
  rmSync(dir, { recursive: true, force: true });
  return monthOf(dir, count);
}

async function firstBuild({ options, store, out }: Month): Promise<Cost> {
  await runProgram(["ingest", ...options.slice(0, -2)], work, {}, DONE);
  return runProgram(["build", "--store", store, "--out", out], work);
}

/** Each time with as many more. */
function minute(month: Month, more: number): Promise<Cost> {
  return median(() => {
    month.minute(more);
    return rebuild(month, 1);
  });
}

function rebuild({ options }: Month, runs = RUNS): Promise<Cost> {
  return median(() => runProgram(["rebuild", ...options], work, {}, DONE), runs);
}

function embedded(): Promise<Cost> {
  const out = join(work, "embedded");
  rmSync(out, { recursive: true, force: true });
  return runProgram(["build", "--out", out], work);
}

async function median(run: () => Promise<Cost>, runs = RUNS): Promise<Cost> {
  const costs: Cost[] = [];
  for (let at = 0; at < runs; at++) costs.push(await run());
  return costs.toSorted((a, b) => a.processorSeconds - b.processorSeconds)[Math.floor(runs / 2)] as Cost;
}

function tell(what: string, cost: Partial<Cost> & Pick<Cost, "processorSeconds">, goal = ""): void {
  const { processorSeconds, seconds, megabytes } = cost;
  const more = [seconds && `${seconds.toFixed(1)} s`, megabytes && `${megabytes.toFixed(0)} MB`].filter(Boolean);
  row(what, [`${processorSeconds.toFixed(2)} s processor`, ...more].join(", "), goal);
}

function row(what: string, measured: string, goal: string): void {
  print(`${what.padEnd(46)} ${measured.padEnd(36)} ${goal && `(goal: ${goal})`}`.trimEnd());
}

/**
 * What an operator sees in a week of rebuilds: with emulated agencies whose faults are drawn at random, a clock that is set back by
 * an hour for ten rebuilds, where WORK is on a small file system a disk that is full once, and with `--upgrade-from` a first half
 * day that another checkout of the program ran, over the same store and tree. Reads exit codes, log lines, metrics, pings,
 * `status --check` and `doctor` alone, and tells where they contradict each other.
 *
 *     npm run measure:week -- [--minutes 10080] [--every 1] [--seed 1] [--work DIR] [--upgrade-from CHECKOUT]
 *     unshare --mount sh -c 'mkdir -p /tmp/w && mount -t tmpfs -o size=300m none /tmp/w && npm run measure:week -- --work /tmp/w'
 */
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { CliContext } from "../../build/cli/context.ts";
import { runDoctor } from "../../build/cli/doctor.ts";
import { monitorsOf } from "../../build/cli/monitor/run-monitors.ts";
import { runRebuild } from "../../build/cli/rebuild.ts";
import { runStatus } from "../../build/cli/status.ts";
import { parseConfig } from "../../build/config/config.ts";
import { silentReport } from "../../build/platform/report.ts";
import { startEmulator } from "../../test/agencies/emulator/emulator.ts";
import { generateEvents } from "../../test/agencies/emulator/generate.ts";
import { generateHazel } from "../../test/agencies/emulator/noaa.ts";
import { seeded } from "../../test/agencies/emulator/random.ts";
import { changeWeather } from "../../test/agencies/fault-storm/weather.ts";
import { listen } from "../../test/support/listen.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10080" },
    every: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    work: { type: "string" },
    "upgrade-from": { type: "string" },
  },
});
const minutes = Number(values.minutes);
/** Minutes between two rebuilds. */
const every = Number(values.every);
const rebuilds = Math.floor(minutes / every);
const random = seeded(Number(values.seed));
const work = mkdtempSync(join(values.work ?? tmpdir(), "quaketree-week-"));

const MINUTE_MS = 60_000;
const CALM = 0.1;
/** A file system of at most this size is filled, bytes. */
const SMALL_DISK = 2e9;
/** Rebuilds at which things happen, as shares of the whole. */
const [UPGRADE_AT, FULL_AT, BACK_AT] = [1 / 14, 0.4, 0.7].map((share) => Math.floor(rebuilds * share)) as [number, number, number];
/** Rebuilds. */
const LASTS = 10;
const A_LOOK_EVERY = Math.ceil(60 / every);

const agencies = await startEmulator({ now: Date.UTC(2031, 4, 4, 12), seed: Number(values.seed) });
const { clock } = agencies;
agencies.usgs.world.add(
  ...generateEvents({ random, count: 300, from: clock.now() - 7 * 86_400_000, to: clock.now() + minutes * MINUTE_MS }),
);
Object.assign(agencies.noaa.state, generateHazel(random, 1_000));
const pings: string[] = [];
const service = await listen(
  createServer((request, response) => {
    pings.push(request.url ?? "");
    response.end();
  }),
);

const configuration = JSON.stringify({
  agencies: {
    usgs: { feed: agencies.usgs.feed("all_week"), fdsn: agencies.usgs.fdsn },
    noaa: { events: agencies.noaa.events, crawl_delay_s: 0 },
  },
  tree: { event_pages: "none" },
  thresholds: { timeout_s: 1 },
  expected_interval_s: every * 60,
});
const config = parseConfig(configuration, "week.json");
const [store, out, metricsFile] = [join(work, "store"), join(work, "dist"), join(work, "quaketree.prom")];

interface Seen {
  code: number;
  lines: string[];
}

/** A context that remembers what a command says. @param json whether it says it as JSON */
function contextOf(seen: Seen, json: boolean): CliContext {
  const end = (code: number) => void (seen.code = code);
  const report = { ...silentReport, clear() {} };
  return { out: (line) => void seen.lines.push(line), report, json, env: {}, now: clock.now, end };
}

const counts = new Map<string, number>();
const contradictions: string[] = [];
const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);

/** Rebuilds with the program of another checkout, which has its own modules. */
async function olderProgram(checkout: string): Promise<() => Promise<number>> {
  const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(resolve(checkout, "build", path)).href) as Promise<Module>;
  const { runRebuild: run } = await load<typeof import("../../build/cli/rebuild.ts")>("cli/rebuild.ts");
  const { parseConfig: parse } = await load<typeof import("../../build/config/config.ts")>("config/config.ts");
  const older = parse(configuration, "week.json");
  return async () => {
    const seen: Seen = { code: 0, lines: [] };
    await run({ config: older, store, out, printError() {} }, contextOf(seen, false));
    count(`runs of the older program that ended with ${seen.code}`);
    return seen.code;
  };
}

async function rebuildOnce(minute: number): Promise<number> {
  const seen: Seen = { code: 0, lines: [] };
  const log: string[] = [];
  const options = { metrics: metricsFile, ping: `${service.base}/secret-of-the-ping`, log: "json" } as const;
  const world = { fetch: globalThis.fetch, sleep: async () => {}, random };
  const monitors = monitorsOf(options, { config, out }, contextOf(seen, false), (line) => void log.push(line), world);
  const sleep = async (ms: number) => clock.advance(Math.min(ms, 1_000));
  pings.length = 0;
  await runRebuild({ config, store, out, printError() {}, monitors, sleep }, monitors.context);
  const [line = "{}"] = log;
  const encoded = JSON.parse(line) as { exit_code?: number; error?: { code: string } | null };
  const check = (what: string, isSo: boolean) => isSo || contradictions.push(`minute ${minute}: ${what}, exit code ${seen.code}: ${line}`);
  check("one line of the log with the exit code", log.length === 1 && encoded.exit_code === seen.code);
  check("no secret in the log", !line.includes("secret-of-the-ping"));
  check("a failure has a reason", seen.code !== 1 || Boolean(encoded.error));
  const suffix = seen.code === 1 ? "/fail" : "";
  check("pings", pings.join(" ").endsWith(`/secret-of-the-ping${suffix}`) && pings.length <= 2);
  const metric = /^quaketree_run_exit_code (\d)$/m.exec(readMetrics())?.[1];
  check("metrics", metric === String(seen.code) || isFull());
  count(`runs that ended with ${seen.code}${encoded.error ? ` (${encoded.error.code})` : ""}`);
  return seen.code;
}

function readMetrics(): string {
  try {
    return readFileSync(metricsFile, "utf8");
  } catch {
    return "";
  }
}

function isFull(): boolean {
  const { bavail, bsize } = statfsSync(work);
  return bavail * bsize < 1e6;
}

/** Fills a small file system. */
function fillDisk(): void {
  const { blocks, bsize } = statfsSync(work);
  if (blocks * bsize > SMALL_DISK) return;
  count("times that the disk was filled");
  for (let size = 1e7, n = 0; size >= 1; n++) {
    try {
      writeFileSync(join(work, `filler-${n}`), new Uint8Array(size));
    } catch {
      size = Math.floor(size / 10);
    }
  }
}

function freeDisk(): void {
  for (let n = 0; n < 1_000; n++) rmSync(join(work, `filler-${n}`), { force: true });
}

/** What the two commands for people and monitors say, once an hour. */
async function look(minute: number, lastCode: number, isClockBack: boolean): Promise<void> {
  const [checked, examined]: [Seen, Seen] = [
    { code: 0, lines: [] },
    { code: 0, lines: [] },
  ];
  await runStatus({ store, out }, contextOf(checked, true), { check: true });
  await runDoctor({ settings: { ...config, out }, store, config: undefined, fetch: undefined }, contextOf(examined, false));
  count(`status --check: ${checked.code}`);
  count(`doctor: ${examined.code}`);
  if (lastCode === 1 && checked.code === 0) contradictions.push(`minute ${minute}: the check is content after a failed run`);
  if (!isClockBack && lastCode !== 1 && checked.code !== lastCode)
    contradictions.push(`minute ${minute}: a run ended with ${lastCode}, the check with ${checked.code}: ${checked.lines.join()}`);
  if (checked.code === 1 && lastCode !== 1) contradictions.push(`minute ${minute}: unsound: ${checked.lines.join()}`);
}

/** Rebuilds from the end of the older program to the first success, and from the freed disk. */
let [upgraded, recovered]: (number | undefined)[] = [];
const began = performance.now();
try {
  const older = values["upgrade-from"] === undefined ? undefined : await olderProgram(values["upgrade-from"]);
  for (let at = 0; at < rebuilds; at++) {
    clock.advance(every * MINUTE_MS);
    if (random() < CALM) changeWeather(agencies, random);
    if (at === FULL_AT) fillDisk();
    if (at === FULL_AT + LASTS) freeDisk();
    if (at === BACK_AT) clock.advance(-3_600_000);
    if (at === BACK_AT + LASTS) clock.advance(3_600_000);
    if (at === rebuilds - LASTS) agencies.faults.clear();
    if (older && at < UPGRADE_AT) {
      await older();
      continue;
    }
    const code = await rebuildOnce(at * every);
    if (older && code !== 1) upgraded ??= at - UPGRADE_AT;
    if (at >= FULL_AT + LASTS && code !== 1) recovered ??= at - FULL_AT - LASTS;
    if (at % A_LOOK_EVERY === A_LOOK_EVERY - 1) await look(at * every, code, at >= BACK_AT && at < BACK_AT + LASTS);
  }
  const end = await rebuildOnce(minutes);
  if (end === 1) contradictions.push("the last run failed although nothing is wrong any more");
} finally {
  await agencies.stop();
  await service.close();
  rmSync(work, { recursive: true, force: true });
}
for (const [what, n] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) process.stdout.write(`${what.padEnd(62)} ${n}\n`);
const told = {
  "failed runs after the upgrade before the first success": upgraded,
  "failed runs after the disk was freed before the first success": recovered,
};
for (const [what, n] of Object.entries(told)) process.stdout.write(`${what.padEnd(62)} ${n ?? "none"}\n`);
process.stdout.write(`${"requests of agencies".padEnd(62)} ${agencies.requests.length}\n`);
process.stdout.write(`${"seconds in all".padEnd(62)} ${((performance.now() - began) / 1000).toFixed(0)}\n`);
for (const one of contradictions) process.stdout.write(`CONTRADICTION ${one}\n`);
process.exitCode = contradictions.length > 0 ? 1 : 0;

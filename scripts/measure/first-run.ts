/**
 * What a stranger waits for: first with the embedded data, then with today's from emulated agencies of the real sizes (12,000
 * earthquakes of a month, 6,600 rows of NOAA's table at a page a minute): `ingest` and `start`. With the embedded data: the build
 * (seconds, peak memory), a build with nothing to do, and `npm start` in an empty folder until the first answer. Prints a table;
 * `--json FILE` writes the figures too.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../test/agencies/emulator/emulator.ts";
import { generateEvents } from "../../test/agencies/emulator/generate.ts";
import { generateHazel } from "../../test/agencies/emulator/noaa.ts";
import { seeded } from "../../test/agencies/emulator/random.ts";

const PATIENCE_MS = 120_000;
const MONTH_MS = 30 * 86_400_000;
const work = mkdtempSync(join(tmpdir(), "quaketree-measure-"));

interface Figure {
  what: string;
  value: number;
  unit: "s" | "MB";
  goal: number | null;
}

/** Runs the program to its end; how long it took and its peak memory. */
async function run(args: readonly string[]): Promise<{ seconds: number; megabytes: number }> {
  const peak = join(work, "peak");
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", "./scripts/measure/print-peak-memory.mjs", "build/quaketree.js", ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PEAK_FILE: peak },
  });
  const code = await ended(child);
  if (code !== 0) throw new Error(`quaketree ${args.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, megabytes: Number(readFileSync(peak, "utf8")) / 1024 };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
}

/** Seconds from `npm start` with no tree there to the first complete answer. @param more options of `start` */
async function firstAnswer(...more: string[]): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const args = ["start", "--silent", "--", "--out", join(work, `started-${port}`), "--port", String(port), ...more];
  const child = spawn("npm", args, { stdio: ["ignore", "ignore", "inherit"], detached: true });
  const over = ended(child);
  try {
    for (;;) {
      if (performance.now() - start > PATIENCE_MS) throw new Error("no answer within two minutes");
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      const answer = await fetch(`http://127.0.0.1:${port}/api/recent/`).catch(() => undefined);
      if (answer?.ok && (await answer.text()).length > 0) return (performance.now() - start) / 1000;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await over;
  }
}

/** Seconds from nothing to today's earthquakes, the installation apart: of `ingest`, and of `start` to the first answer. */
async function firstLiveRun(): Promise<{ ingest: number; start: number }> {
  const now = Date.now();
  const agencies = await startEmulator({ now: Date.now });
  try {
    const random = seeded(1);
    agencies.usgs.world.add(...generateEvents({ random, count: 12_000, from: now - MONTH_MS, to: now }));
    Object.assign(agencies.noaa.state, generateHazel(random, 6_600));
    const config = join(work, "live.json");
    const usgs = { feed: agencies.usgs.feed("all_month"), fdsn: agencies.usgs.fdsn };
    const noaa = { events: agencies.noaa.events, crawl_delay_s: 60 };
    writeFileSync(config, JSON.stringify({ agencies: { usgs, noaa } }));
    const options = ["--config", config, "--store", join(work, "live-store")];
    const { seconds } = await run(["ingest", ...options]);
    return { ingest: seconds, start: await firstAnswer(...options) };
  } finally {
    await agencies.stop();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}

try {
  const built = await run(["build", "--out", join(work, "tree")]);
  const again = await run(["build", "--out", join(work, "tree")]);
  const live = await firstLiveRun();
  const figures: Figure[] = [
    { what: "build from the embedded data", value: built.seconds, unit: "s", goal: 5 },
    { what: "peak memory of that build", value: built.megabytes, unit: "MB", goal: 300 },
    { what: "the same build again, nothing changed", value: again.seconds, unit: "s", goal: null },
    { what: "npm start to the first answer", value: await firstAnswer(), unit: "s", goal: 12 },
    { what: "ingest of today's earthquakes", value: live.ingest, unit: "s", goal: null },
    { what: "npm start with them to the first answer", value: live.start, unit: "s", goal: null },
    { what: "from nothing to today's earthquakes", value: live.ingest + live.start, unit: "s", goal: 120 },
  ];
  for (const { what, value, unit, goal } of figures) {
    process.stdout.write(`${what.padEnd(40)} ${value.toFixed(1).padStart(7)} ${unit}${goal === null ? "" : `   (goal ${goal})`}\n`);
  }
  const json = process.argv.indexOf("--json");
  const file = process.argv[json + 1];
  if (json > 0 && file !== undefined) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

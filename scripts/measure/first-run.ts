/**
 * What a stranger waits for: the build from the embedded data (seconds, peak memory), a build with nothing to do, and
 * `npm start` in an empty folder until the first answer. Prints a table; `--json FILE` writes the figures too.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE_MS = 60_000;
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
  const child = spawn(
    process.execPath,
    ["--import", "./scripts/measure/print-peak-memory.mjs", "build/quaketree.js", ...args],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, PEAK_FILE: peak },
    },
  );
  const code = await ended(child);
  if (code !== 0) throw new Error(`quaketree ${args.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, megabytes: Number(readFileSync(peak, "utf8")) / 1024 };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
}

/** Seconds from `npm start` with no tree there to the first complete answer. */
async function firstAnswer(): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const args = ["start", "--silent", "--", "--out", join(work, "started"), "--port", String(port)];
  const child = spawn("npm", args, { stdio: ["ignore", "ignore", "inherit"], detached: true });
  const over = ended(child);
  try {
    for (;;) {
      if (performance.now() - start > PATIENCE_MS) throw new Error("no answer within a minute");
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

try {
  const built = await run(["build", "--out", join(work, "tree")]);
  const again = await run(["build", "--out", join(work, "tree")]);
  const figures: Figure[] = [
    { what: "build from the embedded data", value: built.seconds, unit: "s", goal: 5 },
    { what: "peak memory of that build", value: built.megabytes, unit: "MB", goal: 300 },
    { what: "the same build again, nothing changed", value: again.seconds, unit: "s", goal: null },
    { what: "npm start to the first answer", value: await firstAnswer(), unit: "s", goal: 12 },
  ];
  for (const { what, value, unit, goal } of figures) {
    process.stdout.write(
      `${what.padEnd(40)} ${value.toFixed(1).padStart(7)} ${unit}${goal === null ? "" : `   (goal ${goal})`}\n`,
    );
  }
  const json = process.argv.indexOf("--json");
  const file = process.argv[json + 1];
  if (json > 0 && file !== undefined) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** What one run of the program cost. */
export interface Cost {
  seconds: number;
  /** User and system, of the program's own process. */
  processorSeconds: number;
  /** Peak resident memory. */
  megabytes: number;
  /** What it printed. */
  printed: string;
}

/**
 * Runs the program to its end. Other work in this process goes on meanwhile: the agency may be here.
 *
 * @param work folder for what is measured
 * @param env variables besides ours
 * @param codes exit codes that are not failures
 * @throws Error if it ends with any other
 */
export async function runProgram(args: readonly string[], work: string, env: object = {}, codes: readonly number[] = [0]): Promise<Cost> {
  const usage = join(work, "usage.json");
  const start = performance.now();
  const child = startProgram(args, { USAGE_FILE: usage, ...env });
  const [printed, code] = await Promise.all([text(child.stdout ?? Readable.from([])), endOf(child)]);
  if (code === null || !codes.includes(code)) throw new Error(`quaketree ${args.join(" ")} ended with ${code}`);
  const seconds = (performance.now() - start) / 1000;
  const { peakKb, processorMs } = JSON.parse(readFileSync(usage, "utf8")) as { peakKb: number; processorMs: number };
  return { seconds, processorSeconds: processorMs / 1000, megabytes: peakKb / 1024, printed };
}

function startProgram(args: readonly string[], env: object): ChildProcess {
  return spawn(
    process.execPath,
    ["--import", "./scripts/measure/print-peak-memory.mjs", ...process.execArgv.filter(isForProgram), "build/quaketree.js", ...args],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } },
  );
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
}

/** Such as `--cpu-prof`. */
function isForProgram(argument: string): boolean {
  return argument.startsWith("--cpu-prof");
}

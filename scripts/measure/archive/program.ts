import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
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
  /** The most files and connections that were open at a time; 0 where the system does not tell. */
  descriptors: number;
  /** What it printed. */
  printed: string;
}

/** How often open files are counted, ms. */
const LOOK = 50;

/**
 * Runs the program to its end. Other work in this process goes on meanwhile: the agency may be here.
 *
 * @param work folder for what is measured
 * @param env variables besides ours
 * @param codes exit codes that are no failure
 * @throws Error if it ends with any other
 */
export async function runProgram(args: readonly string[], work: string, env: object = {}, codes: readonly number[] = [0]): Promise<Cost> {
  const usage = join(work, "usage.json");
  const start = performance.now();
  const child = startProgram(args, { USAGE_FILE: usage, ...env });
  const descriptors = watchDescriptors(child.pid ?? 0);
  const [printed, code] = await Promise.all([text(child.stdout ?? Readable.from([])), endOf(child)]);
  if (code === null || !codes.includes(code)) throw new Error(`quaketree ${args.join(" ")} ended with ${code}`);
  const seconds = (performance.now() - start) / 1000;
  const { peakKb, processorMs } = JSON.parse(readFileSync(usage, "utf8")) as { peakKb: number; processorMs: number };
  return {
    seconds,
    processorSeconds: processorMs / 1000,
    megabytes: peakKb / 1024,
    descriptors: descriptors(),
    printed,
  };
}

/**
 * Runs the program and kills it, as `kill -9` does, as soon as that is wanted.
 *
 * @throws Error if it came to its end before
 */
export async function killProgram(args: readonly string[], isTime: () => boolean, env: object = {}): Promise<void> {
  const child = startProgram(args, env);
  child.stdout?.resume();
  const timer = setInterval(() => isTime() && child.kill("SIGKILL"), LOOK);
  const code = await endOf(child);
  clearInterval(timer);
  if (code !== null) throw new Error(`quaketree ${args.join(" ")} ended with ${code} before it was killed`);
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

/** Counts the open files of a process until it is asked how many there were at the most. */
export function watchDescriptors(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    try {
      most = Math.max(most, readdirSync(`/proc/${pid}/fd`).length);
    } catch {
      // The process has ended, or the system has no such folder.
    }
  }, LOOK);
  return () => {
    clearInterval(timer);
    return most;
  };
}

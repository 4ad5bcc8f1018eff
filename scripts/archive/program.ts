import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What one run of the program cost. */
export interface Cost {
  seconds: number;
  /** User and system, of the program's own process. */
  processorSeconds: number;
  /** Peak resident memory. */
  megabytes: number;
}

/**
 * Runs the program to its end. Other work in this process goes on meanwhile: the agency may be here.
 *
 * @param work folder for what is measured
 * @throws Error if it ends with anything but 0
 */
export async function runProgram(args: readonly string[], work: string): Promise<Cost> {
  const usage = join(work, "usage.json");
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [
      "--import",
      "./scripts/print-peak-memory.mjs",
      ...process.execArgv.filter(isForProgram),
      "build/quaketree.js",
      ...args,
    ],
    { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, USAGE_FILE: usage } },
  );
  const code = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("exit", resolve));
  if (code !== 0) throw new Error(`quaketree ${args.join(" ")} ended with ${code}`);
  const seconds = (performance.now() - start) / 1000;
  const { peakKb, processorMs } = JSON.parse(readFileSync(usage, "utf8")) as { peakKb: number; processorMs: number };
  return { seconds, processorSeconds: processorMs / 1000, megabytes: peakKb / 1024 };
}

/** Such as `--cpu-prof`. */
function isForProgram(argument: string): boolean {
  return argument.startsWith("--cpu-prof");
}

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Month } from "./month.ts";

/** Seconds between two runs: longer than one takes. */
const EVERY = "5";
/** The first run reads everything; so many more are measured. */
const MEASURED = 3;
/** Of the system's clock of processor time, in a second. */
const TICKS = 100;

/** What one of many runs of `rebuild --watch` costs, on average, each with so many new events. Needs Linux. */
export async function watchCosts(month: Month, more: number): Promise<{ processorSeconds: number; megabytes: number }> {
  const args = ["build/quaketree.js", "rebuild", ...month.options, "--watch", "--every", EVERY, "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const used: number[] = [];
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith("{")) continue;
      used.push(processorSeconds(child.pid ?? 0));
      if (used.length > MEASURED) break;
      month.minute(more);
    }
    const [first = 0] = used;
    const megabytes = peakMegabytes(child.pid ?? 0);
    return { processorSeconds: ((used.at(-1) ?? 0) - first) / MEASURED, megabytes };
  } finally {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("close", resolve));
  }
}

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // `proc(5)`: utime and stime are the 14th and 15th field, the name of the program the second.
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function peakMegabytes(pid: number): number {
  const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? Number.NaN) / 1024;
}

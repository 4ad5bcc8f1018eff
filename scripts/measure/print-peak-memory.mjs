// Loaded with --import in front of a program: at its end, writes its peak resident memory (kB) to the file named by PEAK_FILE,
// and to the one named by USAGE_FILE that and its processor time (ms) as JSON.
import { writeFileSync } from "node:fs";

const { PEAK_FILE, USAGE_FILE } = process.env;
if (PEAK_FILE) process.on("exit", () => writeFileSync(PEAK_FILE, String(process.resourceUsage().maxRSS)));
if (USAGE_FILE) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(USAGE_FILE, JSON.stringify({ peakKb: maxRSS, processorMs: (userCPUTime + systemCPUTime) / 1000 }));
  });
}

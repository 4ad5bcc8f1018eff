// Loaded with --import in front of a program: at its end, writes its peak resident memory (kB) to the file named by PEAK_FILE.
import { writeFileSync } from "node:fs";

const file = process.env.PEAK_FILE;
if (file) process.on("exit", () => writeFileSync(file, String(process.resourceUsage().maxRSS)));

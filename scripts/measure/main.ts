/**
 * Every measurement by its name: `npm run measure -- NAME [ARGUMENTS]`. Without a name it lists them. The head of each file says
 * what it measures and which arguments it takes. Each file runs as a process of its own, so that no measurement affects the next.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Measurement {
  of: string;
  files: readonly string[];
}

const MEASUREMENTS: Record<string, Measurement> = {
  rebuild: { of: "first builds and a minute: processor time, memory, system calls, disk, growth", files: ["rebuild.ts"] },
  hosts: { of: "selection and HTTP beside other programs", files: ["bench/main.ts"] },
  clients: { of: "many clients of `serve`, slow ones, and some that do not read", files: ["clients.ts"] },
  archive: { of: "the FDSN event service over 512,000 or 4.5 million events", files: ["fdsn.ts"] },
  publish: { of: "what an object store and a mirror get", files: ["publish.ts", "mirror.ts"] },
  pages: { of: "weight, first paint and layout shift of each kind of page", files: ["pages.ts"] },
  map: { of: "frames of the map with many earthquakes", files: ["map.ts"] },
  methods: {
    of: "location, completeness, tsunamis and zones against other sources; needs CORPUS, a folder of captures",
    files: ["location.ts", "completeness.ts", "tsunami.ts", "zones.ts"],
  },
};

const [name = "", ...given] = process.argv.slice(2);
const measurement = Object.hasOwn(MEASUREMENTS, name) ? MEASUREMENTS[name] : undefined;
if (measurement === undefined) {
  const lines = Object.entries(MEASUREMENTS).map(([one, { of }]) => `  ${one.padEnd(9)}${of}\n`);
  process.stderr.write(`measure: name one of\n${lines.join("")}`);
  process.exitCode = name === "" ? 0 : 1;
}
for (const file of measurement?.files ?? []) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, ["--import", "tsx", path, ...given], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}

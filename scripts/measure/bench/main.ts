/**
 * All comparisons, one after the other: `npm run measure -- hosts [--quick] [--json FILE]`. Programs that it measures with or compares
 * with and that are not installed are named, and their part is left out. `--quick` takes three minutes: selection among a
 * month's events and HTTP, without a million events. The figures are for reading; no test asserts them.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "./bundle.ts";
import { measureHttp } from "./http.ts";
import { describeMachine, findNginx } from "./machine.ts";
import { installPeers } from "./peers.ts";
import { report } from "./report.ts";
import type { Results } from "./results.ts";
import type { SelectionCost } from "./run/selection.ts";
import { writeServedData } from "./served-data.ts";
import { servers } from "./servers.ts";

const MONTH = 12_000;
const MILLION = 1_000_000;

const { values } = parseArgs({ options: { json: { type: "string" }, quick: { type: "boolean", default: false } } });
const folder = mkdtempSync(join(tmpdir(), "quaketree-bench-"));

function say(line: string): void {
  process.stderr.write(`bench: ${line}\n`);
}

/** Runs one of the programs of `run/` to its end in a process of its own, and reads what it found. */
function runAlone(name: string, ...args: string[]): unknown {
  const command = ["--max-old-space-size=8192", bundle(name), ...args];
  const found = execFileSync(process.execPath, command, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(found);
}

async function measure(): Promise<Results> {
  const machine = describeMachine();
  const peers = installPeers(say);
  const results: Results = { machine, selection: [] };
  for (const events of values.quick ? [MONTH] : [MONTH, MILLION]) {
    say(`selection among ${events.toLocaleString("en")} events`);
    results.selection.push({ events, costs: runAlone("selection", String(events)) as SelectionCost[] });
  }
  if (machine.wrk === undefined) {
    say("wrk is not installed, so HTTP is left out (Debian: apt-get install wrk)");
    return results;
  }
  const nginx = findNginx();
  if (nginx === undefined) say("nginx is not installed, so it is left out (Debian: apt-get install nginx-light)");
  say("servers under load");
  const list = await servers(await writeServedData(MONTH, folder), folder, { nginx, peers });
  return { ...results, http: await measureHttp(list, folder, values.quick) };
}

try {
  const results = await measure();
  process.stdout.write(`${report(results)}\n`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * What a tree that is rebuilt every minute takes on the disk: 12,000 synthetic events of a month, then in each minute one more and
 * one revised. Files of the last minute, kept shards, deltas and pins; and how long pins take to make and to answer.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { thousands } from "../../build/platform/text.ts";
import { AS_OF, type BenchEvent, syntheticEvents } from "./bench/events.ts";
import { treeOf } from "./synthetic-tree.ts";

const EVENTS = 12_000;
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60;
const MINUTES = Number(process.argv[2] ?? 70);
/** Where the tree is to stay for other measurements. */
const [, , , KEEP] = process.argv;

const dir = KEEP ?? mkdtempSync(join(tmpdir(), "quaketree-pins-"));
try {
  await main();
} finally {
  if (KEEP === undefined) rmSync(dir, { recursive: true, force: true });
}

async function main(): Promise<void> {
  let events = syntheticEvents(EVENTS);
  let tree = await treeOf(dir, "feed", events, AS_OF);
  const begun = foldersOf(tree);
  let last = begun;
  for (let minute = 1; minute <= MINUTES; minute++) {
    events = nextMinute(events, minute);
    tree = await treeOf(dir, "feed", events, AS_OF + minute * MINUTE);
    const now = foldersOf(tree);
    say(`minute ${minute}: ${[...now].map(([name, bytes]) => `${name} ${thousands(bytes - (last.get(name) ?? 0))}`).join(", ")}`);
    last = now;
  }
  for (const [name, bytes] of last) {
    const grown = (bytes - (begun.get(name) ?? 0)) / MINUTES;
    say(
      `${name}: ${thousands(bytes)} bytes; ${thousands(Math.round(grown))} a minute, ` +
        `${thousands(Math.round((grown * WEEK) / 1e6))} MB a week`,
    );
  }
}

/** The newest is revised, and another comes. */
function nextMinute(events: readonly BenchEvent[], minute: number): BenchEvent[] {
  const [newest, ...rest] = events;
  if (!newest) throw new Error("there are no events");
  const time = AS_OF + minute * MINUTE - MINUTE / 2;
  const from = rest[(minute * 37) % rest.length] ?? newest;
  return [{ ...from, id: `us7z${String(minute).padStart(5, "0")}`, time }, { ...newest, magnitude: newest.magnitude + 0.1 }, ...rest];
}

function foldersOf(tree: string): Map<string, number> {
  return new Map(["shards", "deltas", "pins"].map((name) => [name, sizeOf(join(tree, name))]));
}

function sizeOf(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  } catch {
    return 0;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

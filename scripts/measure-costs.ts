/**
 * What it costs to run Quaketree for a month: counts the requests of a simulated day, publishing and reading, and writes
 * `data/costs.json`, which the page `/docs/costs/` shows.
 *
 * `npm run measure:costs`, half an hour and more. `-- --keep DIR` keeps what was counted there and goes on from it; `-- --prices` counts
 * nothing and works the money out again, after `data/prices.json` was changed.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Costs, readCosts, readPrices } from "../build/pages/costs/figures.ts";
import { askableOf } from "./costs/askable.ts";
import { createCallers, distinctQuery, MIX } from "./costs/callers.ts";
import { composeDay, composeMirror } from "./costs/compose.ts";
import { createFollower, type Followed } from "./costs/follower.ts";
import { askHost } from "./costs/host.ts";
import { type Counted, monthsOf } from "./costs/money.ts";
import { measureProcessor } from "./costs/processor.ts";
import { type PublishedMinute, publishDay, type Stretch } from "./costs/publish-day.ts";
import { type ReadOptions, readFor } from "./costs/read-day.ts";
import { openSite } from "./costs/site.ts";

const FILE = new URL("../data/costs.json", import.meta.url);

/** Minutes in which an hour begins, and others in which a day does; a mirror follows the first of them. */
const STRETCHES: readonly Stretch[] = [
  { begin: Date.UTC(2026, 10, 20, 22, 56), minutes: 8 },
  { begin: Date.UTC(2026, 10, 20, 23, 56), minutes: 8 },
];
const FOLLOWED = 4;

const LOCATIONS = 50;
/** From an edge to the origin and back, ms. */
const LATENCY = 100;
const DAY = 86_400;

const { values } = parseArgs({ options: { keep: { type: "string" }, prices: { type: "boolean" } } });
const dir = values.keep ?? mkdtempSync(join(tmpdir(), "quaketree-costs-"));
try {
  write(values.prices ? readCosts() : await count());
} finally {
  if (values.keep === undefined) rmSync(dir, { recursive: true, force: true });
}

function write(counted: Counted): void {
  const costs: Costs = { ...counted, months: monthsOf(counted, readPrices()) };
  writeFileSync(FILE, `${JSON.stringify(costs, null, 2)}\n`);
  for (const { host, rate, usd } of costs.months) say(`${host} at ${rate} requests a second: ${usd} USD a month`);
}

async function count(): Promise<Counted> {
  const { published, followed } = await once("published.json", publish);
  const processor = await once("processor.json", () => measureProcessor(folder("bench")));
  return {
    measured: new Date().toISOString().slice(0, 10),
    publishing: composeDay(published),
    mirrors: composeMirror(followed),
    latency_ms: LATENCY,
    mix: MIX.map(({ name, share, about }) => ({ name, share, about })),
    ...(await once("read.json", read)),
    processor,
  };
}

async function publish(): Promise<{ published: PublishedMinute[]; followed: Followed[] }> {
  const follow = createFollower(folder("mirror"));
  const followed: Followed[] = [];
  const published = await publishDay({
    dir: folder("day"),
    stretches: STRETCHES,
    say,
    async after(number, asOf, store) {
      if (number <= FOLLOWED) followed.push(await follow(store, asOf));
    },
  });
  return { published, followed };
}

async function read(): Promise<Pick<Costs, "reading" | "single" | "distinct">> {
  const tree = join(dir, "day", "published");
  const host = await askHost(tree);
  const site = await openSite(tree);
  const askable = await askableOf(tree);
  const readAt = (rate: number, seconds: number, more: Partial<ReadOptions> = {}) => {
    say(`reading ${rate} times a second for ${seconds} s`);
    const next = createCallers(rate, askable);
    return readFor({ rate, seconds, warm: 300, locations: LOCATIONS, latency: LATENCY, next, ...more }, host, site);
  };
  let number = 0;
  const distinct = () => {
    const target = distinctQuery(++number);
    return { kind: "distinct", target, key: target };
  };
  try {
    return {
      reading: [await readAt(1, DAY), await readAt(100, DAY), await readAt(10_000, 600)],
      single: await readAt(10_000, 600, { locations: 1 }),
      distinct: await readAt(10_000, 60, { warm: 10, next: distinct }),
    };
  } finally {
    host.close();
  }
}

/** What was counted before, where that was kept. */
async function once<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = join(dir, name);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as T;
  const result = await work();
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, JSON.stringify(result));
  return result;
}

function folder(name: string): string {
  const path = join(dir, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

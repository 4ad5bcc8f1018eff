/**
 * What it costs to run Quaketree for a month: counts the requests of a simulated day, publishing and reading, and writes
 * `data/costs.json`, which the page `/docs/costs/` shows.
 *
 * `npm run measure:costs`, half an hour and more. `-- --minutes N` counts so many minutes around each of two hours, 30 unless said
 * otherwise; `-- --keep DIR` keeps what was counted there and goes on from it; `-- --prices` counts nothing and works the money out
 * again, after `data/prices.json` was changed.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Costs, readCosts, readPrices } from "../build/pages/costs/figures.ts";
import { askableOf } from "./costs/askable.ts";
import { createCallers, distinctQuery, MIX } from "./costs/callers.ts";
import { composeDay, composeMirror } from "./costs/compose.ts";
import { MINUTE } from "./costs/events.ts";
import { createFollower, type Followed } from "./costs/follower.ts";
import { askHost } from "./costs/host.ts";
import { type Counted, monthsOf } from "./costs/money.ts";
import { measureProcessor } from "./costs/processor.ts";
import { type PublishedMinute, publishDay, type Stretch } from "./costs/publish-day.ts";
import { type ReadOptions, readFor } from "./costs/read-day.ts";
import { openSite } from "./costs/site.ts";

const FILE = new URL("../data/costs.json", import.meta.url);

/** The first of these begins an hour, the second a day too; the minutes around each are counted. */
const TURNS = [Date.UTC(2026, 10, 20, 23), Date.UTC(2026, 10, 21)];
/** Around each of them, unless said otherwise. */
const MINUTES = 30;
/** A mirror follows so many of the first. */
const FOLLOWED = 10;

const LOCATIONS = 50;
/** From an edge to the origin and back, ms. */
const LATENCY = 100;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Until then, s, caches have what is asked for again and again; after it each half minute is like the one before. */
const WARM = 120;

const { values } = parseArgs({
  options: { keep: { type: "string" }, minutes: { type: "string" }, prices: { type: "boolean" } },
});
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

function around(turn: number): Stretch {
  const minutes = Number(values.minutes ?? MINUTES);
  return { begin: turn - Math.ceil(minutes / 2) * MINUTE, minutes };
}

async function publish(): Promise<{ published: PublishedMinute[]; followed: Followed[] }> {
  const follow = createFollower(folder("mirror"));
  const followed: Followed[] = [];
  const published = await publishDay({
    dir: folder("day"),
    stretches: TURNS.map(around),
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
    return readFor({ rate, seconds, warm: WARM, locations: LOCATIONS, latency: LATENCY, next, ...more }, host, site);
  };
  let number = 0;
  const distinct = () => {
    const target = distinctQuery(++number);
    return { kind: "distinct", target, key: target };
  };
  try {
    return {
      reading: [await readAt(1, DAY), await readAt(100, HOUR), await readAt(10_000, 120)],
      single: await readAt(10_000, 120, { locations: 1 }),
      distinct: await readAt(10_000, 30, { warm: 5, next: distinct }),
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

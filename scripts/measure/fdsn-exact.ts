/**
 * Puts random queries to hosts of the FDSN event service over every event of the USGS in a folder of captures, and compares each
 * answer and each count with brute force.
 *
 * Usage: npm run measure:fdsn-exact -- [QUERIES, default 20000] [SEED, default 1] [hosts | EVENTS]
 *
 * Without a third argument the reader of the archive is asked, in this process. `hosts`: the Node server, the Worker in workerd, and
 * the module for browsers from servers with and without ranges. A number: the hosts, over so many of the newest events. The Node
 * server and the Worker are also asked for as many windows of `/api/v1/earthquakes/`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "../../build/platform/time.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { captureEvents, corpusFiles } from "../../test/fdsn/corpus-events.ts";
import { type AskHost, compareHosts, queriesOf } from "../../test/fdsn/corpus-queries.ts";
import type { Query } from "../../test/fdsn/oracle.ts";
import { compareWindows, windowsOf } from "../../test/fdsn/window-queries.ts";
import { archiveWorld, ask } from "../../test/fdsn/world.ts";
import { archiveTree } from "../../test/hosts/archive-tree.ts";
import { startEventHosts } from "../../test/hosts/event-hosts.ts";
import { distinctEvents } from "./archive/union.ts";

const [count = "20000", seed = "1", which] = process.argv.slice(2);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const FOLDERS = ["feeds-csv", "feeds", "feeds-seq-20250504", "catalogue", "fdsnws"];
const files = FOLDERS.flatMap((folder) => corpusFiles(`usgs/${folder}`, /^(?!scenario|count).*\.(?:geojson|csv)(?:\.gz)?$/));

function readEvents(most: number): UsgsEvent[] {
  const newest = new Map<string, UsgsEvent>();
  for (const file of files) {
    for (const event of captureEvents(file)) {
      if (event.updated >= (newest.get(event.id)?.updated ?? Number.NEGATIVE_INFINITY)) newest.set(event.id, event);
    }
  }
  return distinctEvents([...newest.values()])
    .toSorted((a, b) => b.time - a.time)
    .slice(0, most);
}

const events = readEvents(Number(which) > 0 ? Number(which) : Number.POSITIVE_INFINITY);
const asOf = events.reduce((last, { updated }) => Math.max(last, updated), 0);
print(`${events.length} events of ${files.length} files`);

type Hosts = Readonly<Record<string, AskHost>>;

async function compare(what: string, compareSome: typeof compareHosts, hosts: Hosts, all: readonly Query[]) {
  const began = process.cpuUsage();
  let [different, refused] = [0, 0];
  const STEP = 1_000;
  for (let from = 0; from < all.length; from += STEP) {
    const { odd, tooLarge } = await compareSome(hosts, events, asOf, all.slice(from, from + STEP));
    different += odd.length;
    refused += tooLarge;
    for (const one of odd) print(JSON.stringify(one));
    const done = `${Math.min(all.length, from + STEP)} ${what} to ${Object.keys(hosts).join(", ")}`;
    print(`${done}: ${different} differences, ${refused} refused with 413`);
  }
  const { user, system } = process.cpuUsage(began);
  print(`${((user + system) / 1e6 / all.length).toFixed(3)} s of processor time each, with brute force`);
  if (different > 0) process.exitCode = 1;
}

const queries = () => queriesOf(events, Number(count), Number(seed));

if (which === undefined) {
  const world = archiveWorld(events, { asOf, cacheBytes: 1e9 });
  await compare("queries", compareHosts, { reader: (target) => ask(world, target) }, queries());
} else {
  const dir = mkdtempSync(join(tmpdir(), "fdsn-exact-"));
  try {
    const tree = join(dir, "tree");
    await archiveTree(tree, events, { asOf, liveFrom: asOf - 20 * DAY_MS });
    const { hosts, stop } = await startEventHosts(tree, dir, asOf);
    await compare("queries", compareHosts, hosts, queries());
    const { node, worker } = hosts;
    await compare("windows", compareWindows, { node, worker }, windowsOf(events, Number(count), Number(seed)));
    await stop();
  } finally {
    rmSync(dir, { recursive: true });
  }
}

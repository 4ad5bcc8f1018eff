/**
 * Puts random queries to the FDSN event service over every event of the USGS in a folder of captures, and compares each answer
 * and each count with brute force.
 *
 * Usage: npm run measure:fdsn-exact -- [QUERIES, default 20000] [SEED, default 1]
 */
import type { UsgsEvent } from "../../build/store/records.ts";
import { captureEvents, corpusFiles } from "../../test/fdsn/corpus-events.ts";
import { disagreements, queriesOf } from "../../test/fdsn/corpus-queries.ts";
import { archiveWorld } from "../../test/fdsn/world.ts";
import { distinctEvents } from "./archive/union.ts";

const [queries = 20_000, seed = 1] = process.argv.slice(2).map(Number);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const FOLDERS = ["feeds-csv", "feeds", "feeds-seq-20250504", "catalogue", "fdsnws"];
const files = FOLDERS.flatMap((folder) =>
  corpusFiles(`usgs/${folder}`, /^(?!scenario|count).*\.(?:geojson|csv)(?:\.gz)?$/),
);
const newest = new Map<string, UsgsEvent>();
for (const file of files) {
  for (const event of captureEvents(file)) {
    if (event.updated >= (newest.get(event.id)?.updated ?? Number.NEGATIVE_INFINITY)) newest.set(event.id, event);
  }
}
const events = distinctEvents([...newest.values()]);
const asOf = events.reduce((last, { updated }) => Math.max(last, updated), 0);
const world = archiveWorld(events, { asOf, cacheBytes: 1e9 });
print(`${events.length} events of ${files.length} files, ${world.files.size} files in the archive`);

const began = process.cpuUsage();
const all = queriesOf(events, queries, seed);
let different = 0;
const STEP = 1_000;
for (let from = 0; from < all.length; from += STEP) {
  const odd = await disagreements(world, events, all.slice(from, from + STEP));
  different += odd.length;
  for (const one of odd) print(JSON.stringify(one));
  print(`${Math.min(all.length, from + STEP)} queries, ${different} differences`);
}
const { user, system } = process.cpuUsage(began);
print(`${((user + system) / 1e6 / queries).toFixed(3)} s of processor time a query, with brute force`);
process.exitCode = different > 0 ? 1 : 0;

/**
 * What the feeds of the USGS and the data files cost: processor time and sizes, of a month of 12,000 events that are those of
 * the embedded week, repeated; and what the store takes for what feeds say besides.
 *
 * With CORPUS, a folder of captures with the folder `usgs`, also what the files of its archive cost by year, and how much of them a
 * count by country reads over HTTP.
 *
 *     npm run measure:feeds -- [CORPUS]
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parseConfig } from "../../build/config/config.ts";
import { EVENT_COLUMNS } from "../../build/data-files/columns.ts";
import { feedFiles } from "../../build/data-files/feeds/files.ts";
import { dataFiles, dataStep } from "../../build/data-files/files.ts";
import { pointsParquet } from "../../build/data-files/parquet.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { createStaticServer } from "../../build/hosts/node/static-server.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import type { TreeFileSystem } from "../../build/platform/file-system.ts";
import { type PartMemory, partsBefore } from "../../build/tree/parts.ts";
import type { Previous, TransitionStep } from "../../build/tree/transition.ts";
import { countByRanges } from "../../test/data-files/by-ranges.ts";
import { smallTree } from "../../test/hosts/small-tree.ts";
import { listen } from "../../test/support/listen.ts";
import { storeOf } from "./feeds/archive.ts";

const EVENTS = 12_000;
const ROWS = 60_000;
const NEW_EVENTS = 3;
const MINUTE_MS = 60_000;
const MONTH_MS = 30 * 86_400_000;
const RUNS = 5;

const { agencies } = parseConfig("{}", "no file");
const { catalogue, feeds } = await loadCatalogue({ agencies }, cachedGeography());
if (!feeds) throw new Error("the embedded data have no feed");

function repeated<Event extends { id: string; time: number }>(events: readonly Event[], count: number): Event[] {
  return Array.from({ length: count }, (_, at) => {
    const event = events[at % events.length] as Event;
    const time = catalogue.asOf - Math.round((at / count) * MONTH_MS);
    return { ...event, id: event.id.slice(0, 2) + (at * 2_654_435_761).toString(36), time };
  });
}

/** The least of some runs, ms of processor time. */
function cost(work: () => void): number {
  const runs = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}

function tell(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(58)} ${value}\n`);
}

interface MadeFile {
  path: string;
  bytes: Uint8Array;
}

/** Makes the files of each minute with those of the minute before at hand, which are in memory instead of a tree. */
function fromMinuteToMinute(make: (minute: number, memory: PartMemory) => Iterable<MadeFile>) {
  let files: ReadonlyMap<string, Uint8Array> = new Map();
  let noted: unknown;
  const fs = {
    stat: (path: string) => (files.has(path) ? { kind: "file" } : undefined),
    read: (path: string) => files.get(path),
  } as unknown as TreeFileSystem;
  return (minute: number): MadeFile[] => {
    const memory = partsBefore({ fs, before: { tree: { dir: "" } } as unknown as Previous }, noted);
    const made = [...make(minute, memory)];
    files = new Map(made.map(({ path, bytes }) => [path, bytes]));
    noted = memory.notes;
    return made;
  };
}

/**
 * Tells what the files cost in the first build of a process, and in the minutes after it.
 *
 * @param make makes the files of a minute, from 0
 */
function tellFiles(what: string, make: (minute: number) => readonly MadeFile[]): void {
  const before = process.cpuUsage();
  const files = make(0);
  const { user, system } = process.cpuUsage(before);
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  tell(what, `${((user + system) / 1000).toFixed(0).padStart(6)} ms ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
  let minute = 0;
  const time = cost(() => {
    for (const { bytes: made } of make(++minute)) if (made.length === 0) throw new Error("a file is empty");
  });
  tell(`the same a minute later, with ${NEW_EVENTS} new events`, `${time.toFixed(0).padStart(6)} ms`);
}

/** The events of a minute, newest first: a few new ones, and those of the first minute. */
function later<Event extends { id: string; time: number }>(events: readonly Event[], minute: number): Event[] {
  const more = repeated(events, NEW_EVENTS * minute).map((event, at) => ({
    ...event,
    id: `nn${at}`,
    time: catalogue.asOf + (at * MINUTE_MS) / NEW_EVENTS,
  }));
  return [...more.toReversed(), ...events];
}

const events = repeated(feeds.events, EVENTS);
const covers = { from: catalogue.asOf - MONTH_MS, to: catalogue.asOf };
const minuteOfFeeds = fromMinuteToMinute((minute, memory) => {
  const input = { ...feeds, events: later(events, minute), covers, asOf: catalogue.asOf + minute * MINUTE_MS };
  return feedFiles(input, memory);
});
tellFiles(`feeds of ${EVENTS} events`, minuteOfFeeds);

const recent = catalogue.events.filter((event) => event.recent);
const month = [...repeated(recent, EVENTS), ...catalogue.events.filter((event) => !event.recent)];
const minuteOfData = fromMinuteToMinute((minute, memory) => {
  return dataFiles({ ...catalogue, events: later(month, minute) }, [], memory);
});
tellFiles(`data files of ${month.length} events`, minuteOfData);

const rows = repeated(recent, ROWS).toReversed();
const parquet = pointsParquet(EVENT_COLUMNS, rows);
const time = cost(() => void pointsParquet(EVENT_COLUMNS, rows));
tell(`Parquet of ${ROWS} rows`, `${time.toFixed(0).padStart(6)} ms ${(parquet.length / ROWS).toFixed(1)} bytes a row`);

const lines = (list: readonly object[]) => list.map((event) => `${JSON.stringify(event)}\n`).join("");
const now = lines(feeds.events);
const before = lines(feeds.events.map((event) => ({ ...event, sent: undefined })));
tell("events in the store, to those without `sent`", `${(now.length / before.length).toFixed(3)} times`);
// The archive was packed with level 4 then, and is with 6 now.
const packed = gzipSync(now, { level: 6 }).length / gzipSync(before, { level: 4 }).length;
tell("the same in the archive, compressed", `${packed.toFixed(3)} times`);

const [corpus] = process.argv.slice(2);
if (corpus !== undefined) await tellArchive(corpus);

async function tellArchive(folder: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-feeds-"));
  try {
    const [store, out] = [join(dir, "store"), join(dir, "tree")];
    tell("events of the archive", String(await storeOf(folder, store)));
    const { catalogue: listed, whole } = await loadCatalogue({ store, agencies }, cachedGeography());
    for (const what of ["data files with those by year", "the same a minute later"]) {
      let spent = 0;
      const step: TransitionStep = async (transition) => {
        const before = process.cpuUsage();
        await dataStep(listed, whole)(transition);
        const { user, system } = process.cpuUsage(before);
        spent = (user + system) / 1000;
      };
      await smallTree(out, { version: what, steps: [step], packLarge: false });
      tell(what, `${spent.toFixed(0).padStart(6)} ms`);
    }
    const years = readdirSync(join(out, "data/earthquakes")).map((name) => statSync(join(out, "data/earthquakes", name)).size);
    const bytes = years.reduce((sum, size) => sum + size, 0);
    for (const [host, server] of [
      ["the Node host", await createNodeHandler(out)],
      ["http-server", createStaticServer(out)],
    ] as const) {
      const { base, close } = await listen(server);
      const { counts, bytes: read } = await countByRanges(base);
      await close();
      const counted = [...counts.values()].reduce((sum, count) => sum + count, 0);
      tell(`a count by country from ${host}`, `${counted} in ${counts.size} countries, ${(read / 1e6).toFixed(2)} MB read`);
    }
    tell("files by year", `${years.length}, ${(bytes / 1e6).toFixed(1)} MB`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Measures the FDSN event service over an archive of synthetic events: what queries read, and what the archive takes.
 *
 * Usage: npm run measure:fdsn -- [EVENTS, default 512224]
 */

import { idHash } from "../../build/fdsn/archive/ids.ts";
import { createArchiveCache, createArchiveReader } from "../../build/fdsn/archive/reader.ts";
import { type ArchivedPart, archiveFiles } from "../../build/fdsn/files.ts";
import { fdsnReply } from "../../build/fdsn/service.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { DAY_MS } from "../../build/platform/time.ts";
import type { Snapshot } from "../../build/rewrite/snapshot.ts";
import { NO_DERIVED_CACHE } from "../../build/store/derived.ts";
import type { UsgsEvent } from "../../build/store/records.ts";

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const EVENTS = Number(process.argv[2] ?? 512_224);
const AS_OF = Date.UTC(2026, 10, 22, 12);
const YEARS = 50;
const LIVE_DAYS = 45;
const CACHE_BYTES = 24_000_000;

/** The same numbers on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(20);
/** Clusters, so that boxes and circles are neither empty nor everything. */
const CLUSTERS = Array.from({ length: 60 }, () => [random() * 130 - 60, random() * 360 - 180] as const);

function eventAt(number: number, time: number): UsgsEvent {
  const [south, west] = CLUSTERS[Math.floor(random() ** 2 * CLUSTERS.length)] ?? [0, 0];
  const id = `us${number.toString(36).padStart(8, "0")}`;
  const magnitude = Math.round((2.5 - Math.log10(1 - random())) * 10) / 10;
  const longitude = Math.round((west + random() * 6) * 1e4) / 1e4;
  return {
    agency: "usgs",
    id,
    ids: [id],
    url: null,
    time,
    updated: time + 3_600_000,
    latitude: Math.round((south + random() * 6) * 1e4) / 1e4,
    longitude: longitude >= 180 ? longitude - 360 : longitude,
    depthKm: Math.round(random() ** 3 * 6000) / 10,
    magnitude,
    magnitudeType: magnitude > 5 ? "mww" : "mb",
    place: `${Math.floor(random() * 200)} km SSW of Somewhere, Nowhere`,
    type: "earthquake",
    status: "reviewed",
    alert: null,
    tsunamiFlag: false,
    feltReports: null,
    maxIntensityReported: null,
    maxIntensityEstimated: null,
    significance: Math.round((magnitude * magnitude * 100) / 6.5),
    sent: { types: ",origin,phase-data,", nst: 40, dmin: 1.234, rms: 0.6, gap: 77 },
  };
}

/** Most recent events are many, as are those of recent years. */
function* months(): Iterable<{ unit: string; from: number; count: number }> {
  const all = YEARS * 12;
  for (let back = 0; back < all; back++) {
    const from = Date.UTC(2026, 10 - back, 1);
    yield {
      unit: new Date(from).toISOString().slice(0, 7),
      from,
      count: Math.round((EVENTS / all) * 2 * (1 - back / all)),
    };
  }
}

const LIVE_FROM = Math.floor((AS_OF - LIVE_DAYS * DAY_MS) / DAY_MS) * DAY_MS;
let number = 0;
const files = new Map<string, Uint8Array>();
const live: UsgsEvent[] = [];
const parts: ArchivedPart[] = [];
for (const { unit, from, count } of months()) {
  const length = Math.min(30.4 * DAY_MS, AS_OF - from);
  const events = Array.from({ length: count }, () => eventAt(number++, Math.floor(from + random() * length)));
  live.push(...events.filter(({ time }) => time >= LIVE_FROM));
  const old = events.filter(({ time }) => time < LIVE_FROM);
  if (old.length === 0) continue;
  parts.push({
    unit,
    key: unit,
    idsKey: unit,
    events: () => old,
    ids: () => Uint32Array.from(old, ({ id }) => idHash(id)),
  });
}
const complete = [{ from: 0, to: AS_OF, magnitude: null }];
const began = process.cpuUsage();
const made = archiveFiles({ live, parts, complete }, NO_DERIVED_CACHE);
for (const { path, bytes } of made.files) files.set(path, bytes());
const whole = process.cpuUsage(began);
const minuteBegan = process.cpuUsage();
for (const { bytes } of archiveFiles({ live, parts: [], complete }, NO_DERIVED_CACHE).files) bytes();
const minute = process.cpuUsage(minuteBegan);
const seconds = ({ user, system }: NodeJS.CpuUsage) => ((user + system) / 1e6).toFixed(2);
const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
print(
  `${number} events, ${live.length} of them live: ${files.size} files, ${(size / number).toFixed(0)} bytes an event`,
);
print(`processor: all files ${seconds(whole)} s; those of the live events ${seconds(minute)} s`);

let reads: { round: number; bytes: number }[] = [];
let round = 0;
let pending = 0;
const source = {
  digest: sha256,
  read: async (path: string, range?: { at: number; bytes: number }) => {
    if (pending++ === 0) round++;
    reads.push({ round, bytes: range?.bytes ?? files.get(path)?.length ?? 0 });
    await new Promise(setImmediate);
    pending--;
    const bytes = files.get(path);
    return range ? bytes?.subarray(range.at, range.at + range.bytes) : bytes;
  },
};
const record = { id: "0".repeat(16), as_of: new Date(AS_OF).toISOString(), shards: { archive: made.manifest() } };
const snapshot = { record, asOf: AS_OF } as unknown as Snapshot;

async function ask(
  query: string,
  cacheBytes: number,
  open = createArchiveReader(source, createArchiveCache(cacheBytes)),
) {
  const target = `/fdsnws/event/1/${query}`;
  const reply = await fdsnReply(snapshot, { method: "GET", target, host: "localhost", now: AS_OF }, open);
  if (reply.status >= 400) throw new Error(new TextDecoder().decode(reply.body));
  return open;
}

const day = (back: number) => new Date(AS_OF - back * DAY_MS).toISOString().slice(0, 10);
const FAMILIES: Readonly<Record<string, () => string>> = {
  "the newest": () => "query?format=text&limit=100",
  "magnitude 5 and more, a year": () => `query?format=text&limit=500&minmagnitude=5&starttime=${day(365)}`,
  "a day": () =>
    `query?format=text&limit=500&starttime=${day(random() * 9000 + 60)}&endtime=${day(50)}&orderby=time-asc`,
  "a box, a month": () => {
    const [south, west] = CLUSTERS[Math.floor(random() * 20)] ?? [0, 0];
    const back = random() * 9000 + 90;
    const box = `minlatitude=${south}&maxlatitude=${south + 5}&minlongitude=${west}&maxlongitude=${west + 5}`;
    return `query?format=text&limit=100&starttime=${day(back)}&endtime=${day(back - 30)}&${box}`;
  },
  "a circle, ten years, magnitude 4.5 and more": () => {
    const [south, west] = CLUSTERS[Math.floor(random() * 20)] ?? [0, 0];
    return `query?format=text&limit=100&minmagnitude=4.5&starttime=${day(3650)}&latitude=${south}&longitude=${west}&maxradius=4`;
  },
  "an id": () =>
    `query?format=text&eventid=us${Math.floor(random() * number)
      .toString(36)
      .padStart(8, "0")}`,
  "the largest": () => "query?format=text&limit=20&starttime=1980-01-01&orderby=magnitude",
  "a count of a year": () => `count?starttime=${day(random() * 9000 + 400)}&endtime=${day(40)}`,
};

const TRIES = 20;
const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]) => sorted(values)[values.length >> 1] ?? 0;
print("\nquery | reads, median and most | round trips, median and most | KiB, median and most");
for (const [name, query] of Object.entries(FAMILIES)) {
  const tries: { reads: number; rounds: number; kib: number }[] = [];
  for (let at = 0; at < TRIES; at++) {
    const open = createArchiveReader(source, createArchiveCache(5e8));
    await open(made.manifest().map(({ path }) => path));
    reads = [];
    await ask(query(), 0, open);
    const rounds = new Set(reads.map((one) => one.round)).size;
    tries.push({ reads: reads.length, rounds, kib: reads.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 });
  }
  const shown = (pick: (one: (typeof tries)[0]) => number) =>
    `${median(tries.map(pick)).toFixed(0)} ${Math.max(...tries.map(pick)).toFixed(0)}`;
  print(`${name} | ${shown((one) => one.reads)} | ${shown(({ rounds }) => rounds)} | ${shown(({ kib }) => kib)}`);
}

const usual = Array.from(
  { length: 20 },
  (_, at) => `query?format=text&limit=100&minmagnitude=${2 + at / 10}&starttime=${day(30)}`,
);
const warm = await ask(usual[0] as string, CACHE_BYTES);
for (const query of usual) await ask(query, 0, warm);
const asked = process.cpuUsage();
const ROUNDS = 20;
for (let at = 0; at < ROUNDS; at++) for (const query of usual) await ask(query, 0, warm);
const { user, system } = process.cpuUsage(asked);
print(
  `\n20 usual queries of 100 events as text, in process: ${Math.round((ROUNDS * usual.length * 1e6) / (user + system))} a second of processor`,
);

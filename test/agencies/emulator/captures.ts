import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { UsgsCapture } from "../../../build/agencies/usgs/geojson.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { corpus } from "../../support/corpus.ts";
import { agencyEvent } from "../make-event.ts";

/** Feeds that were saved together. */
export interface FeedStep {
  /** When the first of them was generated, ms since 1970 UTC. */
  generated: number;
  /** By feed name, such as `all_day`: for `agencies.usgs.state.shown`. */
  feeds: Record<string, Uint8Array>;
}

const SEQUENCE = "usgs/feeds-seq-20250504";

/** The seven feeds that were saved together six times within 46 minutes of 4 May 2025, oldest first. */
export function feedSequence(): FeedStep[] {
  const byFeed = new Map<string, { generated: number; bytes: Uint8Array }[]>();
  for (const file of readdirSync(corpus(SEQUENCE)).toSorted()) {
    const name = /^(\w+?)_\d{8}T\d{6}Z\.geojson/.exec(file)?.[1];
    if (name === undefined) continue;
    const bytes = readCapture(`${SEQUENCE}/${file}`);
    byFeed.set(name, [...(byFeed.get(name) ?? []), { generated: generatedOf(bytes), bytes }]);
  }
  const steps = Math.min(...[...byFeed.values()].map((captures) => captures.length));
  return Array.from({ length: steps }, (_, at) => {
    const captures = [...byFeed].map(([name, list]) => [name, list[at]] as const);
    return {
      generated: Math.min(...captures.map(([, capture]) => capture?.generated ?? Number.POSITIVE_INFINITY)),
      feeds: Object.fromEntries(captures.flatMap(([name, capture]) => (capture ? [[name, capture.bytes]] : []))),
    };
  });
}

function generatedOf(bytes: Uint8Array): number {
  const match = /"generated"\s*:\s*(\d+)/.exec(new TextDecoder().decode(bytes.subarray(0, 2_000)));
  return Number(match?.[1]);
}

/** One capture of the series that was cut to the Caribbean. */
export interface CaribbeanCapture {
  /** When it was saved, ms since 1970 UTC. */
  committed: number;
  /** By the agency's clock, ms since 1970 UTC. */
  generated: number;
  /** Events of the whole world that the uncut feed listed. */
  worldCount: number;
  /** `all_hour` or `all_day`, by its title. */
  feed: "all_hour" | "all_day";
  /** Preferred ids, as listed. */
  ids: string[];
  /** The capture, with `metadata.count` as the number of its features. */
  body: Uint8Array;
}

const CARIBBEAN = "usgs/series-all_day-caribbean";

/** @param months such as `2025-09`; all that there are unless given. In the order in which they were saved. */
export function* caribbeanSeries(months?: readonly string[]): Generator<CaribbeanCapture> {
  const files = readdirSync(corpus(CARIBBEAN)).toSorted();
  for (const file of files) {
    if (months !== undefined && !months.some((month) => file.startsWith(month))) continue;
    const lines = new TextDecoder().decode(readCapture(`${CARIBBEAN}/${file}`)).split("\n");
    for (const line of lines) if (line !== "") yield caribbeanCapture(line);
  }
}

interface SavedLine {
  committed: string;
  body: { metadata: { generated: number; count: number; title: string }; features: { id: string }[] };
}

function caribbeanCapture(line: string): CaribbeanCapture {
  const { committed, body } = JSON.parse(line) as SavedLine;
  const { metadata, features } = body;
  const cut = { ...body, metadata: { ...metadata, count: features.length } };
  return {
    committed: Date.parse(committed),
    generated: metadata.generated,
    worldCount: metadata.count,
    feed: metadata.title.endsWith("Hour") ? "all_hour" : "all_day",
    ids: features.map(({ id }) => id),
    body: new TextEncoder().encode(JSON.stringify(cut)),
  };
}

const REDUCED = "usgs/series-hourly-reduced";

interface ReducedLine {
  committed: string;
  body: {
    metadata: { generated: number; title: string };
    features: {
      properties: { mag: number; place: string; time: number; updated: number; url: string };
      geometry: { coordinates: number[] };
    }[];
  };
}

/** The captures of the whole world that their collector reduced to a few properties: of all feeds, in the order in which they were saved. */
export function reducedSeries(): { committed: number; capture: UsgsCapture }[] {
  const files = readdirSync(corpus(REDUCED)).flatMap((file) => new TextDecoder().decode(readCapture(`${REDUCED}/${file}`)).split("\n"));
  const lines = files.filter((line) => line !== "").map((line) => JSON.parse(line) as ReducedLine);
  return lines
    .map(({ committed, body: { metadata, features } }) => ({
      committed: Date.parse(committed),
      capture: { ...metadata, rows: features.length, events: features.map(eventOfReduced), withdrawn: [], leftOut: {}, doubtful: {} },
    }))
    .toSorted((a, b) => a.committed - b.committed);
}

/** The collector wrote 0 for an unknown magnitude, and no ids: the preferred one is in the address of the page. */
function eventOfReduced({ properties, geometry }: ReducedLine["body"]["features"][number]): UsgsEvent {
  const { mag, place, time, updated, url } = properties;
  const [longitude = null, latitude = null, depthKm = null] = geometry.coordinates;
  return agencyEvent({ id: url.replace(/^.*\//, ""), time, updated, latitude, longitude, depthKm, magnitude: mag || null, place });
}

/** @param path in the corpus; gzip is unpacked */
function readCapture(path: string): Uint8Array {
  const bytes = readFileSync(corpus(path));
  return new Uint8Array(path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
}

/** The exports in CSV of a folder of the corpus, oldest first, as what their readers take from the feed of the same name. */
export function* csvCaptures(folder: string, names: RegExp): Generator<{ file: string; capture: UsgsCapture }> {
  const dated = (file: string) => (/_(\d{8}T\d{4}Z)/.exec(file)?.[1] ?? file) + file;
  for (const file of readdirSync(corpus(folder)).toSorted((a, b) => (dated(a) < dated(b) ? -1 : 1))) {
    if (!names.test(file)) continue;
    const rows = parse<Record<string, string>>(readCapture(`${folder}/${file}`), { columns: true, relax_column_count: true });
    const events = rows.map(eventOfCsv);
    const generated = events.reduce((newest, { updated }) => Math.max(newest, updated), 0);
    const [, size = "", period = ""] = /^(all|2\.5|4\.5)_(day|week|month)/.exec(file) ?? [];
    const length = period.replace(/^./, (letter) => letter.toUpperCase());
    const title = `USGS ${size === "all" ? "All" : `Magnitude ${size}+`} Earthquakes, Past ${length}`;
    yield { file, capture: { generated, title, rows: events.length, events, withdrawn: [], leftOut: {}, doubtful: {} } };
  }
}

function eventOfCsv(row: Record<string, string>): UsgsEvent {
  const number = (name: string) => (row[name] === undefined || row[name] === "" ? null : Number(row[name]));
  const { id = "", place = "", magType = "", type = "" } = row;
  return agencyEvent({
    id,
    time: Date.parse(row["time"] ?? ""),
    updated: Date.parse(row["updated"] ?? ""),
    latitude: number("latitude"),
    longitude: number("longitude"),
    depthKm: number("depth"),
    magnitude: number("mag"),
    magnitudeType: magType || null,
    place,
    type,
  });
}

import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { corpus } from "../../support/corpus.ts";

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

/** @param path in the corpus; gzip is unpacked */
function readCapture(path: string): Uint8Array {
  const bytes = readFileSync(corpus(path));
  return new Uint8Array(path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
}

import type { UsgsSettings } from "../../build/agencies/usgs/source.ts";
import { usgsSource } from "../../build/agencies/usgs/source.ts";
import { createAgencyClient } from "../../build/platform/http/agency-client.ts";
import { silentReport } from "../../build/platform/report.ts";
import { ingestWithLog, type Outcome } from "../../build/store/agency.ts";
import { openDerive } from "../../build/store/derive.ts";
import { bytesOf, feature, feed, GENERATED } from "./usgs-feed.ts";

/** A feature as a feed has it, with what poisons change. */
export interface Row {
  id: string;
  properties: { mag: number | null; time: number; updated: number; status: string; ids: string };
  geometry: { coordinates: (number | null)[] };
}

export interface Feed {
  metadata: { generated: number; title: string; count: number };
  features: Row[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function each(
  change: (row: Row, at: number, rows: readonly Row[], generated: number) => object,
): (rows: Row[], generated: number) => Row[] {
  return (rows, generated) => rows.map((row, at) => ({ ...row, properties: { ...row.properties, ...change(row, at, rows, generated) } }));
}

/** Changes that look credible one by one: by name, from the rows of a true feed. */
export const POISONS: Record<string, (rows: Row[], generated: number) => Row[]> = {
  "all are deleted": each((_row, _at, _rows, generated) => ({ status: "deleted", updated: generated })),
  "one row names all ids": each((row, at, rows) => (at === 0 ? { ids: `,${rows.map(({ id }) => id).join(",")},` } : row.properties)),
  "each claims its neighbour's id": each(({ id }, at, rows) => ({ ids: `,${id},${rows[(at + 1) % rows.length]?.id},` })),
  "all have magnitude 9.5": each(({ properties }) => ({ mag: 9.5, updated: properties.updated + 1 })),
  "all are twenty days earlier": each(({ properties: { time, updated } }) => ({ time: time - 20 * DAY, updated: updated + 1 })),
  "all are updated 23 hours ahead": each((_row, _at, _rows, generated) => ({ mag: 1, updated: generated + 23 * HOUR })),
  "all are a magnitude smaller": each(({ properties: { mag, updated } }) => ({ mag: mag === null ? null : mag - 1, updated: updated + 1 })),
  "all have a red alert": each(({ properties }) => ({ alert: "red", updated: properties.updated + 1 })),
  "all are listed again with other ids": (rows) => [
    ...rows,
    ...rows.map((row) => ({ ...row, id: `zz${row.id}`, properties: { ...row.properties, ids: `,zz${row.id},` } })),
  ],
  "all lie at one place": (rows) => rows.map((row) => ({ ...row, geometry: { ...row.geometry, coordinates: [12.5, 41.9, 10] } })),
  "there are 300 of magnitude 9.9": (rows, generated) => [...rows, ...phantoms(rows, generated, 9.9)],
  "there are 300 of magnitude 8": (rows, generated) => [...rows, ...phantoms(rows, generated, 8)],
  "90 % vanish": (rows) => rows.filter((_row, at) => at % 10 === 0),
  "all are explosions": each(({ properties }) => ({ type: "explosion", updated: properties.updated + 1 })),
};

function phantoms(rows: readonly Row[], generated: number, mag: number): Row[] {
  const [like] = rows as [Row];
  return Array.from({ length: 300 }, (_, at) => ({
    ...like,
    id: `zz${at}`,
    properties: {
      ...like.properties,
      ids: `,zz${at},`,
      mag,
      time: generated - (at + 1) * 60_000,
      updated: generated - 30_000,
      status: "automatic",
    },
    geometry: { ...like.geometry, coordinates: [(at % 340) - 170, (at % 120) - 60, 10] },
  }));
}

/** A week as the agency could list it. */
export function authoredWeek(events: number): Feed {
  const features = Array.from({ length: events }, (_, at) => {
    const time = GENERATED - Math.round(((at + 1) * 6.9 * DAY) / events);
    const properties = { mag: 1 + ((at * 7) % 45) / 10, time, updated: time + HOUR / 4 };
    return feature({ id: `xx${at}`, properties, coordinates: [120 + ((at * 37) % 360) / 12, ((at * 17) % 160) / 4 - 20, 5 + (at % 60)] });
  });
  return feed(features) as unknown as Feed;
}

/** The same feed some time later, with other rows. */
export function later({ metadata, features }: Feed, ms: number, change = (rows: Row[], _generated: number) => rows): Feed {
  const generated = metadata.generated + ms;
  const rows = change(features, generated);
  return { type: "FeatureCollection", metadata: { ...metadata, generated, count: rows.length }, features: rows } as Feed;
}

export const ADDRESS = "https://example.org/capture.json";

/** The clock and the answers of a run that gets this feed, a minute after it was generated. */
export function asking(body: Feed) {
  const now = () => body.metadata.generated + 60_000;
  const bytes = bytesOf(body);
  const fetch = () => Promise.resolve(new Response(bytes.slice(), { headers: { "content-type": "application/json" } }));
  const sleep = () => Promise.resolve();
  return { now, ask: createAgencyClient({ fetch, now, sleep, random: () => 0, timeoutMs: 9_000, maxBytes: 90e6, tries: 1 }) };
}

/** One run that gets this feed, a minute after it was generated. */
export function ingestFeed(store: string, body: Feed, settings: UsgsSettings = {}, accepted?: string): Promise<Outcome> {
  const context = { store, ...asking(body), report: silentReport, unreadableShare: 0.5, accepted, derive: openDerive(store) };
  return ingestWithLog(usgsSource({ feed: ADDRESS, details: false, ...settings }), context);
}

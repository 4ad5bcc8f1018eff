/** Trees of synthetic events, built as on a publisher's machine, one over the other. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseConfig } from "../../build/config/config.ts";
import { build } from "../../build/pipeline/build.ts";
import { agencyClientOf, ingest } from "../../build/pipeline/ingest.ts";
import { silentReport } from "../../build/platform/report.ts";
import { feature } from "../../test/agencies/usgs-feed.ts";
import type { BenchEvent } from "./bench/events.ts";

const MINUTE = 60_000;
const NEW_EVENTS = 3;

/** The events of a minute later: three new ones, and the newest of before revised. */
export function aMinuteLater(events: readonly BenchEvent[], asOf: number): BenchEvent[] {
  const [newest, ...rest] = events;
  if (!newest) throw new Error("there are no events");
  const added = events.slice(-NEW_EVENTS).map((event, at) => {
    const time = asOf - (at + 1) * 1_000;
    return { ...event, id: `us7z${time.toString(36)}`, time };
  });
  return [...added, { ...newest, magnitude: newest.magnitude + 0.1 }, ...rest];
}

/**
 * Takes the events in and builds the tree over the one before.
 *
 * @param dir for the store, the feeds and the tree
 * @param settings other sections of the configuration
 * @returns folder of the tree
 */
export async function treeOf(
  dir: string,
  name: string,
  events: readonly BenchEvent[],
  asOf: number,
  settings: object = {},
): Promise<string> {
  const feed = join(dir, `${name}.geojson`);
  writeFeed(feed, events, asOf);
  const agencies = { usgs: { feed: pathToFileURL(feed).href } };
  const config = parseConfig(JSON.stringify({ agencies, ...settings }), join(dir, "config.json"));
  const now = () => asOf;
  const store = join(dir, "store");
  const options = { config, store, now, ask: agencyClientOf(config, silentReport, now), report: silentReport };
  const { ok } = await ingest(options);
  if (!ok) throw new Error(`the feed ${name} was not applied`);
  const out = join(dir, "published");
  const { events: built } = await build({ store, out, config, report: silentReport });
  if (built.recent < events.length * 0.99) throw new Error(`only ${built.recent} recent events`);
  return out;
}

/** Writes the events as the USGS does in its feeds. @param generated ms since 1970 UTC */
export function writeFeed(file: string, events: readonly BenchEvent[], generated: number): void {
  const draft = `${file}.new`;
  writeFileSync(draft, feedText(events, generated));
  // A program may be reading the one before.
  renameSync(draft, file);
}

/** One feature a line, under the title of the feed with all events: only then does a build make the feeds of the USGS. */
function feedText(events: readonly BenchEvent[], generated: number): string {
  const title = "USGS All Earthquakes, Past Month";
  const metadata = { generated, url: "", title, status: 200, api: "1.10.3", count: events.length };
  const features = events.map((event) => JSON.stringify(featureOf(event))).join(",\n");
  return `{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[${features}]}\n`;
}

function featureOf({ id, time, magnitude, place, latitude, longitude, depth }: BenchEvent): object {
  const [network, code] = [id.slice(0, 2), id.slice(2)];
  const origin = { mag: magnitude, place, time, updated: time + MINUTE, net: network, code, sources: `,${network},` };
  // Different in each event, as real ones are: equal values would be compressed away.
  const measured = { nst: 10 + (time % 40), dmin: (time % 2_000) / 1_000, rms: (time % 150) / 100, gap: time % 300 };
  const url = `https://earthquake.usgs.gov/earthquakes/eventpage/${id}`;
  const detail = `https://earthquake.usgs.gov/earthquakes/feed/v1.0/detail/${id}.geojson`;
  const texts = { url, detail, types: ",origin,phase-data,", title: `M ${magnitude} - ${place}` };
  const properties = { ...origin, ...measured, ...texts, sig: Math.round(magnitude * magnitude * 15.4) };
  return feature({ id, properties, coordinates: [longitude, latitude, depth] });
}

import { encodedEntry, type Feed, type FeedEntry } from "./select.ts";

/** The version of the service of the USGS that writes features of this shape. */
const SHAPE = "2.4.0";

const BETWEEN = ",\n";

/** A feed as the USGS writes it: compact, a line for each feature, the extent last (earthquake-event-ws, `GeoJSONFeed.class.php`). */
export function geojsonFeed(feed: Feed, asOf: number, path: string): Buffer {
  const { title, entries, completeSince } = feed;
  const metadata = {
    generated: wholeSecond(asOf),
    url: path,
    title,
    status: 200,
    api: SHAPE,
    count: entries.length,
    ...(completeSince !== null && { complete_since: completeSince }),
  };
  const bbox = extentOf(entries);
  const end = bbox ? `,"bbox":${JSON.stringify(bbox)}` : "";
  const features = entries.map((entry) =>
    encodedEntry(entry, "geojson", ({ feature }) => `${JSON.stringify(feature)}${BETWEEN}`),
  );
  const last = features.pop();
  return Buffer.concat([
    Buffer.from(`{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[`),
    ...features,
    ...(last ? [last.subarray(0, -BETWEEN.length)] : []),
    Buffer.from(`]${end}}`),
  ]);
}

/** The feeds of the USGS are dated to the second. */
export function wholeSecond(instant: number): number {
  return Math.floor(instant / 1000) * 1000;
}

/** The document of one event, of which the agency's own says the rest: its products are not ours to copy. */
export function detailText({ feature }: FeedEntry): string {
  const { detail: _, ...properties } = feature.properties;
  return JSON.stringify({ ...feature, properties: { ...properties, products: {} } });
}

/** Digits of the extents that the USGS states. */
const DIGITS = 14;

/** West, south, top, east, north, bottom. The USGS states none where an extent is zero, and knows nothing of the antimeridian. */
function extentOf(entries: readonly FeedEntry[]): number[] | undefined {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const { feature } of entries) {
    for (const [at, value] of (feature.geometry?.coordinates ?? []).entries()) {
      low[at] = Math.min(low[at] as number, value);
      high[at] = Math.max(high[at] as number, value);
    }
  }
  const isWide = low.every((value, at) => value < (high[at] as number));
  return isWide ? [...low, ...high].map((value) => Number(value.toPrecision(DIGITS))) : undefined;
}

import type { FeedFeature } from "../../store/feed-feature.ts";

/**
 * The 13 columns of FDSN event 1.1, as at the USGS. Version 1.2 adds the event type as the 14th column, which breaks readers
 * of 13 columns.
 */
export const TEXT_HEADER =
  "#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName\n";

/** Rows of features that a host keeps in memory: most queries ask for recent events. */
const written = new WeakMap<FeedFeature, string>();

/** An event in the format of the USGS. The feature must not change later. */
export function textRow(feature: FeedFeature): string {
  let row = written.get(feature);
  if (row === undefined) written.set(feature, (row = writeRow(feature)));
  return row;
}

function writeRow({ properties: p, geometry, id }: FeedFeature): string {
  const [longitude, latitude, depth] = geometry?.coordinates ?? [];
  const time = new Date(Number(p.time)).toISOString().slice(0, -1);
  const net = String(p.net ?? "").toLowerCase();
  const magnitude = [p.magType, p.mag, p.mag === null ? "" : net];
  const values = [id, time, latitude, longitude, depth, net, net, net, id, ...magnitude, p.place];
  return `${values.map((value) => plain(String(value ?? ""))).join("|")}\n`;
}

/** Replaces characters with a meaning: `|` ends a field, a line feed ends a row, and `#` starts a comment in readers that follow R. */
function plain(text: string): string {
  return text.replaceAll(/[|#\r\n]+/g, " ");
}

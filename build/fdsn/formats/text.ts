import type { FeedFeature } from "../../store/feed-feature.ts";

/** The 13 columns of FDSN event 1.1 as the USGS has them. The 14th of version 1.2, the type, breaks readers that know 13. */
export const TEXT_HEADER =
  "#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName\n";

/** An event as the USGS writes it. */
export function textRow({ properties: p, geometry, id }: FeedFeature): string {
  const [longitude, latitude, depth] = geometry?.coordinates ?? [];
  const time = new Date(Number(p.time)).toISOString().slice(0, -1);
  const net = String(p.net ?? "").toLowerCase();
  const magnitude = [p.magType, p.mag, p.mag === null ? "" : net];
  const values = [id, time, latitude, longitude, depth, net, net, net, id, ...magnitude, p.place];
  return `${values.map((value) => plain(String(value ?? ""))).join("|")}\n`;
}

/** A bar ends a field, a line end a row, and `#` begins a comment where readers follow R. */
function plain(text: string): string {
  return text.replaceAll(/[|#\r\n]+/g, " ");
}

import { inertField } from "../../platform/text.ts";
import type { FeedFeature } from "../../store/feed-feature.ts";
import type { FeedValue } from "../../store/sent-values.ts";

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

/** The columns of the USGS (earthquake-event-ws, `CSVFeed.class.php`). */
export const CSV_HEADER =
  "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type," +
  "horizontalError,depthError,magError,magNst,status,locationSource,magSource\n";

/** Empty fields for values that the GeoJSON feeds lack: three errors and the number of magnitude stations, and then the two sources. */
const NO_ERRORS = ",,,";
const NO_SOURCES = ",";

/** An event in the format of the USGS: only the place is quoted, and always; the row ends with a line feed. */
export function csvRow({ properties: p, geometry, id }: FeedFeature): string {
  const [longitude, latitude, depth] = geometry?.coordinates ?? [];
  const first = [isoOf(p.time), latitude, longitude, depth, p.mag, p.magType, p.nst, p.gap, p.dmin, p.rms, p.net, id];
  const fields = [...first, isoOf(p.updated)].map((value) => field(value ?? null));
  return `${fields.join()},${quoted(inertField(String(p.place ?? "")))},${field(p.type)},${NO_ERRORS},${field(p.status)},${NO_SOURCES}\n`;
}

function isoOf(instant: FeedValue): string {
  return new Date(Number(instant)).toISOString();
}

/** Quotes a value only if RFC 4180 requires it. The values of the USGS itself never need quotes. */
function field(value: FeedValue): string {
  const text = inertField(String(value ?? ""));
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

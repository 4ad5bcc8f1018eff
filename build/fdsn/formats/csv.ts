import type { FeedFeature } from "../../store/feed-feature.ts";
import type { FeedValue } from "../../store/sent-values.ts";

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
  return `${fields.join()},${quoted(String(p.place ?? ""))},${field(p.type)},${NO_ERRORS},${field(p.status)},${NO_SOURCES}\n`;
}

function isoOf(instant: FeedValue): string {
  return new Date(Number(instant)).toISOString();
}

/** Quotes a value only if RFC 4180 requires it. The values of the USGS itself never need quotes. */
function field(value: FeedValue): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

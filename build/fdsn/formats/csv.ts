import type { FeedFeature } from "../../store/feed-feature.ts";
import type { FeedValue } from "../../store/sent-values.ts";

/** The columns of the USGS (earthquake-event-ws, `CSVFeed.class.php`). */
export const CSV_HEADER =
  "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type," +
  "horizontalError,depthError,magError,magNst,status,locationSource,magSource\n";

/** What no GeoJSON feed says: three errors and the number of stations of the magnitude, then the sources. */
const NO_ERRORS = ",,,";
const NO_SOURCES = ",";

/** An event as the USGS writes it: a line feed at the end, and only the place in quotes, always. */
export function csvRow({ properties: p, geometry, id }: FeedFeature): string {
  const [longitude, latitude, depth] = geometry?.coordinates ?? [];
  const first = [isoOf(p.time), latitude, longitude, depth, p.mag, p.magType, p.nst, p.gap, p.dmin, p.rms, p.net, id];
  const fields = [...first, isoOf(p.updated)].map((value) => field(value ?? null));
  return `${fields.join()},${quoted(String(p.place ?? ""))},${field(p.type)},${NO_ERRORS},${field(p.status)},${NO_SOURCES}\n`;
}

function isoOf(instant: FeedValue): string {
  return new Date(Number(instant)).toISOString();
}

/** In quotes only where RFC 4180 requires it: the USGS never does, since its values need none. */
function field(value: FeedValue): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

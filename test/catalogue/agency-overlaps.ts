import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readEmsc } from "../../build/agencies/fdsn/emsc.ts";
import { readUsgsFeed } from "../../build/agencies/usgs/geojson.ts";
import type { Report } from "../../build/catalogue/merge/associate.ts";
import type { ReportedEvent } from "../../build/store/records.ts";
import { corpus } from "../support/corpus.ts";

const HOUR = 3_600_000;

/** The same weeks in the same region, as several agencies have them. Only where the corpus is. */
export function turkey(): { usgs: Report[]; emsc: ReportedEvent[]; kandilli: Report[] } {
  const usgs = readUsgsFeed(readFileSync(corpus("usgs/fdsnws/query_turkey_20250401-20250426.geojson")), "").events;
  const bytes = gunzipSync(readFileSync(corpus("emsc/emsc_turkey_20250401-20250426.json.gz")));
  const reading = { agency: "emsc", where: "", retrievedAt: Date.UTC(2027, 0), unreadableShare: 0 };
  return { usgs, emsc: readEmsc(bytes, reading).events, kandilli: kandilli() };
}

/** All that six captures of one day list, each event once. Times are local, three hours ahead. */
function kandilli(): Report[] {
  const captures = ["155413", "172129", "173550", "174808", "180013", "183241", "192129", "193510"];
  const rows = captures.flatMap((clock) => readFileSync(corpus(`koeri/son24saat_20250426T${clock}Z.xml`), "latin1").split("\n"));
  const events = rows.flatMap((row) => {
    const match = /name="(\S+) (\S+)".*lat="(\S+)"\s+lng="(\S+)"\s+mag="(\S+)"/.exec(row);
    if (!match) return [];
    const [, day = "", clock = "", latitude, longitude, magnitude] = match;
    const time = Date.parse(`${day.replaceAll(".", "-")}T${clock}Z`) - 3 * HOUR;
    const numbers = { latitude: Number(latitude), longitude: Number(longitude), magnitude: Number(magnitude) };
    return [{ id: `k${time}`, time, ...numbers }];
  });
  return [...new Map(events.map((event) => [event.id, event])).values()];
}

/** Thirty days around Japan. */
export function japan(): { usgs: Report[]; emsc: Report[]; geofon: Report[] } {
  return { usgs: table("usgs"), emsc: table("emsc"), geofon: table("geofon") };
}

/** `time,latitude,longitude,depth,magnitude,…`; UTC whether it says so or not, degrees with or without `°N`. */
function table(agency: string): Report[] {
  const rows = readFileSync(corpus(`merge-japan-2026-07/${agency}.csv`), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  return rows.map((row, at) => {
    const [time = "", latitude = "", longitude = "", , magnitude] = row.split(",");
    const instant = Date.parse(`${time.replace(" ", "T").replace("Z", "")}Z`);
    const [north, east] = [Number.parseFloat(latitude), Number.parseFloat(longitude)];
    return { id: `${agency}${at}`, time: instant, latitude: north, longitude: east, magnitude: Number(magnitude) };
  });
}

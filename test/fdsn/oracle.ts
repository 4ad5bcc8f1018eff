import type { UsgsEvent } from "../../build/store/records.ts";
import { AS_OF, DAY } from "./world.ts";

/** Parameters as the caller writes them. */
export type Query = Readonly<Record<string, string>>;

/**
 * What a query must find, by brute force over the events themselves and with other formulas than the service: haversine for distances, minutes of
 * arc for boxes. For values that are valid.
 */
export function expectedIds(events: readonly UsgsEvent[], query: Query): string[] {
  const found = events.filter((event) => isSelected(event, query)).toSorted(orderOf(query["orderby"] ?? "time"));
  const first = Number(query["offset"] ?? 1) - 1;
  return found
    .slice(first, query["limit"] === undefined ? undefined : first + Number(query["limit"]))
    .map(({ id }) => id);
}

function isSelected(event: UsgsEvent, query: Query): boolean {
  const { latitude, longitude, depthKm, magnitude, time, updated, significance } = event;
  if (latitude === null || longitude === null) return false;
  const number = (name: string) => (query[name] === undefined ? undefined : Number(query[name]));
  const instant = (name: string) => (query[name] === undefined ? undefined : Date.parse(`${query[name]}Z`));
  const within = (value: number | null, least: number | undefined, most: number | undefined) => {
    if (least === undefined && most === undefined) return true;
    return value !== null && !(least !== undefined && value < least) && !(most !== undefined && value > most);
  };
  const from = instant("starttime") ?? Math.min(AS_OF, instant("endtime") ?? AS_OF) - 30 * DAY;
  if (!within(time, from, instant("endtime"))) return false;
  if (!within(updated, instant("updatedafter"), undefined)) return false;
  if (!within(latitude, number("minlatitude"), number("maxlatitude"))) return false;
  if (!within(depthKm, number("mindepth"), number("maxdepth"))) return false;
  if (!within(magnitude, number("minmagnitude"), number("maxmagnitude"))) return false;
  if (!within(significance, number("minsig"), number("maxsig"))) return false;
  if (!isInBox(longitude, number("minlongitude"), number("maxlongitude"))) return false;
  if (!isInCircle(latitude, longitude, query)) return false;
  const types = query["eventtype"]?.split(",");
  if (types && !types.includes(event.type)) return false;
  const kind = query["magnitudetype"]?.toLowerCase();
  if (kind !== undefined && event.magnitudeType?.toLowerCase() !== kind) return false;
  if (query["alertlevel"] !== undefined && event.alert !== query["alertlevel"]) return false;
  if (query["reviewstatus"] !== undefined && event.status !== query["reviewstatus"]) return false;
  const net = event.id.slice(0, 2);
  if (query["catalog"] !== undefined && net !== query["catalog"]) return false;
  const contributors = [net, ...String(event.sent?.sources ?? "").split(",")];
  return query["contributor"] === undefined || contributors.includes(query["contributor"]);
}

/** Walks east from the western edge: all in thousandths of a degree, as the generated values are. */
function isInBox(longitude: number, west: number | undefined, east: number | undefined): boolean {
  if (west === undefined && east === undefined) return true;
  const [from, to] = [west ?? -180, east ?? 180].map((value) => Math.round(value * 1000)) as [number, number];
  const width = to >= from ? to - from : to - from + 360_000;
  const ahead = (((Math.round(longitude * 1000) - from) % 360_000) + 360_000) % 360_000;
  return ahead <= width;
}

function isInCircle(latitude: number, longitude: number, query: Query): boolean {
  if (query["latitude"] === undefined) return true;
  const radians = Math.PI / 180;
  const [a, b] = [Number(query["latitude"]) * radians, latitude * radians];
  const across = (longitude - Number(query["longitude"])) * radians;
  const haversine = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(across / 2) ** 2;
  const degrees = (2 * Math.asin(Math.min(1, Math.sqrt(haversine)))) / radians;
  const unit = query["maxradiuskm"] === undefined ? 1 : 111.12;
  const [least, most] = [Number(query["minradius"] ?? 0), Number(query["maxradius"] ?? query["maxradiuskm"])];
  return degrees >= least / unit - 1e-9 && degrees <= most / unit + 1e-9;
}

function orderOf(order: string): (a: UsgsEvent, b: UsgsEvent) => number {
  const sign = order.endsWith("-asc") ? 1 : -1;
  const newest = (a: UsgsEvent, b: UsgsEvent) => b.time - a.time || fnv(a.id) - fnv(b.id);
  if (order.startsWith("time")) return (a, b) => sign * (a.time - b.time) || newest(a, b);
  return (a, b) => {
    if (a.magnitude === null || b.magnitude === null)
      return Number(a.magnitude === null) - Number(b.magnitude === null) || newest(a, b);
    return sign * (a.magnitude - b.magnitude) || newest(a, b);
  };
}

/** FNV-1a, 32 bits, with whole numbers instead of `Math.imul`. */
function fnv(id: string): number {
  let hash = 0x811c9dc5n;
  for (const letter of id) hash = ((hash ^ BigInt(letter.codePointAt(0) as number)) * 0x01000193n) & 0xffff_ffffn;
  return Number(hash);
}

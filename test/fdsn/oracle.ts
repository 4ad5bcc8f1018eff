import { feedFeature } from "../../build/store/feed-feature.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { countryOf, DAY } from "./world.ts";

/** Parameters as the caller writes them. */
export type Query = Readonly<Record<string, string>>;

/** What an answer shows of an event, in so far as a query selects by it. */
export interface Shown {
  id: string;
  time: number;
  updated: number;
  latitude: number;
  /** Degrees, in [-180, 180). */
  longitude: number;
  depth: number | null;
  magnitude: number | null;
  significance: number | null;
  type: string;
  magnitudeType: string | null;
  alert: string | null;
  status: string;
  felt: number | null;
  cdi: number | null;
  mmi: number | null;
  gap: number | null;
  products: readonly string[];
  net: string;
  contributors: readonly string[];
}

/** The events of which the service knows: those with a position. */
export function shownEvents(events: readonly UsgsEvent[]): Shown[] {
  return events.flatMap((event) => {
    const { properties, geometry, id } = feedFeature(event);
    if (!geometry || event.longitude === null) return [];
    const [longitude = 0, latitude = 0, depth = null] = geometry.coordinates;
    const { mag, sig, net, sources, types } = properties;
    const numbers = properties as Record<string, unknown> as Record<string, number | null>;
    return [
      {
        id,
        time: event.time,
        updated: event.updated,
        latitude,
        longitude: longitude >= -180 && longitude < 180 ? longitude : event.longitude,
        depth,
        magnitude: mag as number | null,
        significance: sig as number | null,
        type: event.type,
        magnitudeType: event.magnitudeType,
        alert: event.alert,
        status: event.status,
        felt: numbers["felt"] ?? null,
        cdi: numbers["cdi"] ?? null,
        mmi: numbers["mmi"] ?? null,
        gap: numbers["gap"] ?? null,
        products: String(types ?? "").split(","),
        net: String(net),
        contributors: [String(net), ...String(sources ?? "").split(",")],
      },
    ];
  });
}

/**
 * What a query must find, by brute force over the events and with other formulas than the service: haversine for distances,
 * whole numbers for boxes. For valid values.
 *
 * @param asOf ms since 1970 UTC
 */
export function expectedIds(events: readonly Shown[], query: Query, asOf: number): string[] {
  const found = events.filter(selector(query, asOf)).toSorted(orderOf(query["orderby"] ?? "time"));
  const first = Number(query["offset"] ?? 1) - 1;
  return found.slice(first, query["limit"] === undefined ? undefined : first + Number(query["limit"])).map(({ id }) => id);
}

type Test = (event: Shown) => boolean;

function selector(query: Query, asOf: number): Test {
  const end = instant(query["endtime"], Math.floor);
  const start = instant(query["starttime"], Math.ceil) ?? Math.min(asOf, end ?? asOf) - 30 * DAY;
  const after = instant(query["updatedafter"], Math.ceil);
  const tests: (Test | undefined)[] = [
    ({ time }) => time >= start && (end === undefined || time <= end),
    after === undefined ? undefined : ({ updated }) => updated >= after,
    ...(["latitude", "depth", "magnitude", "felt", "cdi", "mmi", "gap"] as const).map((name) =>
      within(query, name, (event) => event[name]),
    ),
    within(query, "sig", ({ significance }) => significance),
    isInBox(query),
    isInCircle(query),
    ...wordTests(query),
  ];
  const given = tests.filter((test) => test !== undefined);
  return (event) => given.every((test) => test(event));
}

/** Event times have milliseconds; what a caller writes may have more decimals. */
function instant(text: string | undefined, round: (ms: number) => number): number | undefined {
  if (text === undefined) return undefined;
  const [seconds = "", decimals = ""] = text.replace("Z", "").split(".");
  return Date.parse(`${seconds}Z`) + round(Number(decimals.padEnd(9, "0")) / 1e6);
}

function within(query: Query, name: string, value: (event: Shown) => number | null): Test | undefined {
  const [least, most] = [query[`min${name}`], query[`max${name}`]].map((text) => text && Number(text)) as number[];
  if (least === undefined && most === undefined) return undefined;
  return (event) => {
    const own = value(event);
    return own !== null && !(least !== undefined && own < least) && !(most !== undefined && own > most);
  };
}

function wordTests(query: Query): (Test | undefined)[] {
  const given = (name: string, test: (event: Shown, value: string) => boolean): Test | undefined => {
    const value = query[name];
    return value === undefined ? undefined : (event) => test(event, value);
  };
  const types = query["eventtype"]?.split(",").map((type) => type.trim().toLowerCase().replaceAll("_", " "));
  const kind = query["magnitudetype"]?.toLowerCase();
  return [
    given("eventtype", ({ type }) => types?.includes(type) === true),
    given("magnitudetype", ({ magnitudeType }) => magnitudeType?.toLowerCase() === kind),
    given("alertlevel", ({ alert }, level) => alert === level),
    given("reviewstatus", ({ status }, one) => status === one),
    given("country", (event, code) => countryOf(event.latitude, event.longitude) === code.toUpperCase()),
    given("catalog", ({ net }, one) => net === one),
    given("producttype", ({ products }, one) => products.includes(one)),
    given("contributor", ({ contributors }, one) => contributors.includes(one)),
  ];
}

/** In 1e-12 degrees: coordinates have at most twelve decimals, so these are whole numbers. */
function whole(degrees: number | string): number {
  return Math.round(Number(degrees) * 1e12);
}
const TURN = whole(360);

/** Walks east from the western edge. */
function isInBox(query: Query): Test | undefined {
  const [west, east] = [query["minlongitude"], query["maxlongitude"]];
  if (west === undefined && east === undefined) return undefined;
  const [from, to] = [whole(west ?? -180), whole(east ?? 180)];
  const width = to >= from ? to - from : to - from + TURN;
  return ({ longitude }) => (((whole(longitude) - from) % TURN) + TURN) % TURN <= width;
}

function isInCircle(query: Query): Test | undefined {
  const { latitude: north, longitude: east, minradiuskm, maxradiuskm, minradius = 0, maxradius = 180 } = query;
  if (north === undefined) return undefined;
  const radians = Math.PI / 180;
  const a = Number(north) * radians;
  const isKm = maxradiuskm !== undefined || minradiuskm !== undefined;
  const [least, most] = isKm
    ? [Number(minradiuskm ?? 0) / 111.12, Number(maxradiuskm ?? 20001.6) / 111.12]
    : [Number(minradius), Number(maxradius)];
  return ({ latitude, longitude }) => {
    const b = latitude * radians;
    const across = (longitude - Number(east)) * radians;
    const haversine = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(across / 2) ** 2;
    const degrees = (2 * Math.asin(Math.min(1, Math.sqrt(haversine)))) / radians;
    return degrees >= least - 1e-9 && degrees <= most + 1e-9;
  };
}

function orderOf(order: string): (a: Shown, b: Shown) => number {
  const sign = order.endsWith("-asc") ? 1 : -1;
  const newest = (a: Shown, b: Shown) => b.time - a.time || fnv(a.id) - fnv(b.id);
  if (order.startsWith("time")) return (a, b) => sign * (a.time - b.time) || newest(a, b);
  return (a, b) => {
    if (a.magnitude === null || b.magnitude === null) return Number(a.magnitude === null) - Number(b.magnitude === null) || newest(a, b);
    return sign * (a.magnitude - b.magnitude) || newest(a, b);
  };
}

/** FNV-1a, 32 bits, with whole numbers instead of `Math.imul`. */
function fnv(id: string): number {
  let hash = 0x811c9dc5n;
  for (const letter of id) hash = ((hash ^ BigInt(letter.codePointAt(0) as number)) * 0x01000193n) & 0xffff_ffffn;
  return Number(hash);
}

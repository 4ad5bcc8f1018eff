import { isObject } from "../../platform/json-fault.ts";
import { type ReportedEvent, UNREPORTED } from "../../store/records.ts";
import { decode, Unreadable } from "../reading.ts";
import { type FdsnCapture, type FdsnReading, readCollection, readRecords, refusalOf } from "./capture.ts";
import { depth, identifier, magnitude, originTime, plainText, position, updateTime } from "./text.ts";

/**
 * The event type, by the second letter of `evtype` (from the ISC's description of its CSV). The first letter states how certain the
 * type is.
 */
const TYPES: Record<string, string> = {
  e: "earthquake",
  i: "induced or triggered event",
  r: "rock burst",
  m: "mining explosion",
  h: "chemical explosion",
  x: "experimental explosion",
  n: "nuclear explosion",
  l: "landslide",
  k: "not reported",
};

/** Degrees by which the two positions of a record may differ by rounding. */
const POSITION_TOLERANCE = 0.1;

/** Largest difference between the two depths of a record, km. */
const DEPTH_TOLERANCE = 0.1;

/**
 * Reads an answer of the EMSC's event service in JSON. Its geometry gives the height in km, negative below ground, and
 * `depth` the depth; both become km, positive down.
 *
 * @param bytes not compressed
 * @throws UserError `capture-empty`, `capture-malformed`, `capture-truncated`
 */
export function readEmsc(bytes: Uint8Array, reading: FdsnReading): FdsnCapture {
  const refuse = refusalOf(reading);
  const { metadata, features } = readCollection(decode(bytes), refuse);
  const { count, totalCount: total } = isObject(metadata) ? metadata : {};
  if (typeof count === "number" && count !== features.length) {
    return refuse("capture-truncated", `lists ${features.length} features where its metadata count ${count}`);
  }
  const capture = readRecords(features, reading, (feature, doubtful) => readFeature(feature, reading, doubtful), nameOf);
  return { ...capture, ...(typeof total === "number" && { total }) };
}

function nameOf(feature: unknown, at: number): string {
  const id = isObject(feature) ? feature["id"] : undefined;
  return typeof id === "string" ? id.slice(0, 100) : `feature ${at + 1}`;
}

function readFeature(feature: unknown, { agency, retrievedAt }: FdsnReading, doubtful: string[]): ReportedEvent {
  if (!isObject(feature) || feature["type"] !== "Feature") throw new Unreadable("not-a-feature");
  const { properties } = feature;
  if (!isObject(properties)) throw new Unreadable("properties-missing");
  const id = identifier(properties["unid"] ?? feature["id"]);
  return {
    agency,
    id,
    ids: [...new Set([id, ...otherIds(feature, properties)])].toSorted(),
    url: `https://www.seismicportal.eu/eventdetails.html?unid=${encodeURIComponent(id)}`,
    time: originTime(properties["time"], retrievedAt),
    updated: updateTime(properties["lastupdate"], retrievedAt),
    ...readHypocentre(feature["geometry"], properties, doubtful),
    magnitude: magnitude(properties["mag"]),
    magnitudeType: plainText(properties["magtype"]),
    place: plainText(properties["flynn_region"]),
    type: readType(properties["evtype"], doubtful),
    ...UNREPORTED,
  };
}

/** The EMSC's own number gets the prefix `emsc`, because it has none. */
function otherIds(feature: Record<string, unknown>, properties: Record<string, unknown>): string[] {
  const own = feature["id"] === undefined || feature["id"] === null ? [] : [identifier(feature["id"])];
  const number = plainText(properties["source_id"]);
  const listed = plainText(properties["source_catalog"])?.startsWith("EMSC") && number && /^\w{1,40}$/.test(number);
  return listed ? [...own, `emsc${number}`] : own;
}

function readHypocentre(geometry: unknown, properties: Record<string, unknown>, doubtful: string[]) {
  const stated = position(properties["lat"], properties["lon"]);
  const statedDepth = depth(properties["depth"]);
  if (geometry === undefined || geometry === null) return { ...stated, depthKm: statedDepth };
  const coordinates = isObject(geometry) && geometry["type"] === "Point" ? geometry["coordinates"] : undefined;
  if (!Array.isArray(coordinates) || coordinates.length < 2) throw new Unreadable("geometry-not-a-point");
  const drawn = position(coordinates[1], coordinates[0]);
  const height: unknown = coordinates[2] ?? null;
  if (height !== null && typeof height !== "number") throw new Unreadable("geometry-not-a-point");
  if (areApart(stated, drawn)) throw new Unreadable("position-contradictory");
  const where = drawn.latitude === null ? stated : drawn;
  if (statedDepth === null) return { ...where, depthKm: depth(height === null ? null : -height) };
  if (height !== null && Math.abs(statedDepth + height) > DEPTH_TOLERANCE) doubtful.push("height");
  return { ...where, depthKm: statedDepth };
}

interface Position {
  latitude: number | null;
  longitude: number | null;
}

function areApart(a: Position, b: Position): boolean {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return false;
  const east = Math.abs(a.longitude - b.longitude);
  return Math.abs(a.latitude - b.latitude) > POSITION_TOLERANCE || Math.min(east, 360 - east) > POSITION_TOLERANCE;
}

function readType(value: unknown, doubtful: string[]): string {
  const code = plainText(value)?.toLowerCase() ?? "";
  const type = code.length === 2 && Object.hasOwn(TYPES, code.charAt(1)) ? TYPES[code.charAt(1)] : undefined;
  if (type === undefined && code !== "") doubtful.push("evtype");
  return type ?? "not reported";
}

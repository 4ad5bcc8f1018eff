import { isFeature } from "geojson-validation";
import { ALERT_LEVELS, type AlertLevel } from "../../contract/texts/vocabulary.ts";
import { isObject } from "../../platform/json-fault.ts";
import { isoTime } from "../../store/civil-time.ts";
import { feedFeature, feedProperties } from "../../store/feed-feature.ts";
import type { UsgsEvent, Withdrawal } from "../../store/records.ts";
import { FEED_COORDINATES, FEED_PROPERTIES, type FeedProperty, type FeedValue, type SentValues } from "../../store/sent-values.ts";
import { publishableEvent, unpublishable } from "../publishable.ts";
import {
  isInstant,
  knownIntensity,
  lineOfText,
  positionOf,
  refuseFuture,
  refuseRecord,
  Unreadable,
  withinLimits,
  withoutControls,
} from "../reading.ts";

/** The result of reading one feature of a USGS collection. */
export type FeatureReading =
  | { kind: "event"; event: UsgsEvent; doubtful: string[] }
  | { kind: "withdrawal"; withdrawal: Withdrawal }
  | { kind: "left-out"; reason: string };

/** Spellings of older servers, from ComCat's own table of names. */
const LEGACY_TYPES: Record<string, string> = {
  quarry: "quarry blast",
  nuke: "nuclear explosion",
  shot: "mining explosion",
  rockfall: "landslide",
  rockburst: "rock burst",
  sonicboom: "sonic boom",
};

/**
 * Reads one feature of a summary feed or of an FDSN query answer. Identity, times, position, depth and magnitude must be valid or
 * absent; otherwise the record is left out. Any other invalid value is read as unknown and counted as doubtful.
 *
 * @param generated time of the capture, ms since 1970 UTC
 */
export function readFeature(feature: unknown, generated: number): FeatureReading {
  try {
    if (!isObject(feature) || feature["type"] !== "Feature") throw new Unreadable("not-a-feature");
    const properties = feature["properties"];
    if (!isObject(properties)) throw new Unreadable("properties-missing");
    const identity = readIdentity(feature, properties);
    const status = readStatus(properties["status"]);
    // A deleted event may lack everything except its id, or contain outdated values. So only its id and time are read.
    if (status === "deleted") return withdrawalOf(identity.ids, properties["updated"], generated);
    const doubtful: string[] = [];
    const event = {
      agency: "usgs",
      ...identity,
      url: readText(properties["url"], "url", doubtful),
      ...readTimes(properties, generated),
      ...readHypocentre(feature),
      magnitude: readMagnitude(properties["mag"]),
      magnitudeType: readText(properties["magType"], "magnitude-type", doubtful),
      place: readText(properties["place"], "place", doubtful),
      type: readType(properties["type"]),
      status,
      ...readImpact(properties, doubtful),
    };
    const read = publishableEvent<UsgsEvent>(event, doubtful, refuseRecord);
    return { kind: "event", event: { ...read, sent: sentValues(read, feature) }, doubtful };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "left-out", reason: error.code };
    throw error;
  }
}

function withdrawalOf(ids: string[], updated: unknown, generated: number): FeatureReading {
  const isDate = isInstant(updated) && unpublishable({ updated_at: isoTime(updated) }).length === 0;
  const withdrawnAt = isDate && updated <= generated ? updated : generated;
  return { kind: "withdrawal", withdrawal: { ids, withdrawnAt } };
}

function readIdentity(feature: Record<string, unknown>, properties: Record<string, unknown>) {
  const id = feature["id"];
  if (id === undefined || id === null || id === "") throw new Unreadable("id-missing");
  // Ids consist of letters, digits, `_` and `-`. All printable characters are accepted, because slugs escape the others.
  if (typeof id !== "string" || !/^[!-~]{1,100}$/.test(id)) throw new Unreadable("id-invalid");
  return { id, ids: [...new Set([id, ...framedList(properties["ids"])])].toSorted() };
}

/** The form is `,us7000abcd,nc7321,`: the commas at both ends produce empty members. */
function framedList(value: unknown): string[] {
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((member) => member.trim())
    .filter((member) => /^[!-~]{1,100}$/.test(member) && unpublishable({ ids: [member] }).length === 0);
}

/** The agency wrote upper case until 2014. An empty status counts as automatic. */
function readStatus(value: unknown): string {
  if (value === undefined || value === null) return "automatic";
  if (typeof value !== "string") throw new Unreadable("status-invalid");
  return plainWords(value) || "automatic";
}

/** An event without a type counts as an earthquake, as in the answers of the service. */
function readType(value: unknown): string {
  if (value === undefined || value === null) return "earthquake";
  if (typeof value !== "string") throw new Unreadable("type-invalid");
  const type = plainWords(value) || "earthquake";
  return Object.hasOwn(LEGACY_TYPES, type) ? (LEGACY_TYPES[type] as string) : type;
}

function plainWords(value: string): string {
  return withoutControls(value)
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .trim();
}

function readTimes(properties: Record<string, unknown>, generated: number) {
  const { time, updated } = properties;
  if (!isInstant(time)) throw new Unreadable("time-invalid");
  if (!isInstant(updated)) throw new Unreadable("updated-invalid");
  refuseFuture(time, generated, "time");
  refuseFuture(updated, generated, "updated");
  return { time, updated };
}

interface Hypocentre {
  latitude: number | null;
  longitude: number | null;
  depthKm: number | null;
}

function readHypocentre(feature: Record<string, unknown>): Hypocentre {
  const { geometry } = feature;
  if (geometry === undefined) throw new Unreadable("geometry-missing");
  if (geometry === null) return { latitude: null, longitude: null, depthKm: null };
  if (!isObject(geometry) || geometry["type"] !== "Point") throw new Unreadable("geometry-not-a-point");
  const position = readPosition(geometry["coordinates"]);
  const whole = { ...feature, geometry: { ...geometry, coordinates: position } };
  if (isFeature(whole, true)?.length) throw new Unreadable("geojson-invalid");
  const [longitude = Number.NaN, latitude = Number.NaN, depthKm = null] = position;
  // The validator accepts any number as a degree.
  return { ...positionOf(latitude, longitude), depthKm: withinLimits(depthKm, "depth") };
}

/** If the depth is unknown, the agency writes `[lon, lat, null]`; valid GeoJSON omits the third number. */
function readPosition(coordinates: unknown): number[] {
  if (!Array.isArray(coordinates)) throw new Unreadable("position-invalid");
  const position = coordinates.length === 3 && coordinates[2] === null ? coordinates.slice(0, 2) : coordinates;
  const right = position.length >= 2 && position.length <= 3 && position.every((n) => Number.isFinite(n));
  if (!right) throw new Unreadable("position-invalid");
  return position.map((n: number) => withoutSingleNoise(n));
}

/** Null means unknown. Zero and negative magnitudes are valid. */
function readMagnitude(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (!Number.isFinite(value)) throw new Unreadable("magnitude-invalid");
  return withinLimits(withoutSingleNoise(value as number), "magnitude");
}

function readImpact(properties: Record<string, unknown>, doubtful: string[]) {
  const { tsunami } = properties;
  // Absent and null mean 0: the servers of 2013 omitted the flag when it was not set.
  if (![undefined, null, 0, 1].includes(tsunami as number | null)) doubtful.push("tsunami");
  return {
    alert: readAlert(properties["alert"], doubtful),
    tsunamiFlag: tsunami === 1,
    feltReports: readNumber(properties["felt"], "felt", doubtful),
    maxIntensityReported: readIntensity(properties["cdi"], "cdi", doubtful),
    maxIntensityEstimated: readIntensity(properties["mmi"], "mmi", doubtful),
    significance: readNumber(properties["sig"], "sig", doubtful),
  };
}

function readAlert(value: unknown, doubtful: string[]): AlertLevel | null {
  const level = readText(value, "alert", doubtful)?.toLowerCase() ?? null;
  const known = ALERT_LEVELS.find((name) => name === level) ?? null;
  if (known === null && level !== null) doubtful.push("alert");
  return known;
}

function readNumber(value: unknown, what: string, doubtful: string[]): number | null {
  if (value === undefined || value === null) return null;
  if (Number.isFinite(value)) return withoutSingleNoise(value as number);
  doubtful.push(what);
  return null;
}

function readIntensity(value: unknown, what: string, doubtful: string[]): number | null {
  return knownIntensity(readNumber(value, what, doubtful));
}

function readText(value: unknown, what: string, doubtful: string[]): string | null {
  if (value !== undefined && value !== null && typeof value !== "string") doubtful.push(what);
  return lineOfText(value);
}

/** The shortest decimal that identifies a single-precision number rarely has more digits (IEEE 754 binary32: 7.2 digits). */
const SINGLE_DIGITS = 7;

/** `%.9g` is the shortest format in use at agencies that prints every binary32 number without loss. */
const PRINTED_DIGITS = 9;

/**
 * Removes the error of a conversion to single precision: 4.90000009536743 was 4.9, 1.10000002 was 1.1. It does so only in certain
 * cases: the printed number must equal, in all its digits, the binary32 neighbour of its rounding to seven digits. Other numbers
 * are returned unchanged.
 */
export function withoutSingleNoise(value: number): number {
  const short = Number(value.toPrecision(SINGLE_DIGITS));
  if (short === value) return value + 0;
  const widened = Math.fround(short).toPrecision(Math.max(significantDigits(value), PRINTED_DIGITS));
  return Number(widened) === value ? short : value;
}

function significantDigits(value: number): number {
  const mantissa = Math.abs(value).toExponential().split("e")[0] ?? "";
  return mantissa.length > 1 ? mantissa.length - 1 : 1;
}

/** Length limit of stored texts: far above any real value of a feed, and small enough to store. */
const LONGEST_TEXT = 4_000;

/** Properties that are not stored, because the record already has them or they could not be verified: a link, and dates. */
const READ_ONLY: ReadonlySet<FeedProperty> = new Set(["url", "time", "updated"]);

/** The query service links its own form of details. In a feed, the address of the details follows from the id. */
const QUERY_DETAIL = /\/query\?/;

/** Properties that are computed from other properties, each of which a feature may change. */
const DERIVED: readonly FeedProperty[] = ["code", "sources", "title"];
const STATED = FEED_PROPERTIES.filter((name) => !DERIVED.includes(name));

/** The values of a feature that cannot be computed from its record, each as it was sent. */
function sentValues(event: UsgsEvent, feature: Record<string, unknown>): SentValues {
  const properties = isObject(feature["properties"]) ? feature["properties"] : {};
  const sent: Partial<Record<string, FeedValue>> = {};
  for (const names of [STATED, DERIVED]) {
    const follows = feedProperties(event, sent);
    for (const name of names) {
      const given = properties[name];
      const value = typeof given === "string" ? withoutControls(given) : given;
      if (value !== follows[name] && isKept(name, value)) sent[name] = value;
    }
  }
  const { geometry } = feedFeature(event);
  const coordinates = isObject(feature["geometry"]) ? feature["geometry"]["coordinates"] : null;
  if (!geometry || !Array.isArray(coordinates)) return sent;
  for (const [at, name] of FEED_COORDINATES.entries()) {
    const value: unknown = coordinates[at];
    if (typeof value === "number" && value !== geometry.coordinates[at]) sent[name] = value;
  }
  return sent;
}

function isKept(name: FeedProperty, value: unknown): value is FeedValue {
  if (value === null) return true;
  if (READ_ONLY.has(name)) return false;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "string") return typeof value === "boolean";
  if (value.length > LONGEST_TEXT) return false;
  return name !== "detail" || (!QUERY_DETAIL.test(value) && unpublishable({ url: value }).length === 0);
}

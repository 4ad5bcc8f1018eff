import { DAY_MS } from "../../platform/time.ts";

/** Set aside, with a reason in kebab case. Thrown by the readers of single values, caught where a record is read. */
export class Unreadable extends Error {}

/** Beyond these no earthquake was ever measured; a value outside is a mistake of somebody's. */
const LIMITS = {
  /** Magnitudes: acoustic events in mines reach below -4, the largest earthquake 9.5. */
  magnitude: [-10, 10],
  /** km: the highest summit is 8.8 km up, the deepest earthquakes about 750 km down; FDSN catalogues allow 1,000. */
  depthKm: [-20, 1000],
} as const;

/** An event dated this much later than the capture that reports it is a mistake; less is a difference of clocks. */
const CLOCK_TOLERANCE_MS = DAY_MS;

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{0,12}))?)?)?\s*(Z|UTC|[+-]00(?::?00)?)?$/i;

/**
 * An instant as FDSN services print it: `YYYY-MM-DDThh:mm:ss` with any number of decimals, UTC with or without saying so;
 * other zones are refused. Fractions are cut to whole ms, second 60 is the next minute.
 *
 * @returns ms since 1970 UTC; undefined where it is no time
 */
function instantOfText(text: string): number | undefined {
  const match = INSTANT.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const date = new Date(0);
  // setUTCFullYear, because Date.UTC takes the years 0-99 for 1900-1999.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second, Number((match[7] ?? "").padEnd(3, "0").slice(0, 3)));
  return date.getTime();
}

/** @throws Unreadable `time-invalid`, `time-in-the-future` */
export function originTime(text: unknown, retrievedAt: number): number {
  const time = typeof text === "string" ? instantOfText(text) : undefined;
  if (time === undefined) throw new Unreadable("time-invalid");
  if (time > retrievedAt + CLOCK_TOLERANCE_MS) throw new Unreadable("time-in-the-future");
  return time;
}

/**
 * When an agency says that it last changed something; null where it does not.
 *
 * @throws Unreadable for a time to come: it would make us deaf to every true revision that follows
 */
export function updateTime(text: unknown, retrievedAt: number): number | null {
  if (isUnknown(text)) return null;
  const time = typeof text === "string" ? instantOfText(text) : undefined;
  if (time === undefined) throw new Unreadable("updated-invalid");
  if (time > retrievedAt + CLOCK_TOLERANCE_MS) throw new Unreadable("updated-in-the-future");
  return time;
}

/**
 * Degrees, longitude in [-180, 180); both null where both are unknown.
 *
 * @throws Unreadable `position-invalid`, `position-out-of-range`
 */
export function position(north: unknown, east: unknown): { latitude: number | null; longitude: number | null } {
  const latitude = numberOrNull(north, "position-invalid");
  const longitude = numberOrNull(east, "position-invalid");
  if (latitude === null && longitude === null) return { latitude, longitude };
  if (latitude === null || longitude === null) throw new Unreadable("position-invalid");
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 360) throw new Unreadable("position-out-of-range");
  return { latitude, longitude: normal(longitude) };
}

/** Ten decimals, so that 183.2 becomes -176.8 and not its binary neighbour. */
function normal(longitude: number): number {
  if (longitude >= -180 && longitude < 180) return longitude;
  const turned = Number((longitude - 360 * Math.floor((longitude + 180) / 360)).toFixed(10)) + 0;
  return turned >= 180 ? -180 : turned;
}

/** @throws Unreadable `depth-invalid`, `depth-out-of-range` */
export function depth(value: unknown): number | null {
  return bounded(numberOrNull(value, "depth-invalid"), LIMITS.depthKm, "depth-out-of-range");
}

/** Null is unknown, zero and less are magnitudes like any other. @throws Unreadable `magnitude-invalid`, `magnitude-out-of-range` */
export function magnitude(value: unknown): number | null {
  return bounded(numberOrNull(value, "magnitude-invalid"), LIMITS.magnitude, "magnitude-out-of-range");
}

function bounded(value: number | null, [low, high]: readonly [number, number], reason: string): number | null {
  if (value !== null && (value < low || value > high)) throw new Unreadable(reason);
  return value;
}

/** A number, or one in decimal digits. The sum with zero makes zero of -0, which JSON cannot print. */
function numberOrNull(value: unknown, reason: string): number | null {
  if (isUnknown(value)) return null;
  const number =
    typeof value === "string" && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)
      ? Number(value)
      : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw new Unreadable(reason);
  return number + 0;
}

/** Runs of control characters and blanks become one blank: a place is one line. Null where there is nothing to read. */
export function plainText(value: unknown): string | null {
  if (isUnknown(value) || typeof value !== "string") return null;
  return value.replace(/[\p{Cc}\s]+/gu, " ").trim() || null;
}

/** Lower case, blanks between words; `not reported` where there is none. */
export function eventType(value: unknown): string {
  return plainText(value)?.toLowerCase().replaceAll("_", " ") ?? "not reported";
}

/** @throws Unreadable `id-missing`, `id-invalid` (blanks, controls, longer than 100) */
export function identifier(value: unknown): string {
  const id = typeof value === "number" ? String(value) : value;
  if (isUnknown(id)) throw new Unreadable("id-missing");
  if (typeof id !== "string" || !/^[!-~]{1,100}$/.test(id.trim())) throw new Unreadable("id-invalid");
  return id.trim();
}

/** INGV prints `--` for what it does not know, others nothing. */
function isUnknown(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && ["", "--"].includes(value.trim()));
}

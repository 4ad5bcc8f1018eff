import { lineOfText, positionOf, refuseFuture, Unreadable, withinLimits } from "../reading.ts";

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{0,12}))?)?)?\s*(Z|UTC|[+-]00(?::?00)?)?$/i;

/**
 * Parses the time format of FDSN services: `YYYY-MM-DDThh:mm:ss` with any number of decimals, in UTC with or without a zone. Other
 * zones are refused. Fractions are cut to whole ms. Second 60 becomes the next minute.
 *
 * @returns ms since 1970 UTC; undefined if the text is not a time
 */
function instantOfText(text: string): number | undefined {
  const match = INSTANT.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const date = new Date(0);
  // Date.UTC would take the years 0-99 for 1900-1999.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second, Number((match[7] ?? "").padEnd(3, "0").slice(0, 3)));
  return date.getTime();
}

/** @throws Unreadable `time-invalid`, `time-in-the-future` */
export function originTime(text: unknown, retrievedAt: number): number {
  const time = typeof text === "string" ? instantOfText(text) : undefined;
  if (time === undefined) throw new Unreadable("time-invalid");
  refuseFuture(time, retrievedAt, "time");
  return time;
}

/** The time of the last change; null if the agency states none. @throws Unreadable `updated-invalid`, `updated-in-the-future` */
export function updateTime(text: unknown, retrievedAt: number): number | null {
  if (isUnknown(text)) return null;
  const time = typeof text === "string" ? instantOfText(text) : undefined;
  if (time === undefined) throw new Unreadable("updated-invalid");
  refuseFuture(time, retrievedAt, "updated");
  return time;
}

/** Degrees, longitude in [-180, 180); both null if both are unknown. @throws Unreadable `position-invalid`, `position-out-of-range` */
export function position(north: unknown, east: unknown): { latitude: number | null; longitude: number | null } {
  const latitude = numberOrNull(north, "position-invalid");
  const longitude = numberOrNull(east, "position-invalid");
  if (latitude === null && longitude === null) return { latitude, longitude };
  if (latitude === null || longitude === null) throw new Unreadable("position-invalid");
  return positionOf(latitude, longitude);
}

/** @throws Unreadable `depth-invalid`, `depth-out-of-range` */
export function depth(value: unknown): number | null {
  return withinLimits(numberOrNull(value, "depth-invalid"), "depth");
}

/**
 * Returns null for an unknown magnitude. Zero and negative magnitudes are valid. @throws Unreadable `magnitude-invalid`,
 * `magnitude-out-of-range`
 */
export function magnitude(value: unknown): number | null {
  return withinLimits(numberOrNull(value, "magnitude-invalid"), "magnitude");
}

/** Reads a number, or its decimal digits. Adding zero turns -0 into 0. */
function numberOrNull(value: unknown, reason: string): number | null {
  if (isUnknown(value)) return null;
  const number = typeof value === "string" && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw new Unreadable(reason);
  return number + 0;
}

/** Returns one line of text, or null if there is none. */
export function plainText(value: unknown): string | null {
  return isUnknown(value) ? null : lineOfText(value);
}

/** Returns the type in lower case with spaces between words, or `not reported` if there is none. */
export function eventType(value: unknown): string {
  return plainText(value)?.toLowerCase().replaceAll("_", " ") ?? "not reported";
}

/** @throws Unreadable `id-missing`, `id-invalid` (spaces, control characters, or more than 100 characters) */
export function identifier(value: unknown): string {
  const id = typeof value === "number" ? String(value) : value;
  if (isUnknown(id)) throw new Unreadable("id-missing");
  if (typeof id !== "string" || !/^[!-~]{1,100}$/.test(id.trim())) throw new Unreadable("id-invalid");
  return id.trim();
}

/** INGV prints `--` for unknown values; other agencies leave them empty. */
function isUnknown(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && ["", "--"].includes(value.trim()));
}

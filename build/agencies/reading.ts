import { normalLongitude } from "../geo/sphere.ts";
import { UserError } from "../platform/error.ts";
import { readJson } from "../platform/json-fault.ts";
import { DAY_MS } from "../platform/time.ts";
import type { Rejection } from "../store/agency.ts";
import type { LeftOut } from "../store/records.ts";

/** A record that cannot be read. Thrown by readers of single values, caught where records are read one by one. */
export class Unreadable extends Error {
  /** The reason in kebab case. */
  readonly code: string;

  constructor(code: string, reason = `the record cannot be read: ${code.replaceAll("-", " ")}`) {
    super(reason);
    this.code = code;
  }
}

/** @throws Unreadable */
export function refuseRecord(code: string): never {
  throw new Unreadable(code);
}

/** No earthquake was measured beyond these limits: a value outside is an error. */
const LIMITS = {
  /** Magnitudes: acoustic events in mines reach below -4, the largest earthquake 9.5. */
  magnitude: [-10, 10],
  /** km: the highest summit is 8.8 km up, the deepest earthquakes about 750 km down; FDSN catalogues allow 1,000. */
  depth: [-20, 1000],
} as const;

/** Returns the value if it is unknown or possible. @throws Unreadable `depth-out-of-range`, `magnitude-out-of-range` */
export function withinLimits(value: number | null, what: keyof typeof LIMITS): number | null {
  const [low, high] = LIMITS[what];
  if (value !== null && (value < low || value > high)) throw new Unreadable(`${what}-out-of-range`);
  return value;
}

/** Degrees, the longitude in [-180, 180). @throws Unreadable `position-out-of-range` */
export function positionOf(latitude: number, longitude: number): { latitude: number; longitude: number } {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 360) throw new Unreadable("position-out-of-range");
  return { latitude, longitude: normalLongitude(longitude) };
}

/** A date that is later than its capture by more than this is an error; less is a difference of clocks. */
export const CLOCK_TOLERANCE_MS = DAY_MS;

/** @throws Unreadable `time-in-the-future`, `updated-in-the-future`: such an update would hide all that follow */
export function refuseFuture(instant: number, retrievedAt: number, what: "time" | "updated"): void {
  if (instant > retrievedAt + CLOCK_TOLERANCE_MS) throw new Unreadable(`${what}-in-the-future`);
}

/** Whether a value is whole ms since 1970 within the bounds of a JavaScript date. */
export function isInstant(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= 8.64e15;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Text in one line: runs of control characters and blanks become one blank. Null if it is empty or no text. */
export function lineOfText(value: unknown): string | null {
  return typeof value === "string" ? value.replace(/[\p{Cc}\s]+/gu, " ").trim() || null : null;
}

/** Text in UTF-8 or, if it is not valid UTF-8, in Latin-1. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** Whether this is not a JSON document that ends in the middle: a body that was cut short is requested again. */
export function isWholeJson(bytes: Uint8Array): boolean {
  if (new TextDecoder().decode(bytes.subarray(-64)).trimEnd().endsWith("}")) return true;
  const reading = readJson(new TextDecoder().decode(bytes));
  return reading.ok || !reading.fault.truncated || !/^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

/** The JSON value of UTF-8 text; undefined if it is none. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Adds counts to counts. */
export function addCounts(counts: LeftOut, more: LeftOut): void {
  for (const [reason, n] of Object.entries(more)) counts[reason] = (counts[reason] ?? 0) + n;
}

/** Adds one to a count. */
export function count(counts: LeftOut, reason: string): void {
  addCounts(counts, { [reason]: 1 });
}

/**
 * An error of an agency, as the outcome of a run lists it.
 *
 * @param what the address of the capture, or the id of the record
 * @throws errors that are not the agency's fault
 */
export function rejectionOf(what: string, error: unknown): Rejection {
  if (!(error instanceof UserError) || error.code.startsWith("store-")) throw error;
  const { code, message, hint } = error;
  return { what, code, reason: message, ...(hint === undefined ? {} : { hint }) };
}

import * as z from "zod";
import { normalLongitude } from "../geo/sphere.ts";
import { UserError } from "../platform/error.ts";
import { readJson } from "../platform/json-fault.ts";
import { HOUR_MS, MINUTE_MS } from "../platform/time.ts";
import type { Rejection } from "../store/agency.ts";
import type { LeftOut } from "../store/records.ts";

/** Values of stored states: a time in ms since 1970 UTC, a number of things, numbers by what they count, a SHA-256. */
export const instant = z.number().int();
export const amount = z.number().int().nonnegative();
export const counts = z.record(z.string(), z.number().int().positive());
export const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What was received from an address. */
export const received = {
  /** By the local clock; never part of an answer. */
  retrievedAt: instant,
  /** Of the uncompressed bytes, of several answers in their order. */
  sha256: hash,
  bytes: amount,
};

/** An unreadable record. Readers of single values throw it; the code that reads records one by one catches it. */
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

/** No earthquake was measured outside these limits, so a value outside is an error. */
const LIMITS = {
  /** Magnitudes: acoustic events in mines reach below -4; the largest earthquake has 9.5, in one catalogue 9.6. */
  magnitude: [-10, 9.7],
  /** km: the highest summit is 8.8 km above sea level, the deepest earthquakes about 750 km below; FDSN catalogues allow 1,000. */
  depth: [-20, 1000],
} as const;

/** Returns the value if it is unknown or possible. @throws Unreadable `depth-out-of-range`, `magnitude-out-of-range` */
export function withinLimits(value: number | null, what: keyof typeof LIMITS): number | null {
  const [low, high] = LIMITS[what];
  if (value !== null && (value < low || value > high)) throw new Unreadable(`${what}-out-of-range`);
  return value;
}

/** Position in degrees, with the longitude in [-180, 180). @throws Unreadable `position-out-of-range` */
export function positionOf(latitude: number, longitude: number): { latitude: number; longitude: number } {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 360) throw new Unreadable("position-out-of-range");
  return { latitude, longitude: normalLongitude(longitude) };
}

/** An agency's clock may be ahead of the local one by this. */
export const CLOCK_TOLERANCE_MS = HOUR_MS;

/**
 * A date is an error if it is later than its capture by more than this, since servers of an agency differ by minutes. In captures of
 * the USGS no origin was later, and updates by at most 260 s.
 */
const AHEAD_MS = { time: 2 * MINUTE_MS, updated: 15 * MINUTE_MS };

/** A future update time would hide all later updates. @throws Unreadable `time-in-the-future`, `updated-in-the-future` */
export function refuseFuture(instant: number, retrievedAt: number, what: keyof typeof AHEAD_MS): void {
  if (instant > retrievedAt + AHEAD_MS[what]) throw new Unreadable(`${what}-in-the-future`);
}

/** Whether a value is a whole number of ms since 1970 UTC, within the range of a JavaScript date. */
export function isInstant(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= 8.64e15;
}

/**
 * An intensity. The scale begins at I: the USGS writes 0, or a number below 1, where it computed none, for example of a deep
 * earthquake far from land. That is null.
 */
export function knownIntensity(value: number | null): number | null {
  return value !== null && value >= 0 && value < 1 ? null : value;
}

/**
 * Without control characters, those that end a line for some readers, and invisible ones (`Cf`), such as those that change the direction
 * of text. The two that join or separate letters of some scripts remain.
 */
export function withoutControls(text: string): string {
  return text.replace(/(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029])+/gu, " ");
}

/** A longer text is not a value that is read, such as the name of a place or a type. */
export const MOST_CHARACTERS = 1000;

/** Text in one line: each run of control characters and spaces becomes one space. Null if the value is empty, too long or not text. */
export function lineOfText(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MOST_CHARACTERS) return null;
  return withoutControls(value).replace(/\s+/g, " ").trim() || null;
}

/** A character beyond ASCII in UTF-8, its bytes read as Latin-1. */
const UTF8 = /[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/g;

/** Decodes UTF-8. Bytes that are not valid UTF-8 are Latin-1, those alone: agencies join rows of several sources. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    return text.replace(UTF8, (character) => Buffer.from(character, "latin1").toString());
  }
}

/** Whether the bytes are not a truncated JSON document. A truncated body is requested again. */
export function isWholeJson(bytes: Uint8Array): boolean {
  if (new TextDecoder().decode(bytes.subarray(-64)).trimEnd().endsWith("}")) return true;
  const reading = readJson(new TextDecoder().decode(bytes));
  return reading.ok || !reading.fault.truncated || !/^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

/** The JSON value of UTF-8 text; undefined if the text is not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

export function addCounts(counts: LeftOut, more: LeftOut): void {
  for (const [reason, n] of Object.entries(more)) counts[reason] = (counts[reason] ?? 0) + n;
}

export function count(counts: LeftOut, reason: string): void {
  addCounts(counts, { [reason]: 1 });
}

/**
 * An agency's error, in the form that the outcome of a run lists.
 *
 * @param what the address of the capture, or the id of the record
 * @throws errors that the agency did not cause
 */
export function rejectionOf(what: string, error: unknown): Rejection {
  if (!(error instanceof UserError) || error.code.startsWith("store-")) throw error;
  const { code, message, hint } = error;
  return { what, code, reason: message, ...(hint === undefined ? {} : { hint }) };
}

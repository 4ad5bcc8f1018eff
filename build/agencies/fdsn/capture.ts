import { UserError } from "../../platform/error.ts";
import { pageTitle } from "../../platform/http/client.ts";
import { isObject, readJson } from "../../platform/json-fault.ts";
import type { Rejection } from "../../store/agency.ts";
import type { LeftOut, ReportedEvent } from "../../store/records.ts";
import { publishableEvent } from "../publishable.ts";
import { count, refuseRecord, Unreadable } from "../reading.ts";

/** The content of an answer of an FDSN event service. */
export interface FdsnCapture {
  /** Number of listed records: `events` and `rejected` together. */
  rows: number;
  events: ReportedEvent[];
  /** Records that could not be read. */
  rejected: Rejection[];
  /** Invalid values that were read as unknown, by name. */
  doubtful: LeftOut;
  /** Number of records that match the request, if the service states it. */
  total?: number;
}

/** The context of an answer, which its reader needs for checks and messages. */
export interface FdsnReading {
  /** Key of the agency, for records and messages. */
  agency: string;
  /** The address, for messages. */
  where: string;
  /** ms since 1970 UTC. */
  retrievedAt: number;
  /** The capture is refused if more than this share of its records cannot be read, 0-1. */
  unreadableShare: number;
}

/**
 * Reads records one by one, so that an unreadable one is rejected alone.
 *
 * @param nameOf what to call a record that cannot be read
 * @throws UserError `capture-malformed` if more than `unreadableShare` cannot be read
 */
export function readRecords<R>(
  records: readonly R[],
  { agency, where, unreadableShare }: FdsnReading,
  read: (record: R, doubtful: string[]) => ReportedEvent,
  nameOf: (record: R, at: number) => string,
): FdsnCapture {
  const capture: FdsnCapture = { rows: records.length, events: [], rejected: [], doubtful: {} };
  for (const [at, record] of records.entries()) {
    const doubtful: string[] = [];
    try {
      capture.events.push(publishableEvent(read(record, doubtful), doubtful, refuseRecord));
      for (const what of doubtful) count(capture.doubtful, what);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      capture.rejected.push({ what: nameOf(record, at), code: error.code, reason: error.message });
    }
  }
  const unreadable = capture.rejected.length;
  if (unreadable <= unreadableShare * records.length) return capture;
  const reasons = [...new Set(capture.rejected.map(({ code }) => code))].join(", ");
  const reason = `${agency}: ${where} has ${unreadable} unreadable records of ${records.length}: ${reasons}`;
  throw new UserError("capture-malformed", reason);
}

export type Refuse = (code: string, reason: string, hint?: string) => never;

/** Returns a function that throws UserErrors about one capture. */
export function refusalOf({ agency, where }: Pick<FdsnReading, "agency" | "where">): Refuse {
  return (code, reason, hint) => {
    throw new UserError(code, `${agency}: ${where} ${reason}`, hint);
  };
}

/**
 * The metadata and the features of a GeoJSON document. The caller compares their number with the metadata.
 *
 * @throws UserError `capture-empty`, `capture-malformed`, `capture-truncated`
 */
export function readCollection(text: string, refuse: Refuse): { metadata: unknown; features: unknown[] } {
  if (text.trim() === "") return refuse("capture-empty", "is empty: no content at all");
  const reading = readJson(text);
  if (!reading.ok) {
    const { truncated, offset, found, line, column } = reading.fault;
    if (/^\s*</.test(text)) return refuse("capture-malformed", `is not JSON but ${describeText(text)}`, ADDRESS_HINT);
    if (truncated) return refuse("capture-truncated", `ends in the middle, after ${offset} characters of JSON`);
    return refuse("capture-malformed", `is not JSON: ${found} at line ${line}, column ${column}`);
  }
  const { value } = reading;
  if (!isObject(value)) return refuse("capture-malformed", `is not a FeatureCollection but ${describeValue(value)}`);
  const { type, metadata, features } = value;
  if (type === "FeatureCollection" && Array.isArray(features)) return { metadata, features };
  if (type === "Feature") return refuse("capture-malformed", "is a single Feature (an event page), not a FeatureCollection");
  const given = type === "FeatureCollection" ? "has no list of features" : `has the type ${describeValue(type)}`;
  return refuse("capture-malformed", `is not a FeatureCollection: it ${given}`);
}

const ADDRESS_HINT = "is the address right?";

/** A value for messages: one short line, whatever an agency sends. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  const whole = isObject(value) ? "an object" : JSON.stringify(value);
  return whole.length > 120 ? `${whole.slice(0, 120)}…` : whole;
}

/** Describes a text that is not data. For messages. */
export function describeText(text: string): string {
  const title = pageTitle(text);
  if (title !== undefined) return `a web page (${JSON.stringify(title.slice(0, 80))})`;
  if (/^\s*</.test(text)) return "a document in XML or HTML";
  return `a text that begins ${JSON.stringify(text.trim().slice(0, 60))}`;
}

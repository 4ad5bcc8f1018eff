import { UserError } from "../../platform/error.ts";
import { pageTitle } from "../../platform/http/refusal.ts";
import type { Rejection } from "../../store/agency.ts";
import type { LeftOut, LiveEvent } from "../../store/records.ts";
import { publishableEvent } from "../publishable.ts";
import { count, refuseRecord, Unreadable } from "../reading.ts";

/** What an answer of an FDSN event service says. */
export interface FdsnCapture {
  /** Records listed: `events` and `setAside` together. */
  rows: number;
  events: LiveEvent[];
  /** Records that could not be read. */
  setAside: Rejection[];
  /** Values that made no sense and were taken as unknown, by name. */
  doubtful: LeftOut;
  /** Records that the service has of what was asked for, where it says so. */
  total?: number;
}

/** What a reader of one service's answers needs to know. */
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
 * Reads records one by one, so that a bad one is set aside alone.
 *
 * @param nameOf what to call a record that cannot be read
 * @throws UserError `capture-malformed` if more than `unreadableShare` cannot be read
 */
export function readRecords<R>(
  records: readonly R[],
  { agency, where, unreadableShare }: FdsnReading,
  read: (record: R, doubtful: string[]) => LiveEvent,
  nameOf: (record: R, at: number) => string,
): FdsnCapture {
  const capture: FdsnCapture = { rows: records.length, events: [], setAside: [], doubtful: {} };
  for (const [at, record] of records.entries()) {
    const doubtful: string[] = [];
    try {
      capture.events.push(publishableEvent(read(record, doubtful), doubtful, refuseRecord));
      for (const what of doubtful) count(capture.doubtful, what);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      capture.setAside.push({ what: nameOf(record, at), code: error.code, reason: error.message });
    }
  }
  const unreadable = capture.setAside.length;
  if (unreadable <= unreadableShare * records.length) return capture;
  const reasons = [...new Set(capture.setAside.map(({ code }) => code))].join(", ");
  const reason = `${agency}: ${where} has ${unreadable} unreadable records of ${records.length}: ${reasons}`;
  throw new UserError("capture-malformed", reason);
}

/** What a text is that is no data: for messages. */
export function describeText(text: string): string {
  const title = pageTitle(text);
  if (title !== undefined) return `a web page (${JSON.stringify(title.slice(0, 80))})`;
  if (/^\s*</.test(text)) return "a document in XML or HTML";
  return `a text that begins ${JSON.stringify(text.trim().slice(0, 60))}`;
}

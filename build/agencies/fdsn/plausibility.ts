import { UserError } from "../../platform/error.ts";
import { HOUR_MS, type Span } from "../../platform/time.ts";
import { isoTime } from "../../store/civil-time.ts";
import type { ReportedEvent } from "../../store/records.ts";
import { CLOCK_TOLERANCE_MS } from "../reading.ts";
import type { FdsnState } from "./state.ts";

/** The agency and the address of an answer, for messages. */
interface Origin {
  agency: string;
  where: string;
}

/** @returns `capture-from-the-future` if an agency's clock is ahead of the local one by more than a day, or null */
export function checkClock({ agency, where }: Origin, generated: number, now: number): UserError | null {
  if (generated <= now + CLOCK_TOLERANCE_MS) return null;
  const reason = `says that it was generated at ${isoTime(generated)}, which is in the future`;
  return new UserError("capture-from-the-future", `${agency}: ${where} ${reason}`, "check the clock of this machine");
}

/** A smaller number of missing events is accepted, whatever their share: they may have been withdrawn. */
const MIN_MISSING = 3;

/**
 * Checks whether an answer lacks so many events that it must be faulty: agencies withdraw events one by one.
 *
 * @param expected stored events that the answer must list
 * @param listed number of listed records, and all their ids
 * @param missingShare the answer is faulty if more than this share of `expected` is missing, and at least three events; 0-1
 * @returns `capture-empty` if it lists nothing, `capture-shrunk`, or null
 */
export function checkMissing(
  { agency, where, hint }: Origin & { hint: string },
  expected: readonly Pick<ReportedEvent, "ids">[],
  { rows, ids }: { rows: number; ids: { has: (id: string) => boolean } },
  missingShare: number,
): UserError | null {
  const refuse = (code: string, reason: string) => new UserError(code, `${agency}: ${where} ${reason}`, hint);
  if (rows === 0 && expected.length > 0) {
    return refuse("capture-empty", `lists nothing where the store holds ${expected.length} events`);
  }
  const missing = expected.filter((event) => !event.ids.some((id) => ids.has(id))).length;
  if (missing < MIN_MISSING || missing <= missingShare * expected.length) return null;
  return refuse("capture-shrunk", `lacks ${missing} of the ${expected.length} events of the store that belong in it`);
}

/** A share of fewer events than this is not significant. */
const FEWEST = 5;

/** The largest share of the events of a span that a complete answer may lack, 0-1: twice that of the USGS. */
const MISSING_SHARE = 0.4;

/** If an answer has none of this many newest events, it comes from an outdated replica. */
const NEWEST = 3;

/** Near the ends of the requested span, differences between clocks decide which events are listed. */
const MARGIN_MS = HOUR_MS;

/**
 * Checks whether an answer that should list everything in a span is plausible. Returns the reason for a rejection, or null.
 *
 * - `capture-empty`, `capture-shrunk`: it lists none, or less than 60 %, of the stored events in the span;
 * - `capture-stale`: it has old versions of the three events that changed last, or lacks them, and has nothing newer.
 *
 * @param span of origin times, ms since 1970 UTC
 */
export function checkAnswer(state: FdsnState | undefined, rows: readonly ReportedEvent[], span: Span, where: string): UserError | null {
  const [low, high] = [span.from + MARGIN_MS, span.to - MARGIN_MS];
  const held = (state?.events ?? []).filter(({ time }) => time >= low && time <= high);
  if (!state || held.length < FEWEST) return null;
  const { agency } = state;
  const hint = "it is asked again in the next run; if the store is wrong, `quaketree restore` takes it back";
  const listed = new Map(rows.flatMap((row) => row.ids.map((id) => [id, row] as const)));
  const objection = checkMissing({ agency, where, hint }, held, { rows: rows.length, ids: listed }, MISSING_SHARE);
  if (objection || !isStale(held, rows, listed)) return objection;
  return new UserError("capture-stale", `${agency}: ${where} has none of the newest stored events: it is out of date`, hint);
}

function isStale(held: readonly ReportedEvent[], rows: readonly ReportedEvent[], listed: ReadonlyMap<string, ReportedEvent>): boolean {
  const newest = held.toSorted((a, b) => age(b) - age(a)).slice(0, NEWEST);
  const latest = age(newest[0]);
  if (rows.some((row) => age(row) > latest)) return false;
  return newest.every((event) => {
    const row = listed.get(event.id);
    return row === undefined || age(row) < age(event);
  });
}

/** The time of a report: its update time, or its origin time if the agency states no update time (FDSN text). */
function age(event: ReportedEvent | undefined): number {
  return event?.updated ?? event?.time ?? Number.NEGATIVE_INFINITY;
}

import { distanceKm } from "../../geo/sphere.ts";
import { UserError } from "../../platform/error.ts";
import { DAY_MS } from "../../platform/time.ts";
import type { Change } from "../../store/agency.ts";
import { instantOf } from "../../store/civil-time.ts";
import type { NoaaEvent } from "./event.ts";

/** A table that withdraws more than this share of the stored events is rejected; NOAA withdrew 1 % in five years. */
const MAX_GONE = 0.02;

/** This number of withdrawals, or a smaller one, is always accepted. */
const FEW = 10;

/** If at least this share of the known values of a field is missing, the sender has lost or renamed the field. */
const MAX_FORGOTTEN = 0.1;

/** A field that is known for fewer events is not checked. */
const ENOUGH = 100;

/**
 * A table that changes more than this share of the stored events by more than these values is rejected: that of 2026 changed 1 and 3 %
 * of those of 2021. The second limit is for errors that change all a little. `newlyKnown` is the factor for deaths that appear or go.
 */
const MOVED = { share: 0.02, how: "by far", magnitude: 1, km: 200, deaths: 10, newlyKnown: 1 };
const SHIFTED = { share: 0.08, how: "by much", magnitude: 0.5, km: 50, deaths: 2, newlyKnown: Number.POSITIVE_INFINITY };

/** The table of 2026 had four new events of magnitude 8 or more. */
const MAX_NEW_GREAT = 8;

/** A table with more events that are dated later than its capture is rejected. */
const MAX_AHEAD = 3;

/**
 * Checks whether a well-formed table may be applied. Returns the reason for a rejection, or null.
 *
 * @param listed number of rows in the table, unreadable ones included
 * @param unreadable number of unreadable rows
 * @param unreadableShare largest share of unreadable rows, 0-1
 * @returns `capture-empty` or `capture-malformed`
 */
export function checkRows(where: string, listed: number, unreadable: number, unreadableShare: number): UserError | null {
  if (listed === 0) return aside("capture-empty", where, "has no rows");
  if (unreadable <= unreadableShare * listed) return null;
  return aside("capture-malformed", where, `has ${unreadable} unreadable rows of ${listed}`);
}

/**
 * Checks whether the changes of a table are plausible. Returns the reason for a rejection, or null.
 *
 * @returns `capture-shrunk`, `capture-implausible` or `capture-thinned`
 */
export function checkChanges(
  where: string,
  before: readonly NoaaEvent[],
  after: readonly NoaaEvent[],
  changes: readonly Change[],
): UserError | null {
  const gone = changes.filter(({ kind }) => kind === "withdrawn").length;
  const shrunk = checkGone(where, before.length, gone);
  if (shrunk) return shrunk;
  const known = knownFields(after);
  for (const [field, count] of knownFields(before)) {
    const now = known.get(field) ?? 0;
    if (count >= ENOUGH && now < count * (1 - MAX_FORGOTTEN)) {
      return aside("capture-thinned", where, `knows ${field} of ${now} events, and the store of ${count}`);
    }
  }
  return checkValues(where, before, after);
}

/** Separates rows that are dated later than their capture by more than a day. @throws UserError `capture-implausible` if they are many */
export function withoutFuture(where: string, rows: readonly NoaaEvent[], retrievedAt: number): { rows: NoaaEvent[]; ahead: NoaaEvent[] } {
  const isAhead = ({ time }: NoaaEvent) => instantOf(time) > retrievedAt + DAY_MS;
  const ahead = rows.filter(isAhead);
  if (ahead.length > MAX_AHEAD) throw implausible(where, `has ${ahead.length} rows from the future`, ahead);
  return { rows: ahead.length === 0 ? [...rows] : rows.filter((row) => !isAhead(row)), ahead };
}

function checkValues(where: string, before: readonly NoaaEvent[], after: readonly NoaaEvent[]): UserError | null {
  const former = new Map(before.flatMap((event) => [event.id, ...event.aliases].map((id) => [id, event] as const)));
  const formerOf = ({ id, aliases }: NoaaEvent) => [id, ...aliases].map((one) => former.get(one)).find((one) => one !== undefined);
  const pairs = after.map((event) => [formerOf(event), event] as const);
  for (const limits of [MOVED, SHIFTED]) {
    const other = pairs.filter(([was, event]) => was && differs(was, event, limits)).map(([, event]) => event);
    if (other.length > Math.max(FEW, before.length * limits.share))
      return implausible(where, `changes ${other.length} known events ${limits.how}`, other);
  }
  const great = pairs.filter(([was, { magnitude }]) => !was && (magnitude ?? 0) >= 8).map(([, event]) => event);
  if (before.length >= ENOUGH && great.length > MAX_NEW_GREAT)
    return implausible(where, `has ${great.length} new events of magnitude 8`, great);
  return null;
}

/** Whether two versions of an event differ by more than the limits, or in day or country. */
function differs(was: NoaaEvent, event: NoaaEvent, limits: typeof MOVED): boolean {
  const { year, month, day } = event.time;
  if (year !== was.time.year || month !== was.time.month || day !== was.time.day) return true;
  if (event.country !== null && was.country !== null && event.country !== was.country) return true;
  if (Math.abs((event.magnitude ?? 0) - (was.magnitude ?? event.magnitude ?? 0)) > limits.magnitude) return true;
  const [deaths, deathsThen] = [event, was].map(({ losses }) => losses.deaths?.value ?? 0) as [number, number];
  const [fewer, more] = [Math.min(deaths, deathsThen), Math.max(deaths, deathsThen)];
  const factor = fewer === 0 ? (more === 0 ? 1 : limits.newlyKnown) : more / fewer;
  if (factor > limits.deaths) return true;
  if (event.latitude === null || event.longitude === null || was.latitude === null || was.longitude === null) return false;
  return distanceKm(event.latitude, event.longitude, was.latitude, was.longitude) > limits.km;
}

function implausible(where: string, reason: string, events: readonly NoaaEvent[]): UserError {
  const examples = events.slice(0, 3).map(({ id }) => id);
  return aside("capture-implausible", where, `${reason} (${examples.join(", ")}${events.length > 3 ? ", …" : ""})`);
}

/** @returns `capture-shrunk`, or null */
export function checkGone(where: string, held: number, gone: number): UserError | null {
  if (gone <= Math.max(FEW, held * MAX_GONE)) return null;
  return aside("capture-shrunk", where, `lacks ${gone} of the ${held} rows that the store holds`);
}

function aside(code: string, where: string, reason: string): UserError {
  const hint = "compare it with the store; a table that is right goes into a store of its own (--store)";
  return new UserError(code, `noaa: ${where} ${reason}`, hint);
}

/** Number of events with a value, by field; each kind of loss is a field. */
function knownFields(events: readonly NoaaEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (field: string) => counts.set(field, (counts.get(field) ?? 0) + 1);
  for (const event of events) {
    for (const [field, value] of Object.entries(event)) if (value !== null && typeof value !== "object") add(field);
    for (const part of ["time", "losses", "totalLosses"] as const) {
      for (const [name, value] of Object.entries(event[part])) if (value !== null) add(`${part}.${name}`);
    }
    // The export of 2021 has 0 for every unknown second.
    if (event.time.second === 0) counts.set("time.second", (counts.get("time.second") ?? 1) - 1);
  }
  return counts;
}

import { UserError } from "../../platform/error.ts";
import type { Change } from "../../store/agency.ts";
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
 * @returns `capture-shrunk` or `capture-thinned`
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
  return null;
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

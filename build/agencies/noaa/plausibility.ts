import { distanceKm } from "../../geo/sphere.ts";
import { UserError } from "../../platform/error.ts";
import { DAY_MS } from "../../platform/time.ts";
import type { Change } from "../../store/agency.ts";
import { instantOf } from "../../store/civil-time.ts";
import type { NoaaEvent, NoaaTsunami } from "./event.ts";

/** A table that withdraws more than this share of the stored events is rejected; NOAA withdrew 1 % in five years. */
const MAX_GONE = 0.02;

/** This number of withdrawals, or a smaller one, is always accepted. */
const FEW = 10;

/** If at least this share of the known values of a field is missing, the sender has lost or renamed the field. */
const MAX_FORGOTTEN = 0.1;

/** A field that is known for fewer events is not checked. */
const ENOUGH = 100;

/** The largest differences that count as no change, and the largest share of the stored rows that a table may change by more. */
interface Limits {
  share: number;
  how: string;
  magnitude: number;
  km: number;
  /** Factor between two figures of a loss, or two heights of a tsunami. */
  factor: number;
  /** The factor for a figure of deaths, or a height, that appears or goes. */
  newlyKnown: number;
  /** Whether rows differ that have another hour, depth (by more than `km`), intensity, tsunami flag, or validity or cause of a tsunami. */
  isStrict: boolean;
}

/**
 * The table of 2026 changed 1, 3 and 8 % of the earthquakes of that of 2021, that of 2020 1, 3 and 5 % of the tsunamis of that of 2016.
 * The later limits are for errors that change all a little.
 */
const LIMITS: readonly Limits[] = [
  { share: 0.02, how: "by far", magnitude: 1, km: 200, factor: 10, newlyKnown: 1, isStrict: false },
  { share: 0.08, how: "by much", magnitude: 0.5, km: 50, factor: 2, newlyKnown: Number.POSITIVE_INFINITY, isStrict: false },
  { share: 0.2, how: "by something", magnitude: 0.1, km: 10, factor: 1.1, newlyKnown: Number.POSITIVE_INFINITY, isStrict: true },
];

/** The table of 2026 had four new events of magnitude 8 or more. */
const MAX_NEW_GREAT = 8;

/** A table with more events that are dated later than its capture, or have a year of the other era, is rejected. */
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
export function withoutFuture<Row extends NoaaEvent | NoaaTsunami>(
  where: string,
  rows: readonly Row[],
  retrievedAt: number,
): { rows: Row[]; ahead: Row[] } {
  const isAhead = ({ time }: Row) => instantOf(time) > retrievedAt + DAY_MS;
  const ahead = rows.filter(isAhead);
  if (ahead.length > MAX_AHEAD) throw implausible(where, `has ${ahead.length} rows from the future`, ahead);
  return { rows: ahead.length === 0 ? [...rows] : rows.filter((row) => !isAhead(row)), ahead };
}

/** @returns `capture-implausible`, or null */
function checkValues(where: string, before: readonly NoaaEvent[], after: readonly NoaaEvent[]): UserError | null {
  const former = new Map(before.flatMap((event) => [event.id, ...event.aliases].map((id) => [id, event] as const)));
  const formerOf = ({ id, aliases }: NoaaEvent) => [id, ...aliases].map((one) => former.get(one)).find((one) => one !== undefined);
  const pairs = after.map((event) => [formerOf(event), event] as const);
  const changed = checkChanged(where, pairs, before.length, differs);
  if (changed) return changed;
  const great = pairs.filter(([was, { magnitude }]) => !was && (magnitude ?? 0) >= 8).map(([, event]) => event);
  if (before.length >= ENOUGH && great.length > MAX_NEW_GREAT)
    return implausible(where, `has ${great.length} new events of magnitude 8`, great);
  return null;
}

/** Checks whether the changes of a table of tsunamis are plausible. @returns `capture-implausible`, or null */
export function checkTsunamis(where: string, before: readonly NoaaTsunami[], after: readonly NoaaTsunami[]): UserError | null {
  const former = new Map(before.map((row) => [row.id, row]));
  const pairs = after.map((row) => [former.get(row.id), row] as const);
  return checkChanged(where, pairs, before.length, (was, row, limits) => {
    if (isElsewhere(was, row, limits) || factorOf(was.maxWaterHeightM, row.maxWaterHeightM, limits) > limits.factor) return true;
    return limits.isStrict && (was.validity !== row.validity || was.cause !== row.cause);
  });
}

function checkChanged<Row extends NoaaEvent | NoaaTsunami>(
  where: string,
  pairs: readonly (readonly [Row | undefined, Row])[],
  held: number,
  isOther: (was: Row, row: Row, limits: Limits) => boolean,
): UserError | null {
  const eras = pairs.filter(([was, { time }]) => was && was.time.year < 0 !== time.year < 0).map(([, row]) => row);
  if (eras.length > MAX_AHEAD) return implausible(where, `dates ${eras.length} known events before or after Christ that were not`, eras);
  for (const limits of LIMITS) {
    const other = pairs.filter(([was, row]) => was && isOther(was, row, limits)).map(([, row]) => row);
    if (other.length > Math.max(FEW, held * limits.share))
      return implausible(where, `changes ${other.length} known events ${limits.how}`, other);
  }
  return null;
}

/** Whether two versions of an earthquake differ by more than the limits, or in day or country. */
function differs(was: NoaaEvent, event: NoaaEvent, limits: Limits): boolean {
  if (event.country !== null && was.country !== null && event.country !== was.country) return true;
  const change = Math.abs((event.magnitude ?? 0) - (was.magnitude ?? event.magnitude ?? 0));
  if (change > limits.magnitude + 1e-6 || isElsewhere(was, event, limits)) return true;
  const changeOf = (name: "depthKm" | "intensity") => Math.abs((event[name] ?? was[name] ?? 0) - (was[name] ?? event[name] ?? 0));
  const isOther = changeOf("depthKm") > limits.km || changeOf("intensity") > 1 || was.tsunamiFlag !== event.tsunamiFlag;
  if (limits.isStrict && isOther) return true;
  const kinds = Object.keys(event.losses) as (keyof NoaaEvent["losses"])[];
  return ["deaths" as const, ...kinds].some((kind) => {
    const [before, now] = [was.losses[kind]?.value ?? 0, event.losses[kind]?.value ?? 0];
    const isNew = before === 0 || now === 0;
    return (kind === "deaths" || !isNew) && factorOf(before, now, limits) > limits.factor;
  });
}

/** Whether two versions have other days, or positions that are farther apart than the limit. */
function isElsewhere(a: NoaaEvent | NoaaTsunami, b: NoaaEvent | NoaaTsunami, { km, isStrict }: Limits): boolean {
  if (a.time.year !== b.time.year || a.time.month !== b.time.month || a.time.day !== b.time.day) return true;
  if (isStrict && a.time.hour !== b.time.hour) return true;
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return false;
  return distanceKm(a.latitude, a.longitude, b.latitude, b.longitude) > km;
}

function factorOf(a: number | null, b: number | null, { newlyKnown }: Limits): number {
  const [less, more] = [Math.min(a ?? 0, b ?? 0), Math.max(a ?? 0, b ?? 0)];
  if (less > 0) return more / less;
  return more === 0 ? 1 : newlyKnown;
}

function implausible(where: string, reason: string, events: readonly (NoaaEvent | NoaaTsunami)[]): UserError {
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

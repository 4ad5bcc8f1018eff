import { HOUR_MS, type Span } from "../../platform/time.ts";
import type { Change } from "../../store/agency.ts";
import type { ReportedEvent, Withdrawal } from "../../store/records.ts";
import { type Absence, type AbsenceRule, coverageOf, evidenceOf, isLongAbsent, noteAbsences } from "./absence.ts";

/** The events and withdrawals that the store has from a secondary agency. No id is in both. */
export interface FdsnHoldings {
  events: readonly ReportedEvent[];
  withdrawn: readonly Withdrawal[];
  absences: readonly Absence[];
}

/**
 * Applies the rows of an answer to the holdings. Pure.
 *
 * - An event is identified by its preferred id, which these agencies do not change. A row that has this id as a further one gives the
 *   event another preferred id. If two events share a further id, the event that had it first keeps it.
 * - A row whose `updated` is older than that of the stored event is ignored.
 * - An event that is not among the rows is kept (see `absencesAfter`). A withdrawn event that is listed again is restored.
 */
export function applyRows(held: FdsnHoldings, rows: readonly ReportedEvent[]): { holdings: FdsnHoldings; changes: Change[] } {
  const events = new Map(held.events.map((event) => [event.id, event]));
  const ownerOf = new Map(held.events.flatMap(({ id, ids }) => ids.map((each) => [each, id] as const)));
  const changes: Change[] = [];
  for (const row of lastOfEach(rows)) {
    const id = ownerOf.get(row.id) ?? row.id;
    const was = events.has(id) ? undefined : row.ids.find((each) => events.has(each));
    const before = events.get(was ?? id);
    if (isOlder(row, before)) continue;
    const free = row.ids.filter((each) => [id, was].includes(ownerOf.get(each) ?? id));
    const ids = [...new Set([...free, ...(before?.ids ?? [])])].toSorted();
    const after = { ...row, id, ids };
    if (was !== undefined) events.delete(was);
    events.set(id, after);
    for (const each of ids) ownerOf.set(each, id);
    const change = changeOf(before, after);
    if (change) changes.push(change);
  }
  const alive = [...events.values()].toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1));
  const withdrawn = held.withdrawn.filter(({ ids }) => !ids.some((id) => ownerOf.has(id)));
  return { holdings: { events: alive, withdrawn, absences: held.absences }, changes };
}

/** An agency may list an event twice in one answer: the newest row counts, and the last of equally new rows. */
function lastOfEach(rows: readonly ReportedEvent[]): ReportedEvent[] {
  const last = new Map<string, ReportedEvent>();
  for (const row of rows) if (!isOlder(row, last.get(row.id))) last.set(row.id, row);
  return [...last.values()];
}

function isOlder(row: ReportedEvent, held: ReportedEvent | undefined): boolean {
  return held !== undefined && held.updated !== null && (row.updated ?? Number.NEGATIVE_INFINITY) < held.updated;
}

function changeOf(before: ReportedEvent | undefined, after: ReportedEvent): Change | undefined {
  if (!before) return { kind: "added", id: after.id };
  const keys = Object.keys(after) as (keyof ReportedEvent)[];
  const fields = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (fields.length === 0) return undefined;
  return { kind: "revised", id: after.id, ...(before.id !== after.id && { was: before.id }), fields };
}

/** The rule for complete answers. */
const RULE: AbsenceRule = { captures: 3, ms: 12 * HOUR_MS };

/** Near the ends of the requested span, clocks and late replicas decide what is listed. */
const MARGIN_MS = HOUR_MS;

/**
 * An answer that lacks at least this many stored events, and more than this share of them, is faulty: agencies withdraw events one
 * by one.
 */
const LOST = { events: 3, share: 0.1 };

/**
 * The absences after an answer that lists everything in a span. An answer that lacks many stored events is not counted. If an
 * absent event is listed again, earlier answers omitted valid events, so all counts restart. Pure.
 *
 * @param rows all rows of the answer
 * @param span of origin times, ms since 1970 UTC
 * @param at time of the answer, ms since 1970 UTC
 */
export function absencesAfter({ events, absences }: FdsnHoldings, rows: readonly ReportedEvent[], span: Span, at: number): Absence[] {
  const ids = idsOf(rows);
  const isListed = (event: ReportedEvent) => event.ids.some((id) => ids.has(id));
  const isCovered = coverageOf(rows);
  const isInside = ({ time }: ReportedEvent) => time >= span.from + MARGIN_MS && time <= span.to - MARGIN_MS;
  const due = events.filter((event) => isInside(event) && isCovered(event));
  const missing = due.filter((event) => !isListed(event)).length;
  const hasLost = missing >= LOST.events && missing > LOST.share * due.length;
  const absent = new Set(absences.map(({ id }) => id));
  const isUnreliable = events.some((event) => absent.has(event.id) && isListed(event));
  return noteAbsences(isUnreliable ? [] : absences, { events, ids, due: hasLost ? [] : due, at });
}

/** The events that were absent for long enough, with their absences. Pure. */
export function longAbsent({ events, absences }: FdsnHoldings): Map<ReportedEvent, Absence> {
  const long = new Map(absences.filter((one) => isLongAbsent(one, RULE)).map((absence) => [absence.id, absence]));
  return new Map(
    events.flatMap((event) => {
      const absence = long.get(event.id);
      return absence ? [[event, absence] as const] : [];
    }),
  );
}

/** Withdraws events. Pure. @param now ms since 1970 UTC */
export function withdraw(
  held: FdsnHoldings,
  gone: ReadonlyMap<ReportedEvent, Absence>,
  now: number,
): { holdings: FdsnHoldings; changes: Change[] } {
  const ids = idsOf([...gone.keys()]);
  const withdrawn = [...held.withdrawn, ...[...gone.keys()].map((event) => withdrawalOf(event, now))];
  withdrawn.sort((a, b) => ((a.ids[0] ?? "") < (b.ids[0] ?? "") ? -1 : 1));
  return {
    holdings: {
      events: held.events.filter((event) => !gone.has(event)),
      withdrawn,
      absences: held.absences.filter(({ id }) => !ids.has(id)),
    },
    changes: [...gone].map(([{ id }, absence]) => ({ kind: "withdrawn", id, evidence: evidenceOf(absence) })),
  };
}

export function idsOf(events: readonly Pick<ReportedEvent, "ids">[]): Set<string> {
  return new Set(events.flatMap(({ ids }) => ids));
}

function withdrawalOf({ ids, time, latitude, longitude, magnitude }: ReportedEvent, now: number): Withdrawal {
  return { ids, withdrawnAt: now, was: { time, latitude, longitude, magnitude } };
}

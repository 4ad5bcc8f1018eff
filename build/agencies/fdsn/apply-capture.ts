import type { Change } from "../../store/agency.ts";
import type { LiveEvent, Withdrawal } from "../../store/records.ts";
import type { Absence } from "./state.ts";

/** What we hold of an agency of second opinions. No id is in two places. */
export interface FdsnHoldings {
  events: readonly LiveEvent[];
  withdrawn: readonly Withdrawal[];
  absences: readonly Absence[];
}

/**
 * Brings what we hold up to date with rows of an agency. Pure.
 *
 * - An event is known by its preferred id, which these agencies do not change; a further id stays with the event that had
 *   it first.
 * - A row whose `updated` is older than ours is ignored; otherwise the row counts.
 * - What is not among the rows stays, see `noteAbsences`; what comes back is an event again.
 */
export function applyRows(
  held: FdsnHoldings,
  rows: readonly LiveEvent[],
): { holdings: FdsnHoldings; changes: Change[] } {
  const events = new Map(held.events.map((event) => [event.id, event]));
  const ownerOf = new Map(held.events.flatMap(({ id, ids }) => ids.map((each) => [each, id] as const)));
  const changes: Change[] = [];
  for (const row of lastOfEach(rows)) {
    const id = ownerOf.get(row.id) ?? row.id;
    const before = events.get(id);
    if (isOlder(row, before)) continue;
    const free = row.ids.filter((each) => (ownerOf.get(each) ?? id) === id);
    const ids = [...new Set([...free, ...(before?.ids ?? [])])].toSorted();
    const after = { ...row, id, ids };
    events.set(id, after);
    for (const each of ids) ownerOf.set(each, id);
    const change = changeOf(before, after);
    if (change) changes.push(change);
  }
  const alive = [...events.values()].toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1));
  const withdrawn = held.withdrawn.filter(({ ids }) => !ids.some((id) => ownerOf.has(id)));
  return { holdings: { events: alive, withdrawn, absences: held.absences }, changes };
}

/** An agency may list an event twice in one answer: the newest counts, of equals the last. */
function lastOfEach(rows: readonly LiveEvent[]): LiveEvent[] {
  const last = new Map<string, LiveEvent>();
  for (const row of rows) if (!isOlder(row, last.get(row.id))) last.set(row.id, row);
  return [...last.values()];
}

function isOlder(row: LiveEvent, held: LiveEvent | undefined): boolean {
  return held !== undefined && held.updated !== null && (row.updated ?? Number.NEGATIVE_INFINITY) < held.updated;
}

function changeOf(before: LiveEvent | undefined, after: LiveEvent): Change | undefined {
  if (!before) return { kind: "added", id: after.id };
  const keys = Object.keys(after) as (keyof LiveEvent)[];
  const fields = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return fields.length > 0 ? { kind: "revised", id: after.id, fields } : undefined;
}

import type { AgencyEvent, Withdrawal } from "./records.ts";

/** The events that an agency stands by and those that it has withdrawn. No id is in two places. */
export interface Holdings {
  events: readonly AgencyEvent[];
  withdrawn: readonly Withdrawal[];
}

/** What a capture changed. */
export interface Changes {
  /** Events that we did not have. */
  added: number;
  /** Events of which any value, or an id, is new. */
  revised: number;
  unchanged: number;
  /** Events of ours that turned out to be another event of ours. */
  merged: number;
  /** Events taken out because the agency withdrew them. */
  withdrawn: number;
  /** Rows that say less than we know: older than ours, or of an event withdrawn since. */
  older: number;
}

/**
 * Brings what we hold up to date with a newer capture. Pure.
 *
 * - One event is known by any of its ids; a row that shares ids with several of ours makes them one, with all their ids.
 * - A row whose `updated` is older than ours is ignored; at equal `updated` the capture wins, since agencies change
 *   places and ids without touching it.
 * - Rows of one capture without a common id are different events, also where we held them for one: the agency had
 *   confused them. The row with our preferred id keeps the ids that no row claims.
 * - Only a withdrawal takes an event out, and only one that names its preferred id and is not older than it;
 *   an event that is not in the capture stays. A row newer than the withdrawal brings the event back.
 * - Withdrawals come before rows, so that a capture that is taken in twice changes nothing the second time.
 */
export function upsert(held: Holdings, capture: Holdings): { holdings: Holdings; changes: Changes } {
  const changes: Changes = { added: 0, revised: 0, unchanged: 0, merged: 0, withdrawn: 0, older: 0 };
  const { alive, gone } = takeOut(held.events, capture.withdrawn);
  changes.withdrawn = gone.length;
  const withdrawn = [...held.withdrawn, ...capture.withdrawn, ...gone];
  const events = takeRows(alive, capture.events, lastByIds(withdrawn), changes).toSorted(newestFirst);
  return { holdings: { events, withdrawn: joinWithdrawals(withdrawn, events) }, changes };
}

/** Parts our events into those that stay and the withdrawals of the others. */
function takeOut(events: readonly AgencyEvent[], statements: readonly Withdrawal[]) {
  const alive: AgencyEvent[] = [];
  const gone: Withdrawal[] = [];
  const withdrawnAt = lastByIds(statements);
  for (const event of events) {
    const at = withdrawnAt.get(event.id);
    if (at === undefined || at < event.updated) alive.push(event);
    else gone.push({ ids: event.ids, withdrawnAt: at });
  }
  return { alive, gone };
}

function takeRows(
  held: readonly AgencyEvent[],
  listed: readonly AgencyEvent[],
  withdrawnAt: Map<string, number>,
  changes: Changes,
): AgencyEvent[] {
  const ownerOf = new Map(held.flatMap((event) => event.ids.map((id) => [id, event] as const)));
  const joined = joinRows(listed);
  const rows = joined.filter((row) => isNews(row, ownerOf, withdrawnAt));
  changes.older += joined.length - rows.length;
  const heirs = chooseHeirs(rows, ownerOf);
  const inherited = new Map<AgencyEvent, AgencyEvent[]>();
  for (const [event, row] of heirs) inherited.set(row, [...(inherited.get(row) ?? []), event]);
  const claimed = new Set(rows.flatMap((row) => row.ids));
  const continued = rows.map((row) => {
    const former = inherited.get(row) ?? [];
    const kept = former.flatMap((event) => event.ids.filter((id) => !claimed.has(id)));
    const event = { ...row, ids: [...new Set([...row.ids, ...kept])].toSorted() };
    countRow(changes, event, former);
    return event;
  });
  return [...held.filter((event) => !heirs.has(event)), ...continued];
}

function countRow(changes: Changes, event: AgencyEvent, former: readonly AgencyEvent[]): void {
  const [only] = former;
  if (!only) changes.added++;
  else if (former.length === 1 && isSame(only, event)) changes.unchanged++;
  else changes.revised++;
  changes.merged += Math.max(0, former.length - 1);
}

function isSame(a: AgencyEvent, b: AgencyEvent): boolean {
  const keys = Object.keys(a) as (keyof AgencyEvent)[];
  return keys.every((key) => a[key] === b[key] || (key === "ids" && a.ids.join() === b.ids.join()));
}

/** The last date under which each id was withdrawn. */
function lastByIds(statements: readonly Withdrawal[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { ids, withdrawnAt } of statements) {
    for (const id of ids) last.set(id, Math.max(withdrawnAt, last.get(id) ?? withdrawnAt));
  }
  return last;
}

/** The rows of a capture, those that share an id made one: the newest, with the ids of all. */
function joinRows(rows: readonly AgencyEvent[]): AgencyEvent[] {
  const groupOf = new Map<string, Set<AgencyEvent>>();
  for (const row of rows) {
    const group = new Set([row]);
    for (const met of new Set(row.ids.map((id) => groupOf.get(id)))) for (const other of met ?? []) group.add(other);
    for (const member of group) for (const id of member.ids) groupOf.set(id, group);
  }
  return [...new Set(groupOf.values())].map((group) => {
    const members = [...group];
    const newest = members.reduce((best, row) => (compareRows(row, best) < 0 ? row : best));
    const ids = [...new Set(members.flatMap((row) => row.ids))].toSorted();
    return { ...newest, ids };
  });
}

/** Newest first, then by content, so that the order of the capture does not matter. */
function compareRows(a: AgencyEvent, b: AgencyEvent): number {
  return b.updated - a.updated || compare(a.id, b.id) || compare(JSON.stringify(a), JSON.stringify(b));
}

function isNews(row: AgencyEvent, ownerOf: Map<string, AgencyEvent>, withdrawnAt: Map<string, number>): boolean {
  const known = row.ids.map((id) => ownerOf.get(id)?.updated).filter((updated) => updated !== undefined);
  if (known.length > 0) return known.every((updated) => row.updated >= updated);
  return row.ids.every((id) => row.updated > (withdrawnAt.get(id) ?? Number.NEGATIVE_INFINITY));
}

/** For each event of ours that a row speaks of: the row that continues it. */
function chooseHeirs(rows: readonly AgencyEvent[], ownerOf: Map<string, AgencyEvent>): Map<AgencyEvent, AgencyEvent> {
  const claims = new Map<AgencyEvent, { row: AgencyEvent; ids: number }[]>();
  for (const row of rows) {
    const owners = row.ids.map((id) => ownerOf.get(id)).filter((owner) => owner !== undefined);
    for (const owner of new Set(owners)) {
      const ids = owners.filter((other) => other === owner).length;
      claims.set(owner, [...(claims.get(owner) ?? []), { row, ids }]);
    }
  }
  const heirs = new Map<AgencyEvent, AgencyEvent>();
  for (const [event, claimants] of claims) {
    const preferred = (row: AgencyEvent) => Number(row.ids.includes(event.id));
    const [heir] = claimants.toSorted(
      (a, b) => preferred(b.row) - preferred(a.row) || b.ids - a.ids || compare(a.row.id, b.row.id),
    );
    if (heir) heirs.set(event, heir.row);
  }
  return heirs;
}

/**
 * Statements that share an id are one withdrawal, as of the last of them: no row older than that brings the event back.
 * Ids of living events are not withdrawn, whatever was said of them before.
 */
function joinWithdrawals(statements: readonly Withdrawal[], events: readonly AgencyEvent[]): Withdrawal[] {
  const alive = new Set(events.flatMap((event) => event.ids));
  const joined = new Map<string, Withdrawal>();
  for (const { ids, withdrawnAt } of statements) {
    const dead = ids.filter((id) => !alive.has(id));
    const met = [...new Set(dead.map((id) => joined.get(id)))].filter((other) => other !== undefined);
    const all = [...new Set([...dead, ...met.flatMap((other) => other.ids)])].toSorted();
    const one = { ids: all, withdrawnAt: Math.max(withdrawnAt, ...met.map((other) => other.withdrawnAt)) };
    for (const id of all) joined.set(id, one);
  }
  return [...new Set(joined.values())].toSorted((a, b) => compare(a.ids[0] ?? "", b.ids[0] ?? ""));
}

function newestFirst(a: AgencyEvent, b: AgencyEvent): number {
  return b.time - a.time || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

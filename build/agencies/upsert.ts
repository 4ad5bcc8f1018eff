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
 */
export function upsert(held: Holdings, capture: Holdings): { holdings: Holdings; changes: Changes } {
  const changes: Changes = { added: 0, revised: 0, unchanged: 0, merged: 0, withdrawn: 0, older: 0 };
  const ownerOf = indexByIds(held.events);
  const withdrawnAt = new Map(held.withdrawn.flatMap((w) => w.ids.map((id) => [id, w.withdrawnAt] as const)));

  const rows = joinRows(capture.events).filter((row) => {
    const accepted = isNews(row, ownerOf, withdrawnAt);
    if (!accepted) changes.older++;
    return accepted;
  });
  const heirs = chooseHeirs(rows, ownerOf);
  const claimed = new Set(rows.flatMap((row) => row.ids));
  const touched = new Set(heirs.keys());

  const events = held.events.filter((event) => !touched.has(event));
  const inherited = new Map<AgencyEvent, AgencyEvent[]>();
  for (const [event, row] of heirs) inherited.set(row, [...(inherited.get(row) ?? []), event]);
  for (const row of rows) {
    const former = inherited.get(row) ?? [];
    const kept = former.flatMap((event) => event.ids.filter((id) => !claimed.has(id)));
    const event = { ...row, ids: [...new Set([...row.ids, ...kept])].sort() };
    countRow(changes, event, former);
    events.push(event);
  }
  return { holdings: withdraw(events, held.withdrawn, capture.withdrawn, changes), changes };
}

function countRow(changes: Changes, event: AgencyEvent, former: readonly AgencyEvent[]): void {
  const [only] = former;
  if (!only) changes.added++;
  else if (former.length === 1 && JSON.stringify(only) === JSON.stringify(event)) changes.unchanged++;
  else changes.revised++;
  changes.merged += Math.max(0, former.length - 1);
}

function indexByIds(events: readonly AgencyEvent[]): Map<string, AgencyEvent> {
  return new Map(events.flatMap((event) => event.ids.map((id) => [id, event] as const)));
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
    const ids = [...new Set(members.flatMap((row) => row.ids))].sort();
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
function chooseHeirs(
  rows: readonly AgencyEvent[],
  ownerOf: Map<string, AgencyEvent>,
): Map<AgencyEvent, AgencyEvent> {
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
    const [heir] = claimants.sort(
      (a, b) => preferred(b.row) - preferred(a.row) || b.ids - a.ids || compare(a.row.id, b.row.id),
    );
    if (heir) heirs.set(event, heir.row);
  }
  return heirs;
}

/** Takes out the events that were withdrawn; ids of living events are not withdrawn, whatever was said of them before. */
function withdraw(
  events: readonly AgencyEvent[],
  earlier: readonly Withdrawal[],
  statements: readonly Withdrawal[],
  changes: Changes,
): Holdings {
  const ownerOf = indexByIds(events);
  const gone = new Map<AgencyEvent, Withdrawal>();
  for (const statement of statements) {
    for (const event of new Set(statement.ids.map((id) => ownerOf.get(id)))) {
      const named = event !== undefined && statement.ids.includes(event.id) && statement.withdrawnAt >= event.updated;
      if (named && !gone.has(event)) gone.set(event, { ids: event.ids, withdrawnAt: statement.withdrawnAt });
    }
  }
  changes.withdrawn += gone.size;
  const alive = events.filter((event) => !gone.has(event));
  const aliveIds = new Set(alive.flatMap((event) => event.ids));
  const dead = [...earlier, ...statements, ...gone.values()]
    .map(({ ids, withdrawnAt }) => ({ ids: ids.filter((id) => !aliveIds.has(id)), withdrawnAt }))
    .filter(({ ids }) => ids.length > 0);
  return { events: alive.sort(newestFirst), withdrawn: joinWithdrawals(dead) };
}

/** Statements that share an id are one withdrawal, as of the first of them. */
function joinWithdrawals(statements: readonly Withdrawal[]): Withdrawal[] {
  const joined = new Map<string, Withdrawal>();
  for (const { ids, withdrawnAt } of statements) {
    const met = [...new Set(ids.map((id) => joined.get(id)))].filter((other) => other !== undefined);
    const all = [...new Set([...ids, ...met.flatMap((other) => other.ids)])].sort();
    const one = { ids: all, withdrawnAt: Math.min(withdrawnAt, ...met.map((other) => other.withdrawnAt)) };
    for (const id of all) joined.set(id, one);
  }
  return [...new Set(joined.values())].sort((a, b) => compare(a.ids[0] ?? "", b.ids[0] ?? ""));
}

function newestFirst(a: AgencyEvent, b: AgencyEvent): number {
  return b.time - a.time || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import { compareText, newestFirst } from "../../platform/lists.ts";
import type { Change } from "../../store/agency.ts";
import type { UsgsEvent, Withdrawal } from "../../store/records.ts";

/** The events of an agency and its withdrawals. No id is in both. */
export interface Holdings {
  events: readonly UsgsEvent[];
  withdrawn: readonly Withdrawal[];
}

/** The changes that a capture made. */
export interface Changes {
  /** Number of outdated rows: older than the stored event, or of an event that was withdrawn later. */
  older: number;
  list: Change[];
}

/** Default evidence of a withdrawal. */
const STATED = "status deleted";

/**
 * Applies a newer capture to the holdings. Pure.
 *
 * - Any of its ids identifies an event. A row that shares ids with several stored events merges them, with all their ids.
 * - A row whose `updated` is older than that of the stored event is ignored. At equal `updated` the capture wins, because agencies
 *   change places and ids without changing `updated`.
 * - Rows of one capture without a common id are different events, even if they were stored as one, because the agency had confused
 *   them. The row with the stored preferred id keeps the ids that are in no row.
 * - Only a withdrawal removes an event, and only if it names the event's preferred id and is not older than the event. An event
 *   that is missing in the capture is kept. A row that is newer than the withdrawal restores the event.
 * - Withdrawals are applied before rows, so that a second application of the same capture changes nothing.
 *
 * @param evidence of withdrawals that the agency does not state, by preferred id
 */
export function upsert(
  held: Holdings,
  capture: Holdings,
  evidence: ReadonlyMap<string, string> = new Map(),
): { holdings: Holdings; changes: Changes } {
  const changes: Changes = { older: 0, list: [] };
  const { alive, gone } = removeWithdrawn(held.events, capture.withdrawn);
  for (const { id } of gone) changes.list.push({ kind: "withdrawn", id, evidence: evidence.get(id) ?? STATED });
  const withdrawn = [...held.withdrawn, ...capture.withdrawn, ...gone.map(({ withdrawal }) => withdrawal)];
  const { settled, ...others } = apart(alive, capture.events);
  const continued = applyRows(others.held, others.listed, withdrawnUntil(withdrawn), changes);
  const events = [...settled, ...continued].toSorted(newestFirst);
  return { holdings: { events, withdrawn: joinWithdrawals(withdrawn, events) }, changes };
}

/** Separates the remaining events from the withdrawals of the others. */
function removeWithdrawn(events: readonly UsgsEvent[], statements: readonly Withdrawal[]) {
  const alive: UsgsEvent[] = [];
  const gone: { id: string; withdrawal: Withdrawal }[] = [];
  const last = new Map<string, Withdrawal>();
  for (const statement of statements) {
    for (const id of statement.ids) {
      if (statement.withdrawnAt > (last.get(id)?.withdrawnAt ?? Number.NEGATIVE_INFINITY)) last.set(id, statement);
    }
  }
  for (const event of events) {
    const statement = last.get(event.id);
    if (!statement || statement.withdrawnAt < event.updated) alive.push(event);
    else gone.push({ id: event.id, withdrawal: withdrawalOf(event, statement) });
  }
  return { alive, gone };
}

function withdrawalOf(event: UsgsEvent, { withdrawnAt, updated }: Withdrawal): Withdrawal {
  const { ids, time, latitude, longitude, magnitude } = event;
  const was = { time, latitude, longitude, magnitude };
  return { ids, withdrawnAt, ...(updated === undefined ? {} : { updated }), was };
}

/**
 * Separates stored events that are themselves rows, because their lines were read before, and that share no id with another row.
 * They stay as they are. From minute to minute these are nearly all.
 */
function apart(alive: readonly UsgsEvent[], rows: readonly UsgsEvent[]) {
  const stored = new Set(alive);
  const listed = rows.filter((row) => !stored.has(row));
  const touched = new Set(listed.flatMap((row) => row.ids));
  const same = new Set(rows.filter((row) => stored.has(row) && !row.ids.some((id) => touched.has(id))));
  return { settled: [...same], held: alive.filter((event) => !same.has(event)), listed: rows.filter((row) => !same.has(row)) };
}

function applyRows(held: readonly UsgsEvent[], listed: readonly UsgsEvent[], silence: Map<string, number>, changes: Changes): UsgsEvent[] {
  const ownerOf = new Map(held.flatMap((event) => event.ids.map((id) => [id, event] as const)));
  const joined = joinRows(listed);
  const rows = joined.filter((row) => isNews(row, ownerOf, silence));
  changes.older += joined.length - rows.length;
  const successors = chooseSuccessors(rows, ownerOf);
  const inherited = new Map<UsgsEvent, UsgsEvent[]>();
  for (const [event, row] of successors) inherited.set(row, [...(inherited.get(row) ?? []), event]);
  const claimed = new Set(rows.flatMap((row) => row.ids));
  const continued = rows.map((row) => {
    const former = inherited.get(row) ?? [];
    const kept = former.flatMap((event) => event.ids.filter((id) => !claimed.has(id)));
    const event = kept.length === 0 ? row : { ...row, ids: [...new Set([...row.ids, ...kept])].toSorted() };
    changes.list.push(...changeOf(event, former));
    return event;
  });
  return [...held.filter((event) => !successors.has(event)), ...continued];
}

/** The change of an event that continues former ones; none where nothing differs. */
function changeOf(event: UsgsEvent, former: readonly UsgsEvent[]): Change[] {
  const { id } = event;
  const [only] = former;
  if (!only) return [{ kind: "added", id }];
  const from = former.map((one) => one.id).filter((other) => other !== id);
  if (former.length > 1) return [{ kind: "merged", id, from }];
  const fields = differing(only, event);
  const [was] = from;
  return fields.length === 0 ? [] : [{ kind: "revised", id, ...(was !== undefined && { was }), fields }];
}

function differing(a: UsgsEvent, b: UsgsEvent): string[] {
  const keys = Object.keys(b) as (keyof UsgsEvent)[];
  return keys.filter((key) => {
    if (key === "ids") return a.ids.join() !== b.ids.join();
    if (key === "sent") return !isSameStatement(a.sent, b.sent);
    return a[key] !== b[key];
  });
}

/** A value that an earlier version of the program dropped, or the link of another service, is not a revision. */
function isSameStatement(a: UsgsEvent["sent"], b: UsgsEvent["sent"]): boolean {
  if (!a || !b) return true;
  const names = Object.keys({ ...a, ...b }) as (keyof typeof a)[];
  return names.every((name) => name === "detail" || a[name] === b[name]);
}

/** The time of each withdrawn id: only rows newer than this restore it. */
export function withdrawnUntil(statements: readonly Withdrawal[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const statement of statements) {
    for (const id of statement.ids) last.set(id, Math.max(withdrawnUntilOf(statement), last.get(id) ?? Number.NEGATIVE_INFINITY));
  }
  return last;
}

/** Any row restores an event that was withdrawn only because it was absent, even an unchanged row. */
function withdrawnUntilOf({ withdrawnAt, updated }: Withdrawal): number {
  return updated === undefined ? withdrawnAt : updated - 1;
}

/** The rows of a capture, joined if they share an id. The newest row counts and gets the ids of all. */
function joinRows(rows: readonly UsgsEvent[]): UsgsEvent[] {
  const groupOf = new Map<string, Set<UsgsEvent>>();
  for (const row of rows) {
    const group = new Set([row]);
    for (const met of new Set(row.ids.map((id) => groupOf.get(id)))) for (const other of met ?? []) group.add(other);
    for (const member of group) for (const id of member.ids) groupOf.set(id, group);
  }
  return [...new Set(groupOf.values())].map((group) => {
    const members = [...group];
    const [only] = members;
    if (only && members.length === 1 && isSortedSet(only.ids)) return only;
    const newest = members.reduce((best, row) => (compareRows(row, best) < 0 ? row : best));
    const ids = [...new Set(members.flatMap((row) => row.ids))].toSorted();
    return { ...newest, ids };
  });
}

/** Whether ids are sorted, and none is there twice. */
function isSortedSet(ids: readonly string[]): boolean {
  return ids.every((id, at) => at === 0 || (ids[at - 1] as string) < id);
}

/** Newest first, then by content, so that the order of the capture has no effect. */
function compareRows(a: UsgsEvent, b: UsgsEvent): number {
  return b.updated - a.updated || compareText(a.id, b.id) || compareText(JSON.stringify(a), JSON.stringify(b));
}

function isNews(row: UsgsEvent, ownerOf: Map<string, UsgsEvent>, silence: Map<string, number>): boolean {
  const known = row.ids.map((id) => ownerOf.get(id)?.updated).filter((updated) => updated !== undefined);
  if (known.length > 0) return known.every((updated) => row.updated >= updated);
  return row.ids.every((id) => row.updated > (silence.get(id) ?? Number.NEGATIVE_INFINITY));
}

/** For each stored event with one or more rows: the row that continues it. */
function chooseSuccessors(rows: readonly UsgsEvent[], ownerOf: Map<string, UsgsEvent>): Map<UsgsEvent, UsgsEvent> {
  const claims = new Map<UsgsEvent, { row: UsgsEvent; ids: number }[]>();
  for (const row of rows) {
    const owners = row.ids.map((id) => ownerOf.get(id)).filter((owner) => owner !== undefined);
    for (const owner of new Set(owners)) {
      const ids = owners.filter((other) => other === owner).length;
      claims.set(owner, [...(claims.get(owner) ?? []), { row, ids }]);
    }
  }
  const successors = new Map<UsgsEvent, UsgsEvent>();
  for (const [event, claimants] of claims) {
    const preferred = (row: UsgsEvent) => Number(row.ids.includes(event.id));
    const [successor] = claimants.toSorted(
      (a, b) => preferred(b.row) - preferred(a.row) || b.ids - a.ids || compareText(a.row.id, b.row.id),
    );
    if (successor) successors.set(event, successor.row);
  }
  return successors;
}

/**
 * Joins statements that share an id into one withdrawal with the time of the latest, so that no older row restores the event. Ids
 * of present events are not withdrawn, whatever an earlier statement says.
 */
function joinWithdrawals(statements: readonly Withdrawal[], events: readonly UsgsEvent[]): Withdrawal[] {
  const alive = new Set(events.flatMap((event) => event.ids));
  const joined = new Map<string, Withdrawal>();
  for (const statement of statements) {
    const dead = statement.ids.filter((id) => !alive.has(id));
    const met = [...new Set(dead.map((id) => joined.get(id)))].filter((other) => other !== undefined);
    const all = [...new Set([...dead, ...met.flatMap((other) => other.ids)])].toSorted();
    const one = joinedStatement(all, [statement, ...met]);
    for (const id of all) joined.set(id, one);
  }
  return [...new Set(joined.values())].toSorted((a, b) => compareText(a.ids[0] ?? "", b.ids[0] ?? ""));
}

function joinedStatement(ids: string[], parts: readonly Withdrawal[]): Withdrawal {
  const newest = parts.reduce((last, part) => (part.withdrawnAt > last.withdrawnAt ? part : last));
  // A withdrawal that the agency states takes precedence over an absence.
  const missed = parts.every(({ updated }) => updated !== undefined);
  const updated = missed ? Math.max(...parts.map((part) => part.updated ?? 0)) : undefined;
  const was = newest.was ?? parts.find((part) => part.was !== undefined)?.was;
  return { ids, withdrawnAt: newest.withdrawnAt, ...(updated === undefined ? {} : { updated }), ...(was === undefined ? {} : { was }) };
}

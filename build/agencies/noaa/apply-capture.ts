import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../store/agency.ts";
import { instantOf } from "../../store/civil-time.ts";
import type { Withdrawal } from "../../store/records.ts";
import type { NoaaEvent, NoaaForm, NoaaTable } from "./event.ts";
import { isDerived } from "./ids.ts";
import { matchEvents } from "./match.ts";

/** NOAA's earthquakes that we stand by, and those that it has taken out. No id is in two places. */
export interface NoaaHoldings {
  events: readonly NoaaEvent[];
  withdrawn: readonly Withdrawal[];
}

/**
 * Brings what we hold up to date with a table. Pure.
 *
 * - A row is the event of ours with its number; where one of the two has none, the event that it matches (`matchEvents`).
 * - NOAA's number takes the place of an id of ours, which stays as an alias.
 * - What a form cannot tell (the export of HazEL: country and types of magnitudes; the classic table: which tsunami) stays.
 * - An event that is not in the table is withdrawn only if the table is complete and no row of it is unreadable without an id.
 *
 * @param table of at least the rows that are new; its ids are unique
 * @param retrievedAt ms since 1970 UTC
 */
export function applyEvents(
  held: NoaaHoldings,
  table: Pick<NoaaTable<NoaaEvent>, "rows" | "form" | "complete" | "anonymous" | "unreadable" | "listed">,
  retrievedAt: number,
): { holdings: NoaaHoldings; changes: Change[] } {
  const changes: Change[] = [];
  const eventOf = pairRows(table.rows, held.events);
  const continued = new Set(eventOf.values());
  const kept = held.events.filter((event) => !continued.has(event));
  const gone = goneEvents(kept, table);
  const stay = kept.filter((event) => !gone.has(event));
  const used = new Set([...stay, ...continued].flatMap(idsOf));
  const former = new Map(held.withdrawn.flatMap(({ ids }) => ids.map((id) => [id, ids] as const)));
  const events: NoaaEvent[] = [...stay];
  for (const row of table.rows) {
    const event = eventOf.get(row);
    const next = event ? continueEvent(event, row, table.form) : newEvent(row, used, former);
    for (const id of idsOf(next)) used.add(id);
    events.push(next);
    const change = event ? changeOf(event, next) : { kind: "added" as const, id: next.id };
    if (change) changes.push(change);
  }
  const evidence = `absent from the whole table of ${table.listed} rows`;
  for (const { id } of gone) changes.push({ kind: "withdrawn", id, evidence });
  const statements = [...gone].map((event) => ({ ids: idsOf(event), withdrawnAt: retrievedAt }));
  const withdrawn = joinWithdrawals([...held.withdrawn, ...statements], new Set(events.flatMap(idsOf)));
  return { holdings: { events: events.toSorted(oldestFirst), withdrawn }, changes };
}

function idsOf({ id, aliases }: NoaaEvent): string[] {
  return [id, ...aliases].toSorted();
}

function pairRows(rows: readonly NoaaEvent[], held: readonly NoaaEvent[]): Map<NoaaEvent, NoaaEvent> {
  const byId = new Map(held.flatMap((event) => idsOf(event).map((id) => [id, event] as const)));
  const eventOf = new Map<NoaaEvent, NoaaEvent>();
  for (const row of rows) {
    const event = isDerived(row.id) ? undefined : byId.get(row.id);
    if (event) eventOf.set(row, event);
  }
  const taken = new Set(eventOf.values());
  const free = held.filter((event) => !taken.has(event));
  const [unnumbered, numbered] = [rows.filter(({ id }) => isDerived(id)), rows.filter((row) => !eventOf.has(row))];
  for (const [row, event] of matchEvents(unnumbered, free)) eventOf.set(row, event);
  const found = new Set(eventOf.values());
  // Two numbers of NOAA's are two events, however much alike.
  const own = free.filter((event) => isDerived(event.id) && !found.has(event));
  const rest = numbered.filter((row) => !isDerived(row.id));
  for (const [row, event] of matchEvents(rest, own)) eventOf.set(row, event);
  return eventOf;
}

function continueEvent(event: NoaaEvent, row: NoaaEvent, form: NoaaForm): NoaaEvent {
  const id = isDerived(row.id) ? event.id : row.id;
  const aliases = idsOf(event).filter((other) => other !== id);
  const next = { ...row, id, aliases };
  if (form === "hazel-tsv") {
    const { country, area, regionCode, magnitudes } = event;
    return { ...next, country, area, regionCode, magnitudes: row.magnitude === event.magnitude ? magnitudes : {} };
  }
  if (form === "classic-tsv") {
    const tsunamiEventId = row.tsunamiFlag ? event.tsunamiEventId : null;
    return { ...next, tsunamiEventId, volcanoEventId: event.volcanoEventId };
  }
  return next;
}

function changeOf(event: NoaaEvent, next: NoaaEvent): Change | null {
  const fields = (Object.keys(next) as (keyof NoaaEvent)[]).filter(
    (field) => field !== "aliases" && !isDeepStrictEqual(event[field], next[field]),
  );
  if (fields.length === 0) return null;
  const was = event.id === next.id ? {} : { was: event.id };
  return { kind: "revised", id: next.id, ...was, fields: fields.map((field) => (field === "id" ? "ids" : field)) };
}

function goneEvents(
  kept: readonly NoaaEvent[],
  { complete, anonymous, unreadable }: Pick<NoaaTable<NoaaEvent>, "complete" | "anonymous" | "unreadable">,
): Set<NoaaEvent> {
  if (!complete || anonymous) return new Set();
  const listed = new Set(unreadable.map(({ what }) => what));
  return new Set(kept.filter((event) => !idsOf(event).some((id) => listed.has(id))));
}

/** An event that comes back after it was withdrawn has all its ids again. */
function newEvent(
  row: NoaaEvent,
  used: ReadonlySet<string>,
  former: ReadonlyMap<string, readonly string[]>,
): NoaaEvent {
  const id = freeId(row.id, used);
  return { ...row, id, aliases: (former.get(id) ?? []).filter((other) => other !== id && !used.has(other)) };
}

/** A derived id that another event has already is told apart by a number. */
function freeId(id: string, used: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; used.has(free); number++) free = `${id}n${number}`;
  return free;
}

/** Ids of living events are not withdrawn, whatever was said of them before. */
function joinWithdrawals(statements: readonly Withdrawal[], alive: ReadonlySet<string>): Withdrawal[] {
  return statements
    .map(({ ids, withdrawnAt }) => ({ ids: ids.filter((id) => !alive.has(id)), withdrawnAt }))
    .filter(({ ids }) => ids.length > 0)
    .toSorted((a, b) => compare(a.ids[0] ?? "", b.ids[0] ?? ""));
}

function oldestFirst(a: NoaaEvent, b: NoaaEvent): number {
  return instantOf(a.time) - instantOf(b.time) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import { DAY_MS, MINUTE_MS, SECOND_MS } from "../platform/time.ts";
import type { ReportedEvent } from "../store/records.ts";
import { type Lately, type Rule, tupleOf, type Values } from "./bounds.ts";
import { isApart, twinsAmong } from "./coincidence.ts";

/** Notes a change by a rule. Returns whether it counts: others are confirmed. */
export type Note = (rule: Rule, change: string) => boolean;

/** A change of the same event by the same rule counts once a day. */
export function keyOf(rule: Rule, change: string): string {
  return `${rule} ${change.split(" ", 1)[0]}`;
}

/** A revision that moves an origin by more than this is left out. None of 388,408 comparisons did. */
const FARTHEST_MS = DAY_MS;

/** A row with more ids, or that joins more stored events: a real one has at most 5 ids and joins 2. */
const MANY_IDS = 20;
const MANY_JOINED = 3;

interface Comparing {
  note: Note;
  /** Time of the answer by the agency's clock, ms since 1970 UTC. */
  at: number;
  lately: Lately;
  /** Whether a row that is in no stored event has an id that was withdrawn later. */
  isWithdrawn?: ((row: ReportedEvent) => boolean) | undefined;
  /** Ids of events that answers have listed in an older version for long. */
  confirmed?: ReadonlySet<string> | undefined;
}

/** What the rows of an answer do to the stored events. */
export interface Compared {
  /** Number of stored events that they name, and of rows that were withdrawn. */
  named: number;
  /** Rows that must not be used, since they carry an event into another day. */
  astray: Set<ReportedEvent>;
  /** Rows that are older than the store, and those of them that are to be used nevertheless. */
  older: Set<ReportedEvent>;
  reverted: Set<ReportedEvent>;
  /** What the events were before their first change of the last 24 h, by id. */
  before: ReadonlyMap<string, ReturnType<typeof tupleOf>>;
}

/** Compares each row with the stored events that have its ids. */
export function compareRows(rows: readonly ReportedEvent[], held: readonly ReportedEvent[], options: Comparing): Compared {
  const { note, at, lately, isWithdrawn, confirmed } = options;
  const drift = driftOf(lately, note);
  const ownerOf = new Map(held.flatMap((event) => event.ids.map((id) => [id, event] as const)));
  const [astray, older, reverted] = [new Set<ReportedEvent>(), new Set<ReportedEvent>(), new Set<ReportedEvent>()];
  const noteOlder = (row: ReportedEvent) => {
    older.add(row);
    if (confirmed?.has(row.id) || !note("older", row.id)) reverted.add(row);
  };
  const fresh: ReportedEvent[] = [];
  let named = 0;
  for (const row of rows) {
    const own = ownerOf.get(row.id);
    if (own === row) {
      named++;
      continue;
    }
    if (row.ids.length > MANY_IDS) note("ids-many", row.id);
    const owners = new Set(row.ids.map((id) => ownerOf.get(id)).filter((owner) => owner !== undefined));
    const [first] = owners;
    const before = own ?? first;
    if (!before && isWithdrawn?.(row)) {
      named++;
      noteOlder(row);
      continue;
    }
    if (!before) {
      noteLarge(row, Number.NEGATIVE_INFINITY, note);
      fresh.push(row);
      continue;
    }
    // A store keeps both then: a renamed event lists the id that it had.
    if (!own && !row.ids.includes(before.id)) fresh.push(row);
    named += owners.size;
    if (owners.size - 1 > MANY_JOINED) note("ids-many", row.id);
    for (const other of owners) if (other !== before) note("joined", `${other.id} into ${row.id}`);
    if (isOlder(row, before)) {
      if (isSettled(before, at)) noteOlder(row);
      continue;
    }
    if (Math.abs(row.time - before.time) > FARTHEST_MS) astray.add(row);
    if (isEmptied(before, row)) note("emptied", [row.id, row.type, row.magnitude, row.latitude].join(" "));
    if (isRewritten(before, row)) note("rewritten", row.id);
    drift.compare(before, row);
  }
  // Most answers have too few new rows to break the rule.
  const isTwin = fresh.length > 2 ? twinsAmong(held) : () => false;
  for (const row of fresh) if (isTwin(row)) note("doubled", row.id);
  return { named, astray, older, reverted, before: drift.before };
}

function isOlder({ updated }: ReportedEvent, before: ReportedEvent): boolean {
  return updated !== null && before.updated !== null && updated < before.updated;
}

/** The agency's servers need some minutes until they agree on a change. */
function isSettled({ updated }: ReportedEvent, at: number): boolean {
  return Math.abs(at - (updated ?? 0)) > 15 * MINUTE_MS;
}

function isEmptied(before: ReportedEvent, row: ReportedEvent): boolean {
  const isLost = (before.magnitude !== null && row.magnitude === null) || (before.latitude !== null && row.latitude === null);
  return isLost || (before.type === "earthquake") !== (row.type === "earthquake");
}

function noteLarge({ id, magnitude }: ReportedEvent, before: number | null, note: Note): void {
  if (magnitude === null) return;
  for (const large of LARGE) if (magnitude >= large && (before ?? 0) < large) note(`large-${large}`, `${id} ${magnitude}`);
}

const LARGE = [5, 6, 7, 8, 9] as const;

/**
 * Compares revisions also with what the event was before its first change of the last 24 h, so that it cannot go far in small steps.
 * A change that the operator, or time, has confirmed is where the next one starts from.
 */
function driftOf(lately: Lately, note: Note) {
  const before = new Map<string, ReturnType<typeof tupleOf>>();
  const compare = (stored: ReportedEvent, row: ReportedEvent) => {
    const { id, time, latitude, longitude, magnitude, depthKm, alert } = row;
    const isOther = isDeepened(stored, row) || isAlarm(stored) !== isAlarm(row) || stored.tsunamiFlag !== row.tsunamiFlag;
    if (isSame(stored, row) && !isOther) return;
    const known = stored.ids.map((one) => lately.before.get(one)).find((one) => one !== undefined);
    const first = known ?? stored;
    const isBeyond = (rule: Rule, limits: typeof MOVE) =>
      differs(stored, row, limits) || (differs(first, row, limits) && !lately.changes.has(keyOf(rule, id)));
    const values = [id, time, latitude, longitude, magnitude];
    const isMoveConfirmed = isBeyond("moved", MOVE) && !note("moved", values.join(" "));
    const isShift = isOther || isBeyond("shifted", SHIFT);
    const isShiftConfirmed = isShift && !note("shifted", [...values, depthKm, alert].join(" "));
    if (isMoveConfirmed || isShiftConfirmed) before.set(stored.id, tupleOf(row));
    else if (!known) before.set(stored.id, tupleOf(stored));
    if ((magnitude ?? 0) >= 7 && (stored.magnitude ?? 7) < 7 && (first.magnitude ?? 7) < 6.5) note("raised", `${id} ${magnitude}`);
    noteLarge(row, stored.magnitude, note);
  };
  return { before, compare };
}

function isSame(a: Values, b: Values): boolean {
  return a.time === b.time && a.latitude === b.latitude && a.longitude === b.longitude && a.magnitude === b.magnitude;
}

/** Largest differences between two solutions of an event that count as no move, and as no shift. */
const MOVE = { magnitude: 1, ms: MINUTE_MS, km: 200 };
const SHIFT = { magnitude: 0.5, ms: 10 * SECOND_MS, km: 50 };

function differs(before: Values, row: Values, { magnitude, ms, km }: typeof MOVE): boolean {
  if (Math.abs(row.time - before.time) > ms) return true;
  if (row.magnitude !== null && before.magnitude !== null && Math.abs(row.magnitude - before.magnitude) > magnitude + 1e-6) return true;
  return isApart(before, row, km);
}

/** Differences between two solutions that one event often has, and most events of an answer never have together. */
const REWRITING = { magnitude: 0.1, ms: 2 * SECOND_MS, km: 10 };

/** Whether a row differs in a value, or lacks a depth or place that was known. */
function isRewritten(before: ReportedEvent, row: ReportedEvent): boolean {
  const isLost = (before.depthKm !== null && row.depthKm === null) || (before.place !== null && row.place === null);
  return isLost || Math.abs((row.depthKm ?? 0) - (before.depthKm ?? 0)) > REWRITING.km || differs(before, row, REWRITING);
}

/** A depth that is a hundredth of another, or less, has another unit. */
function isDeepened({ depthKm: before }: ReportedEvent, { depthKm: now }: ReportedEvent): boolean {
  if (before === null || now === null) return false;
  const [less, more] = [Math.min(Math.abs(before), Math.abs(now)), Math.max(Math.abs(before), Math.abs(now))];
  return Math.abs(now - before) > SHIFT.km || (more >= 5 && less < more / 100);
}

function isAlarm({ alert }: ReportedEvent): boolean {
  return alert === "orange" || alert === "red";
}

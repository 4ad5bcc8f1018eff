import { DAY_MS, MINUTE_MS, SECOND_MS } from "../platform/time.ts";
import type { LeftOut, ReportedEvent, Withdrawal } from "../store/records.ts";
import {
  type Accepted,
  type Bounds,
  type Breach,
  dailyMost,
  type Lately,
  latelyOf,
  limitsOf,
  type Rule,
  tupleOf,
  type Values,
} from "./bounds.ts";
import { alike, isAboveGround, isApart, isShallow, isStrong, misplaced, sharedIds, twinsAmong } from "./coincidence.ts";

/** What an answer says, and what it speaks of. Times in ms since 1970 UTC. */
export interface Statement {
  rows: readonly ReportedEvent[];
  withdrawn: readonly Withdrawal[];
  /** Counts of rows that were left out, by reason. */
  leftOut: LeftOut;
  /** Number of listed rows, also those that were left out. */
  listed: number;
  /** Time of the answer by the agency's clock. */
  at: number;
  /** Number of stored events that belong in an answer to the same request. */
  covered: number;
  /** Time since the last accepted answer, at most the time that this answer speaks of; days. */
  days: number;
  /** Whether the agency never lists withdrawn events in such an answer, such as a feed. Then each counts, known or not. */
  isFeed: boolean;
  /** Whether it lists all events of a part of the catalogue that has `covered` events, and not only changes. */
  isListing?: boolean;
  /** Whether a row that is in no stored event has an id that was withdrawn later. */
  isWithdrawn?: (row: ReportedEvent) => boolean;
}

/** A revision that moves an origin by more than this is left out. None of 388,408 comparisons did. */
const FARTHEST_MS = DAY_MS;

/** At least this many events of an answer count, so that a list of changes is not measured by its own length; see `moved`. */
const COUNTED = 800;

/** What is known of other answers. */
export interface Context {
  /** Changes that count no more: the operator, or time, has confirmed them. */
  excused?: ReadonlySet<string>;
  lately?: Lately;
  /** Ids of events that answers have listed in an older version for long. */
  reverted?: ReadonlySet<string>;
}

/** The verdict on an answer. */
export interface Verdict {
  breaches: Breach[];
  /** Rows that must not be used, since they carry an event into another day. */
  astray: Set<ReportedEvent>;
  /** Rows that are older than the store, and those of them that are to be used nevertheless. */
  older: Set<ReportedEvent>;
  reverted: Set<ReportedEvent>;
  /** What is to count for 24 h if the answer is used. */
  counted: Omit<Accepted, "at">;
}

/**
 * Compares what an answer says with what the store has. Pure. A change is the name of a rule, and what was changed: first its id.
 *
 * @param held the stored events, in any order
 */
export function judge(held: readonly ReportedEvent[], statement: Statement, bounds: Bounds, context: Context = {}): Verdict {
  const { excused = new Set(), lately = NOTHING } = context;
  const { covered, days, isFeed, isListing = false, leftOut, listed, at, isWithdrawn = () => false } = statement;
  const rows = rowsOf(statement.rows);
  const ownerOf = new Map(held.flatMap((event) => event.ids.map((id) => [id, event] as const)));
  const found = new Map<Rule, string[]>();
  const note: Note = (rule, change) => {
    if (excused.has(`${rule} ${change}`)) return false;
    const changes = found.get(rule);
    if (changes) changes.push(change);
    else found.set(rule, [change]);
    return true;
  };
  const drift = driftOf(lately, note);
  const [astray, older, reverted] = [new Set<ReportedEvent>(), new Set<ReportedEvent>(), new Set<ReportedEvent>()];
  const noteOlder = (row: ReportedEvent) => {
    older.add(row);
    if (context.reverted?.has(row.id) || !note("older", row.id)) reverted.add(row);
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
    if (!before && isWithdrawn(row)) {
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
  const gone = withdrawals(statement.withdrawn, held);
  named += gone.length;
  for (const { id } of isFeed ? statement.withdrawn.map(({ ids: [id = ""] }) => ({ id })) : gone) note("withdrawn", id);
  for (const { id, magnitude } of gone) if ((magnitude ?? 0) >= 5.5) note("withdrawn-large", id);
  for (const reason of IMPOSSIBLE) for (let n = 0; n < (leftOut[reason] ?? 0); n++) note("impossible", reason);
  for (let n = 0; n < (leftOut["time-before-period"] ?? 0); n++) note("outside", "time-before-period");
  for (const row of rows) if (isAboveGround(row)) note("impossible", row.id);
  const strong = rows.filter(isStrong);
  for (const { id } of misplaced(strong)) note("misplaced", id);
  for (const { id } of strong.filter(isShallow)) note("shallow", id);
  for (const id of sharedIds(statement.rows)) note("ids-shared", id);
  if (isListing && named === 0 && covered >= WHOLLY_OTHER) for (const { id } of rows) note("foreign", id);
  for (const id of alike(rows, ({ latitude, longitude }) => (latitude === null ? null : `${latitude} ${longitude}`))) note("one-place", id);
  for (const id of alike(rows, ({ time }) => time)) note("one-time", id);

  const spokenOf = Math.max(named, Math.min(covered, COUNTED));
  const isWhollyOlder = named >= WHOLLY && found.get("older")?.length === named;
  const limits = limitsOf(bounds, {
    spokenOf,
    named,
    covered,
    rows: rows.length,
    listed,
    strong: strong.length,
    days,
    isWhole: isFeed || isListing,
    isWhollyOlder,
  });
  const known = Math.max(spokenOf, covered);
  // The first answer of a store, and one after a longer pause, count alone.
  const daily = days > 1 || held.length === 0 ? {} : dailyMost(Math.max(known, lately.known), bounds);
  const counted: string[] = [];
  const breaches = [...found].flatMap(([rule, changes]): Breach[] => {
    const keys = new Set(changes.map((change) => keyOf(rule, change)).filter((key) => !lately.changes.has(key)));
    const dailyLimit = daily[rule];
    if (changes.length > limits[rule]) return [{ rule, changes, most: limits[rule], isSum: false }];
    if (dailyLimit === undefined) return [];
    counted.push(...keys);
    const left = dailyLimit - [...lately.changes].filter((key) => key.startsWith(`${rule} `)).length;
    return keys.size <= left ? [] : [{ rule, changes, most: Math.max(0, left), isSum: true }];
  });
  return { breaches, astray, older, reverted, counted: { known, changes: counted, before: Object.fromEntries(drift.before) } };
}

type Note = (rule: Rule, change: string) => boolean;

const NOTHING = latelyOf([], 0).lately;

/** A change of the same event by the same rule counts once a day. */
function keyOf(rule: Rule, change: string): string {
  return `${rule} ${change.split(" ", 1)[0]}`;
}

/** A row with more ids, or that joins more stored events: a real one has at most 5 ids and joins 2. */
const MANY_IDS = 20;
const MANY_JOINED = 3;

/** An answer of fewer known events is not called wholly older: replicas differ by minutes. */
const WHOLLY = 3;

/** An answer that lists none of fewer known events is not called another agency's. */
const WHOLLY_OTHER = 5;

/** Reasons of readers for rows that no true answer has. */
const IMPOSSIBLE = [
  "time-in-the-future",
  "updated-in-the-future",
  "magnitude-out-of-range",
  "position-out-of-range",
  "depth-out-of-range",
] as const;

/** An agency may list an event twice: once is enough. */
function rowsOf(rows: readonly ReportedEvent[]): ReportedEvent[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
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

/** The stored events that the withdrawals remove. */
function withdrawals(statements: readonly Withdrawal[], held: readonly ReportedEvent[]): ReportedEvent[] {
  if (statements.length === 0) return [];
  const last = new Map<string, number>();
  for (const { ids, withdrawnAt } of statements) for (const id of ids) last.set(id, Math.max(withdrawnAt, last.get(id) ?? 0));
  return held.filter(({ id, updated }) => {
    const at = last.get(id);
    return at !== undefined && at >= (updated ?? Number.NEGATIVE_INFINITY);
  });
}

import type { LeftOut, ReportedEvent, Withdrawal } from "../store/records.ts";
import { type Accepted, type Bounds, type Breach, dailyMost, type Lately, latelyOf, limitsOf, type Rule } from "./bounds.ts";
import { alike, isAboveGround, isShallow, isStrong, misplaced, sharedIds } from "./coincidence.ts";
import { type Compared, compareRows, keyOf, type Note } from "./revisions.ts";

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

/** At least this many events of an answer count, so that a list of changes is not measured by its own length; see `moved`. */
const COUNTED = 800;

/** What is known of other answers. */
interface Context {
  /** Changes that count no more: the operator, or time, has confirmed them. */
  excused?: ReadonlySet<string>;
  lately?: Lately;
  /** Ids of events that answers have listed in an older version for long. */
  reverted?: ReadonlySet<string>;
}

/** The verdict on an answer. */
export interface Verdict extends Pick<Compared, "astray" | "older" | "reverted"> {
  breaches: Breach[];
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
  const { at, covered, days, isFeed, isListing = false, isWithdrawn, listed } = statement;
  const found = new Map<Rule, string[]>();
  const note: Note = (rule, change) => {
    if (excused.has(`${rule} ${change}`)) return false;
    const changes = found.get(rule);
    if (changes) changes.push(change);
    else found.set(rule, [change]);
    return true;
  };
  const rows = rowsOf(statement.rows);
  const compared = compareRows(rows, held, { note, at, lately, isWithdrawn, confirmed: context.reverted });
  const gone = withdrawals(statement.withdrawn, held);
  const named = compared.named + gone.length;
  noteWithdrawn(gone, statement, note);
  const strong = rows.filter(isStrong);
  noteImpossible(rows, strong, statement, note);
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
  const { breaches, counted } = breachesOf(found, limits, daily, lately.changes);
  const { before, named: _, ...rest } = compared;
  return { breaches, ...rest, counted: { known, changes: counted, before: Object.fromEntries(before) } };
}

/** @param gone the stored events that the withdrawals remove */
function noteWithdrawn(gone: readonly ReportedEvent[], { withdrawn, isFeed }: Statement, note: Note): void {
  for (const { id } of isFeed ? withdrawn.map(({ ids: [id = ""] }) => ({ id })) : gone) note("withdrawn", id);
  for (const { id, magnitude } of gone) if ((magnitude ?? 0) >= 5.5) note("withdrawn-large", id);
}

/** What no true answer says, whatever the store has. */
function noteImpossible(rows: readonly ReportedEvent[], strong: readonly ReportedEvent[], statement: Statement, note: Note): void {
  const { leftOut } = statement;
  for (const reason of IMPOSSIBLE) for (let n = 0; n < (leftOut[reason] ?? 0); n++) note("impossible", reason);
  for (let n = 0; n < (leftOut["time-before-period"] ?? 0); n++) note("outside", "time-before-period");
  for (const row of rows) if (isAboveGround(row)) note("impossible", row.id);
  for (const { id } of misplaced(strong)) note("misplaced", id);
  for (const { id } of strong.filter(isShallow)) note("shallow", id);
  for (const id of sharedIds(statement.rows)) note("ids-shared", id);
}

/**
 * The rules of which there are too many changes, in this answer or with those of the last 24 h, and the changes that count for the
 * next 24 h.
 *
 * @param lately the changes of the last 24 h
 */
function breachesOf(
  found: ReadonlyMap<Rule, string[]>,
  limits: Readonly<Record<Rule, number>>,
  daily: Readonly<Partial<Record<Rule, number>>>,
  lately: ReadonlySet<string>,
): { breaches: Breach[]; counted: string[] } {
  const counted: string[] = [];
  const breaches = [...found].flatMap(([rule, changes]): Breach[] => {
    const keys = new Set(changes.map((change) => keyOf(rule, change)).filter((key) => !lately.has(key)));
    const dailyLimit = daily[rule];
    if (changes.length > limits[rule]) return [{ rule, changes, most: limits[rule], isSum: false }];
    if (dailyLimit === undefined) return [];
    counted.push(...keys);
    const left = dailyLimit - [...lately].filter((key) => key.startsWith(`${rule} `)).length;
    return keys.size <= left ? [] : [{ rule, changes, most: Math.max(0, left), isSum: true }];
  });
  return { breaches, counted };
}

const NOTHING = latelyOf([], 0).lately;

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

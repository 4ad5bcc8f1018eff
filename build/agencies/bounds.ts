import { distanceKm } from "../geo/sphere.ts";
import { DAY_MS, MINUTE_MS } from "../platform/time.ts";
import type { LeftOut, ReportedEvent, Withdrawal } from "../store/records.ts";

/** How much of what an answer speaks of it may change: this number, or this share of it (0-1), whichever is larger. */
interface Most {
  few: number;
  share: number;
}

/** The bounds for the answers of one agency. `docs/operating.md` has the measurements that they follow from. */
export interface Bounds {
  /** Stored events that an answer withdraws. */
  withdrawn: Most;
  /** Stored events that prove to be one with another. */
  joined: Most;
  /** Stored events that a row moves (`isMove`). */
  moved: Most;
  /** Stored events that change between earthquake and other types, or lose their magnitude or position. */
  emptied: Most;
  /** Rows of an answer that are older than the stored event. */
  older: Most;
  /** Rows that share an id with another row. */
  shared: Most;
  /** Rows at the same place, or of the same time. */
  alike: Most;
}

/** Measured in 30,296 replays of captures from 2015 to 2026, with 388,408 comparisons of a row with its stored event. */
export const USGS_BOUNDS: Bounds = {
  withdrawn: { few: 3, share: 0.05 },
  joined: { few: 8, share: 0.02 },
  moved: { few: 4, share: 0.02 },
  emptied: { few: 10, share: 0.02 },
  older: { few: 5, share: 0.05 },
  shared: { few: 2, share: 0 },
  alike: { few: 50, share: 0.01 },
};

/**
 * For agencies of which there are no series of captures: twice as wide. Some round positions to 0.1 degrees and times to minutes, so
 * that a whole swarm may lie at one place. Shared ids do no harm, since the first owner keeps them.
 */
export const FDSN_BOUNDS: Bounds = {
  ...USGS_BOUNDS,
  joined: { few: 8, share: 0.05 },
  moved: { few: 8, share: 0.05 },
  emptied: { few: 20, share: 0.05 },
  shared: { few: 8, share: 0.05 },
  alike: { few: Number.POSITIVE_INFINITY, share: 0 },
};

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
}

/** A rule that an answer breaks: what it would change, as `id` and new values, and how much a credible answer may change. */
export interface Breach {
  rule: Rule;
  changes: string[];
  most: number;
}

/** What an answer does that breaks a rule. */
export const RULES = {
  withdrawn: "withdraws events",
  "withdrawn-large": "withdraws events of magnitude 5.5 or more",
  joined: "joins stored events into one",
  "ids-many": "gives an event the ids of many",
  "ids-shared": "gives the same id to several events",
  moved: "changes known events by more than 1 magnitude, 60 s or 200 km",
  raised: "raises known events to magnitude 7 or more",
  emptied: "takes type, magnitude or position from known events",
  "large-6": "has new events of magnitude 6 or more",
  "large-7": "has new events of magnitude 7 or more",
  "large-8": "has new events of magnitude 8 or more",
  "large-9": "has new events of magnitude 9 or more",
  impossible: "has rows from the future or of impossible magnitude",
  outside: "has rows from before its period",
  "one-place": "has many events at one place",
  "one-time": "has many events at one time",
  older: "is older than the store",
} as const;

export type Rule = keyof typeof RULES;

/** Rules that a true answer can break, and then breaks again in the next one: an agency may revise many events at once. */
const REPEATABLE: ReadonlySet<Rule> = new Set<Rule>(["moved", "joined", "emptied", "large-6", "large-7", "large-8", "large-9"]);

export function isRepeatable({ rule }: Breach): boolean {
  return REPEATABLE.has(rule);
}

/** A revision that moves an origin by more than this is left out. None of 388,408 comparisons did. */
const FARTHEST_MS = DAY_MS;

/** At least this many events of an answer count, so that a list of changes is not measured by its own length; see `moved`. */
const COUNTED = 800;

/**
 * Compares what an answer says with what the store has. Pure.
 *
 * @param held the stored events, in any order
 * @param excused changes that count no more: the operator, or time, has confirmed them
 * @param accepted changes that answers of the last 24 h have made; see `dailyMost`
 * @returns the broken rules; rows that must not be used, since they carry an event into another day; and the changes that are to count
 * for 24 h. A change is the name of a rule and what was changed
 */
export function judge(
  held: readonly ReportedEvent[],
  statement: Statement,
  bounds: Bounds,
  excused: ReadonlySet<string> = new Set(),
  accepted: ReadonlySet<string> = new Set(),
): { breaches: Breach[]; astray: Set<ReportedEvent>; counted: string[] } {
  const { covered, days, isFeed, leftOut, listed, at } = statement;
  const rows = rowsOf(statement.rows);
  const ownerOf = new Map(held.flatMap((event) => event.ids.map((id) => [id, event] as const)));
  const found = new Map<Rule, string[]>();
  const note = (rule: Rule, change: string) => {
    if (excused.has(`${rule} ${change}`)) return;
    const changes = found.get(rule);
    if (changes) changes.push(change);
    else found.set(rule, [change]);
  };
  const astray = new Set<ReportedEvent>();
  const large = [6, 7, 8, 9] as const;
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
    if (!before) {
      for (const magnitude of large) if ((row.magnitude ?? 0) >= magnitude) note(`large-${magnitude}`, `${row.id} ${row.magnitude}`);
      continue;
    }
    named += owners.size;
    if (owners.size - 1 > MANY_JOINED) note("ids-many", row.id);
    for (const other of owners) if (other !== before) note("joined", `${other.id} into ${row.id}`);
    if (isOlder(row, before)) {
      if (isSettled(before, at)) note("older", row.id);
    } else compare(before, row, note, astray);
  }
  const gone = withdrawals(statement.withdrawn, held);
  named += gone.length;
  for (const { id } of isFeed ? statement.withdrawn.map(({ ids: [id = ""] }) => ({ id })) : gone) note("withdrawn", id);
  for (const { id, magnitude } of gone) if ((magnitude ?? 0) >= 5.5) note("withdrawn-large", id);
  for (const reason of IMPOSSIBLE) for (let n = 0; n < (leftOut[reason] ?? 0); n++) note("impossible", reason);
  for (let n = 0; n < (leftOut["time-before-period"] ?? 0); n++) note("outside", "time-before-period");
  for (const id of sharedIds(rows)) note("ids-shared", id);
  alike(rows, placeOf, "one-place", note);
  alike(rows, ({ time }) => String(time), "one-time", note);

  const most = ({ few, share }: Most, base: number) => Math.max(few, share * base);
  const spokenOf = Math.max(named, Math.min(covered, COUNTED));
  const limits: Record<Rule, number> = {
    withdrawn: most(bounds.withdrawn, Math.max(named, covered)),
    "withdrawn-large": 1,
    joined: most(bounds.joined, spokenOf),
    "ids-many": 0,
    "ids-shared": most(bounds.shared, rows.length),
    moved: most(bounds.moved, spokenOf),
    raised: 1,
    emptied: most(bounds.emptied, spokenOf),
    "large-6": 25 + 25 * Math.min(days, 1) + 4 * days,
    "large-7": 6 + days / 4,
    "large-8": 3 + days / 10,
    "large-9": 1 + days / 100,
    impossible: most({ few: 3, share: 0.02 }, listed),
    outside: 2,
    "one-place": most(bounds.alike, rows.length),
    "one-time": most(bounds.alike, rows.length),
    // An answer of which everything is older is refused however short it is.
    older: named >= WHOLLY && found.get("older")?.length === named ? 0 : most(bounds.older, named),
  };
  const daily = days > 1 ? {} : dailyMost(Math.max(spokenOf, covered));
  const before = [...accepted];
  const counted: string[] = [];
  const breaches = [...found].flatMap(([rule, changes]) => {
    const keys = changes.map((change) => `${rule} ${change}`).filter((key) => !accepted.has(key));
    if (daily[rule] !== undefined) counted.push(...keys);
    const left = (daily[rule] ?? Number.POSITIVE_INFINITY) - before.filter((key) => key.startsWith(`${rule} `)).length;
    const isWithin = changes.length <= limits[rule] && keys.length <= left;
    return isWithin ? [] : [{ rule, changes, most: Math.max(0, Math.min(limits[rule], left)) }];
  });
  return { breaches, astray, counted };
}

/** The most changes in the answers of 24 h together: many small lies make a large one. An answer after a longer pause counts alone. */
function dailyMost(known: number): Partial<Record<Rule, number>> {
  const large = { "large-6": 54, "large-7": 6, "large-8": 3, "large-9": 1 };
  return { withdrawn: Math.max(10, known / 20), joined: Math.max(40, known / 50), moved: Math.max(40, known / 50), raised: 3, ...large };
}

/** A row with more ids, or that joins more stored events: a real one has at most 5 ids and joins 2. */
const MANY_IDS = 20;
const MANY_JOINED = 3;

/** An answer of fewer known events is not called wholly older: replicas differ by minutes. */
const WHOLLY = 3;

/** Reasons of readers for rows that no true answer has. */
const IMPOSSIBLE = ["time-in-the-future", "updated-in-the-future", "magnitude-out-of-range"] as const;

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

function compare(before: ReportedEvent, row: ReportedEvent, note: (rule: Rule, change: string) => void, astray: Set<ReportedEvent>): void {
  const { id, time, latitude, longitude, magnitude, type } = row;
  if (Math.abs(time - before.time) > FARTHEST_MS) astray.add(row);
  if (isMove(before, row)) note("moved", [id, time, latitude, longitude, magnitude].join(" "));
  if (magnitude !== null && magnitude >= 7 && (before.magnitude ?? 7) < 6.5) note("raised", `${id} ${magnitude}`);
  const isLost = (before.magnitude !== null && magnitude === null) || (before.latitude !== null && latitude === null);
  if (isLost || (before.type === "earthquake") !== (type === "earthquake")) note("emptied", [id, type, magnitude, latitude].join(" "));
}

/** Whether two solutions of an event differ by more than 1 magnitude, 60 s or 200 km. */
function isMove(before: ReportedEvent, row: ReportedEvent): boolean {
  if (Math.abs(row.time - before.time) > MINUTE_MS) return true;
  if (row.magnitude !== null && before.magnitude !== null && Math.abs(row.magnitude - before.magnitude) > 1.000_001) return true;
  if (row.latitude === null || row.longitude === null || before.latitude === null || before.longitude === null) return false;
  if (row.latitude === before.latitude && row.longitude === before.longitude) return false;
  return distanceKm(row.latitude, row.longitude, before.latitude, before.longitude) > 200;
}

/** The stored events that the withdrawals remove. */
function withdrawals(statements: readonly Withdrawal[], held: readonly ReportedEvent[]): ReportedEvent[] {
  if (statements.length === 0) return [];
  const last = new Map<string, number>();
  for (const { ids, withdrawnAt } of statements) for (const id of ids) last.set(id, Math.max(withdrawnAt, last.get(id) ?? 0));
  return held.filter(({ id, updated }) => (last.get(id) ?? Number.NEGATIVE_INFINITY) >= (updated ?? Number.NEGATIVE_INFINITY));
}

function* sharedIds(rows: readonly ReportedEvent[]): Iterable<string> {
  const owner = new Map<string, string>();
  const sharing = new Set<string>();
  for (const { id, ids } of rows) {
    for (const one of ids) {
      const other = owner.get(one);
      if (other !== undefined && other !== id) for (const each of [id, other]) sharing.add(each);
      owner.set(one, id);
    }
  }
  yield* sharing;
}

function placeOf({ latitude, longitude }: ReportedEvent): string | null {
  return latitude === null ? null : `${latitude} ${longitude}`;
}

/** Notes the rows of the place or time that most of them have in common. */
function alike(
  rows: readonly ReportedEvent[],
  keyOf: (row: ReportedEvent) => string | null,
  rule: Rule,
  note: (rule: Rule, change: string) => void,
): void {
  const groups = new Map<string, string[]>();
  let largest: string[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row.id);
    else groups.set(key, [row.id]);
    if (group && group.length > largest.length) largest = group;
  }
  for (const id of largest) note(rule, id);
}

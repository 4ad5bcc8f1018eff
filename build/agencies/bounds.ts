import * as z from "zod";
import { DAY_MS } from "../platform/time.ts";
import type { ReportedEvent } from "../store/records.ts";

/** How much of what an answer speaks of it may change: the numbers. `judge.ts` compares answers with them. */

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
  /** Stored events that a row changes by much (`MOVE` in `judge.ts`). */
  moved: Most;
  /** Stored events that a row changes by less (`SHIFT`): an error that shifts all values by a little shows in their number. */
  shifted: Most;
  /** Stored events that a row changes a little: an error that falsifies all by less than a shift. */
  rewritten: Most;
  /** Stored events that change between earthquake and other types, or lose their magnitude or position. */
  emptied: Most;
  /** Rows with the origin of a stored event, to a second and 5 km, and none of its ids. */
  doubled: Most;
  /** Rows of an answer that are older than the stored event. */
  older: Most;
  /** Rows that share an id with another row, or list an event with several origin times. */
  shared: Most;
  /** Rows at the same place, or of the same time. */
  alike: Most;
}

/** Measured in 30,296 replays of captures from 2015 to 2026, with 388,408 comparisons of a row with its stored event. */
export const USGS_BOUNDS: Bounds = {
  withdrawn: { few: 3, share: 0.05 },
  joined: { few: 8, share: 0.02 },
  moved: { few: 4, share: 0.02 },
  shifted: { few: 12, share: 0.1 },
  rewritten: { few: 24, share: 0.3 },
  emptied: { few: 10, share: 0.02 },
  doubled: { few: 5, share: 0.01 },
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
  shifted: { few: 24, share: 0.2 },
  rewritten: { few: 24, share: 0.5 },
  emptied: { few: 20, share: 0.05 },
  doubled: { few: 20, share: 0.1 },
  shared: { few: 8, share: 0.05 },
  alike: { few: Number.POSITIVE_INFINITY, share: 0 },
};

/** A rule that an answer breaks: what it would change, as `id` and new values, and how much a credible answer may change. */
export interface Breach {
  rule: Rule;
  changes: string[];
  most: number;
  /** Whether the answer alone would be credible, and is not after those of the last 24 h. */
  isSum: boolean;
}

/** What an answer does that breaks a rule. */
export const RULES = {
  withdrawn: "withdraws events",
  "withdrawn-large": "withdraws events of magnitude 5.5 or more",
  joined: "joins stored events into one",
  "ids-many": "gives an event the ids of many",
  "ids-shared": "gives the same id to several events",
  moved: "changes known events by more than 1 magnitude, 60 s or 200 km",
  shifted: "changes known events by more than 0.5 magnitude, 10 s, 50 km or much of their depth, or in tsunami flag or high alert",
  rewritten: "changes known events by more than 0.1 magnitude, 2 s, 10 km or 10 km of depth, or takes their depths or places",
  doubled: "lists known events again under other ids",
  foreign: "lists none of the known events of its time",
  raised: "raises known events to magnitude 7 or more",
  emptied: "takes type, magnitude or position from known events",
  "large-5": "has new events of magnitude 5 or more",
  "large-6": "has new events of magnitude 6 or more",
  "large-7": "has new events of magnitude 7 or more",
  "large-8": "has new events of magnitude 8 or more",
  "large-9": "has new events of magnitude 9 or more",
  impossible: "has rows from the future, of impossible magnitude, place or depth, or above the ground",
  misplaced: "has strong events at many places almost without earthquakes",
  shallow: "has strong events within 1 km of the surface",
  outside: "has rows from before its period",
  "one-place": "has many events at one place",
  "one-time": "has many events at one time",
  older: "is older than the store",
} as const;

export type Rule = keyof typeof RULES;

/** Rules that a true answer can break, and then breaks again in the next one: an agency may revise many events at once. */
const REPEATABLE: ReadonlySet<Rule> = new Set<Rule>([
  "moved",
  "shifted",
  "rewritten",
  "joined",
  "emptied",
  "large-5",
  "large-6",
  "large-7",
  "large-8",
  "large-9",
]);

export function isRepeatable({ rule }: Breach): boolean {
  return REPEATABLE.has(rule);
}

/** What the limits of an answer depend on. */
interface Extent {
  /** Stored events that the answer names, or could name if it is a list of changes: up to 800 of these. */
  spokenOf: number;
  /** Stored events that it names, and that it could name. */
  named: number;
  covered: number;
  /** Rows that were read, and all. */
  rows: number;
  listed: number;
  /** Rows of magnitude 4.5 or more. */
  strong: number;
  /** Time since the last accepted answer, days. */
  days: number;
  /** Whether it lists all events of its scope, and not only those that changed. */
  isWhole: boolean;
  /** Whether everything in it is older than the store. Then it is refused however short it is. */
  isWhollyOlder: boolean;
}

/** The most changes in one answer. */
export function limitsOf(bounds: Bounds, extent: Extent): Record<Rule, number> {
  const { spokenOf, named, covered, rows, listed, strong, days, isWhole, isWhollyOlder } = extent;
  // Of few events, an error that changes all of them would otherwise be within the limit.
  const ofThese = (bound: Most, base = spokenOf) =>
    Math.min(most(bound, base), isWhole ? Math.max(2, spokenOf / 2) : Number.POSITIVE_INFINITY);
  return {
    withdrawn: most(bounds.withdrawn, Math.max(named, covered)),
    "withdrawn-large": 1,
    joined: most(bounds.joined, spokenOf),
    "ids-many": 0,
    "ids-shared": most(bounds.shared, rows),
    doubled: ofThese(bounds.doubled, rows),
    moved: ofThese(bounds.moved),
    shifted: ofThese(bounds.shifted),
    rewritten: most(bounds.rewritten, spokenOf),
    foreign: 0,
    raised: 1,
    emptied: ofThese(bounds.emptied),
    // A month with all magnitudes raised by 1 has some 800 of magnitude 5 and 120 of magnitude 6.
    "large-5": 300 + 40 * Math.min(days, 7) + 10 * days,
    "large-6": 25 + 25 * Math.min(days, 1) + 4 * Math.min(days, 7) + Math.max(0, days - 7),
    "large-7": 6 + days / 4,
    "large-8": 3 + days / 10,
    "large-9": 1 + days / 100,
    impossible: most({ few: 3, share: 0.02 }, listed),
    misplaced: most({ few: 6, share: 0.02 }, strong),
    shallow: most({ few: 30, share: 0.25 }, strong),
    outside: 2,
    "one-place": most(bounds.alike, rows),
    "one-time": most(bounds.alike, rows),
    older: isWhollyOlder ? 0 : most(bounds.older, named),
  };
}

function most({ few, share }: Most, base: number): number {
  return Math.max(few, share * base);
}

/** How many answers may each make the few changes of an answer within 24 h. Real days: `docs/operating.md`. */
const FEW_A_DAY = 5;

/**
 * The most changes in the answers of 24 h together: many small lies make a large one.
 *
 * @param known number of stored events that the widest of these answers could change
 */
export function dailyMost(known: number, bounds: Bounds): Partial<Record<Rule, number>> {
  const ofDay = ({ few, share }: Most) => most({ few: FEW_A_DAY * few, share }, known);
  const rules = ["withdrawn", "joined", "moved", "shifted", "emptied"] as const;
  const shares = Object.fromEntries(rules.map((rule) => [rule, ofDay(bounds[rule])]));
  return { ...shares, "withdrawn-large": 3, raised: 3, "large-5": 350, "large-6": 54, "large-7": 6, "large-8": 3, "large-9": 1 };
}

/**
 * What accepted answers of the last 24 h have changed. Many small changes make a large one, so that their sum is bounded as well, and
 * an event is compared with what it was before the first of them.
 */
export const acceptedSchema = z.strictObject({
  /** Local clock, ms since 1970 UTC. */
  at: z.number().int(),
  /** Number of stored events that the answer could change: the limits of a day fit the widest answer of that day. */
  known: z.number().int(),
  /** Each as a rule and an id. */
  changes: z.array(z.string()),
  /** Values before the first change of these 24 h, by id. */
  before: z.record(z.string(), z.tuple([z.number(), z.number().nullable(), z.number().nullable(), z.number().nullable()])),
});

export type Accepted = z.infer<typeof acceptedSchema>;

/** The values of an event whose drift is bounded: origin time, ms since 1970 UTC; degrees north and east; magnitude. */
export type Values = Pick<ReportedEvent, "time" | "latitude" | "longitude" | "magnitude">;

/** The answers of the last 24 h together. */
export interface Lately {
  known: number;
  changes: ReadonlySet<string>;
  before: ReadonlyMap<string, Values>;
}

/** Separates what still counts at a time, and adds it up. Pure. @param now ms since 1970 UTC */
export function latelyOf(accepted: readonly Accepted[], now: number): { counting: Accepted[]; lately: Lately } {
  const counting = accepted.filter(({ at }) => Math.abs(now - at) < DAY_MS);
  const before = counting.flatMap((one) => Object.entries(one.before));
  return {
    counting,
    lately: {
      known: counting.reduce((most, { known }) => Math.max(most, known), 0),
      changes: new Set(counting.flatMap(({ changes }) => changes)),
      before: new Map(
        before.map(([id, [time, latitude, longitude, magnitude]]) => [id, { time, latitude, longitude, magnitude }] as const),
      ),
    },
  };
}

export function tupleOf({ time, latitude, longitude, magnitude }: Values): Accepted["before"][string] {
  return [time, latitude, longitude, magnitude];
}

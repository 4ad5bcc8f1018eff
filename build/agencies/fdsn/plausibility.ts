import { UserError } from "../../platform/error.ts";
import { HOUR_MS } from "../../platform/time.ts";
import type { LiveEvent } from "../../store/records.ts";
import type { FdsnState } from "./state.ts";

/** An answer that lists less than this share of what we hold of its span shrinks the world. */
const LEAST_SHARE = 0.5;

/** With fewer events than this no share means anything. */
const FEWEST = 5;

/** So many of our newest events must all be news to an answer before it is taken for that of a replica left behind. */
const NEWEST = 3;

/** Near the ends of what was asked for, clocks decide what is listed. */
const MARGIN_MS = HOUR_MS;

/**
 * Whether an answer that should list everything of a span is believed: the reason why it is set aside, or null.
 *
 * - `capture-empty`, `capture-shrunk`: it lists nothing, or less than half, of what we hold of the span;
 * - `capture-stale`: it knows none of the three events that we saw change last as they are now, and nothing newer.
 *
 * @param span of origin times, ms since 1970 UTC
 */
export function checkAnswer(
  state: FdsnState | undefined,
  rows: readonly LiveEvent[],
  span: { from: number; to: number },
  where: string,
): UserError | null {
  const [low, high] = [span.from + MARGIN_MS, span.to - MARGIN_MS];
  const held = (state?.events ?? []).filter(({ time }) => time >= low && time <= high);
  if (!state || held.length < FEWEST) return null;
  const aside = (code: string, reason: string) =>
    new UserError(code, `${state.agency}: ${where} ${reason}`, "the agency has trouble of its own: try again later");
  if (rows.length === 0) return aside("capture-empty", `lists nothing where the store holds ${held.length} events`);
  const listed = new Map(rows.flatMap((row) => row.ids.map((id) => [id, row] as const)));
  const still = held.filter(({ ids }) => ids.some((id) => listed.has(id))).length;
  if (still < LEAST_SHARE * held.length) {
    return aside("capture-shrunk", `lists ${still} of the ${held.length} events that the store holds of that time`);
  }
  return isStale(held, rows, listed)
    ? aside("capture-stale", "knows none of our newest events: it is out of date")
    : null;
}

function isStale(
  held: readonly LiveEvent[],
  rows: readonly LiveEvent[],
  listed: ReadonlyMap<string, LiveEvent>,
): boolean {
  const newest = held.toSorted((a, b) => age(b) - age(a)).slice(0, NEWEST);
  const latest = age(newest[0]);
  if (rows.some((row) => age(row) > latest)) return false;
  return newest.every((event) => {
    const row = listed.get(event.id);
    return row === undefined || age(row) < age(event);
  });
}

/** What of an event's two times tells how new a report is: agencies in FDSN text give its origin time only. */
function age(event: LiveEvent | undefined): number {
  return event?.updated ?? event?.time ?? Number.NEGATIVE_INFINITY;
}

import { HOUR_MS } from "../../platform/time.ts";
import type { Change } from "../../store/agency.ts";
import type { LiveEvent, Withdrawal } from "../../store/records.ts";
import { coverageOf } from "../coverage.ts";
import type { FdsnHoldings } from "./apply-capture.ts";
import type { Absence } from "./state.ts";

/** An event is taken for withdrawn when so many complete answers in a row, over so long a time, do not list it. */
const EVIDENCE = { captures: 3, ms: 12 * HOUR_MS };

/** Near the ends of what was asked for, clocks and late replicas decide what is listed. */
const MARGIN_MS = HOUR_MS;

/** An answer without so many of our events, and without this share of them, has lost them: agencies withdraw single ones. */
const LOST = { events: 3, share: 0.1 };

/**
 * Counts for which events a complete answer is one more without them. Only an event that the answer shows it would list
 * counts. An answer without many of our events counts for none. Where an event is listed again, answers have omitted what
 * stands, and all counts begin anew. Pure.
 *
 * @param rows all that the answer lists with an origin time in `span` (ms since 1970 UTC)
 * @param now when it came, ms since 1970 UTC
 */
export function noteAbsences(
  { events, absences }: FdsnHoldings,
  rows: readonly LiveEvent[],
  span: { from: number; to: number },
  now: number,
): Absence[] {
  const ids = idsOf(rows);
  const isListed = (event: LiveEvent) => event.ids.some((id) => ids.has(id));
  const isCovered = coverageOf(rows);
  const due = events.filter(
    (event) => event.time >= span.from + MARGIN_MS && event.time <= span.to - MARGIN_MS && isCovered(event),
  );
  const missing = due.filter((event) => !isListed(event));
  const known = new Map(absences.map((absence) => [absence.id, absence]));
  if (events.some((event) => known.has(event.id) && isListed(event))) known.clear();
  if (missing.length >= LOST.events && missing.length > LOST.share * due.length) return [...known.values()];
  return missing.map(({ id }) => {
    const { captures, since } = known.get(id) ?? { captures: 0, since: now };
    return { id, captures: captures + 1, since };
  });
}

/** The events that were absent for long enough, with what shows it. Pure. */
export function longAbsent({ events, absences }: FdsnHoldings, now: number): Map<LiveEvent, Absence> {
  const long = new Map(
    absences
      .filter(({ captures, since }) => captures >= EVIDENCE.captures && now - since >= EVIDENCE.ms)
      .map((absence) => [absence.id, absence]),
  );
  return new Map(
    events.flatMap((event) => {
      const absence = long.get(event.id);
      return absence ? [[event, absence] as const] : [];
    }),
  );
}

/** Withdraws events. Pure. @param now ms since 1970 UTC */
export function withdraw(
  held: FdsnHoldings,
  gone: ReadonlyMap<LiveEvent, Absence>,
  now: number,
): { holdings: FdsnHoldings; changes: Change[] } {
  const ids = idsOf([...gone.keys()]);
  const withdrawn = [...held.withdrawn, ...[...gone.keys()].map((event) => withdrawalOf(event, now))];
  withdrawn.sort((a, b) => ((a.ids[0] ?? "") < (b.ids[0] ?? "") ? -1 : 1));
  return {
    holdings: {
      events: held.events.filter((event) => !gone.has(event)),
      withdrawn,
      absences: held.absences.filter(({ id }) => !ids.has(id)),
    },
    changes: [...gone].map(([event, absence]) => withdrawnBy(event, absence)),
  };
}

export function idsOf(events: readonly Pick<LiveEvent, "ids">[]): Set<string> {
  return new Set(events.flatMap(({ ids }) => ids));
}

function withdrawalOf({ ids, time, latitude, longitude, magnitude }: LiveEvent, now: number): Withdrawal {
  return { ids, withdrawnAt: now, was: { time, latitude, longitude, magnitude } };
}

function withdrawnBy({ id }: LiveEvent, { captures, since }: Absence): Change {
  const evidence = `absent from ${captures} complete answers since ${new Date(since).toISOString()}`;
  return { kind: "withdrawn", id, evidence };
}

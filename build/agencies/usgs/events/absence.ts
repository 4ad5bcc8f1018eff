import { HOUR_MS } from "../../../platform/time.ts";
import type { AgencyEvent, Withdrawal } from "../../../store/records.ts";
import { coverageOf } from "../../coverage.ts";
import type { UsgsCapture } from "../feed.ts";
import { feedScope } from "../feed-scope.ts";
import type { Absence } from "../state.ts";
import { expectedIn, idsListed } from "./expected.ts";
import type { UsgsThresholds } from "./thresholds.ts";

/** Before the query service is asked for a missed event. */
const CAPTURES_BEFORE_ASKING = 3;
const MS_BEFORE_ASKING = HOUR_MS / 4;
/** In one run; the others have their turn in the next. */
const MOST_ASKED = 20;

/**
 * Which events are missed after a capture that was believed: those that belong in it and are not listed, counted, and those
 * missed before that it says nothing about. A feed lists only so many events: what lies beyond its oldest, its newest or its
 * smallest is not missed. An event that is listed again was never missed. Pure.
 *
 * @param events ours, with what the capture changed
 */
export function noteMissed(
  missed: readonly Absence[],
  events: readonly AgencyEvent[],
  capture: UsgsCapture,
): Absence[] {
  const scope = feedScope(capture.title);
  const live = new Map(events.map((event) => [event.id, event]));
  const kept = missed.filter(({ id }) => live.has(id));
  const ids = idsListed(capture);
  const isListed = (event: AgencyEvent | undefined) => event?.ids.some((id) => ids.has(id)) ?? false;
  const before = new Map(kept.filter(({ id }) => !isListed(live.get(id))).map((one) => [one.id, one]));
  if (!scope || hasNamelessFeatures(capture)) return [...before.values()];
  const { generated } = capture;
  const isCovered = coverageOf(capture.events);
  for (const event of expectedIn(events, scope, generated)) {
    const known = before.get(event.id);
    if (isListed(event) || !isCovered(event) || (known && generated <= known.last)) continue;
    const { since, captures } = known ?? { since: generated, captures: 0 };
    before.set(event.id, { id: event.id, since, last: generated, captures: captures + 1 });
  }
  return [...before.values()];
}

/** A feature that could not be read, without an id, may be of any event. */
function hasNamelessFeatures({ features, events, withdrawn, unread = [] }: UsgsCapture): boolean {
  return features > events.length + withdrawn.length + unread.length;
}

/** The missed events that the query service is to be asked for now, longest missed first. */
export function toAskFor(missed: readonly Absence[]): Absence[] {
  return missed
    .filter(({ captures, since, last }) => captures >= CAPTURES_BEFORE_ASKING && last - since >= MS_BEFORE_ASKING)
    .toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_ASKED);
}

/** Whether an event was missed often and long enough to count as withdrawn. */
export function isGone({ captures, since, last }: Absence, thresholds: UsgsThresholds): boolean {
  return captures >= thresholds.absentCaptures && last - since >= thresholds.absentHours * HOUR_MS;
}

/** How an event is withdrawn that is only absent: a row that is as new as ours brings it back. */
export function withdrawalOf({ id, updated }: AgencyEvent, { last }: Absence): Withdrawal {
  return { ids: [id], withdrawnAt: Math.max(last, updated), updated };
}

export function evidenceOf({ captures, since }: Absence): string {
  return `absent from ${captures} captures since ${new Date(since).toISOString()}`;
}

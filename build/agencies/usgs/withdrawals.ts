import { HOUR_MS } from "../../platform/time.ts";
import type { UsgsEvent, Withdrawal } from "../../store/records.ts";
import { type Absence, type AbsenceRule, coverageOf, evidenceOf, isLongAbsent, noteAbsences } from "../fdsn/absence.ts";
import type { UsgsCapture } from "./geojson.ts";
import { expectedIn, listedIn } from "./plausibility.ts";
import { applyUpdate, type Run, reject, syncStateOf } from "./run.ts";
import { askEvent, type EventStatus, type UsgsService } from "./service.ts";
import { feedScope } from "./summary-feeds.ts";

/** Absent events about which there is certainty now. */
interface Confirmed {
  ids: Set<string>;
  events: UsgsEvent[];
  withdrawn: Withdrawal[];
  evidence: Map<string, string>;
}

/**
 * Withdraws events that accepted captures have not listed for long. If there is a query service, it is asked first: 409 is a
 * withdrawal, an event that it lists is not absent, and one that it does not know stays absent.
 *
 * @throws UserError `store-…`
 */
export async function confirmAbsences(run: Run, service: UsgsService | null): Promise<void> {
  const { missed } = syncStateOf(run);
  const events = new Map((run.state?.events ?? []).map((event) => [event.id, event]));
  const settled: Confirmed = { ids: new Set(), events: [], withdrawn: [], evidence: new Map() };
  if (service) await askForAbsent(run, service, missed, events, settled);
  else for (const one of missed) withdrawIfGone(run, one, events, settled, "");
  if (settled.ids.size === 0) return;
  const { ids, evidence, ...news } = settled;
  await applyUpdate(
    run,
    { ...news, evidence },
    { syncState: () => ({ missed: missed.filter(({ id }) => !ids.has(id)) }) },
  );
}

async function askForAbsent(
  run: Run,
  service: UsgsService,
  missed: readonly Absence[],
  events: ReadonlyMap<string, UsgsEvent>,
  settled: Confirmed,
): Promise<void> {
  try {
    for (const one of longestAbsent(missed)) {
      const event = events.get(one.id);
      if (!event) continue;
      const now = run.context.now();
      const standing = await statusOf(service, event, now);
      if (standing.kind === "unknown") {
        withdrawIfGone(run, one, events, settled, ", and unknown to the query service");
        continue;
      }
      settled.ids.add(one.id);
      if (standing.kind === "deleted") {
        settled.withdrawn.push({ ids: [one.id], withdrawnAt: Math.max(now, event.updated) });
        settled.evidence.set(one.id, "the query service answers 409: deleted");
      } else {
        settled.events.push(...standing.capture.events.filter(({ ids }) => ids.some((id) => event.ids.includes(id))));
        settled.withdrawn.push(...standing.capture.withdrawn);
      }
    }
  } catch (error) {
    reject(run, service.dialect.address, error);
  }
}

/** By the first of its ids that the service knows: the preferred id of another answer may be unknown to it. */
async function statusOf(service: UsgsService, { id, ids }: UsgsEvent, now: number): Promise<EventStatus> {
  for (const one of new Set([id, ...ids])) {
    const standing = await askEvent(service, one, now);
    if (standing.kind !== "unknown") return standing;
  }
  return { kind: "unknown" };
}

function withdrawIfGone(
  run: Run,
  absence: Absence,
  events: ReadonlyMap<string, UsgsEvent>,
  settled: Confirmed,
  reason: string,
): void {
  const event = events.get(absence.id);
  const { absentCaptures, absentHours } = run.thresholds;
  if (!event || !isLongAbsent(absence, { captures: absentCaptures, ms: absentHours * HOUR_MS })) return;
  const { id, updated } = event;
  settled.ids.add(id);
  // With `updated` stated, a row that is as new as the stored one restores the event.
  settled.withdrawn.push({ ids: [id], withdrawnAt: Math.max(absence.last, updated), updated });
  settled.evidence.set(id, evidenceOf(absence) + reason);
}

/**
 * Which events are absent after an accepted capture: those that belong in it and are not listed. A feed lists only so
 * many events: what lies beyond its oldest, its newest or its smallest is not absent. Pure.
 *
 * @param events those of the store, with what the capture changed
 */
export function absencesAfter(
  absences: readonly Absence[],
  events: readonly UsgsEvent[],
  capture: UsgsCapture,
): Absence[] {
  const { title, generated: at } = capture;
  const scope = feedScope(title);
  const isCovered = coverageOf(capture.events);
  const due = scope && !hasNamelessFeatures(capture) ? expectedIn(events, scope, at).filter(isCovered) : [];
  return noteAbsences(absences, { events, ids: listedIn(capture).ids, due, at });
}

/** A feature that could not be read, without an id, may be of any event. */
function hasNamelessFeatures({ rows, events, withdrawn, unread = [] }: UsgsCapture): boolean {
  return rows > events.length + withdrawn.length + unread.length;
}

/** When the query service is asked for an absent event. */
const ASK_RULE: AbsenceRule = { captures: 3, ms: HOUR_MS / 4 };
/** In one run; the others follow in the next. */
const MAX_ASKED = 20;

/** The absent events for which the query service is asked now, the longest absent first. */
function longestAbsent(absences: readonly Absence[]): Absence[] {
  return absences
    .filter((absence) => isLongAbsent(absence, ASK_RULE))
    .toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_ASKED);
}

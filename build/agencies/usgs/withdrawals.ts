import { HOUR_MS } from "../../platform/time.ts";
import type { UsgsEvent, Withdrawal } from "../../store/records.ts";
import { type Absence, type AbsenceRule, coverageOf, evidenceOf, isLongAbsent, noteAbsences } from "../fdsn/absence.ts";
import type { UsgsCapture } from "./geojson.ts";
import { expectedIn, listedIn } from "./plausibility.ts";
import { applyUpdate, type Run, reject, upkeepOf } from "./run.ts";
import { type EventStatus, requestEvent, type UsgsService } from "./service.ts";
import { feedScope } from "./summary-feeds.ts";

/** Absent events that were confirmed as withdrawn or as listed. */
interface Confirmed {
  ids: Set<string>;
  events: UsgsEvent[];
  withdrawn: Withdrawal[];
  evidence: Map<string, string>;
}

/**
 * Withdraws events that accepted captures have not listed for long. If there is a query service, it is asked first: status 409
 * means a withdrawal, an event that it lists is not absent, and an unknown event stays absent.
 *
 * @throws UserError `store-…`
 */
export async function confirmAbsences(run: Run, service: UsgsService | null): Promise<void> {
  const { missed } = upkeepOf(run);
  const events = new Map((run.state?.events ?? []).map((event) => [event.id, event]));
  const settled: Confirmed = { ids: new Set(), events: [], withdrawn: [], evidence: new Map() };
  if (service) await askForAbsent(run, service, missed, events, settled);
  else for (const one of missed) withdrawIfGone(run, one, events, settled, "");
  if (settled.ids.size === 0) return;
  const { ids, evidence, ...news } = settled;
  const where = "usgs (absent events)";
  const scope = { where, at: run.context.now(), leftOut: {}, listed: ids.size, covered: events.size, days: 0, isFeed: false };
  try {
    await applyUpdate(run, { ...news, evidence }, { scope, upkeep: () => ({ missed: missed.filter(({ id }) => !ids.has(id)) }) });
  } catch (error) {
    reject(run, where, error);
  }
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

/** Asks for the ids in order until the service knows one: it may not know the preferred id of another answer. */
async function statusOf(service: UsgsService, { id, ids }: UsgsEvent, now: number): Promise<EventStatus> {
  for (const one of new Set([id, ...ids])) {
    const standing = await requestEvent(service, one, now);
    if (standing.kind !== "unknown") return standing;
  }
  return { kind: "unknown" };
}

function withdrawIfGone(run: Run, absence: Absence, events: ReadonlyMap<string, UsgsEvent>, settled: Confirmed, reason: string): void {
  const event = events.get(absence.id);
  const { absent_captures: captures, absent_hours: hours } = run.thresholds;
  if (!event || !isLongAbsent(absence, { captures, ms: hours * HOUR_MS })) return;
  const { id, updated } = event;
  settled.ids.add(id);
  // `updated` is included, so that a row that is as new as the stored one restores the event.
  settled.withdrawn.push({ ids: [id], withdrawnAt: Math.max(absence.last, updated), updated });
  settled.evidence.set(id, evidenceOf(absence) + reason);
}

/**
 * The absences after an accepted capture: events that it should list and does not. The number of events in a feed is limited, so
 * events older than its oldest, newer than its newest or smaller than its smallest one are not absent. Pure.
 *
 * @param events the stored events after the capture was applied
 */
export function absencesAfter(absences: readonly Absence[], events: readonly UsgsEvent[], capture: UsgsCapture): Absence[] {
  const { title, generated: at } = capture;
  const scope = feedScope(title);
  const isCovered = coverageOf(capture.events);
  const due = scope && !hasNamelessFeatures(capture) ? expectedIn(events, scope, at).filter(isCovered) : [];
  return noteAbsences(absences, { events, ids: listedIn(capture).ids, due, at });
}

/** An unreadable feature without an id may belong to any event. */
function hasNamelessFeatures({ rows, events, withdrawn, unread = [] }: UsgsCapture): boolean {
  return rows > events.length + withdrawn.length + unread.length;
}

/** The rule for asking the query service about an absent event. */
const ASK_RULE: AbsenceRule = { captures: 3, ms: HOUR_MS / 4 };
/** Largest number of events in one run; the others are left to the next run. */
const MAX_ASKED = 20;

/** The absent events to ask the query service about in this run, the longest absent first. */
function longestAbsent(absences: readonly Absence[]): Absence[] {
  return absences
    .filter((absence) => isLongAbsent(absence, ASK_RULE))
    .toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_ASKED);
}

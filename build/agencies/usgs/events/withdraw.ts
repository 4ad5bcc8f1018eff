import type { AgencyEvent, Withdrawal } from "../../../store/records.ts";
import { applyUpdate, type Run, setAside, upkeepOf } from "../run.ts";
import type { Absence } from "../state.ts";
import { evidenceOf, isGone, toAskFor, withdrawalOf } from "./absence.ts";
import { askEvent, type EventStanding, type Service } from "./query.ts";

/** What became of missed events. */
interface Settled {
  ids: Set<string>;
  events: AgencyEvent[];
  withdrawn: Withdrawal[];
  evidence: Map<string, string>;
}

/**
 * Withdraws events that good captures have lacked for long, where there is a query service only once that has been asked:
 * 409 is a withdrawal, an event that it lists was never gone, and one that it does not know goes on being missed.
 *
 * @throws UserError `store-…`
 */
export async function settleMissed(run: Run, service: Service | null): Promise<void> {
  const { missed } = upkeepOf(run);
  const events = new Map((run.state?.events ?? []).map((event) => [event.id, event]));
  const settled: Settled = { ids: new Set(), events: [], withdrawn: [], evidence: new Map() };
  if (service) await askForMissed(run, service, missed, events, settled);
  else for (const one of missed) withdrawIfGone(run, one, events, settled, "");
  if (settled.ids.size === 0) return;
  const { ids, evidence, ...news } = settled;
  await applyUpdate(
    run,
    { ...news, evidence },
    { upkeep: () => ({ missed: missed.filter(({ id }) => !ids.has(id)) }) },
  );
}

async function askForMissed(
  run: Run,
  service: Service,
  missed: readonly Absence[],
  events: ReadonlyMap<string, AgencyEvent>,
  settled: Settled,
): Promise<void> {
  try {
    for (const one of toAskFor(missed)) {
      const event = events.get(one.id);
      if (!event) continue;
      const now = run.context.now();
      const standing = await standingOf(service, event, now);
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
    setAside(run, service.base, error);
  }
}

/** By the first of its ids that the service knows: the preferred one may have been an answer's own. */
async function standingOf(service: Service, { id, ids }: AgencyEvent, now: number): Promise<EventStanding> {
  for (const one of new Set([id, ...ids])) {
    const standing = await askEvent(service, one, now);
    if (standing.kind !== "unknown") return standing;
  }
  return { kind: "unknown" };
}

function withdrawIfGone(
  run: Run,
  one: Absence,
  events: ReadonlyMap<string, AgencyEvent>,
  settled: Settled,
  besides: string,
): void {
  const event = events.get(one.id);
  if (!event || !isGone(one, run.thresholds)) return;
  settled.ids.add(one.id);
  settled.withdrawn.push(withdrawalOf(event, one));
  settled.evidence.set(one.id, evidenceOf(one) + besides);
}

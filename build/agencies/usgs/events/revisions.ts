import { UserError } from "../../../platform/error.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time.ts";
import { addCounts, CLOCK_TOLERANCE_MS } from "../../reading.ts";
import type { UsgsCapture } from "../feed.ts";
import { applyUpdate, countUnusable, type Run, upkeepOf } from "../run.ts";
import type { UsgsState } from "../state.ts";
import type { News } from "./holdings.ts";
import { REACH_MS } from "./plan.ts";
import { type Listing, listWindows, type Service } from "./query.ts";
import { joinSpans, type Span } from "./spans.ts";

/** The service's servers do not learn of a change at once; agencies.md would have a quarter of an hour at the least. */
const OVERLAP_MS = 30 * MINUTE_MS;
/**
 * The first time on a day (UTC) changes of so long are asked for again: what a faulty answer has left out, such as a deletion,
 * nobody else tells.
 */
const DAILY_OVERLAP_MS = 3 * DAY_MS;
/** What changed so shortly before may be in a feed and not yet in an answer. */
const SETTLING_MS = 15 * MINUTE_MS;
/** Origin times are revised; so far before everything that we have changes are asked for too. */
const MARGIN_MS = 30 * DAY_MS;
const FEWEST_UNKNOWN = 2;

/** What the service said when it was asked for changes. */
export interface Sync {
  base: string;
  /** Changes after this were asked for, and by the run before everything until it was seen, ms since 1970 UTC. */
  updatedAfter: number;
  since: number;
  /** By the service's clock. */
  generated: number;
  ids: ReadonlySet<string>;
}

/**
 * Takes in whatever the service changed since it was last asked: revisions of events however old, deletions, what was located
 * late. Events of times and magnitudes that the store does not collect are left out.
 *
 * @param minMagnitude from which on the store collects; null: all
 * @returns null where there is nothing to start from yet
 * @throws UserError `capture-…`, `store-…`
 */
export async function takeRevisions(run: Run, service: Service, minMagnitude: number | null): Promise<Sync | null> {
  const { state, context } = run;
  const since = upkeepOf(run).syncedTo;
  if (!state || since === null) return null;
  const isFirstOfDay = dayOf(since) !== dayOf(context.now());
  const updatedAfter = since - (isFirstOfDay ? DAILY_OVERLAP_MS : OVERLAP_MS);
  const now = context.now();
  // What no feed reaches is listed anew, as it is now, or fetched by a backfill.
  const to = now - state.covers.to > REACH_MS.month ? state.covers.to : now + DAY_MS;
  const span = { from: collectedFrom(state) - MARGIN_MS, to };
  context.report.step(`asking usgs for changes since ${new Date(updatedAfter).toISOString()}`);
  const ids = new Set<string>();
  let generated = Number.POSITIVE_INFINITY;
  for await (const listing of listWindows(service, span, { updatedAfter, deleted: true })) {
    generated = Math.min(generated, checkedClock(listing, since, context.now()));
    for (const one of [...listing.capture.events, ...listing.capture.withdrawn]) for (const id of one.ids) ids.add(id);
    countUnusable(run, listing.capture);
    if (listing.capture.features > 0) await applyUpdate(run, collected(run, listing.capture, minMagnitude), {});
  }
  run.carried = { ...run.carried, syncedTo: generated };
  return { base: service.base, updatedAfter, since, generated, ids };
}

function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS);
}

/** @throws UserError `capture-stale`, `capture-from-the-future` */
function checkedClock({ capture }: Listing, since: number, now: number): number {
  const { generated } = capture;
  const said = `the query service says that it is ${new Date(generated).toISOString()}`;
  if (generated > now + CLOCK_TOLERANCE_MS) {
    throw new UserError(
      "capture-from-the-future",
      `usgs: ${said}, which is still to come`,
      "check this machine's clock",
    );
  }
  if (generated >= since) return generated;
  const reason = `usgs: ${said}, and it was ${new Date(since).toISOString()} before`;
  throw new UserError("capture-stale", reason, "it is asked again in the next run");
}

function collectedFrom({ covers, upkeep }: UsgsState): number {
  const spans = joinSpans([covers, ...(upkeep?.earlier ?? []), ...(upkeep?.backfills ?? [])]);
  return spans[0]?.from ?? covers.from;
}

const isSought = (span: Span, least: number | null, time: number, magnitude: number | null) =>
  time >= span.from && (least === null || (magnitude !== null && magnitude >= least));

/** Without events that we do not have and that no one asked us to collect. */
function collected(run: Run, { events, withdrawn }: UsgsCapture, minMagnitude: number | null): News {
  const { state, files } = run;
  if (!state) return { events, withdrawn };
  const { covers } = state;
  const { earlier, backfills } = upkeepOf(run);
  const ours = new Set([...state.events, ...state.withdrawn].flatMap(({ ids }) => ids));
  const first = earlier[0] ?? covers;
  const kept = events.filter(({ ids, time, magnitude }) => {
    if (isSought(first, minMagnitude, time, magnitude)) return true;
    if (backfills.some((one) => time <= one.to && isSought(one, one.minMagnitude, time, magnitude))) return true;
    return ids.some((id) => ours.has(id)) || files.find(state.archive?.segments ?? [], new Set(ids)).length > 0;
  });
  if (kept.length < events.length) addCounts(run.leftOut, { "not-collected": events.length - kept.length });
  return { events: kept, withdrawn };
}

/** Whether a feed shows changes that an answer should have had: a server that has stopped learning gave it. */
export function missedBySync({ events }: UsgsCapture, { updatedAfter, generated, ids }: Sync): boolean {
  const until = generated - SETTLING_MS;
  const unknown = events.filter(
    (event) => event.updated >= updatedAfter && event.updated <= until && !event.ids.some((id) => ids.has(id)),
  );
  return unknown.length >= FEWEST_UNKNOWN;
}

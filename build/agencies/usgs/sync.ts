import { UserError } from "../../platform/error.ts";
import { DAY_MS, joinSpans, MINUTE_MS, type Span } from "../../platform/time.ts";
import { isoTime } from "../../store/civil-time.ts";
import { checkClock } from "../fdsn/plausibility.ts";
import { addCounts } from "../reading.ts";
import type { UsgsCapture } from "./geojson.ts";
import type { Update } from "./holdings.ts";
import { checkListing } from "./plausibility.ts";
import { applyUpdate, countUnusable, heldIn, type Run, recordOf, scopeOfListing, upkeepOf } from "./run.ts";
import type { UsgsService } from "./service.ts";
import type { UsgsState } from "./state.ts";
import { REACH_MS } from "./summary-feeds.ts";

/** Changes within this time are requested again, because they reach the service's servers with a delay. */
const OVERLAP_MS = 30 * MINUTE_MS;
/**
 * Once a day (UTC), changes within this time are requested again. Some changes are visible only in this way, such as a deletion
 * that a faulty answer omitted.
 */
const DAILY_OVERLAP_MS = 3 * DAY_MS;
/** A more recent change may be in a feed but not yet in an answer. */
const SETTLING_MS = 15 * MINUTE_MS;
/** Changes are requested for events from this long before the oldest stored event, because origin times are revised. */
const MARGIN_MS = 30 * DAY_MS;
const MIN_UNKNOWN = 2;

/** The result of a request for changes. */
export interface SyncResult {
  base: string;
  /** Changes after `updatedAfter` were requested. The previous run had all changes until `since`. ms since 1970 UTC. */
  updatedAfter: number;
  since: number;
  /** Time of the answer by the service's clock, ms since 1970 UTC. */
  generated: number;
  ids: ReadonlySet<string>;
}

/**
 * Applies all changes of the service since the last request: revisions of events of any age, deletions, late locations. Events with
 * times or magnitudes that the store does not collect are left out.
 *
 * @param minMagnitude the smallest magnitude that the store collects; null for all
 * @returns null before the first capture
 * @throws UserError `capture-…`, `store-…`
 */
export async function syncChanges(run: Run, service: UsgsService, minMagnitude: number | null): Promise<SyncResult | null> {
  const { state, context } = run;
  const since = upkeepOf(run).syncedTo;
  if (!state || since === null) return null;
  const isFirstOfDay = dayOf(since) !== dayOf(context.now());
  const updatedAfter = since - (isFirstOfDay ? DAILY_OVERLAP_MS : OVERLAP_MS);
  const now = context.now();
  // A span that no feed covers is listed again in its present state, or fetched by a backfill.
  const to = now - state.covers.to > REACH_MS.month ? state.covers.to : now + DAY_MS;
  const span = { from: collectedFrom(state) - MARGIN_MS, to };
  context.report.step(`asking usgs for changes since ${new Date(updatedAfter).toISOString()}`);
  const where = `${service.dialect.address} (changes)`;
  const ids = new Set<string>();
  let generated = Number.POSITIVE_INFINITY;
  for await (const { capture } of service.list(span, { updatedAfter, deleted: true })) {
    checkServiceClock(service, capture, since, context.now());
    generated = Math.min(generated, capture.generated);
    for (const one of [...capture.events, ...capture.withdrawn]) for (const id of one.ids) ids.add(id);
    countUnusable(run, capture);
    const scope = scopeOfListing(where, capture, Math.max(0, capture.generated - since) / DAY_MS, state.events.length);
    if (capture.rows > 0) await applyUpdate(run, collected(run, capture, minMagnitude), { scope });
  }
  run.pending = { ...run.pending, syncedTo: generated };
  return { base: service.dialect.address, updatedAfter, since, generated, ids };
}

function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS);
}

/** @throws UserError `capture-stale`, `capture-from-the-future` */
function checkServiceClock(service: UsgsService, { generated }: UsgsCapture, since: number, now: number): void {
  const isAhead = checkClock({ agency: "usgs", where: service.dialect.address }, generated, now);
  if (isAhead) throw isAhead;
  if (generated >= since) return;
  const reason = `the clock of the query service stands at ${isoTime(generated)}, and it stood at ${isoTime(since)} before`;
  throw new UserError("capture-stale", `usgs: ${reason}`, "it is asked again in the next run");
}

function collectedFrom({ covers, upkeep }: UsgsState): number {
  const spans = joinSpans([covers, ...(upkeep?.earlier ?? []), ...(upkeep?.backfills ?? [])]);
  return spans[0]?.from ?? covers.from;
}

const isWanted = (span: Span, least: number | null, time: number, magnitude: number | null) =>
  time >= span.from && (least === null || (magnitude !== null && magnitude >= least));

/** The capture without new events outside the spans and magnitudes that the store collects. */
function collected(run: Run, { events, withdrawn }: UsgsCapture, minMagnitude: number | null): Update {
  const { state, files } = run;
  if (!state) return { events, withdrawn };
  const { covers } = state;
  const { earlier, backfills } = upkeepOf(run);
  const ours = new Set([...state.events, ...state.withdrawn].flatMap(({ ids }) => ids));
  const first = earlier[0] ?? covers;
  const kept = events.filter(({ ids, time, magnitude }) => {
    if (isWanted(first, minMagnitude, time, magnitude)) return true;
    if (backfills.some((one) => time <= one.to && isWanted(one, one.minMagnitude, time, magnitude))) return true;
    return ids.some((id) => ours.has(id)) || files.find(state.archive?.segments ?? [], new Set(ids)).length > 0;
  });
  if (kept.length < events.length) addCounts(run.leftOut, { "not-collected": events.length - kept.length });
  return { events: kept, withdrawn };
}

/** Whether a feed contains changes that the answer should have contained. Then the service no longer gets updates. */
export function isOutdatedSync({ events }: UsgsCapture, { updatedAfter, generated, ids }: SyncResult): boolean {
  const until = generated - SETTLING_MS;
  const unknown = events.filter((event) => event.updated >= updatedAfter && event.updated <= until && !event.ids.some((id) => ids.has(id)));
  return unknown.length >= MIN_UNKNOWN;
}

/**
 * Lists a span of origin times from the query service, window by window, and applies each window. After each window the store
 * covers more, so the next run continues where an interrupted run stopped.
 *
 * @param minMagnitude the smallest magnitude that the store collects; null for all
 * @throws UserError `capture-…`, `store-…`
 */
export async function syncSpan(run: Run, service: UsgsService, span: Span, minMagnitude: number | null): Promise<void> {
  const { report, now } = run.context;
  report.step(`listing usgs from ${isoTime(span.from)} to ${isoTime(span.to)}`);
  for await (const listing of service.list(span, { minMagnitude, deleted: true })) {
    const { capture, span: window } = listing;
    const objection = checkListing(run.state, listing, { minMagnitude, missingShare: run.thresholds.missing_share, now: now() });
    if (objection) throw objection;
    countUnusable(run, capture);
    const to = Math.max(window.from, Math.min(window.to, capture.generated));
    await applyUpdate(run, capture, {
      scope: scopeOfListing(`${service.dialect.address} (listing)`, capture, (window.to - window.from) / DAY_MS, heldIn(run, window)),
      // However new the answer is, it has no information on events after the window.
      capture: { ...recordOf(capture, capture.sent.retrievedFrom, capture.sent), generated: to },
      seen: [{ from: window.from, to }],
      upkeep: ({ syncedTo }) => ({ syncedTo: syncedTo ?? capture.generated }),
    });
    run.isApplied = true;
  }
}

import { UserError } from "../../platform/error.ts";
import { DAY_MS, type Span } from "../../platform/time.ts";
import type { AgencyContext } from "../../store/agency.ts";
import { applyUpdate, heldIn, type Run, scopeOfListing, startRun, upkeepOf } from "./run.ts";
import type { UsgsService } from "./service.ts";
import { serviceOf, type UsgsSettings } from "./source.ts";
import { type Backfill, readUsgsState, type UsgsState } from "./state.ts";
import { minMagnitudeOf } from "./summary-feeds.ts";

/** The past events that a backfill fetches. Origin times in ms since 1970 UTC. */
export interface BackfillOrder {
  from: number;
  /** Default: the start of the span that the feeds cover. */
  to?: number | undefined;
  minMagnitude: number | null;
}

/** The progress of a backfill after one more answer. */
export interface BackfillStep extends Backfill {
  /** Number of events that were not in the store before. */
  added: number;
  /** Estimated remaining time at the speed of this run, ms; null if there is no estimate yet. */
  leftMs: number | null;
}

/** Runs `work` while it has the lock of the store. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Some events are in two windows, and some are withdrawn during the backfill. If a larger share is missing, the answers were
 * incomplete.
 */
const MIN_SHARE = 0.98;

/**
 * Fetches past events from the query service, oldest first, and checks each answer against the service's count. It stores each
 * answer before it requests the next. A second call with the same order resumes after an interruption. At most one answer and a few
 * segments of the archive are in memory at once. The store must already contain recent events.
 *
 * @param alone runs work with the lock of the store; between answers other runs may change the store
 * @throws UserError `capture-…` for errors of the agency, `store-…`, `store-empty`, `no-agency`
 */
export async function* backfillUsgs(
  settings: UsgsSettings,
  context: AgencyContext,
  order: BackfillOrder,
  alone: Exclusive = (work) => work(),
): AsyncGenerator<BackfillStep> {
  const run = await startRun(context, settings);
  const service = serviceOf(settings, run);
  if (!service) {
    const hint = "set agencies.usgs.fdsn in the configuration";
    throw new UserError("no-agency", "a backfill needs the query service of the USGS, and the configuration has none", hint);
  }
  if (!run.state) throw new UserError("store-empty", "the store holds nothing of the USGS yet", "run `quaketree ingest` first");
  let progress = currentBackfill(run.state, order) ?? (await newBackfill(service, run.state, order));
  const began = context.now();
  const rowsBefore = progress.rows;
  const span = { from: progress.next, to: progress.to };
  if (span.from >= span.to) {
    yield { ...progress, added: 0, leftMs: 0 };
    return;
  }
  for await (const { capture, span: window } of service.list(span, { minMagnitude: order.minMagnitude })) {
    progress = { ...progress, next: Math.min(window.to, progress.to), rows: progress.rows + capture.rows };
    if (progress.next >= progress.to) await alone(() => checkRows(run, progress));
    const changesBefore = run.changes.length;
    await alone(async () => {
      run.state = await readUsgsState(context.store);
      const days = (window.to - window.from) / DAY_MS;
      await applyUpdate(run, capture, {
        scope: scopeOfListing(`${service.dialect.address} (backfill)`, capture, days, heldIn(run, window)),
        seen: isSeen(run.state, window, order, minMagnitudeOf(settings.feed)) ? [window] : [],
        upkeep: (before) => ({ backfills: [...others(before.backfills, progress), progress] }),
      });
    });
    const added = run.changes.slice(changesBefore).filter(({ kind }) => kind === "added").length;
    run.changes.length = 0;
    yield { ...progress, added, leftMs: leftMs(progress, rowsBefore, context.now() - began) };
  }
}

/**
 * Whether a window is in the span that the store collects continuously, and the answer lists all events of the window. Then it
 * fills a gap.
 */
function isSeen(state: UsgsState | undefined, window: Span, { minMagnitude }: BackfillOrder, collected: number | null): boolean {
  const first = state?.upkeep?.earlier[0] ?? state?.covers;
  const hasAll = minMagnitude === null || (collected !== null && minMagnitude <= collected);
  return hasAll && first !== undefined && window.from >= first.from;
}

/** The progress of the same order in an earlier run. */
function currentBackfill({ upkeep }: UsgsState, { from, to, minMagnitude }: BackfillOrder): Backfill | undefined {
  return upkeep?.backfills.find((one) => one.from === from && one.minMagnitude === minMagnitude && (to === undefined || one.to === to));
}

async function newBackfill(service: UsgsService, { covers }: UsgsState, order: BackfillOrder): Promise<Backfill> {
  const { from, minMagnitude } = order;
  const to = order.to ?? covers.from;
  if (from >= to) {
    const [first, last] = [from, to].map((instant) => new Date(instant).toISOString());
    throw new UserError("usage", `a backfill from ${first} to ${last} is of no time at all`, "begin earlier with --from");
  }
  const { count } = await service.count({ from, to }, { minMagnitude });
  return { from, to, minMagnitude, next: from, total: count ?? 0, rows: 0 };
}

/** If the service listed far fewer events than it had counted, the backfill restarts. */
async function checkRows(run: Run, progress: Backfill): Promise<void> {
  if (progress.rows >= MIN_SHARE * progress.total) return;
  run.state = await readUsgsState(run.context.store);
  const kept = others(upkeepOf(run).backfills, progress);
  await applyUpdate(run, { events: [], withdrawn: [] }, { upkeep: () => ({ backfills: kept }) });
  const reason = `the query service counted ${progress.total} events and then listed ${progress.rows}`;
  throw new UserError("capture-shrunk", `usgs: ${reason}`, "run it again: it begins anew, with what came in the store");
}

function others(backfills: readonly Backfill[], { from, to, minMagnitude }: Backfill): Backfill[] {
  return backfills.filter((one) => one.from !== from || one.to !== to || one.minMagnitude !== minMagnitude);
}

/** Estimated from the number of events, not of years: a recent year has ten times as many events as a year of the last century. */
function leftMs({ rows, total }: Backfill, before: number, elapsed: number): number | null {
  const fetched = rows - before;
  return fetched === 0 || total === 0 ? null : Math.round((elapsed * Math.max(0, total - rows)) / fetched);
}

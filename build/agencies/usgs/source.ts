import { DAY_MS, HOUR_MS, type Span } from "../../platform/time.ts";
import type { AgencyContext, AgencySource, SourceOutcome } from "../../store/agency.ts";
import { gapsBetween } from "../fdsn/query.ts";
import { detailAddresses, syncDetails } from "./details.ts";
import { syncFeed, syncFeeds } from "./feeds.ts";
import { keepLines, USGS_FEED } from "./geojson.ts";
import type { GivenThresholds } from "./plausibility.ts";
import { applyUpdate, outcomeOf, type Run, reject, startRun, upkeepOf } from "./run.ts";
import { SPACING_MS, USGS_SERVICE, type UsgsService, usgsService } from "./service.ts";
import { FEED_PERIODS, type FeedPeriod, LONGEST_LISTING_MS, minMagnitudeOf, periodOf, planCatchUp } from "./summary-feeds.ts";
import { type SyncResult, syncChanges, syncSpan } from "./sync.ts";
import { confirmAbsences } from "./withdrawals.ts";

export interface UsgsSettings extends GivenThresholds {
  /** Address of one of the 20 summary feeds, from which the addresses of the others are derived; or of any capture, also `file:`. */
  feed?: string | undefined;
  /** Base of the FDSN event service; or the address of one saved answer, also `file:`. */
  fdsn?: string | undefined;
  /** Least time between two requests to the event service, ms. Default: 600. */
  spacingMs?: number | undefined;
  /** Whether details are requested for events that may have had an impact. Default: true. */
  details?: boolean | undefined;
}

/** Span of the first listing if there is only the query service, days. */
const FIRST_DAYS = 30;

/**
 * The USGS: first the changes that its query service lists, then the shortest feed that covers the time since the last run. If
 * there is no such feed, or none can be read, the service lists that span, at most 45 days. A remaining gap is reported together
 * with the command that fetches it. Without the service, only feeds are read.
 */
export function usgsSource(settings: UsgsSettings): AgencySource {
  const none = settings.feed === undefined && settings.fdsn === undefined;
  const given = none ? { ...settings, feed: USGS_FEED, fdsn: USGS_SERVICE } : settings;
  return { agency: "usgs", ingest: (context) => ingest(given, context) };
}

async function ingest(settings: UsgsSettings, context: AgencyContext): Promise<SourceOutcome> {
  const run = await startRun(context, settings);
  const before = run.stateHash;
  const { feed, fdsn } = settings;
  const service = serviceOf(settings, run);
  const minMagnitude = minMagnitudeOf(feed);
  const sync = service ? await revisionsOf(run, service, minMagnitude) : null;
  if (service) await catchUp(run, feed, service, minMagnitude, sync);
  else await catchUpByFeeds(run, [feed, fdsn]);
  if (run.state) await confirmAbsences(run, service);
  if (run.state && Object.keys(run.pending).length > 0 && !run.isUnchanged) {
    await applyUpdate(run, { events: [], withdrawn: [] }, {});
  }
  const { state, stateHash } = run;
  if (state && stateHash !== undefined && stateHash !== before) {
    keepLines(run.derive, stateHash, state.events, run.lines);
    run.derive.save();
  }
  for (const gap of gapsOf(run)) reportGap(run, gap, service !== null, minMagnitude);
  await askDetails(run, settings, service);
  return outcomeOf(run);
}

/** Details are requested only if this run has accepted a capture. */
async function askDetails(run: Run, settings: UsgsSettings, service: UsgsService | null): Promise<void> {
  const { details = true, feed, spacingMs = SPACING_MS } = settings;
  const addressOf = detailAddresses(feed, service?.dialect ?? null);
  if (details && addressOf && (run.isApplied || run.isUnchanged)) await syncDetails(run, { addressOf, spacingMs });
}

/** The query service; null if there is none, or if the address is a saved answer. */
export function serviceOf({ fdsn, spacingMs }: UsgsSettings, run: Run): UsgsService | null {
  if (fdsn === undefined || isAnswer(fdsn)) return null;
  return usgsService(fdsn, run.context, spacingMs);
}

function isAnswer(address: string): boolean {
  const { protocol, pathname, search } = new URL(address);
  return protocol === "file:" || search !== "" || /\.(?:geo)?json$/.test(pathname);
}

async function revisionsOf(run: Run, service: UsgsService, minMagnitude: number | null): Promise<SyncResult | null> {
  try {
    return await syncChanges(run, service, minMagnitude);
  } catch (error) {
    reject(run, service.dialect.address, error);
    return null;
  }
}

async function catchUp(
  run: Run,
  feed: string | undefined,
  service: UsgsService,
  minMagnitude: number | null,
  sync: SyncResult | null,
): Promise<void> {
  const now = run.context.now();
  const coversTo = run.state?.covers.to ?? null;
  const standing = { now, coversTo, believedAt: believedAt(run), configured: usualPeriod(feed) };
  const plan = planCatchUp({ ...standing, fdsn: true, isSynced: sync !== null });
  const isCurrent = feed !== undefined && plan.feed !== null && (await syncFeeds(run, feed, plan.feed, sync));
  let left = LONGEST_LISTING_MS;
  if (!isCurrent) {
    const from = coversTo === null ? now - FIRST_DAYS * DAY_MS : Math.min(coversTo, now) - HOUR_MS;
    const listing = plan.listing ?? { from, to: now };
    left -= lengthOf(listing);
    const isListed = await list(run, service, listing, minMagnitude);
    // A gap, which is filled later, is better than a lack of recent events. Changes in that span were not requested.
    if (!isListed && feed !== undefined && plan.feed === null) await syncFeeds(run, feed, "month", null);
  }
  const [gap] = gapsOf(run);
  if (gap && lengthOf(gap) <= left) await list(run, service, gap, minMagnitude);
}

function lengthOf({ from, to }: Span): number {
  return to - from;
}

async function list(run: Run, service: UsgsService, span: Span, minMagnitude: number | null): Promise<boolean> {
  try {
    await syncSpan(run, service, span, minMagnitude);
    return true;
  } catch (error) {
    reject(run, service.dialect.address, error);
    return false;
  }
}

const NO_SERVICE = { fdsn: false, isSynced: false };

async function catchUpByFeeds(run: Run, addresses: readonly (string | undefined)[]): Promise<void> {
  for (const address of addresses) {
    if (address === undefined) continue;
    const now = run.context.now();
    const coversTo = run.state?.covers.to ?? null;
    const configured = usualPeriod(address);
    const { feed } = planCatchUp({ now, coversTo, believedAt: believedAt(run), configured, ...NO_SERVICE });
    if (feed === null || periodOf(address) === null) await syncFeed(run, address, null);
    else await syncFeeds(run, address, feed, null);
  }
}

function usualPeriod(feed: string | undefined): FeedPeriod {
  return (feed === undefined ? null : periodOf(feed)) ?? "month";
}

function believedAt(run: Run): Partial<Record<FeedPeriod, number>> {
  const { feeds } = upkeepOf(run);
  return Object.fromEntries(
    FEED_PERIODS.map((period) => {
      const looks = Object.entries(feeds).filter(([address, { believed }]) => believed && periodOf(address) === period);
      return [period, Math.max(...looks.map(([, { askedAt }]) => askedAt))];
    }),
  );
}

function gapsOf({ state }: Run) {
  return state ? gapsBetween([...(state.upkeep?.earlier ?? []), state.covers]) : [];
}

/** Reports a gap and the way to fill it. */
function reportGap(run: Run, gap: Span, hasService: boolean, minMagnitude: number | null): void {
  const [from, to] = [new Date(gap.from).toISOString(), new Date(gap.to).toISOString()];
  const lacking = `earthquakes from ${from} to ${to} are not in the store`;
  const isLong = lengthOf(gap) > LONGEST_LISTING_MS;
  const command = `quaketree backfill --from ${from} --to ${to} --min-magnitude ${minMagnitude ?? "all"}`;
  const reason = hasService && isLong ? `${lacking}: \`${command}\` fetches them` : lacking;
  const hint = hasService
    ? `a run lists at most ${LONGEST_LISTING_MS / DAY_MS} days${isLong ? "" : "; a later one fills the gap"}`
    : "the query service fills the gap where the configuration has its address (agencies.usgs.fdsn)";
  run.rejected.push({ what: "usgs", code: "gap", reason, hint });
}

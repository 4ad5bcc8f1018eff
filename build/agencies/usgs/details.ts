import { isEarthquake, isInWindow, SIGNIFICANT_SIG } from "../../catalogue/classify.ts";
import { UserError } from "../../platform/error.ts";
import type { Capture } from "../../platform/http/capture.ts";
import type { AgencyEvent, ImpactProduct } from "../../store/records.ts";
import { eventAddress, type FdsnDialect } from "../fdsn/query.ts";
import { count, isWholeJson, parseJson } from "../reading.ts";
import { readDetail } from "./detail.ts";
import { detailOf, detailsById, type EventDetail, readDetails, writeDetails } from "./details-file.ts";
import { type Run, setAside } from "./run.ts";

/** Of which events details are asked for, and how often. */
export const DETAIL_RULE = {
  /** From this USGS significance on; besides all that PAGER has looked at, and all that are flagged for tsunamis. */
  significance: SIGNIFICANT_SIG,
  /** In one run; the others have their turn in the next. */
  perRun: 20,
  /** An event whose `updated` has changed is asked for again once it is half as old again, and no sooner than this. */
  waitShare: 0.5,
  leastWaitMs: 600_000,
};

/** Where the details of events are. */
export interface DetailService {
  addressOf: (id: string) => string;
  /** Least time between two requests, ms. */
  spacingMs: number;
}

/**
 * Where to ask for details: beside the summary feed, as the agency advises, otherwise its query service. Both follow from the
 * configuration: addresses in answers are not followed.
 */
export function detailAddresses(
  feed: string | undefined,
  service: Pick<FdsnDialect, "address" | "format"> | null,
): DetailService["addressOf"] | null {
  const beside = feed === undefined ? null : /^(https?:.+\/)summary\/[^/?#]+\.geojson$/.exec(feed);
  if (beside) return (id) => `${beside[1]}detail/${encodeURIComponent(id)}.geojson`;
  return service && ((id) => eventAddress(service, id));
}

/**
 * Asks for the details of the events that may have done something, those of which `updated` has changed since, the newest
 * first. Each is in the store before the next is asked for. What is no detail is set aside, and what the one before said stays;
 * where the agency cannot be reached the others wait for the next run.
 *
 * @throws UserError `store-…`
 */
export async function takeDetails(run: Run, service: DetailService): Promise<void> {
  const { context, state } = run;
  if (!state) return;
  const wanted = state.events.filter((event) => wantsDetail(event, context.now()));
  if (wanted.length === 0) return;
  let details = stillLive(await readDetails(context.store), state.events);
  const byId = detailsById(details);
  const due = wanted.filter((event) => isDue(event, detailOf(event, byId), context.now())).slice(0, DETAIL_RULE.perRun);
  if (due.length > 0) context.report.step(`asking usgs for the details of ${due.length} earthquakes`);
  for (const event of due) {
    const held = detailOf(event, byId);
    const detail = await askDetail(run, service, event, held);
    if (!detail) return;
    details = [...details.filter((other) => other !== held), detail];
    await writeDetails(context.store, details);
    noteChange(run, event, held, detail);
  }
}

/** Whether it may have done something, and is served with it. @param now ms since 1970 UTC */
export function wantsDetail(event: AgencyEvent, now: number): boolean {
  const { alert, tsunamiFlag, significance, time, type } = event;
  if (!isEarthquake(type) || !isInWindow(time, now)) return false;
  return alert !== null || tsunamiFlag || (significance ?? 0) >= DETAIL_RULE.significance;
}

/** Whether there is, or may be, something new in its detail, and it is time to look. */
export function isDue(event: AgencyEvent, held: EventDetail | undefined, now: number): boolean {
  if (!held) return true;
  if (!held.failed && event.updated <= held.updated) return false;
  const wait = Math.max(DETAIL_RULE.leastWaitMs, DETAIL_RULE.waitShare * (held.askedAt - event.time));
  // A clock that was set wrong for one run must not silence us for long.
  return now - held.askedAt >= wait || held.askedAt > now;
}

/** Undefined where the agency cannot be asked. @throws whatever is no doing of the agency's */
async function askDetail(
  run: Run,
  { addressOf, spacingMs }: DetailService,
  event: AgencyEvent,
  held: EventDetail | undefined,
): Promise<EventDetail | undefined> {
  const { ask, now } = run.context;
  const address = addressOf(event.id);
  try {
    // Deleted and unknown ids are an answer: what is withdrawn is a matter of the feeds and the query service.
    const reply = await ask(address, { spacingMs, isWhole: isWholeJson, statuses: [404, 409] });
    const failed = { ids: event.ids, updated: event.updated, askedAt: now(), failed: true };
    const found = reply.kind === "content" && reply.status === 200 ? take(run, event, address, reply.capture) : null;
    return found ?? { ...failed, products: held?.products ?? [] };
  } catch (error) {
    setAside(run, address, error);
    return undefined;
  }
}

/** Null, and set aside, where it is no detail of the event. */
function take(run: Run, event: AgencyEvent, address: string, { bytes, retrievedAt }: Capture): EventDetail | null {
  const reading = readDetail(parseJson(bytes), event.id, retrievedAt);
  if (reading.kind === "left-out") {
    const error = new UserError("detail-malformed", `usgs: ${address} is no detail of ${event.id}: ${reading.reason}`);
    setAside(run, event.id, error);
    return null;
  }
  const { ids, updated, products, doubtful } = reading;
  for (const what of doubtful) count(run.doubtful, `detail-${what}`);
  return { ids, updated, askedAt: retrievedAt, failed: false, products };
}

/** Without those of events that have grown old or are gone: of the old ones what the feeds said stays. */
function stillLive(details: readonly EventDetail[], events: readonly AgencyEvent[]): EventDetail[] {
  const live = new Set(events.flatMap(({ ids }) => ids));
  return details.filter(({ ids }) => ids.some((id) => live.has(id)));
}

/** For the journal: which products are new, or say something new. */
function noteChange(run: Run, { id }: AgencyEvent, held: EventDetail | undefined, { products }: EventDetail): void {
  const before = new Set(held?.products.map(printed));
  const fields = products.filter((product) => !before.has(printed(product))).map((one) => one.product);
  if (fields.length > 0) run.changes.push({ kind: "revised", id, fields: [...new Set(fields)] });
}

function printed(product: ImpactProduct): string {
  return JSON.stringify(Object.entries(product).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

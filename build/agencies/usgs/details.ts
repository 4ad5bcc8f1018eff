import { z } from "zod";
import { isEarthquake, isInWindow, SIGNIFICANT_SIG } from "../../catalogue/classify.ts";
import { ALERT_LEVELS } from "../../contract/texts/vocabulary.ts";
import { UserError } from "../../platform/error.ts";
import type { Capture } from "../../platform/http/capture.ts";
import { type AgencyEvent, IMPACT_PRODUCTS, type ImpactProduct } from "../../store/records.ts";
import { jsonLines, readStateFile, writeStateFile } from "../../store/store.ts";
import { eventAddress, type FdsnDialect } from "../fdsn/query.ts";
import { count, isWholeJson, parseJson } from "../reading.ts";
import { readDetail } from "./detail.ts";
import { type Run, reject } from "./run.ts";

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
interface DetailService {
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
export async function syncDetails(run: Run, service: DetailService): Promise<void> {
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
    const found =
      reply.kind === "content" && reply.status === 200 ? readAnswer(run, event, address, reply.capture) : null;
    return found ?? { ...failed, products: held?.products ?? [] };
  } catch (error) {
    reject(run, address, error);
    return undefined;
  }
}

/** Null, and set aside, where it is no detail of the event. */
function readAnswer(
  run: Run,
  event: AgencyEvent,
  address: string,
  { bytes, retrievedAt }: Capture,
): EventDetail | null {
  const reading = readDetail(parseJson(bytes), event.id, retrievedAt);
  if (reading.kind === "left-out") {
    const error = new UserError("detail-malformed", `usgs: ${address} is no detail of ${event.id}: ${reading.reason}`);
    reject(run, event.id, error);
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

const FILE = "usgs/details.json";

const instant = z.number().int();

const detailSchema = z.strictObject({
  /** Every id of the event then, sorted. */
  ids: z.array(z.string().min(1)).min(1),
  /** The event's `updated` that this is the detail of, ms since 1970 UTC. */
  updated: instant,
  /** When it was asked for, ms since 1970 UTC by our own clock; never part of an answer. */
  askedAt: instant,
  /** Whether what came was no detail: it is asked for again, and what an earlier one said stays. */
  failed: z.boolean(),
  products: z.array(
    z.strictObject({
      product: z.enum(IMPACT_PRODUCTS),
      contributor: z.string().min(1),
      updated: instant,
      alert: z.enum(ALERT_LEVELS).nullable(),
      feltReports: z.number().int().nonnegative().nullable(),
      maxIntensity: z.number().min(0).max(12).nullable(),
    }) satisfies z.ZodType<ImpactProduct>,
  ),
});

/** What was read of the detail of one event. */
export type EventDetail = z.infer<typeof detailSchema>;

const schema = z.strictObject({ format: z.literal(1), details: z.array(detailSchema) });

/**
 * The details that a store has. A file that is damaged counts as none: whatever was in it can be asked for again.
 *
 * @param dir folder of the store
 * @throws UserError `store-unreadable`
 */
export async function readDetails(dir: string): Promise<EventDetail[]> {
  try {
    return (await readStateFile(dir, FILE, schema))?.details ?? [];
  } catch (error) {
    if (error instanceof UserError && error.code === "store-malformed") return [];
    throw error;
  }
}

/** A line for each event, by first id. @throws UserError `store-unwritable` */
async function writeDetails(dir: string, details: readonly EventDetail[]): Promise<void> {
  const lines = details.toSorted((a, b) => ((a.ids[0] ?? "") < (b.ids[0] ?? "") ? -1 : 1));
  await writeStateFile(dir, FILE, `{"format":1,"details":${jsonLines(lines)}}\n`);
}

/** The newest detail of each id. */
function detailsById(details: readonly EventDetail[]): Map<string, EventDetail> {
  const byId = new Map<string, EventDetail>();
  for (const detail of details.toSorted((a, b) => a.updated - b.updated))
    for (const id of detail.ids) byId.set(id, detail);
  return byId;
}

/** The detail of an event, under whatever id it was asked for. */
function detailOf(
  { id, ids }: Pick<AgencyEvent, "id" | "ids">,
  byId: ReadonlyMap<string, EventDetail>,
): EventDetail | undefined {
  return byId.get(id) ?? ids.map((other) => byId.get(other)).find((detail) => detail !== undefined);
}

/** The events, with what products say of their impact where that is known. */
export function withDetails(events: readonly AgencyEvent[], details: readonly EventDetail[]): AgencyEvent[] {
  const byId = detailsById(details);
  return events.map((event) => {
    const products = byId.size === 0 ? undefined : detailOf(event, byId)?.products;
    return products && products.length > 0 ? { ...event, impactProducts: products } : event;
  });
}

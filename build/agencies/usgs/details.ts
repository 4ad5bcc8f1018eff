import * as z from "zod";
import { isEarthquake, isInWindow, SIGNIFICANT_SIG } from "../../catalogue/classify.ts";
import { UserError } from "../../platform/error.ts";
import type { Capture } from "../../platform/http/agency-client.ts";
import { contourSchema, impactProductSchema, solutionSchema, type UsgsEvent } from "../../store/records.ts";
import { jsonLines, readScratchFile, writeStateFile } from "../../store/store.ts";
import { eventAddress, type FdsnDialect } from "../fdsn/query.ts";
import { count, instant, isWholeJson, parseJson } from "../reading.ts";
import { readContours, readDetail } from "./detail.ts";
import { type Run, reject } from "./run.ts";

/** The rule for which events details are requested, and how often. */
export const DETAIL_RULE = {
  /** Least USGS significance; events with a PAGER alert or a tsunami flag are always included. */
  significance: SIGNIFICANT_SIG,
  /** Largest number of requests in one run; the others are sent in the next run. */
  perRun: 20,
  /**
   * Details of a changed event are requested again after this share of the event's age at the last request, and never sooner than
   * the time below.
   */
  waitShare: 0.5,
  leastWaitMs: 600_000,
};

interface DetailService {
  addressOf: (id: string) => string;
  /** Least time between two requests, ms. */
  spacingMs: number;
}

/**
 * The addresses of details: next to the summary feed, as the agency recommends, otherwise at its query service. Both come from the
 * configuration, because addresses in answers are not trusted.
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
 * Requests the details of events that may have had an impact and that changed after the last request, newest first. Each detail is
 * stored before the next request. If a detail is invalid, it is rejected and the stored one is kept. If the agency cannot be
 * reached, the remaining requests are left to the next run.
 *
 * @throws UserError `store-…`
 */
export async function syncDetails(run: Run, service: DetailService): Promise<void> {
  const { context, state } = run;
  if (!state) return;
  const candidates = state.events.filter((event) => needsDetail(event, context.now()));
  if (candidates.length === 0) return;
  let details = stillLive(await readDetails(context.store), state.events);
  const byId = detailsById(details);
  const due = candidates.filter((event) => isDue(event, detailOf(event, byId), context.now())).slice(0, DETAIL_RULE.perRun);
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

/** Whether the event may have had an impact and is published. @param now ms since 1970 UTC */
export function needsDetail(event: UsgsEvent, now: number): boolean {
  const { alert, tsunamiFlag, significance, time, type } = event;
  if (!isEarthquake(type) || !isInWindow(time, now)) return false;
  return alert !== null || tsunamiFlag || (significance ?? 0) >= DETAIL_RULE.significance;
}

/** Whether the detail may have changed and the time for a new request has come. */
export function isDue(event: UsgsEvent, held: EventDetail | undefined, now: number): boolean {
  if (!held) return true;
  if (!held.failed && event.updated <= held.updated) return false;
  const wait = Math.max(DETAIL_RULE.leastWaitMs, DETAIL_RULE.waitShare * (held.askedAt - event.time));
  // A wrong clock in one run must not stop requests for a long time.
  return now - held.askedAt >= wait || held.askedAt > now;
}

/** Returns undefined if the agency cannot be reached. @throws errors that the agency did not cause */
async function askDetail(
  run: Run,
  { addressOf, spacingMs }: DetailService,
  event: UsgsEvent,
  held: EventDetail | undefined,
): Promise<EventDetail | undefined> {
  const { ask, now } = run.context;
  const address = addressOf(event.id);
  try {
    // Deleted and unknown ids are valid answers here: only feeds and the query service decide about withdrawals.
    const reply = await ask(address, { spacingMs, isWhole: isWholeJson, statuses: [404, 409] });
    const { products = [], solutions = [], contours = null } = held ?? {};
    const failed = { ids: event.ids, updated: event.updated, askedAt: now(), failed: true, products, solutions, contours };
    const found = reply.kind === "content" && reply.status === 200 ? readAnswer(run, event, address, reply.capture) : null;
    if (!found) return failed;
    const { contoursPath, ...detail } = found;
    return {
      ...detail,
      contours: contoursPath === null ? null : await askContours(run, new URL(contoursPath, address), spacingMs, contours),
    };
  } catch (error) {
    reject(run, address, error);
    return undefined;
  }
}

/** The contours of a ShakeMap. Those of one path never change; if they cannot be had, the earlier ones are kept. */
async function askContours(run: Run, url: URL, spacingMs: number, held: EventDetail["contours"]): Promise<EventDetail["contours"]> {
  if (held?.path === url.pathname) return held;
  try {
    const reply = await run.context.ask(url.href, { spacingMs, isWhole: isWholeJson, statuses: [404] });
    const lines = reply.kind === "content" && reply.status === 200 ? readContours(parseJson(reply.capture.bytes)) : undefined;
    if (lines) return { path: url.pathname, lines };
    count(run.doubtful, "detail-contours");
  } catch (error) {
    reject(run, url.href, error);
  }
  return held;
}

/** Returns null and rejects the answer if it is not a detail of the event. */
function readAnswer(run: Run, event: UsgsEvent, address: string, { bytes, retrievedAt }: Capture) {
  const reading = readDetail(parseJson(bytes), event.id, retrievedAt);
  if (reading.kind === "left-out") {
    const error = new UserError("detail-malformed", `usgs: ${address} is not a detail of ${event.id}: ${reading.reason}`);
    reject(run, event.id, error);
    return null;
  }
  const { ids, updated, products, solutions, contours, doubtful } = reading;
  for (const what of doubtful) count(run.doubtful, `detail-${what}`);
  return { ids, updated, askedAt: retrievedAt, failed: false, products, solutions, contoursPath: contours };
}

/** The details of events that are still live. Archived events keep the values of the feeds. */
function stillLive(details: readonly EventDetail[], events: readonly UsgsEvent[]): EventDetail[] {
  const live = new Set(events.flatMap(({ ids }) => ids));
  return details.filter(({ ids }) => ids.some((id) => live.has(id)));
}

/** Records in the journal which products are new or changed. */
function noteChange(run: Run, { id }: UsgsEvent, held: EventDetail | undefined, detail: EventDetail): void {
  const all = ({ products, solutions }: EventDetail) => [...products, ...solutions];
  const before = new Set(held && all(held).map(printed));
  const fields: string[] = all(detail)
    .filter((product) => !before.has(printed(product)))
    .map((one) => one.product);
  if (detail.contours && detail.contours.path !== held?.contours?.path) fields.push("contours");
  if (fields.length > 0) run.changes.push({ kind: "revised", id, fields: [...new Set(fields)] });
}

function printed(product: object): string {
  return JSON.stringify(Object.entries(product).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const FILE = "usgs/details.json";

const detailSchema = z.strictObject({
  /** All ids of the event at that time, sorted. */
  ids: z.array(z.string().min(1)).min(1),
  /** `updated` of the event at the time of the request, ms since 1970 UTC. */
  updated: instant,
  /** Time of the request, ms since 1970 UTC by the local clock; never part of an answer. */
  askedAt: instant,
  /** Whether the answer was not a detail. Then it is requested again, and the earlier products are kept. */
  failed: z.boolean(),
  products: z.array(impactProductSchema),
  solutions: z.array(solutionSchema),
  /** The contours of intensity with their path at the agency. */
  contours: z.strictObject({ path: z.string().min(1), lines: z.array(contourSchema) }).nullable(),
});

/** The stored detail of one event. */
export type EventDetail = z.infer<typeof detailSchema>;

const schema = z.strictObject({ format: z.literal(1), details: z.array(detailSchema) });

/**
 * Reads the stored details. A damaged file counts as absent, because its details can be requested again.
 *
 * @param dir folder of the store
 * @throws UserError `store-unreadable`
 */
export async function readDetails(dir: string): Promise<EventDetail[]> {
  return (await readScratchFile(dir, FILE, schema))?.details ?? [];
}

/** Writes one line for each event, sorted by first id. @throws UserError `store-unwritable` */
async function writeDetails(dir: string, details: readonly EventDetail[]): Promise<void> {
  const lines = details.toSorted((a, b) => ((a.ids[0] ?? "") < (b.ids[0] ?? "") ? -1 : 1));
  await writeStateFile(dir, FILE, `{"format":1,"details":${jsonLines(lines)}}\n`);
}

/** The newest detail of each id. */
function detailsById(details: readonly EventDetail[]): Map<string, EventDetail> {
  const byId = new Map<string, EventDetail>();
  for (const detail of details.toSorted((a, b) => a.updated - b.updated)) for (const id of detail.ids) byId.set(id, detail);
  return byId;
}

/** The detail of an event, under any of its ids. */
function detailOf({ id, ids }: Pick<UsgsEvent, "id" | "ids">, byId: ReadonlyMap<string, EventDetail>): EventDetail | undefined {
  return byId.get(id) ?? ids.map((other) => byId.get(other)).find((detail) => detail !== undefined);
}

/** The events, with what their details have. */
export function withDetails(events: readonly UsgsEvent[], details: readonly EventDetail[]): UsgsEvent[] {
  const byId = detailsById(details);
  return events.map((event) => {
    const detail = byId.size === 0 ? undefined : detailOf(event, byId);
    if (!detail) return event;
    const { products, solutions, contours } = detail;
    return {
      ...event,
      ...(products.length > 0 && { impactProducts: products }),
      ...(solutions.length > 0 && { solutions }),
      ...(contours && { contours: contours.lines }),
    };
  });
}

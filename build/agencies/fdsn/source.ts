import { createHash } from "node:crypto";
import type { Capture } from "../../platform/http/agency-client.ts";
import { DAY_MS, HOUR_MS, joinSpans, type Span } from "../../platform/time.ts";
import type { AgencyContext, AgencySource, Change, Outcome, Rejection, SourceOutcome } from "../../store/agency.ts";
import type { LeftOut, ReportedEvent } from "../../store/records.ts";
import { FDSN_BOUNDS } from "../bounds.ts";
import { addCounts, count, decode, rejectionOf } from "../reading.ts";
import { type Admitted, checkBounds, withoutNewer } from "../refused.ts";
import { absencesAfter, applyRows, type FdsnHoldings, idsOf, longAbsent, withdraw } from "./apply-capture.ts";
import type { FdsnCapture, FdsnReading } from "./capture.ts";
import { FdsnClient } from "./client.ts";
import { readEmsc } from "./emsc.ts";
import { checkAnswer } from "./plausibility.ts";
import { isQuakeml, readQuakeml } from "./quakeml.ts";
import type { Window } from "./query.ts";
import type { FdsnService } from "./service.ts";
import { type FdsnState, isRenamed, namingOf, readFdsnState, withFormerPrefix, writeFdsnState } from "./state.ts";
import { readFdsnText } from "./text.ts";

/** The last 30 days are served; one more day is read, because origin times are revised. */
const WHOLE_MS = 31 * DAY_MS;

/** Everything is read again after this time, because only a full listing shows some revisions and withdrawals. */
const WHOLE_EVERY_MS = 6 * HOUR_MS;

/** Span of each run if the service has no `updatedafter`: most revisions are made within the first hours. */
const RECENT_MS = 2 * DAY_MS;

/** Changes within this time are requested again, because they reach an agency's servers with a delay. */
const OVERLAP_MS = 15 * 60_000;

/**
 * Recent events of an FDSN event service. The caller has checked that its licence is accepted. Every six hours all of the last 31 days
 * are read; in between only changes (or, without `updatedafter`, the last two days).
 */
export function fdsnSource(service: FdsnService): AgencySource {
  return { agency: service.agency, ingest: (context) => ingest(service, context) };
}

const EVER: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Largest number of absent events that are checked in one run; the others are checked in the next run. */
const MAX_ASKED = 20;

interface Run {
  service: FdsnService;
  context: AgencyContext;
  client: FdsnClient<Part>;
}

async function ingest(given: FdsnService, context: AgencyContext): Promise<SourceOutcome> {
  const state = await readFdsnState(context.store, given.agency);
  const service = withFormerPrefix(given, state);
  const client = new FdsnClient(service, context.ask, (sent, address) => readAnswer(service, context, sent, address));
  const run: Run = { service, context, client };
  if (state && isTooEarly(service, state, context.now())) {
    return { ...outcome(run, "unchanged", state), dueAt: state.capture.retrievedAt + service.intervalMs };
  }
  context.report.step(`reading ${service.agency} from ${service.address}`);
  try {
    return await applyAnswer(run, state);
  } catch (error) {
    return outcome(run, "rejected", state, { rejected: [rejectionFor(run, error)] });
  }
}

/** One answer and its bytes. */
interface Part extends FdsnCapture {
  bytes: Uint8Array;
}

/** Reads text, QuakeML or JSON, by content: a saved answer may be in any format. */
function readAnswer(
  { agency, format, quirks }: FdsnService,
  { unreadableShare }: AgencyContext,
  sent: Capture | null,
  where: string,
): Part {
  if (!sent) return { rows: 0, events: [], rejected: [], doubtful: {}, bytes: new Uint8Array() };
  const { bytes, retrievedAt } = sent;
  const reading: FdsnReading = { agency, where, retrievedAt, unreadableShare };
  if (format === "xml" || isQuakeml(bytes)) return { ...readQuakeml(bytes, reading, quirks), bytes };
  const isText = decode(bytes.subarray(0, 256)).trimStart().startsWith("#") || format === "text";
  return { ...(isText ? readFdsnText(bytes, reading, quirks) : readEmsc(bytes, reading)), bytes };
}

/** The rejection for an error of the agency. @throws any other error */
function rejectionFor({ service, client }: Run, error: unknown): Rejection {
  const rejection = rejectionOf(client.lastAddress, error);
  const prefix = `${service.agency}: `;
  return rejection.reason.startsWith(prefix) ? rejection : { ...rejection, reason: prefix + rejection.reason };
}

/** After the local clock was set back, the run does not wait. */
function isTooEarly({ isPaced, intervalMs }: FdsnService, { capture }: FdsnState, now: number): boolean {
  return isPaced && now >= capture.retrievedAt && now < capture.retrievedAt + intervalMs;
}

/** The request of a run. */
interface Plan {
  span: Window;
  /** Only changes since this time are requested, ms since 1970 UTC. */
  updatedAfter: number | null;
  isWhole: boolean;
}

function planOf(service: FdsnService, state: FdsnState | undefined, now: number): Plan {
  const whole = { span: { from: now - WHOLE_MS, to: now, isOpen: true }, updatedAfter: null, isWhole: true };
  const readAt = state?.readAt ?? null;
  if (!state || isRenamed(service, state) || readAt === null || now < readAt || now >= readAt + WHOLE_EVERY_MS) return whole;
  if (!service.updatedAfter) return { ...whole, span: { ...whole.span, from: now - RECENT_MS }, isWhole: false };
  if (state.updatedTo === null || state.updatedTo > now) return whole;
  return { ...whole, updatedAfter: state.updatedTo - OVERLAP_MS, isWhole: false };
}

/** The answer of a service, in one or more parts. */
interface Answer extends FdsnCapture {
  /** The bytes of each part. */
  bytes: Uint8Array[];
}

async function requestAnswer({ client }: Run, { span, updatedAfter }: Plan, isFile: boolean): Promise<Answer> {
  const answer: Answer = { rows: 0, events: [], rejected: [], doubtful: {}, bytes: [] };
  const parts = isFile ? [{ capture: await client.readSaved() }] : client.list(span, { updatedAfter });
  for await (const { capture } of parts) {
    answer.rows += capture.rows;
    answer.events.push(...capture.events);
    answer.rejected.push(...capture.rejected);
    addCounts(answer.doubtful, capture.doubtful);
    answer.bytes.push(capture.bytes);
  }
  return answer;
}

async function applyAnswer(run: Run, state: FdsnState | undefined): Promise<SourceOutcome> {
  const { service, context } = run;
  const now = context.now();
  const isFile = new URL(service.address).protocol === "file:";
  const plan = planOf(service, state, now);
  const answer = await requestAnswer(run, plan, isFile);
  const sha256 = hashOf(answer);
  if (isFile && state?.capture.sha256 === sha256 && !isRenamed(service, state)) return outcome(run, "unchanged", state);
  const span: Span = { from: plan.span.from, to: now };
  const isComplete = !isFile && plan.updatedAfter === null;
  // A file may have any part of a catalogue, but not nothing.
  const mustList = isComplete ? span : isFile && answer.rows === 0 ? EVER : null;
  const objection = mustList && checkAnswer(state, answer.events, mustList, service.address);
  if (objection) throw objection;
  const admitted = await plausibleRows(run, state, answer, isFile ? spanOf(answer, now) : span, isFile || isComplete);
  answer.events = admitted.rows;
  const taken = holdingsAfter(state && withoutNewer(state, admitted.reverted), answer, isComplete && plan.isWhole ? span : null, now);
  const { holdings, changes, rejected } = await withdrawAbsent(run, taken, answer);
  const next: FdsnState = {
    format: 1,
    agency: service.agency,
    about: service.about,
    naming: namingOf(service),
    capture: {
      address: service.address,
      retrievedAt: now,
      sha256,
      bytes: answer.bytes.reduce((sum, { length }) => sum + length, 0),
      rows: answer.rows,
      doubtful: answer.doubtful,
    },
    covers: coversAfter(state, isFile ? spanOf(answer, now) : span),
    readAt: plan.isWhole && !isFile ? now : (state?.readAt ?? null),
    updatedTo: newestUpdate(state, answer, now),
    absences: [...holdings.absences],
    withdrawn: [...holdings.withdrawn],
    events: [...holdings.events],
  };
  await writeFdsnState(context.store, next);
  const kind = changes.length > 0 || !state ? "applied" : "unchanged";
  return outcome(run, kind, next, { changes, rejected: [...answer.rejected, ...rejected], doubtful: answer.doubtful });
}

/**
 * The rows that may be used: none from before the span.
 *
 * @param span of origin times that was asked for, or that the rows of a file have
 * @param isListing whether the answer lists all events of a part of the catalogue
 * @throws UserError `capture-implausible`, `capture-behind`
 */
function plausibleRows(
  { service, context }: Run,
  state: FdsnState | undefined,
  answer: Answer,
  span: Span,
  isListing: boolean,
): Promise<Admitted<ReportedEvent>> {
  const { agency, address: where } = service;
  const leftOut: LeftOut = {};
  for (const { code } of answer.rejected) count(leftOut, code);
  const rows = answer.events.filter(({ time }) => time >= span.from - HOUR_MS);
  for (let n = rows.length; n < answer.events.length; n++) count(leftOut, "time-before-period");
  const since = state ? Math.max(span.from, state.capture.retrievedAt) : span.from;
  const covered = state?.events.filter(({ time }) => time >= span.from && time <= span.to).length ?? 0;
  const days = Math.max(0, span.to - since) / DAY_MS;
  const scope = { at: context.now(), covered, days, isFeed: false, isListing, leftOut, listed: answer.rows };
  return checkBounds(context, { agency, where, bounds: FDSN_BOUNDS }, state?.events ?? [], { ...scope, rows, withdrawn: [] });
}

/** An absence withdraws an event as a statement does, and has the same bounds. @throws UserError `capture-implausible` */
async function checkWithdrawals({ service, context }: Run, { events }: FdsnHoldings, gone: readonly ReportedEvent[]): Promise<void> {
  const { agency, address } = service;
  const at = context.now();
  const subject = { agency, where: `${address} (absent events)`, bounds: FDSN_BOUNDS };
  const scope = { at, covered: events.length, days: 0, isFeed: false, leftOut: {}, listed: gone.length, rows: [] };
  await checkBounds(context, subject, events, { ...scope, withdrawn: gone.map(({ ids }) => ({ ids, withdrawnAt: at })) });
}

interface Applied {
  holdings: FdsnHoldings;
  changes: Change[];
}

function holdingsAfter(state: FdsnState | undefined, answer: Answer, whole: Span | null, now: number): Applied {
  const before: FdsnHoldings = state ?? { events: [], withdrawn: [], absences: [] };
  const { holdings, changes } = applyRows(before, answer.events);
  // An unreadable record may belong to any event, so such an answer cannot prove an absence.
  if (whole && answer.rejected.length === 0) {
    return { holdings: { ...holdings, absences: absencesAfter(holdings, answer.events, whole, now) }, changes };
  }
  const listed = idsOf(answer.events);
  // An event that a partial answer lists is not absent.
  return { holdings: { ...holdings, absences: holdings.absences.filter(({ id }) => !listed.has(id)) }, changes };
}

/**
 * Withdraws events that were absent for long, if the service does not list them in a request for the time around each of them. If
 * the service lists one of them, its large answers omit valid events, and no event counts as absent.
 */
async function withdrawAbsent(run: Run, { holdings, changes }: Applied, answer: Answer): Promise<Applied & { rejected: Rejection[] }> {
  const gone: ReturnType<typeof longAbsent> = new Map();
  const now = run.context.now();
  try {
    for (const [event, absence] of [...longAbsent(holdings)].slice(0, MAX_ASKED)) {
      const around = await run.client.listAround(event.time, answer.events);
      const ids = around && around.rejected.length === 0 ? idsOf(around.events) : null;
      if (ids && event.ids.some((id) => ids.has(id))) return { holdings: { ...holdings, absences: [] }, changes, rejected: [] };
      if (ids) gone.set(event, absence);
    }
    if (gone.size > 0) await checkWithdrawals(run, holdings, [...gone.keys()]);
  } catch (error) {
    return { holdings, changes, rejected: [rejectionFor(run, error)] };
  }
  const after = withdraw(holdings, gone, now);
  return { holdings: after.holdings, changes: [...changes, ...after.changes], rejected: [] };
}

function hashOf({ bytes }: Answer): string {
  const hash = createHash("sha256");
  for (const part of bytes) hash.update(part);
  return hash.digest("hex");
}

/** Ignores changes dated in the future. Otherwise changes before that time would never be requested again. */
function newestUpdate(state: FdsnState | undefined, { events }: Answer, now: number): number | null {
  const times = [state?.updatedTo ?? null, ...events.map(({ updated }) => updated)];
  return times.reduce((newest, at) => (at === null || at > now ? newest : Math.max(newest ?? at, at)), null);
}

/** A saved answer does not state its span, so the span of its events is used. */
function spanOf({ events }: Answer, now: number): Span {
  const times = events.map(({ time }) => time);
  return { from: times.reduce((a, b) => Math.min(a, b), now), to: times.reduce((a, b) => Math.max(a, b), Number.MIN_SAFE_INTEGER) };
}

/** If the new span begins after the end of the covered one, there is a gap between them: then only the new span counts as covered. */
function coversAfter(state: FdsnState | undefined, next: Span): Span {
  const span = { from: next.from, to: Math.max(next.from, next.to) };
  return joinSpans(state ? [state.covers, span] : [span]).at(-1) ?? span;
}

interface Remarks {
  changes?: readonly Change[];
  rejected?: readonly Rejection[];
  doubtful?: Outcome["doubtful"];
}

function outcome(run: Run, kind: Outcome["outcome"], state: FdsnState | undefined, remarks: Remarks = {}): SourceOutcome {
  return {
    agency: run.service.agency,
    outcome: kind,
    asOf: null,
    records: state?.events.length ?? 0,
    changes: remarks.changes ?? [],
    rejected: remarks.rejected ?? [],
    leftOut: {},
    doubtful: remarks.doubtful ?? {},
  };
}

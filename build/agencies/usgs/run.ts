import { sha256 } from "../../platform/hash.ts";
import type { Capture } from "../../platform/http/agency-client.ts";
import { DAY_MS, joinSpans, type Span } from "../../platform/time.ts";
import type { AgencyContext, Change, Rejection, SourceOutcome } from "../../store/agency.ts";
import type { Derive } from "../../store/derive.ts";
import type { ReportedEvent, UsgsEvent } from "../../store/records.ts";
import { USGS_BOUNDS } from "../bounds.ts";
import type { Statement } from "../judge.ts";
import { addCounts, rejectionOf } from "../reading.ts";
import { type Admitted, checkBounds } from "../refused.ts";
import { type KnownLines, NO_LINES, recallLines, type UsgsCapture } from "./geojson.ts";
import { type Check, mergeIntoStore, type Update } from "./holdings.ts";
import { type GivenThresholds, type UsgsThresholds, usgsThresholds } from "./plausibility.ts";
import { openSegments, type SegmentFiles } from "./segments.ts";
import {
  type CaptureRecord,
  type FeedRecord,
  FORMAT,
  NO_UPKEEP,
  readHashedState,
  type Upkeep,
  type UsgsState,
  writeUsgsState,
} from "./state.ts";
import { feedScope, isInScope } from "./summary-feeds.ts";
import { type Holdings, upsert, withdrawnUntil } from "./upsert.ts";

/** The mutable state of one run. */
export interface Run {
  context: AgencyContext;
  /** The cells beside the store. */
  derive: Derive;
  files: SegmentFiles;
  thresholds: UsgsThresholds;
  state: UsgsState | undefined;
  /** SHA-256 of the file of that state. */
  stateHash: string | undefined;
  /** What was read of the lines of the last feed. */
  lines: KnownLines;
  changes: Change[];
  rejected: Rejection[];
  leftOut: Record<string, number>;
  doubtful: Record<string, number>;
  /** Whether new data were accepted, and whether accepted data were already known. */
  isApplied: boolean;
  isUnchanged: boolean;
  /** Changes of the sync state that the next update, or the end of the run, will store. */
  pending: Partial<Upkeep>;
}

/** @throws UserError `store-…` */
export async function startRun(context: AgencyContext, given: GivenThresholds): Promise<Run> {
  const { derive } = context;
  const read = await readHashedState(context.store, derive);
  return {
    context,
    derive,
    files: openSegments(context.store),
    thresholds: usgsThresholds(given),
    state: read?.state,
    stateHash: read?.sha256,
    lines: read ? recallLines(derive, read.sha256, read.state.events) : NO_LINES,
    changes: [],
    rejected: [],
    leftOut: {},
    doubtful: {},
    isApplied: false,
    isUnchanged: false,
    pending: {},
  };
}

export function outcomeOf(run: Run): SourceOutcome {
  const { state, rejected } = run;
  const archived = (state?.archive?.segments ?? []).reduce((sum, { events }) => sum + events, 0);
  const outcome = run.isApplied ? "applied" : rejected.length > 0 && !run.isUnchanged ? "rejected" : "unchanged";
  return {
    agency: "usgs",
    outcome,
    asOf: state?.capture.generated ?? null,
    records: (state?.events.length ?? 0) + archived,
    changes: run.changes,
    rejected,
    leftOut: run.leftOut,
    doubtful: run.doubtful,
  };
}

/** Records an error of the agency. @throws any other error */
export function reject(run: Run, what: string, error: unknown): void {
  const rejection = rejectionOf(what, error);
  run.rejected.push({ ...rejection, reason: rejection.reason.replace(/^usgs: /, "") });
}

/** What the answer covers that an update comes from. Its bounds are checked by it. */
interface AnswerScope extends Omit<Statement, "rows" | "withdrawn"> {
  /** Its address, and the kind of request. */
  where: string;
}

/** The changes of a state other than its events. */
interface StateUpdate {
  /** Required unless the update has no events and no withdrawals. */
  scope?: AnswerScope;
  capture?: CaptureRecord;
  /** Spans of origin times that were listed completely. */
  seen?: readonly Span[];
  upkeep?: (before: Upkeep, state: UsgsState) => Partial<Upkeep>;
}

/**
 * Applies an update and writes the state, in one atomic step. This is the only way into the state, and checks the bounds.
 *
 * @throws UserError `store-…`; `capture-implausible`, `capture-behind`, and nothing is applied
 */
export async function applyUpdate(run: Run, news: Update, more: StateUpdate): Promise<void> {
  const { context, files } = run;
  const before = run.state;
  const capture = newerRecord(before?.capture, more.capture);
  if (!capture) throw new Error("the first update of an agency has a capture");
  const { events, withdrawn, archive } = before ?? { events: [], withdrawn: [], archive: undefined };
  const check: Check = (named, part) => checked(run, more.scope, named, part);
  const { held, changes } = await mergeIntoStore({ events, withdrawn, archive }, news, { files, check });
  const next: UsgsState = {
    format: FORMAT,
    agency: "usgs",
    capture,
    ...spansOf(before, more.seen ?? []),
    ...(held.archive && { archive: held.archive }),
    withdrawn: [...held.withdrawn],
    events: [...held.events],
  };
  const upkeep = { ...NO_UPKEEP, ...next.upkeep, ...run.pending };
  next.upkeep = { ...upkeep, ...more.upkeep?.(upkeep, next) };
  run.stateHash = await writeUsgsState(context.store, next);
  run.state = next;
  run.pending = {};
  run.changes.push(...changes.list);
  addCounts(run.leftOut, changes.older > 0 ? { "older-than-ours": changes.older } : {});
  // The previous segments are kept, because a reader may have just read the previous state.
  if (held.archive !== archive) await files.sweep(held.archive?.segments ?? [], archive?.segments ?? []);
}

async function checked(
  { context, leftOut }: Run,
  scope: AnswerScope | undefined,
  held: Holdings,
  { events: rows, withdrawn }: Holdings,
): Promise<Admitted<UsgsEvent>> {
  if (rows.length + withdrawn.length === 0) return { rows: [], reverted: [] };
  if (!scope) throw new Error("an update with events has the scope of their answer");
  const subject = { agency: "usgs", where: scope.where, bounds: USGS_BOUNDS };
  const silence = withdrawnUntil(held.withdrawn);
  const isWithdrawn = ({ ids, updated }: ReportedEvent) =>
    ids.some((id) => (updated ?? 0) <= (silence.get(id) ?? Number.NEGATIVE_INFINITY));
  const admitted = await checkBounds(context, subject, held.events, { ...scope, rows, withdrawn, isWithdrawn });
  const astray = rows.length - admitted.rows.length;
  if (astray > 0) addCounts(leftOut, { "moved-to-another-day": astray });
  return admitted;
}

/** The scope of a feed or a saved answer. */
export function scopeOfFeed(state: UsgsState | undefined, capture: UsgsCapture, where: string): AnswerScope {
  const { generated: at, title, leftOut, rows: listed } = capture;
  const scope = feedScope(title);
  const { from } = spanOf(capture);
  const since = state && scope ? Math.max(from, state.capture.generated) : from;
  const belongs = scope ? (event: UsgsEvent) => isInScope(event, scope, at) : ({ time }: UsgsEvent) => time >= from;
  const covered = state?.events.filter(belongs).length ?? 0;
  return { where, at, leftOut, listed, covered, days: Math.max(0, at - since) / DAY_MS, isFeed: scope !== null };
}

/** Number of stored events in a span of origin times. */
export function heldIn({ state }: Run, { from, to }: Span): number {
  return state?.events.filter(({ time }) => time >= from && time < to).length ?? 0;
}

/** The scope of an answer of the query service. @param covered number of stored events that it could list */
export function scopeOfListing(where: string, capture: UsgsCapture, days: number, covered: number): AnswerScope {
  const { generated: at, leftOut, rows: listed } = capture;
  return { where, at, leftOut, listed, covered, days, isFeed: false };
}

function newerRecord(ours: CaptureRecord | undefined, next: CaptureRecord | undefined): CaptureRecord | undefined {
  if (!ours || !next) return ours ?? next;
  return next.generated >= ours.generated ? next : ours;
}

/** `covers` is the last span without a gap. Earlier spans are in `earlier`. */
function spansOf(before: UsgsState | undefined, seen: readonly Span[]): Pick<UsgsState, "covers" | "upkeep"> {
  const upkeep = before?.upkeep ?? NO_UPKEEP;
  const spans = joinSpans([...upkeep.earlier, ...(before ? [before.covers] : []), ...seen]);
  const covers = spans.at(-1);
  if (!covers) throw new Error("the first update of an agency has a span");
  return { covers, upkeep: { ...upkeep, earlier: spans.slice(0, -1) } };
}

/** The stored sync state, with the changes of this run. */
export function upkeepOf({ state, pending }: Run): Upkeep {
  return { ...NO_UPKEEP, ...state?.upkeep, ...pending };
}

/** Returns the sync state with the given record for an address. */
export function withFeed(upkeep: Upkeep, address: string, record: FeedRecord): Pick<Upkeep, "feeds"> {
  return { feeds: { ...upkeep.feeds, [address]: record } };
}

/** The part of a capture's record that its content does not determine. */
type Provenance = Pick<CaptureRecord, "address" | "retrievedAt" | "sha256" | "bytes">;

/** The record of a capture that was sent. */
export function recordOf(capture: UsgsCapture, address: string, { retrievedAt, bytes }: Capture): CaptureRecord {
  return recordWith(capture, { address, retrievedAt, sha256: sha256(bytes), bytes: bytes.length });
}

function recordWith({ generated, title, rows: features, leftOut, doubtful }: UsgsCapture, provenance: Provenance): CaptureRecord {
  return { ...provenance, generated, title, features, leftOut, doubtful };
}

export function countUnusable(run: Run, { leftOut, doubtful }: Pick<UsgsCapture, "leftOut" | "doubtful">): void {
  addCounts(run.leftOut, leftOut);
  addCounts(run.doubtful, doubtful);
}

/** The state after an accepted capture. Pure. */
export function applyCapture(state: UsgsState | undefined, capture: UsgsCapture, provenance: Provenance): UsgsState {
  const { holdings } = upsert(state ?? { events: [], withdrawn: [] }, capture);
  const record = recordWith(capture, provenance);
  const spans = joinSpans([...(state ? [state.covers] : []), spanOf(capture)]);
  // If a span begins after the end of the covered one, there is a gap between them. Then only the newer span counts.
  const covers = spans.at(-1) ?? spanOf(capture);
  return { format: FORMAT, agency: "usgs", capture: record, covers, withdrawn: [...holdings.withdrawn], events: [...holdings.events] };
}

/** A feed states its period. For an answer of the query service, the oldest event shows how far back it reaches. */
export function spanOf({ title, generated, events }: UsgsCapture): Span {
  const period = feedScope(title)?.periodMs;
  if (period !== undefined) return { from: generated - period, to: generated };
  const oldest = events.reduce((from, { time }) => Math.min(from, time), generated);
  return { from: oldest, to: generated };
}

import { createHash } from "node:crypto";
import { UserError } from "../error.ts";
import type { AgencyContext, AgencySource, Change, Outcome, SetAside, SourceOutcome } from "./agency.ts";
import { type Answer, askForSpan, readSaved } from "./fdsn-ask.ts";
import { judgeAnswer } from "./fdsn-judge.ts";
import { putOldAside } from "./fdsn-old.ts";
import type { Span } from "./fdsn-query.ts";
import { emscService, type FdsnService, type FdsnSettings, fdsnTextService } from "./fdsn-service.ts";
import { type FdsnState, readFdsnState, writeFdsnState } from "./fdsn-state.ts";
import { type FdsnHoldings, judgeAbsences, takeInRows } from "./fdsn-take-in.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Of the last 30 days everything is served; an event of the 31st may be dated a little later tomorrow. */
const WHOLE_MS = 31 * DAY_MS;

/** How long ago everything was read last before it is read again: revisions and withdrawals that nothing else tells. */
const WHOLE_EVERY_MS = 6 * HOUR_MS;

/** Where the agency can't be asked for changes, what is read each time: most revisions come within the first hours. */
const RECENT_MS = 2 * DAY_MS;

/** Changes are asked for again over this time: an agency's servers do not learn of them at once. */
const OVERLAP_MS = 15 * 60_000;

/** EMSC's recent events, as a second opinion. Ask only with its licence accepted. */
export function emscSource(settings: Pick<FdsnSettings, "fdsn"> = {}): AgencySource {
  return fdsnSource(emscService(settings));
}

/**
 * Recent events of any agency that answers in FDSN text. Ask only with its licence accepted.
 *
 * @param key of the agency in the configuration
 * @throws UserError `config-invalid`
 */
export function fdsnTextSource(key: string, settings: FdsnSettings): AgencySource {
  return fdsnSource(fdsnTextService(key, settings));
}

/**
 * Recent events of an FDSN event service: the whole of the last 31 days now and then, in between what has changed (or, where
 * that can't be asked, the last two days).
 */
export function fdsnSource(service: FdsnService): AgencySource {
  return { agency: service.agency, ingest: (context) => ingest(service, context) };
}

interface Run {
  service: FdsnService;
  context: AgencyContext;
  /** What was asked for, the last that was last tried. */
  asked: string[];
}

async function ingest(service: FdsnService, context: AgencyContext): Promise<SourceOutcome> {
  const run: Run = { service, context, asked: [] };
  const state = await readFdsnState(context.store, service.agency);
  if (state && isTooEarly(service, state, context.now())) return outcome(run, "unchanged", state);
  context.report.step(`reading ${service.agency} from ${service.address}`);
  try {
    return await takeIn(run, state);
  } catch (error) {
    if (!(error instanceof UserError) || error.code.startsWith("store-")) throw error;
    const { code, message, hint } = error;
    const reason = message.startsWith(`${service.agency}: `) ? message : `${service.agency}: ${message}`;
    const what = run.asked.at(-1) ?? service.address;
    return outcome(run, "set-aside", state, {
      setAside: [{ what, code, reason, ...(hint === undefined ? {} : { hint }) }],
    });
  }
}

/** An agency's own address is asked no oftener than it can like; a clock that was set back does not keep us waiting. */
function isTooEarly({ isOwnAddress, intervalMs }: FdsnService, { capture }: FdsnState, now: number): boolean {
  return isOwnAddress && now >= capture.retrievedAt && now < capture.retrievedAt + intervalMs;
}

/** What is asked for in a run. */
interface Plan {
  span: Span;
  /** Only what has changed since, ms since 1970 UTC. */
  updatedAfter: number | null;
  isWhole: boolean;
}

function planOf({ updatedAfter }: FdsnService, state: FdsnState | undefined, now: number): Plan {
  const whole = { span: { from: now - WHOLE_MS, to: null }, updatedAfter: null, isWhole: true };
  const readAt = state?.readAt ?? null;
  if (!state || readAt === null || now < readAt || now >= readAt + WHOLE_EVERY_MS) return whole;
  if (!updatedAfter) return { span: { from: now - RECENT_MS, to: null }, updatedAfter: null, isWhole: false };
  if (state.updatedTo === null) return whole;
  return { span: whole.span, updatedAfter: state.updatedTo - OVERLAP_MS, isWhole: false };
}

async function takeIn(run: Run, state: FdsnState | undefined): Promise<SourceOutcome> {
  const { service, context } = run;
  const now = context.now();
  const isFile = new URL(service.address).protocol === "file:";
  const plan = planOf(service, state, now);
  const answer = isFile
    ? await readSaved(service, context, run.asked)
    : await askForSpan(service, plan, context, run.asked);
  const sha256 = hashOf(answer);
  if (isFile && state?.capture.sha256 === sha256) return outcome(run, "unchanged", state);
  const span = { from: plan.span.from, to: now };
  const isComplete = !isFile && plan.updatedAfter === null;
  const objection = isComplete ? judgeAnswer(state, answer.events, span, service.address) : null;
  if (objection) throw objection;
  const { holdings, changes } = holdingsAfter(state, answer, isComplete && plan.isWhole ? span : null, now);
  const next: FdsnState = {
    format: 1,
    agency: service.agency,
    about: service.about,
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
    updatedTo: newestUpdate(state, answer),
    absences: [...holdings.absences],
    ...(state?.old && { old: state.old }),
    withdrawn: [...holdings.withdrawn],
    events: [...holdings.events],
  };
  // What a file holds may be of any time, and be served with what others saved then.
  const kept = isFile ? next : await putOldAside(context.store, next);
  await writeFdsnState(context.store, kept);
  const kind = changes.length > 0 || !state ? "taken-in" : "unchanged";
  return outcome(run, kind, kept, { changes, setAside: answer.setAside, doubtful: answer.doubtful });
}

function holdingsAfter(
  state: FdsnState | undefined,
  answer: Answer,
  whole: { from: number; to: number } | null,
  now: number,
) {
  const before: FdsnHoldings = state ?? { events: [], withdrawn: [], absences: [] };
  const taken = takeInRows(before, answer.events);
  const listed = new Set(answer.events.flatMap(({ ids }) => ids));
  // Whatever is listed is there, in a partial answer too.
  const absences = taken.holdings.absences.filter(({ id }) => !listed.has(id));
  const held = { ...taken.holdings, absences };
  // A record that could not be read may be of any event: then an answer shows none to be absent.
  if (!whole || answer.setAside.length > 0) return { holdings: held, changes: taken.changes };
  const judged = judgeAbsences(held, listed, whole, now);
  return { holdings: judged.holdings, changes: [...taken.changes, ...judged.changes] };
}

function hashOf({ bytes }: Answer): string {
  const hash = createHash("sha256");
  for (const part of bytes) hash.update(part);
  return hash.digest("hex");
}

function newestUpdate(state: FdsnState | undefined, { events }: Answer): number | null {
  return events.reduce(
    (newest, { updated }) => (updated === null ? newest : Math.max(newest ?? updated, updated)),
    state?.updatedTo ?? null,
  );
}

/** A saved answer does not say what it was asked for. */
function spanOf({ events }: Answer, now: number): { from: number; to: number } {
  const times = events.map(({ time }) => time);
  return {
    from: times.reduce((a, b) => Math.min(a, b), now),
    to: times.reduce((a, b) => Math.max(a, b), Number.MIN_SAFE_INTEGER),
  };
}

/** A span that begins after the other's end leaves a gap, and only the newer part is without one. */
function coversAfter(state: FdsnState | undefined, next: { from: number; to: number }): { from: number; to: number } {
  const old = state?.covers;
  const to = Math.max(next.from, next.to);
  return old && next.from <= old.to
    ? { from: Math.min(old.from, next.from), to: Math.max(old.to, to) }
    : { from: next.from, to };
}

interface Remarks {
  changes?: readonly Change[];
  setAside?: readonly SetAside[];
  doubtful?: Outcome["doubtful"];
}

function outcome(
  run: Run,
  kind: Outcome["outcome"],
  state: FdsnState | undefined,
  remarks: Remarks = {},
): SourceOutcome {
  return {
    agency: run.service.agency,
    outcome: kind,
    asOf: null,
    records: (state?.old ?? []).reduce((sum, { events }) => sum + events, state?.events.length ?? 0),
    changes: remarks.changes ?? [],
    setAside: remarks.setAside ?? [],
    leftOut: {},
    doubtful: remarks.doubtful ?? {},
  };
}

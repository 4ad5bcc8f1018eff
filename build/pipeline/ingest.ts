import { emscService, fdsnTextService } from "../agencies/fdsn/service.ts";
import { fdsnSource } from "../agencies/fdsn/source.ts";
import { noaaSource } from "../agencies/noaa/source.ts";
import { platesSource } from "../agencies/plates/source.ts";
import { assertRefused } from "../agencies/refused.ts";
import { usgsSource } from "../agencies/usgs/source.ts";
import type { AgencySettings } from "../config/agencies.ts";
import type { Config } from "../config/config.ts";
import { UserError } from "../platform/error.ts";
import { type AgencyClient, createAgencyClient } from "../platform/http/agency-client.ts";
import type { Report } from "../platform/report.ts";
import { type AgencyContext, type AgencySource, type Change, ingestWithLog, type Outcome, type SourceOutcome } from "../store/agency.ts";
import { withCooldowns } from "../store/cooldown.ts";
import type { Derive } from "../store/derive.ts";
import { appendJournal, journalEntry } from "../store/journal.ts";
import { keepState } from "../store/kept-states.ts";
import { noteOutcome, readNotes } from "../store/run-notes.ts";
import { lockedStore } from "../store/store-lock.ts";
import { DATA } from "./load/geography.ts";
import { cellsBeside } from "./load/inputs.ts";
import { readBoundaries } from "./load/plates.ts";

export interface IngestOptions {
  config: Config;
  /** Folder of the store; created if missing. */
  store: string;
  /** ms since 1970 UTC. */
  now: () => number;
  ask: AgencyClient;
  report: Report;
  /** Hash of a refused answer whose changes are accepted. */
  accepted?: string | undefined;
  /** The cells beside the store. Default: they are opened. */
  derive?: Derive | undefined;
}

export interface IngestResult {
  store: string;
  /** Whether every agency was accepted. */
  ok: boolean;
  sources: Outcome[];
}

/**
 * Fetches the data of every enabled agency into the store. An agency with an unusable answer is reported, and its part of the store
 * stays as it was; the others are not affected.
 *
 * @throws UserError `no-agency` if none is enabled, `store-in-use`; `store-…` if the store cannot be read or written
 */
export async function ingest(options: IngestOptions): Promise<IngestResult> {
  const agencies = agenciesOf(options.config);
  const { store, accepted } = options;
  if (accepted !== undefined) {
    await assertRefused(
      store,
      agencies.map(({ agency }) => agency),
      accepted,
    );
  }
  return lockedStore(options.store, () => ingestFrom(agencies, options));
}

/** @throws UserError `no-agency` if none is enabled */
export function agenciesOf(config: Config): AgencySource[] {
  const agencies = agencySources(config.agencies);
  if (agencies.length > 0) return agencies;
  const hint = "name one in the configuration's section agencies; emsc and others also need accept_licence: true there";
  throw new UserError("no-agency", "no agency is enabled, so there is nothing to ingest", hint);
}

/** As `ingest`, for a caller that holds the store's lock. */
export async function ingestFrom(agencies: readonly AgencySource[], options: IngestOptions): Promise<IngestResult> {
  const { store, report, derive = cellsBeside(store) } = options;
  for (const key of options.config.awaiting_licence) {
    report.warn(`${key} is not asked: its licence is not accepted (accept_licence: true does that; enabled: false ends this)`);
  }
  const sources: Outcome[] = [];
  let broken: UserError | undefined;
  for (const source of agencies) {
    try {
      const outcome = await ingestOne(source, { ...options, derive });
      sources.push(outcome);
      warnOf(outcome, report);
    } catch (error) {
      if (!(error instanceof UserError) || error.code === "store-unwritable") throw error;
      // A fault in one agency's part of the store must not stop the updates of the others.
      broken ??= error;
    }
  }
  if (broken) throw broken;
  return { store, ok: sources.every(({ outcome }) => outcome !== "rejected"), sources };
}

async function ingestOne(source: AgencySource, options: IngestOptions & { derive: Derive }): Promise<Outcome> {
  const { config, store, now, report, accepted, derive } = options;
  const { unreadable_share, journal_days } = config.thresholds;
  const ask = withCooldowns(options.ask, store, now);
  const context: AgencyContext = { store, ask, now, report, unreadableShare: unreadable_share, accepted, derive };
  const outcome = await ingestWithLog(forgiving(source), context);
  await appendJournal(store, [journalEntry(outcome, now())], journal_days);
  await noteOutcome(store, outcome, now());
  keepState(store, source.agency, now());
  return outcome;
}

/** Catches unexpected errors: a bug in one agency's reader must not stop the updates of the others. */
function forgiving(source: AgencySource): AgencySource {
  const { agency } = source;
  const ingest: AgencySource["ingest"] = async (context) => {
    try {
      return await source.ingest(context);
    } catch (error) {
      if (error instanceof UserError) throw error;
      return unexpected(agency, error, context.store);
    }
  };
  return { agency, ingest };
}

async function unexpected(agency: string, error: unknown, store: string): Promise<SourceOutcome> {
  const note = (await readNotes(store))[agency];
  const reason = `a bug in the program: ${error instanceof Error ? error.message : String(error)}`;
  return {
    agency,
    outcome: "rejected",
    asOf: note?.asOf ?? null,
    records: note?.records ?? 0,
    changes: [],
    rejected: [{ what: agency, code: "internal-error", reason, hint: "report it, with what `--debug` says" }],
    leftOut: {},
    doubtful: {},
  };
}

/** The HTTP requests to agencies, with the settings of the configuration. */
export function agencyClientOf(
  config: Config,
  report: Report,
  now: () => number = Date.now,
  sleep: (ms: number) => Promise<void> = wait,
): AgencyClient {
  return createAgencyClient({
    fetch: globalThis.fetch,
    now,
    sleep,
    random: Math.random,
    contact: config.contact,
    timeoutMs: config.thresholds.timeout_s * 1000,
    maxBytes: config.thresholds.capture_mb * 1e6,
    report,
  });
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function warnOf({ agency, leftOut, doubtful }: Outcome, report: Report): void {
  const left = listed(leftOut);
  if (left) report.warn(`${agency}: records left out: ${left}`);
  const doubted = listed(doubtful);
  if (doubted) report.warn(`${agency}: values taken as unknown: ${doubted}`);
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([reason, n]) => `${reason} ${n}`)
    .join(", ");
}

/** The result for an agency, as in reports and `--json`. */
export interface SourceResult {
  agency: string;
  outcome: Outcome["outcome"];
  addresses: readonly string[];
  as_of: string | null;
  records: number;
  changes: Record<Change["kind"], number>;
  rejected: Outcome["rejected"];
  left_out: Outcome["leftOut"];
  doubtful: Outcome["doubtful"];
  /** Present if the agency was not asked: when it is due. */
  due_at?: string;
}

export function sourceResult(outcome: Outcome): SourceResult {
  const { agency, addresses, asOf, records, changes, rejected, leftOut, doubtful } = outcome;
  const counts = { added: 0, revised: 0, merged: 0, withdrawn: 0 };
  for (const { kind } of changes) counts[kind]++;
  return {
    agency,
    outcome: outcome.outcome,
    addresses,
    as_of: asOf === null ? null : new Date(asOf).toISOString(),
    records,
    changes: counts,
    rejected,
    left_out: leftOut,
    doubtful,
    ...(outcome.dueAt !== undefined && { due_at: new Date(outcome.dueAt).toISOString() }),
  };
}

/**
 * The enabled agencies, the most urgent first, in case the run is interrupted.
 *
 * @throws UserError `config-invalid` if the settings of an agency are incomplete
 */
function agencySources({ usgs, noaa, emsc, plates, others }: AgencySettings): AgencySource[] {
  return [
    ...(usgs.enabled ? [usgsSource(usgs)] : []),
    ...(emsc.enabled ? [fdsnSource(emscService(emsc))] : []),
    ...Object.entries(others)
      .filter(([, other]) => other.enabled)
      .map(([key, other]) => fdsnSource(fdsnTextService(key, other))),
    ...(noaa.enabled ? [noaaSource(noaa)] : []),
    ...(plates.enabled ? [platesSource(plates, () => readBoundaries(DATA))] : []),
  ];
}

import type { StatusDay, StatusDocument } from "../contract/wire/status.ts";
import { UserError } from "../platform/error.ts";
import { explain } from "../platform/file-system.ts";
import { readTexts } from "../site/i18n/read-translations.ts";
import { translationsIn } from "../site/i18n/translations.ts";
import { statusPage } from "../site/views/status.ts";
import { isoTime } from "../store/civil-time.ts";
import { recordSnapshot } from "../store/last-snapshot.ts";
import { type AgencyNote, readNotes } from "../store/run-notes.ts";
import { lockedStore } from "../store/store-lock.ts";
import { readRecord } from "../tree/read.ts";
import { readStatus, writeStatusFiles } from "../tree/status-files.ts";
import { refusePlace } from "../tree/write-tree.ts";
import { type BuildOptions, type BuildResult, build } from "./build.ts";
import { agenciesOf, type IngestOptions, ingestFrom, type SourceResult, sourceResult } from "./ingest.ts";
import { cellsBeside } from "./load/inputs.ts";
import { type RunFacts, runOutcome, statusDocument } from "./status-document.ts";

interface RebuildOptions extends IngestOptions, Pick<BuildOptions, "out" | "signer" | "geographyFor"> {
  /** ms, by a monotonic clock. */
  ticks?: () => number;
  /** Called when the run holds the lock of the store. */
  begun?: (() => void) | undefined;
}

export interface RebuildResult {
  store: string;
  out: string;
  /** `stale`: the tree was built, but an agency was rejected or an event was left out, or an agency has had nothing new for too long. */
  outcome: "done" | "stale" | "failed";
  started_at: string;
  finished_at: string;
  error: { code: string; message: string; hint?: string | undefined } | null;
  sources: SourceResult[];
  build: BuildResult | null;
  seconds: StatusDocument["run"]["seconds"];
}

type Run = Pick<RebuildResult, "sources" | "build" | "error" | "seconds">;

/**
 * Ingests and builds, with the store locked; then writes the status into the tree, also after a failure.
 *
 * @throws UserError `no-agency`, `out-not-a-tree`, `store-in-use`, `build-running`; other errors are in the report
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildResult> {
  const agencies = agenciesOf(options.config);
  try {
    await refusePlace(options.out);
  } catch (error) {
    throw explain(error, options.out);
  }
  return lockedStore(options.store, async () => {
    const { store, out, now, config, begun } = options;
    begun?.();
    const startedAt = now();
    const run = await runOnce(agencies, options);
    const finishedAt = now();
    const notes = await notesOf(store);
    await writeStatus(options, { ...run, startedAt, finishedAt, notes });
    const outcome = runOutcome(config, { ...run, notes, finishedAt });
    return { store, out, outcome, started_at: isoTime(startedAt), finished_at: isoTime(finishedAt), ...run };
  });
}

async function runOnce(agencies: ReturnType<typeof agenciesOf>, options: RebuildOptions): Promise<Run> {
  const { ticks = () => performance.now() } = options;
  const run: Run = { sources: [], build: null, error: null, seconds: { ingest: null, build: null } };
  const timed = async <T>(part: "ingest" | "build", work: () => Promise<T>): Promise<T> => {
    const began = ticks();
    const result = await work();
    run.seconds[part] = Math.round(ticks() - began) / 1000;
    return result;
  };
  try {
    const given = { ...options, derive: cellsBeside(options.store) };
    const ingested = await timed("ingest", () => ingestFrom(agencies, given));
    run.sources = ingested.sources.map(sourceResult);
    run.build = await timed("build", () => build({ ...given, needsLive: asksLive(options.config) }));
    await recordSnapshot(options.store, run.build.snapshot);
  } catch (error) {
    if (error instanceof UserError && error.code === "build-running") throw error;
    run.error = errorOf(error);
  }
  return run;
}

/** Whether an agency of recent events is enabled: if so, the embedded events, which are years old, must not replace them. */
function asksLive({ agencies: { usgs, emsc, others } }: IngestOptions["config"]): boolean {
  return [usgs, emsc, ...Object.values(others)].some(({ enabled }) => enabled);
}

/** The error as it is reported. */
export function errorOf(error: unknown): NonNullable<Run["error"]> {
  if (!(error instanceof UserError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: "internal-error", message, hint: "a bug in the program: please report it" };
  }
  const { code, message, hint } = error;
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

/** Writes the status, if there is a tree. A failure to write it does not undo the run. */
async function writeStatus({ config, out, report }: RebuildOptions, facts: Omit<RunFacts, "snapshot" | "days">): Promise<void> {
  try {
    const { snapshot } = await readRecord(out);
    const status = statusDocument(config, { ...facts, days: daysBefore(out), snapshot });
    await writeStatusFiles(out, {
      json: `${JSON.stringify(status)}\n`,
      page: statusPage(status, translationsIn("en", readTexts().en)),
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.code !== "tree-missing") report.warn(`the status was not written: ${error.message}`);
  }
}

/** The runs by day of the status that this one replaces; none if it cannot be read. */
function daysBefore(out: string): readonly StatusDay[] {
  try {
    return readStatus(out)?.days ?? [];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** If they cannot be read, the error of the run states it. */
async function notesOf(store: string): Promise<Record<string, AgencyNote>> {
  try {
    return await readNotes(store);
  } catch (error) {
    if (error instanceof UserError) return {};
    throw error;
  }
}

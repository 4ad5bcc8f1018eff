import { isDeepStrictEqual } from "node:util";
import { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import { DAY_MS } from "../../platform/time.ts";
import type { AgencyContext, AgencySource, Change, Rejection, SourceOutcome } from "../../store/agency.ts";
import { rejectionOf } from "../reading.ts";
import { refuseFile } from "../refused.ts";
import { applyEvents } from "./apply-capture.ts";
import { type Downloaded, downloadTable } from "./download.ts";
import type { NoaaEvent, NoaaTable, NoaaTsunami } from "./event.ts";
import { type Pace, removeDownload, restartDownload, savePace, startPace, type TableAddress } from "./pages.ts";
import { checkChanges, checkGone, checkRows, checkTsunamis, withoutFuture } from "./plausibility.ts";
import { historicalRecords } from "./record.ts";
import { EMPTY_NOAA, type NoaaCapture, type NoaaHead, type NoaaState, readNoaaHead, readNoaaState, writeNoaaState } from "./state.ts";
import { readNoaa, readNoaaTsunamis, TSUNAMI_PREFIX } from "./tables.ts";

export interface NoaaSettings {
  /** Significant earthquakes: the HazEL API, or a `file:` in any form that `readNoaa` reads. */
  events?: string | undefined;
  /** Tsunamis: the API, or a `file:`. Without them the heights of tsunamis are unknown. */
  tsunamis?: string | undefined;
  /** Least time between two requests, s. Default: 60 at NOAA itself, as its robots file demands, and 0 elsewhere. */
  crawl_delay_s?: number | undefined;
}

/** Least time between two requests for a table, ms. Files are read in each run. */
const REFRESH_MS = 7 * DAY_MS;
const NOAA_HOST = /(?:^|\.)noaa\.gov$/;
const NOAA_DELAY_S = 60;

/**
 * NOAA NCEI: significant earthquakes of all times, and their tsunamis. No form shows which rows changed, so every refresh reads the
 * whole table. The API is read page by page, once a week, in as many runs as the crawl delay requires. A file is read whenever it
 * has changed.
 */
export function noaaSource(settings: NoaaSettings): AgencySource {
  return { agency: "noaa", ingest: (context) => ingest(settings, context) };
}

interface Run {
  head: Pick<NoaaHead, "events" | "tsunamis" | "records"> | undefined;
  /** The whole state. It is read only if a table is applied. */
  state: NoaaState | undefined;
  pace: Pace;
  changes: Change[];
  rejected: Rejection[];
  /** Whether a table was applied, and whether one is still being loaded. */
  taken: boolean;
  waiting: boolean;
  /** When tables that were not requested are due. */
  due: number[];
}

async function ingest(settings: NoaaSettings, context: AgencyContext): Promise<SourceOutcome> {
  const head = await readNoaaHead(context.store);
  const pace = await startPace(context);
  const run: Run = { head, state: undefined, pace, changes: [], rejected: [], taken: false, waiting: false, due: [] };
  for (const name of ["events", "tsunamis"] as const) {
    const address = settings[name];
    if (address === undefined) continue;
    const table = { name, address, crawlDelayMs: delayOf(settings, address) };
    const capture = run.head?.[name];
    if (isDue(capture, table, context.now())) await refresh(context, table, run);
    else run.due.push(dueAt(capture));
  }
  await savePace(context, pace);
  const tables = [settings.events, settings.tsunamis].filter((address) => address !== undefined);
  return { ...outcomeOf(run), ...(run.due.length > 0 && run.due.length === tables.length && { dueAt: Math.min(...run.due) }) };
}

function delayOf({ crawl_delay_s: delayS }: NoaaSettings, address: string): number {
  return 1000 * (delayS ?? (NOAA_HOST.test(new URL(address).hostname) ? NOAA_DELAY_S : 0));
}

function isDue(capture: NoaaCapture | null | undefined, { address }: TableAddress, now: number): boolean {
  if (!capture || capture.address !== address || isFile(address)) return true;
  // The absolute difference, because the clock may have been set back.
  return Math.abs(now - capture.retrievedAt) >= REFRESH_MS;
}

function dueAt(capture: NoaaCapture | null | undefined): number {
  return (capture?.retrievedAt ?? 0) + REFRESH_MS;
}

function isFile(address: string): boolean {
  return new URL(address).protocol === "file:";
}

async function refresh(context: AgencyContext, table: TableAddress, run: Run): Promise<void> {
  try {
    const downloaded = await downloadTable(context, table, run.pace);
    if (downloaded === null) run.waiting = true;
    else await applyTable(context, table, downloaded, run);
  } catch (error) {
    run.rejected.push(rejectionOf(table.address, error));
  }
}

async function applyTable(context: AgencyContext, table: TableAddress, downloaded: Downloaded, run: Run): Promise<void> {
  const hash = sha256(downloaded.bytes);
  const known = run.head?.[table.name];
  const same = known?.sha256 === hash && known.address === table.address;
  if (same && isFile(table.address)) return;
  const state = run.state ?? (await readNoaaState(context.store)) ?? EMPTY_NOAA;
  const next = same
    ? { ...state, [table.name]: { ...state[table.name], capture: { ...known, retrievedAt: downloaded.retrievedAt } } }
    : await checked(context, table, () => readInto(context, table, downloaded, hash, state, run));
  await writeNoaaState(context.store, next);
  run.state = next;
  run.head = { events: next.events.capture, tsunamis: next.tsunamis.capture, records: next.events.rows.length };
  run.taken ||= !same;
  await removeDownload(context.store, table.name);
}

/** Reasons for which a well-formed table is refused. */
const JUDGED: ReadonlySet<string> = new Set(["capture-shrunk", "capture-thinned", "capture-implausible"]);

/** After a rejected table, loading restarts after a pause: an immediate request would return the same table. */
async function checked<Read>(context: AgencyContext, table: TableAddress, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UserError && !isFile(table.address)) await restartDownload(context, table, JUDGED.has(error.code));
    throw error;
  }
}

/** @throws UserError `capture-malformed`, `-empty`, `-unreadable`, `-shrunk`, `-thinned`, `-implausible` */
async function readInto(
  context: AgencyContext,
  { name, address }: TableAddress,
  { bytes, retrievedAt }: Downloaded,
  sha256: string,
  state: NoaaState,
  run: Run,
): Promise<NoaaState> {
  const refuse = (reason: UserError | null) => reason && refuseFile(context, { agency: "noaa", where: address }, sha256, reason);
  const provenance = { address, retrievedAt, sha256, bytes: bytes.length };
  const acceptedCapture = (read: NoaaTable<unknown>) => {
    const error = checkRows(address, read.listed, read.unreadable.length, context.unreadableShare);
    if (error) throw error;
    return captureOf(read, provenance);
  };
  const withoutAhead = <Row extends NoaaEvent | NoaaTsunami>(read: NoaaTable<Row>, prefix: string): NoaaTable<Row> => {
    const { rows, ahead } = withoutFuture(address, read.rows, retrievedAt);
    const late = ahead.map(({ id }) => ({ what: `${prefix}${id}`, code: "time-in-the-future", reason: "is dated in the future" }));
    return { ...read, rows, unreadable: [...read.unreadable, ...late] };
  };
  if (name === "tsunamis") {
    const table = withoutAhead(readNoaaTsunamis(bytes, address), TSUNAMI_PREFIX);
    const capture = acceptedCapture(table);
    const { rows, changes, error } = applyTsunamis(state, table, address);
    await refuse(error);
    note(run, table, changes);
    return { ...state, tsunamis: { capture, rows } };
  }
  const read = withoutAhead(readNoaa(bytes, address), "");
  const table = { ...read, complete: read.complete && !isFiltered(address) };
  const capture = acceptedCapture(table);
  const held = { events: state.events.rows, withdrawn: state.withdrawn };
  const { holdings, changes } = applyEvents(held, table, retrievedAt);
  await refuse(checkChanges(address, held.events, holdings.events, changes));
  note(run, table, changes);
  warnOfNames(context, holdings.events);
  if (!read.complete && isFile(address)) warnOfPart(context, address, holdings.events.length);
  return { ...state, events: { capture, rows: [...holdings.events] }, withdrawn: [...holdings.withdrawn] };
}

function note(run: Run, { unreadable }: NoaaTable<unknown>, changes: readonly Change[]): void {
  run.rejected.push(...unreadable);
  run.changes.push(...changes);
}

function captureOf(
  { form, listed, complete, unreadable, leftOut, doubtful }: NoaaTable<unknown>,
  provenance: Pick<NoaaCapture, "address" | "retrievedAt" | "sha256" | "bytes">,
): NoaaCapture {
  return { ...provenance, form, listed, complete, unreadable, leftOut, doubtful };
}

/** Whether an address selects only a part of the table. Then a missing row does not mean a withdrawal. */
function isFiltered(address: string): boolean {
  return [...new URL(address).searchParams.keys()].some((name) => name !== "page" && name !== "itemsPerPage");
}

function warnOfPart({ report }: AgencyContext, address: string, rows: number): void {
  report.warn(`noaa: ${address} is only a part of the table; the store has ${rows} of its earthquakes (give all its pages in one file)`);
}

function warnOfNames({ report }: AgencyContext, events: readonly NoaaEvent[]): void {
  const names = Object.keys(historicalRecords(events, []).unknownCountries);
  if (names.length === 0) return;
  const listed = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  report.warn(`noaa: ${names.length} names of countries are not known, and their events placed by position: ${listed}`);
}

function outcomeOf({ head, changes, rejected, taken, waiting }: Run): SourceOutcome {
  const failed = rejected.some(({ code }) => code.startsWith("capture-") || code.startsWith("agency-"));
  return {
    agency: "noaa",
    outcome: failed ? "rejected" : waiting ? "in-progress" : taken ? "applied" : "unchanged",
    asOf: null,
    records: head?.records ?? 0,
    changes,
    rejected,
    leftOut: taken ? (head?.events?.leftOut ?? {}) : {},
    doubtful: taken ? (head?.events?.doubtful ?? {}) : {},
  };
}

/**
 * Applies a table to the stored tsunamis. The rows of a complete table replace them; the rows of an incomplete one are added. A
 * change of its tsunami counts as a revision of the earthquake.
 *
 * @returns also the reason to refuse the table: `capture-shrunk`, `capture-implausible`, or null
 */
function applyTsunamis(
  { events, tsunamis }: Pick<NoaaState, "events" | "tsunamis">,
  table: NoaaTable<NoaaTsunami>,
  where: string,
): { rows: NoaaTsunami[]; changes: Change[]; error: UserError | null } {
  const unreadable = new Set(table.unreadable.map(({ what }) => what));
  const byId = new Map(table.rows.map((row) => [row.id, row]));
  const missing = tsunamis.rows.filter(({ id }) => !byId.has(id));
  const stay = missing.filter(({ id }) => !table.complete || table.anonymous || unreadable.has(TSUNAMI_PREFIX + id));
  const gone = missing.length - stay.length;
  const error = checkGone(where, tsunamis.rows.length, gone) ?? checkTsunamis(where, tsunamis.rows, table.rows);
  const rows = [...stay, ...table.rows].toSorted((a, b) => a.id - b.id);
  const before = historicalRecords(events.rows, tsunamis.rows).records;
  const after = historicalRecords(events.rows, rows).records;
  const changes = after.flatMap((record, at): Change[] => {
    const was = before[at];
    const fields = TSUNAMI_FIELDS.filter((field) => !isDeepStrictEqual(was?.[field], record[field]));
    return fields.length === 0 ? [] : [{ kind: "revised", id: record.id, fields }];
  });
  return { rows, changes, error };
}

const TSUNAMI_FIELDS = ["tsunami", "tsunamiEventId", "maxWaterHeightM"] as const;

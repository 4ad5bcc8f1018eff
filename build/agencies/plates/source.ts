import { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import type { Reply } from "../../platform/http/agency-client.ts";
import { RateLimited } from "../../platform/http/retry.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { AgencyContext, AgencySource, Rejection, SourceOutcome } from "../../store/agency.ts";
import type { LeftOut } from "../../store/records.ts";
import { addCounts, rejectionOf } from "../reading.ts";
import { refuseFile } from "../refused.ts";
import type { PlateFile, PlateParts } from "./file.ts";
import { difference, displacement, incompleteness, type KnownBoundary, readPlateFile } from "./plates.ts";
import {
  NO_PLATES,
  PLATE_PARTS,
  type PlateCapture,
  type PlateFailure,
  type PlatePart,
  type PlatesState,
  readPlatesState,
  writePlatesState,
} from "./state.ts";

/** Bird's model as published by H. Ahlenius, who does not publish the steps as GeoJSON. */
export const PLATE_ADDRESSES: Readonly<Record<PlatePart, string>> = {
  boundaries: "https://raw.githubusercontent.com/fraxen/tectonicplates/master/GeoJSON/PB2002_boundaries.json",
  plates: "https://raw.githubusercontent.com/fraxen/tectonicplates/master/GeoJSON/PB2002_plates.json",
  steps: "https://raw.githubusercontent.com/fraxen/tectonicplates/master/original/PB2002_steps.csv",
};

/** Addresses of files in any form that `readPlateFile` reads. Default: `PLATE_ADDRESSES`. */
export type PlatesSettings = Partial<Record<PlatePart, string | undefined>>;

/** Age at which a part is requested again, ms. Files are read in each run. */
const REFRESH_MS = 90 * DAY_MS;

const ACCEPT = "application/geo+json, application/json, text/csv, text/plain";
const TYPES = /^(text\/(plain|csv)|application\/(geo\+json|json|octet-stream|csv))$/;

/**
 * Bird's plate model. It has not changed since 2003, so a part is requested only if the store lacks it or if it is old. An
 * incomplete part is rejected, and the store keeps its version. After failures there is a pause of one hour, two, four, …, at most
 * one day, or as long as the agency demands.
 *
 * @param knownOf gives the embedded boundaries, which also judge a first answer
 */
export function platesSource(settings: PlatesSettings, knownOf: () => readonly KnownBoundary[] = () => []): AgencySource {
  const given = PLATE_PARTS.some((part) => settings[part] !== undefined);
  const addresses = given ? settings : PLATE_ADDRESSES;
  return { agency: "plates", ingest: (context) => ingest(addresses, knownOf, context) };
}

interface Run {
  state: PlatesState;
  knownOf: () => readonly KnownBoundary[];
  rejected: Rejection[];
  leftOut: LeftOut;
  isApplied: boolean;
  /** When parts that were not requested are due. */
  due: number[];
}

async function ingest(addresses: PlatesSettings, knownOf: Run["knownOf"], context: AgencyContext): Promise<SourceOutcome> {
  const state = (await readPlatesState(context.store)) ?? NO_PLATES;
  const run: Run = { state, knownOf, rejected: [], leftOut: {}, isApplied: false, due: [] };
  for (const part of PLATE_PARTS) {
    const address = addresses[part];
    if (address === undefined) continue;
    const before = run.state;
    run.state = await ingestPart(part, address, run, context);
    if (run.state !== before) await writePlatesState(context.store, run.state);
  }
  const { boundaries, plates, steps } = run.state;
  const parts = PLATE_PARTS.filter((part) => addresses[part] !== undefined);
  return {
    agency: "plates",
    outcome: run.rejected.length > 0 ? "rejected" : run.isApplied ? "applied" : "unchanged",
    asOf: null,
    records: (boundaries?.lines.length ?? 0) + (plates?.plates.length ?? 0) + (steps?.steps.length ?? 0),
    changes: [],
    rejected: run.rejected,
    leftOut: run.leftOut,
    doubtful: {},
    ...(run.due.length > 0 && run.due.length === parts.length && { dueAt: Math.min(...run.due) }),
  };
}

/** The state after the request for one part; the same object if nothing changes. */
async function ingestPart(part: PlatePart, address: string, run: Run, context: AgencyContext): Promise<PlatesState> {
  const { state } = run;
  const held = state[part]?.capture.address === address ? state[part].capture : null;
  const failure = state.failures[part]?.address === address ? state.failures[part] : null;
  const now = context.now();
  if (context.accepted === undefined && !isDue(address, held, failure, now)) {
    if (failure) run.rejected.push(repeated(failure));
    run.due.push(dueAt(held, failure));
    return state;
  }
  context.report.step(`plates: asking for ${part}`);
  try {
    const reply = await context.ask(address, { accept: ACCEPT, types: TYPES, isWhole, ...validators(held) });
    return await applyPlates(part, address, reply, held, context, run);
  } catch (error) {
    const rejection = rejectionOf(address, error);
    run.rejected.push(rejection);
    // A file needs no pause.
    if (address.startsWith("file:")) return state;
    const times = (failure?.times ?? 0) + 1;
    const until = Math.max(now + waitAfter(times), error instanceof RateLimited ? error.until : 0);
    return withFailure(state, part, { address, at: now, until, times, code: rejection.code, reason: rejection.reason });
  }
}

function isDue(address: string, held: PlateCapture | null, failure: PlateFailure | null, now: number) {
  if (address.startsWith("file:")) return true;
  const since = failure?.at ?? held?.checkedAt;
  // A clock that was set back must not prolong the pause.
  return since === undefined || now < since || now >= dueAt(held, failure);
}

function dueAt(held: PlateCapture | null, failure: PlateFailure | null): number {
  return failure?.until ?? (held?.checkedAt ?? 0) + REFRESH_MS;
}

function waitAfter(times: number): number {
  return Math.min(DAY_MS, HOUR_MS * 2 ** (times - 1));
}

function repeated({ address, until, code, reason }: PlateFailure): Rejection {
  return { what: address, code, reason, hint: `it is not asked again before ${new Date(until).toISOString()}` };
}

function validators(held: PlateCapture | null): Pick<PlateCapture, "etag" | "lastModified"> {
  const { etag, lastModified } = held ?? {};
  return { ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { lastModified }) };
}

function isWhole(bytes: Uint8Array): boolean {
  try {
    readPlateFile(bytes, "");
    return true;
  } catch (error) {
    return !(error instanceof UserError && error.code === "capture-truncated");
  }
}

async function applyPlates(
  part: PlatePart,
  address: string,
  reply: Reply,
  held: PlateCapture | null,
  context: AgencyContext,
  run: Run,
): Promise<PlatesState> {
  const now = context.now();
  const hash = reply.kind === "content" ? sha256(reply.capture.bytes) : null;
  if (held && (reply.kind === "unchanged" || hash === held.sha256)) return checkedAgain(run.state, part, held, now);
  if (reply.kind !== "content" || hash === null) throw new UserError("capture-empty", `plates: ${address} answers that there is nothing`);
  const { bytes, retrievedFrom, retrievedAt, etag, lastModified } = reply.capture;
  const file = readPlateFile(bytes, address);
  if (file.kind !== part) throw new UserError("capture-malformed", `plates: ${address} holds ${file.kind}, not ${part}`);
  const lacks = incompleteness(file);
  if (lacks !== null) throw new UserError("capture-incomplete", `plates: ${address} ${lacks}`);
  const stored = storedPart(run.state, part);
  const differs = displacement(file, run.knownOf()) ?? (stored && difference(file, stored));
  const subject = { agency: "plates", where: address };
  if (differs) await refuseFile(context, subject, hash, new UserError("capture-implausible", `plates: ${address} ${differs}`));
  run.isApplied = true;
  addCounts(run.leftOut, file.leftOut);
  const capture: PlateCapture = {
    address,
    retrievedFrom,
    retrievedAt,
    checkedAt: now,
    sha256: hash,
    bytes: bytes.length,
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    leftOut: file.leftOut,
  };
  return withPart(run.state, file, capture);
}

function storedPart({ boundaries, plates, steps }: PlatesState, part: PlatePart): PlateParts | null {
  if (part === "boundaries") return boundaries && { kind: part, lines: boundaries.lines };
  if (part === "plates") return plates && { kind: part, plates: plates.plates };
  return steps && { kind: part, steps: steps.steps };
}

function withPart(state: PlatesState, file: PlateFile, capture: PlateCapture): PlatesState {
  const next = { ...state, failures: { ...state.failures } };
  delete next.failures[file.kind];
  if (file.kind === "boundaries") return { ...next, boundaries: { capture, lines: file.lines } };
  if (file.kind === "plates") return { ...next, plates: { capture, plates: file.plates } };
  return { ...next, steps: { capture, steps: file.steps } };
}

/** The state after a part was found unchanged. For a file it is the same object, so that nothing is written. */
function checkedAgain(state: PlatesState, part: PlatePart, held: PlateCapture, now: number): PlatesState {
  if (held.address.startsWith("file:")) return state;
  const failures = { ...state.failures };
  delete failures[part];
  return { ...state, failures, [part]: { ...state[part], capture: { ...held, checkedAt: now } } };
}

function withFailure(state: PlatesState, part: PlatePart, failure: PlateFailure): PlatesState {
  return { ...state, failures: { ...state.failures, [part]: failure } };
}

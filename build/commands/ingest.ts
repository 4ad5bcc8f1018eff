import { createHash } from "node:crypto";
import { fetchCapture } from "../agencies/fetch.ts";
import { judgeCapture } from "../agencies/judge.ts";
import type { LeftOut } from "../agencies/records.ts";
import type { UsgsState } from "../agencies/state.ts";
import { readStore } from "../agencies/store-contents.ts";
import { takeIn } from "../agencies/take-in.ts";
import type { Changes } from "../agencies/upsert.ts";
import { readUsgsFeed } from "../agencies/usgs.ts";
import { writeUsgsState } from "../agencies/usgs-state-file.ts";
import type { Config } from "../config.ts";
import { UserError } from "../error.ts";
import type { Report } from "../report.ts";

export interface IngestOptions {
  config: Config;
  /** Folder of the store; made if it is not there. */
  store: string;
  /** ms since 1970 UTC. */
  now: () => number;
  fetch: typeof globalThis.fetch;
  report: Report;
}

export interface IngestReport {
  store: string;
  /** Whether every agency was taken in; the exit code follows from it. */
  ok: boolean;
  sources: SourceReport[];
}

/** What became of one agency's capture. */
export type SourceReport = TakenIn | SetAsideSource;

export interface TakenIn {
  agency: string;
  address: string;
  /** `unchanged`: byte for byte what was taken in last, so the store was not touched. */
  outcome: "taken-in" | "unchanged";
  /** ms since 1970 UTC. */
  generated: number;
  title: string;
  features: number;
  changes: Changes;
  leftOut: LeftOut;
  doubtful: LeftOut;
  /** Events in the store now. */
  events: number;
}

/** The store is as it was. */
interface SetAsideSource {
  agency: string;
  address: string;
  outcome: "set-aside";
  code: string;
  message: string;
  hint?: string;
}

/**
 * Asks every agency that is enabled and brings the store up to date. An agency whose answer cannot be used is reported
 * and leaves its part of the store as it was.
 *
 * @throws UserError `no-agency` if all are disabled; `store-…` if the store cannot be read or written
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { usgs } = options.config.agencies;
  if (!usgs.enabled) {
    const hint = 'set "enabled": true for at least one agency in the configuration';
    throw new UserError("no-agency", "every agency is disabled, so there is nothing to ingest", hint);
  }
  const sources = usgs.feed === undefined ? [] : [await ingestUsgs(usgs.feed, options)];
  return { store: options.store, ok: sources.every(({ outcome }) => outcome !== "set-aside"), sources };
}

async function ingestUsgs(address: string, options: IngestOptions): Promise<SourceReport> {
  const { usgs: state } = await readStore(options.store);
  options.report.step(`reading usgs from ${address}`);
  try {
    return await takeInUsgs(address, state, options);
  } catch (error) {
    if (!(error instanceof UserError) || error.code.startsWith("store-")) throw error;
    const { code, message, hint } = error;
    const named = message.startsWith("usgs: ") ? message : `usgs: ${message}`;
    return {
      agency: "usgs",
      address,
      outcome: "set-aside",
      code,
      message: named,
      ...(hint === undefined ? {} : { hint }),
    };
  }
}

async function takeInUsgs(address: string, state: UsgsState | undefined, options: IngestOptions): Promise<TakenIn> {
  const { config, report, now, store } = options;
  const { bytes } = await fetchCapture(address, {
    fetch: options.fetch,
    contact: config.contact,
    timeoutMs: config.thresholds.timeout_s * 1000,
    maxBytes: config.thresholds.capture_mb * 1e6,
    onBytes: (done, total) => report.progress(done, total, "bytes"),
  });
  const capture = readUsgsFeed(bytes, address, config.thresholds.unreadable_share);
  const { generated, title, features, leftOut, doubtful } = capture;
  const seen = { agency: "usgs", address, generated, title, features, leftOut, doubtful };
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (state?.capture.sha256 === sha256) {
    return { ...seen, outcome: "unchanged", changes: NO_CHANGES, events: state.events.length };
  }
  const objection = judgeCapture(state, capture, address, now());
  if (objection) throw objection;
  const provenance = { address, retrievedAt: now(), sha256, bytes: bytes.length };
  const next = takeIn(state, capture, provenance);
  warnOfOddities(capture, report);
  report.step("writing the store");
  await writeUsgsState(store, next.state);
  return { ...seen, outcome: "taken-in", changes: next.changes, events: next.state.events.length };
}

const NO_CHANGES: Changes = { added: 0, revised: 0, unchanged: 0, merged: 0, withdrawn: 0, older: 0 };

function warnOfOddities(capture: { features: number; leftOut: LeftOut; doubtful: LeftOut }, report: Report): void {
  if (capture.features === 0) report.warn("usgs: the capture lists no events");
  const leftOut = listed(capture.leftOut);
  if (leftOut) report.warn(`usgs: records left out: ${leftOut}`);
  const doubtful = listed(capture.doubtful);
  if (doubtful) report.warn(`usgs: values taken as unknown: ${doubtful}`);
}

function listed(counts: LeftOut): string {
  return Object.entries(counts)
    .map(([reason, n]) => `${reason} ${n}`)
    .join(", ");
}

import { readFile } from "node:fs/promises";
import path from "node:path";
import { type StatusDocument, statusSchema } from "../../../build/contract/wire/status.ts";
import type { LoggedRequest } from "../emulator/server.ts";

/** What is known of a rebuild without asking it. Times in ms since 1970 UTC. */
export interface Facts {
  /** undefined where it was killed. */
  finished: { startedAt: number; finishedAt: number } | undefined;
  /** Those that it made. */
  requests: readonly LoggedRequest[];
  /** What the store holds now, by agency. */
  held: Record<string, number>;
  /** Of the tree as it stands. */
  snapshot: string;
}

/** Faults after which nothing can be made of an answer. */
const WRECKS = new Set("silent reset cut-short truncated status html replaced broken-gzip json-error".split(" "));

/**
 * What `status.json` says that is not so, as far as can be known from outside. After a rebuild that was killed it has to
 * be readable; it is then about an earlier one.
 */
export async function statusFaults(out: string, facts: Facts): Promise<string[]> {
  const text = await readFile(path.join(out, "status.json"), "utf8").catch(() => undefined);
  if (text === undefined) return facts.finished ? ["status: there is none after a rebuild that ended"] : [];
  const checked = statusSchema.safeParse(parsed(text));
  if (!checked.success) return [`status: ${checked.error.issues[0]?.path.join(".")}: ${checked.error.issues[0]?.message}`];
  if (!facts.finished) return [];
  const status = checked.data;
  const faults = [...runFaults(status, facts, facts.finished)];
  for (const source of status.sources) faults.push(...sourceFaults(source, facts, facts.finished));
  return faults.map((fault) => `status: ${fault}`);
}

/** NaN where there is none, which compares with nothing. */
function at(moment: string | null): number {
  return moment === null ? Number.NaN : Date.parse(moment);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* runFaults(
  { run, sources, fresh, snapshot }: StatusDocument,
  facts: Facts,
  { startedAt, finishedAt }: NonNullable<Facts["finished"]>,
): Iterable<string> {
  if (Date.parse(run.started_at) !== startedAt) yield `started_at is ${run.started_at}`;
  if (Date.parse(run.finished_at) !== finishedAt) yield `finished_at is ${run.finished_at}`;
  if (run.outcome !== "failed" && snapshot.id !== facts.snapshot) yield `snapshot is ${snapshot.id}`;
  const troubled = sources.some(({ outcome }) => outcome === "rejected");
  if (run.outcome === "done" && troubled) yield "done, although a source was rejected";
  if (fresh && !sources.every((source) => source.fresh)) yield "fresh, although a source is not";
  if (sources.length !== Object.keys(facts.held).length) yield `${sources.length} sources`;
}

function* sourceFaults(
  source: StatusDocument["sources"][number],
  { requests, held }: Facts,
  { startedAt, finishedAt }: NonNullable<Facts["finished"]>,
): Iterable<string> {
  const { agency, outcome, as_of, answered_at, asked_at, stale_after_s, fresh, records } = source;
  const own = requests.filter((request) => request.agency === agency);
  // Of an answer that says there is nothing, nothing can be cut off.
  const wrecked = own.filter(({ faults, status }) => status !== 204 && faults.some((kind) => WRECKS.has(kind)));
  if (records !== held[agency]) yield `${agency} has ${records} records, and the store ${held[agency]}`;
  if (own.length > 0 && !(at(asked_at) >= startedAt)) yield `${agency} was asked, and asked_at is ${asked_at}`;
  const spoilt = own.length > 0 && wrecked.length === own.length;
  if (spoilt && outcome !== "rejected") yield `${agency} is ${outcome}, although no answer of it was any good`;
  if (spoilt && at(answered_at) >= startedAt) yield `${agency} answered_at ${answered_at}, although no answer was any good`;
  const untouched = own.length > 0 && own.every(({ faults }) => faults.length === 0);
  const reasons = source.rejected.map(({ code, message }) => `${code} ${message}`).join("; ");
  if (untouched && outcome === "rejected") yield `${agency} is rejected, although nothing was wrong: ${reasons}`;
  if (at(as_of) > finishedAt) yield `${agency} has the as_of ${as_of} of the future`;
  const current = at(as_of ?? answered_at);
  const young = (finishedAt - current) / 1000 <= (stale_after_s ?? Number.POSITIVE_INFINITY) + 0.5;
  if (fresh !== (Number.isFinite(current) && young)) yield `${agency} is ${fresh ? "fresh" : "not fresh"}, of ${as_of}, ${answered_at}`;
}

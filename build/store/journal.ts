import { open, readdir, rm } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { makeFolder } from "../platform/file-system.ts";
import { DAY_MS } from "../platform/time.ts";
import type { Outcome } from "./agency.ts";
import { readStoreFile, unwritable } from "./store.ts";

const counts = z.record(z.string(), z.number());
const ids = z.array(z.string());

/** The result of one run for one agency: a line of the journal. Empty lists are omitted. */
const entrySchema = z.object({
  /** End of the run by the local clock. */
  at: z.iso.datetime(),
  agency: z.string(),
  outcome: z.enum(["applied", "unchanged", "in-progress", "rejected", "restored"]),
  /** The time for which the agency states that its data are current. */
  as_of: z.iso.datetime().optional(),
  /** Number of events or records of the agency in the store. */
  records: z.number(),
  added: ids.optional(),
  revised: z.array(z.object({ id: z.string(), was: z.string().optional(), fields: ids })).optional(),
  merged: z.array(z.object({ id: z.string(), from: ids })).optional(),
  withdrawn: z.array(z.object({ id: z.string(), evidence: z.string() })).optional(),
  rejected: z.array(z.object({ what: z.string(), code: z.string(), reason: z.string(), hint: z.string().optional() })).optional(),
  left_out: counts.optional(),
  doubtful: counts.optional(),
});

export type JournalEntry = z.output<typeof entrySchema>;

/** The line for an outcome. @param at ms since 1970 UTC */
export function journalEntry(outcome: Outcome, at: number): JournalEntry {
  const { agency, asOf, records, changes, rejected, leftOut, doubtful } = outcome;
  const of = <K extends (typeof changes)[number]["kind"]>(kind: K) =>
    changes.filter((change) => change.kind === kind) as Extract<(typeof changes)[number], { kind: K }>[];
  return {
    at: new Date(at).toISOString(),
    agency,
    outcome: outcome.outcome,
    ...(asOf === null ? {} : { as_of: new Date(asOf).toISOString() }),
    records,
    ...listed(
      "added",
      of("added").map(({ id }) => id),
    ),
    ...listed(
      "revised",
      of("revised").map(({ id, was, fields }) => ({ id, ...(was !== undefined && { was }), fields })),
    ),
    ...listed(
      "merged",
      of("merged").map(({ id, from }) => ({ id, from })),
    ),
    ...listed(
      "withdrawn",
      of("withdrawn").map(({ id, evidence }) => ({ id, evidence })),
    ),
    ...listed("rejected", rejected),
    ...counted("left_out", leftOut),
    ...counted("doubtful", doubtful),
  };
}

function listed<T>(name: string, list: readonly T[]): Record<string, readonly T[]> {
  return list.length === 0 ? {} : { [name]: list };
}

function counted(name: string, by: Record<string, number>): Record<string, Record<string, number>> {
  return Object.keys(by).length === 0 ? {} : { [name]: by };
}

const FOLDER = "journal";
const FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

/**
 * Appends entries to the file of their UTC day, flushes it, and removes the files of old days. A line that a crash has truncated
 * stays, and the next entry begins a new line. The caller holds the store's lock.
 *
 * @param dir folder of the store
 * @param keepDays minimum age of removed files, days; the same number of files is always kept
 * @throws UserError `store-unwritable`
 */
export async function appendJournal(dir: string, entries: readonly JournalEntry[], keepDays: number): Promise<void> {
  const last = entries.at(-1);
  if (!last) return;
  const folder = path.join(dir, FOLDER);
  try {
    makeFolder(folder);
    for (const day of new Set(entries.map(dayOf))) {
      const lines = entries.filter((entry) => dayOf(entry) === day).map((entry) => `${JSON.stringify(entry)}\n`);
      await append(path.join(folder, `${day}.jsonl`), lines.join(""));
    }
    const oldest = dayText(Date.parse(last.at) - keepDays * DAY_MS);
    // This number of files is always kept, because a wrong clock in one run must not remove the whole journal.
    const spare = (await daysIn(folder)).slice(0, -Math.ceil(keepDays));
    for (const name of spare) if (name < oldest) await rm(path.join(folder, name), { force: true });
  } catch (error) {
    throw unwritable(dir, error);
  }
}

export interface JournalQuery {
  /** Only entries at or after this time, ms since 1970 UTC. */
  since?: number | undefined;
  agency?: string | undefined;
  /** Only entries with a change of the event with this id, and only that change. */
  id?: string | undefined;
  /** Largest number of entries; the newest are returned. */
  limit?: number | undefined;
}

/**
 * Reads the journal, oldest first. Malformed lines, for example after a crash, are skipped and counted.
 *
 * @throws UserError `store-unreadable`
 */
export async function readJournal(dir: string, query: JournalQuery = {}): Promise<{ entries: JournalEntry[]; unreadable: number }> {
  const { since, limit = Number.POSITIVE_INFINITY } = query;
  const from = since === undefined ? "" : dayText(since);
  const days = (await daysIn(path.join(dir, FOLDER))).filter((name) => name >= from).toReversed();
  const found: JournalEntry[] = [];
  let unreadable = 0;
  for (const name of days) {
    if (found.length >= limit) break;
    const bytes = (await readStoreFile(dir, path.join(FOLDER, name))) ?? new Uint8Array();
    const lines = new TextDecoder()
      .decode(bytes)
      .split("\n")
      .filter((line) => line !== "");
    const entries = lines.map(readLine);
    unreadable += entries.filter((entry) => entry === undefined).length;
    const matching = entries.flatMap((entry) => (entry && select(entry, query)) ?? []);
    found.unshift(...matching.slice(Math.max(0, matching.length - (limit - found.length))));
  }
  return { entries: found, unreadable };
}

function readLine(line: string): JournalEntry | undefined {
  try {
    return entrySchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function select(entry: JournalEntry, { since, agency, id }: JournalQuery): JournalEntry | undefined {
  if (since !== undefined && Date.parse(entry.at) < since) return undefined;
  if (agency !== undefined && entry.agency !== agency) return undefined;
  return id === undefined ? entry : ofEvent(entry, id);
}

function ofEvent(entry: JournalEntry, id: string): JournalEntry | undefined {
  const { added, revised, merged, withdrawn, rejected, at, agency, outcome, as_of, records } = entry;
  const head = { at, agency, outcome, ...(as_of === undefined ? {} : { as_of }), records };
  const lists = {
    added: added?.filter((one) => one === id),
    revised: revised?.filter((one) => one.id === id || one.was === id),
    merged: merged?.filter((one) => one.id === id || one.from.includes(id)),
    withdrawn: withdrawn?.filter((one) => one.id === id),
    rejected: rejected?.filter((one) => one.what === id),
  };
  const met = Object.entries(lists).filter(([, list]) => list && list.length > 0);
  return met.length === 0 ? undefined : { ...head, ...Object.fromEntries(met) };
}

async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, "a+");
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const torn = size > 0 && buffer[0] !== 0x0a;
    await handle.appendFile(torn ? `\n${text}` : text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Oldest first. */
async function daysIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => FILE.test(name)).toSorted();
}

function dayOf({ at }: JournalEntry): string {
  return at.slice(0, 10);
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

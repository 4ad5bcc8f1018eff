import * as z from "zod";
import { DAY_MS } from "../platform/time.ts";
import type { Outcome, Rejection } from "./agency.ts";
import { readScratchFile, writeStateFile } from "./store.ts";

const instant = z.number().nullable();

const noteSchema = z.strictObject({
  /** Time of the last request. */
  askedAt: instant,
  /** Time of the last accepted answer. */
  answeredAt: instant,
  /** The newest time for which it stated that its data were current; null if it states none. */
  asOf: instant,
  /** Time when that statement last advanced or, without statements, time of the last accepted answer. */
  advancedAt: instant,
  /** Rejections of the newest run since the last accepted answer. */
  rejected: z.array(z.strictObject({ what: z.string(), code: z.string(), reason: z.string(), hint: z.string().optional() })),
  records: z.number(),
  /** The most records of the last week, and when they were there; absent in notes of older versions. */
  most: z.strictObject({ records: z.number(), at: z.number() }).exactOptional(),
});

/** The record of an agency that is kept between runs and shows how current its data are. Times by the local clock, ms since 1970 UTC. */
export type AgencyNote = z.infer<typeof noteSchema>;

const schema = z.strictObject({ format: z.literal(1), agencies: z.record(z.string(), noteSchema) });

const FILE = "runs.json";

/**
 * Reads the records by agency. A damaged file counts as empty, because the data do not depend on it. @throws UserError
 * `store-unreadable`
 */
export async function readNotes(dir: string): Promise<Record<string, AgencyNote>> {
  return (await readScratchFile(dir, FILE, schema))?.agencies ?? {};
}

/** Records the outcome of a run for an agency. @throws UserError `store-…` */
export async function noteOutcome(dir: string, outcome: Outcome, now: number): Promise<void> {
  const agencies = await readNotes(dir);
  await writeNotes(dir, { ...agencies, [outcome.agency]: nextNote(agencies[outcome.agency], outcome, now) });
}

async function writeNotes(dir: string, agencies: Record<string, AgencyNote>): Promise<void> {
  await writeStateFile(dir, FILE, `${JSON.stringify({ format: 1, agencies }, null, 1)}\n`);
}

const NOTHING: AgencyNote = { askedAt: null, answeredAt: null, asOf: null, advancedAt: null, rejected: [], records: 0 };

/** The record after a run. Pure. @param now ms since 1970 UTC */
export function nextNote(before: AgencyNote = NOTHING, outcome: Outcome, now: number): AgencyNote {
  const { addresses, asOf, records, rejected } = outcome;
  const wasAsked = addresses.length > 0;
  const good = wasAsked && outcome.outcome !== "rejected";
  const advanced = asOf === null ? good : before.asOf === null || asOf > before.asOf;
  // A run without a request has no new information: the last failure may have caused a pause.
  const told = wasAsked || rejected.length > 0 ? rejected : before.rejected.filter(({ code }) => code !== SHRUNK);
  const shrunk = shrinkage(outcome.agency, { records, most: mostOf(before.most, records, now) });
  const kept = shrunk ? [shrunk, ...told] : told;
  return {
    askedAt: wasAsked ? now : before.askedAt,
    answeredAt: good ? now : before.answeredAt,
    asOf: newest(asOf, before.asOf),
    advancedAt: advanced ? now : before.advancedAt,
    rejected: kept.slice(0, SHOWN),
    records,
    most: mostOf(before.most, records, now),
  };
}

type Most = NonNullable<AgencyNote["most"]>;

function mostOf(before: Most | undefined, records: number, now: number): Most {
  const isRecent = before !== undefined && Math.abs(now - before.at) < WEEK_MS;
  return isRecent && before.records > records ? before : { records, at: now };
}

const WEEK_MS = 7 * DAY_MS;

/** A store that has lost more than this share of an agency's records within a week, and more than a few, has shrunk. */
const LOST = { few: 10, share: 0.1 };

/** The rejection for an agency whose part of the store has shrunk. */
function shrinkage(agency: string, { most, records }: Pick<AgencyNote, "most" | "records">): Rejection | null {
  const lost = (most?.records ?? 0) - records;
  if (!most || lost <= Math.max(LOST.few, LOST.share * most.records)) return null;
  const reason = `${agency} has ${records} records in the store, and had ${most.records} at ${new Date(most.at).toISOString()}`;
  return { what: agency, code: SHRUNK, reason, hint: "`quaketree journal` says why; `quaketree restore` goes back to an earlier state" };
}

export const SHRUNK = "records-shrunk";

/** Notes that an agency's part of the store was restored. @throws UserError `store-…` */
export async function noteRestore(dir: string, agency: string, records: number): Promise<void> {
  const agencies = await readNotes(dir);
  const { most: _most, ...note } = agencies[agency] ?? NOTHING;
  const rejected = note.rejected.filter(({ code }) => code !== SHRUNK);
  await writeNotes(dir, { ...agencies, [agency]: { ...note, rejected, records } });
}

function newest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** Largest number of rejections. A table may have a thousand unreadable rows; the journal lists all of them. */
const SHOWN = 20;

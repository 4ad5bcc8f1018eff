import { z } from "zod";
import { UserError } from "../platform/error.ts";
import type { Outcome } from "./agency.ts";
import { readStateFile, writeStateFile } from "./store.ts";

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
});

/**
 * The record of an agency that is kept between runs and shows how current its data are. Times by the local clock, ms since 1970
 * UTC.
 */
export type AgencyNote = z.infer<typeof noteSchema>;

const schema = z.strictObject({ format: z.literal(1), agencies: z.record(z.string(), noteSchema) });

const FILE = "runs.json";

/**
 * Reads the records by agency. A damaged file counts as empty, because the data do not depend on it. @throws UserError
 * `store-unreadable`
 */
export async function readNotes(dir: string): Promise<Record<string, AgencyNote>> {
  try {
    return (await readStateFile(dir, FILE, schema))?.agencies ?? {};
  } catch (error) {
    if (error instanceof UserError && error.code === "store-malformed") return {};
    throw error;
  }
}

/** Records the outcome of a run for an agency. @throws UserError `store-…` */
export async function noteOutcome(dir: string, outcome: Outcome, now: number): Promise<void> {
  const agencies = await readNotes(dir);
  const next = { ...agencies, [outcome.agency]: nextNote(agencies[outcome.agency], outcome, now) };
  await writeStateFile(dir, FILE, `${JSON.stringify({ format: 1, agencies: next }, null, 1)}\n`);
}

const NOTHING: AgencyNote = {
  askedAt: null,
  answeredAt: null,
  asOf: null,
  advancedAt: null,
  rejected: [],
  records: 0,
};

/** The record after a run. Pure. @param now ms since 1970 UTC */
export function nextNote(before: AgencyNote = NOTHING, outcome: Outcome, now: number): AgencyNote {
  const { addresses, asOf, records, rejected } = outcome;
  const wasAsked = addresses.length > 0;
  const good = wasAsked && outcome.outcome !== "rejected";
  const advanced = asOf === null ? good : before.asOf === null || asOf > before.asOf;
  // A run without a request has no new information: the last failure may have caused a pause.
  const kept = wasAsked || rejected.length > 0 ? rejected : before.rejected;
  return {
    askedAt: wasAsked ? now : before.askedAt,
    answeredAt: good ? now : before.answeredAt,
    asOf: newest(asOf, before.asOf),
    advancedAt: advanced ? now : before.advancedAt,
    rejected: kept.slice(0, SHOWN),
    records,
  };
}

function newest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** Largest number of rejections. A table may have a thousand unreadable rows; the journal lists all of them. */
const SHOWN = 20;

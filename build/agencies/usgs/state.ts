import * as z from "zod";
import type { ArchivedSpan } from "../../catalogue/tally/tally.ts";
import { type Derive, NO_CELLS } from "../../store/derive.ts";
import { reportedEventSchema, type UsgsEvent, withdrawalSchema } from "../../store/records.ts";
import { FEED_COORDINATES, FEED_PROPERTIES } from "../../store/sent-values.ts";
import { jsonLines, type LineMemory, readStateLines, writeStateLines } from "../../store/store.ts";
import { absenceSchema } from "../fdsn/absence.ts";
import { amount, counts, hash, instant, received } from "../reading.ts";

export const FORMAT = 2;

const text = z.string();
const span = z.strictObject({ from: instant, to: instant });

const eventSchema: z.ZodType<UsgsEvent> = reportedEventSchema.extend({
  agency: z.literal("usgs"),
  updated: instant,
  status: text.min(1),
  sent: z
    .partialRecord(z.enum([...FEED_PROPERTIES, ...FEED_COORDINATES]), z.union([text, z.number(), z.boolean(), z.null()]))
    .exactOptional(),
});

const captureSchema = z.strictObject({
  /** URL of the bytes. */
  address: text,
  ...received,
  /** Time when the agency wrote it, ms since 1970 UTC by the agency's clock. */
  generated: instant,
  title: text,
  features: amount,
  leftOut: counts,
  /** Number of invalid values that were read as unknown. */
  doubtful: counts,
});

/** The provenance of the last applied capture. */
export type CaptureRecord = z.infer<typeof captureSchema>;

const believed = z.strictObject({
  generated: instant,
  sha256: hash,
  title: text,
  etag: text.exactOptional(),
  lastModified: text.exactOptional(),
});

const feedSchema = z.strictObject({
  /** Time of the last request, ms since 1970 UTC by the local clock. */
  askedAt: instant,
  /** The last accepted capture; null if there was none. */
  believed: believed.nullable(),
  /** Whether the last answer was a refusal. The address is then not requested for one day. */
  refused: z.boolean(),
});

/** The record of an address, which is kept between runs. */
export type FeedRecord = z.infer<typeof feedSchema>;

const backfillSchema = z.strictObject({
  ...span.shape,
  minMagnitude: z.number().nullable(),
  /** All events with earlier origin times are in the store, ms since 1970 UTC. The backfill is finished if it equals `to`. */
  next: instant,
  /** Number of events that the agency counted at the start, and number of fetched events. */
  total: amount,
  rows: amount,
});

export type Backfill = z.infer<typeof backfillSchema>;

const syncSchema = z.strictObject({
  /** Records by address. */
  feeds: z.record(text, feedSchema),
  /** All earlier changes of the query service are in the store, ms since 1970 UTC by its clock; null if it was never requested. */
  syncedTo: instant.nullable(),
  /** Complete spans before `covers`, oldest first, with gaps between them. */
  earlier: z.array(span),
  missed: z.array(absenceSchema),
  backfills: z.array(backfillSchema),
});

/** The results of earlier runs that the next run needs. */
export type Upkeep = z.infer<typeof syncSchema>;

export const NO_UPKEEP: Upkeep = { feeds: {}, syncedTo: null, earlier: [], missed: [], backfills: [] };

const segmentSchema = z.strictObject({
  /** UTC year or month: `2011`, `2011-03`. */
  key: text.regex(/^\d{4}(?:-\d\d)?$/),
  /** SHA-256 of the content before compression. File names contain its first 16 digits. */
  sha256: hash,
  /** SHA-256 of the list of ids in the segment. */
  idsSha256: hash,
  events: amount,
  withdrawn: amount,
  /** Span of the events' origin times, ms since 1970 UTC; null if there are no events. */
  span: span.nullable(),
});

/** A file of old events: those of a year, or of a month if the year has many events. */
export type Segment = z.infer<typeof segmentSchema>;

/** The schema of a state file as it is written. It is strict, so that no other keys are written. */
const usgsStateSchema = z.strictObject({
  format: z.literal(FORMAT),
  agency: z.literal("usgs"),
  capture: captureSchema,
  /** Span of origin times for which the store is complete, ms since 1970 UTC. */
  covers: span,
  upkeep: syncSchema.optional(),
  /** The segments, newest first. Events and withdrawals before `before` are only in these. */
  archive: z.strictObject({ before: instant, segments: z.array(segmentSchema) }).optional(),
  /** Sorted by first id. No id is in both a withdrawal and an event. */
  withdrawn: z.array(withdrawalSchema),
  /** Sorted by time, newest first, then by id. No id is in two events. */
  events: z.array(eventSchema),
});

/** The last valid state of the USGS: every event that it reported and has not withdrawn. */
export type UsgsState = z.infer<typeof usgsStateSchema>;

const FILE = "usgs/state.json";

const memory: LineMemory<UsgsEvent> = { schema: eventSchema };

/** @throws UserError `store-unreadable`, `store-malformed` */
export async function readUsgsState(dir: string, derive?: Derive): Promise<UsgsState | undefined> {
  return (await readHashedState(dir, derive))?.state;
}

/** The state, and the SHA-256 of its file. @throws UserError `store-unreadable`, `store-malformed` */
export function readHashedState(dir: string, derive: Derive = NO_CELLS): Promise<{ state: UsgsState; sha256: string } | undefined> {
  return readStateLines(dir, FILE, usgsStateSchema, memory, derive);
}

/**
 * Writes one JSON document with one line for each event.
 *
 * @returns the SHA-256 of the file
 * @throws UserError `store-unwritable`
 */
export function writeUsgsState(dir: string, { events, withdrawn, ...head }: UsgsState): Promise<string> {
  const open = JSON.stringify(head).slice(0, -1);
  return writeStateLines(dir, FILE, `${open},\n"withdrawn":${jsonLines(withdrawn)}`, events, memory);
}

/** The USGS reports every earthquake worldwide of this magnitude or a larger one (its page on the ENS, "help"). */
export const WORLDWIDE_MAGNITUDE = 4.5;

/** Start of the worldwide catalogue of the USGS (PDE). Older events come from other catalogues, with gaps. */
export const PDE_START = Date.UTC(1973, 0, 1);

/**
 * The span for which a store has every earthquake of the agency: that of a finished backfill that reaches the continuously covered
 * span; null if there is none.
 */
export function completeSpan({ covers, upkeep }: Pick<UsgsState, "covers" | "upkeep">): ArchivedSpan | null {
  const whole = (upkeep?.backfills ?? []).filter(({ next, to }) => next >= to && to >= covers.from);
  const [widest] = whole.toSorted((a, b) => a.from - b.from);
  if (!widest) return null;
  const from = Math.max(widest.from, PDE_START);
  return from < covers.to
    ? { from, to: covers.to, magnitude: Math.max(widest.minMagnitude ?? WORLDWIDE_MAGNITUDE, WORLDWIDE_MAGNITUDE) }
    : null;
}

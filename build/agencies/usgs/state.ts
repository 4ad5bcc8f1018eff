import { z } from "zod";
import type { CompleteSpan } from "../../catalogue/tally/tally.ts";
import { once } from "../../platform/once.ts";
import { codeKey } from "../../platform/program-hash.ts";
import { type DerivedCache, NO_DERIVED_CACHE } from "../../store/derived.ts";
import type { UsgsEvent } from "../../store/records.ts";
import { reportedEventSchema } from "../../store/records.ts";
import { FEED_COORDINATES, FEED_PROPERTIES } from "../../store/sent-values.ts";
import { jsonLines, type LineMemory, readStateLines, writeStateFile } from "../../store/store.ts";
import type { Absence } from "../fdsn/absence.ts";

/** The format that is written. Format 1 is read too. */
export const FORMAT = 2;

const instant = z.number().int();
const text = z.string();
const counts = z.record(z.string(), z.number().int().positive());
const ids = z.array(z.string().min(1)).min(1);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const amount = z.number().int().nonnegative();
const span = z.strictObject({ from: instant, to: instant });

const eventSchema: z.ZodType<UsgsEvent> = reportedEventSchema.extend({
  agency: z.literal("usgs"),
  updated: instant,
  status: text.min(1),
  sent: z
    .partialRecord(
      z.enum([...FEED_PROPERTIES, ...FEED_COORDINATES]),
      z.union([text, z.number(), z.boolean(), z.null()]),
    )
    .exactOptional(),
});

const captureSchema = z.strictObject({
  /** URL that the bytes came from. */
  address: text,
  /** ms since 1970 UTC by the local clock; never part of an answer. */
  retrievedAt: instant,
  /** Of the uncompressed bytes. */
  sha256: hash,
  bytes: amount,
  /** When the agency wrote it, ms since 1970 UTC by the agency's clock. */
  generated: instant,
  title: text,
  features: amount,
  leftOut: counts,
  /** Invalid values that were read as unknown. */
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
  /** ms since 1970 UTC by the local clock. */
  askedAt: instant,
  /** Of the last accepted capture; null if there was none. */
  believed: believed.nullable(),
  /** Whether the last answer was a refusal; the address is then not requested for a day. */
  refused: z.boolean(),
});

/** The record of an address from run to run. */
export type FeedRecord = z.infer<typeof feedSchema>;

const absenceSchema = z.strictObject({ id: text.min(1), since: instant, last: instant, captures: amount });

const backfillSchema = z.strictObject({
  ...span.shape,
  minMagnitude: z.number().nullable(),
  /** Origin times before this are in the store, ms since 1970 UTC; done where it is `to`. */
  next: instant,
  /** Number of events that the agency counted at the start, and number fetched. */
  total: amount,
  rows: amount,
});

/** The progress of a backfill. */
export type Backfill = z.infer<typeof backfillSchema>;

const syncSchema = z.strictObject({
  /** By address. */
  feeds: z.record(text, feedSchema),
  /** All earlier changes at the query service are in the store, ms since 1970 UTC by its clock; null: never requested. */
  syncedTo: instant.nullable(),
  /** Spans before `covers` that are complete, oldest first; between them are gaps. */
  earlier: z.array(span),
  missed: z.array(absenceSchema) satisfies z.ZodType<Absence[]>,
  backfills: z.array(backfillSchema),
});

/** What the next run needs of earlier ones. */
export type SyncState = z.infer<typeof syncSchema>;

export const NO_SYNC_STATE: SyncState = { feeds: {}, syncedTo: null, earlier: [], missed: [], backfills: [] };

const segmentSchema = z.strictObject({
  /** UTC year or month: `2011`, `2011-03`. */
  key: text.regex(/^\d{4}(?:-\d\d)?$/),
  /** Of the content before compression; the files are named by its first 16 digits. */
  sha256: hash,
  /** Of the list of the ids that are in it. */
  idsSha256: hash,
  events: amount,
  withdrawn: amount,
  /** Origin times of the events, ms since 1970 UTC; null where there are none. */
  span: span.nullable(),
});

/** A file of old events: those of a year, or of a month if the year has many. */
export type Segment = z.infer<typeof segmentSchema>;

/** The strict schema of a state file: no other keys are written. */
const usgsStateSchema = z.strictObject({
  /** The events of format 1 lack `sent`. */
  format: z.literal([1, FORMAT]),
  agency: z.literal("usgs"),
  capture: captureSchema,
  /** Origin times for which the store is complete, ms since 1970 UTC. */
  covers: span,
  upkeep: syncSchema.optional(),
  /** Events and withdrawals before `before` are only in these segments, newest first. */
  archive: z.strictObject({ before: instant, segments: z.array(segmentSchema) }).optional(),
  /** By first id. No id is both withdrawn and of an event. */
  withdrawn: z.array(
    z.strictObject({
      ids,
      withdrawnAt: instant,
      updated: instant.optional(),
      was: z
        .strictObject({
          time: instant,
          latitude: z.number().nullable(),
          longitude: z.number().nullable(),
          magnitude: z.number().nullable(),
        })
        .optional(),
    }),
  ),
  /** Newest first, equal times by id. No id belongs to two events. */
  events: z.array(eventSchema),
});

/** The last good state of the USGS: every event that it reported and has not withdrawn. */
export type UsgsState = z.infer<typeof usgsStateSchema>;

const FILE = "usgs/state.json";

const read: LineMemory<UsgsEvent> = {
  schema: eventSchema,
  known: new Map(),
  schemaKey: once(() => codeKey(["agencies/usgs/state"])),
};

/** @throws UserError `store-unreadable`, `store-malformed` */
export function readUsgsState(dir: string, derived: DerivedCache = NO_DERIVED_CACHE): Promise<UsgsState | undefined> {
  return readStateLines(dir, FILE, usgsStateSchema, read, derived);
}

/** One JSON document with a line for each event. @throws UserError `store-unwritable` */
export async function writeUsgsState(dir: string, { events, withdrawn, ...head }: UsgsState): Promise<void> {
  const open = JSON.stringify(head).slice(0, -1);
  const lists = `"withdrawn":${jsonLines(withdrawn)},\n"events":${jsonLines(events)}`;
  await writeStateFile(dir, FILE, `${open},\n${lists}}\n`);
}

/** The USGS reports every earthquake of this magnitude and more worldwide (its page on the ENS, "help"). */
export const WORLDWIDE_MAGNITUDE = 4.5;

/** Start of the worldwide catalogue of the USGS (PDE). Older events come from other catalogues, with gaps. */
export const PDE_START = Date.UTC(1973, 0, 1);

/**
 * The span for which a store has every earthquake of the agency: that of a finished backfill which reaches the span covered
 * since; null if there is none.
 */
export function completeSpan({ covers, upkeep }: Pick<UsgsState, "covers" | "upkeep">): CompleteSpan | null {
  const whole = (upkeep?.backfills ?? []).filter(({ next, to }) => next >= to && to >= covers.from);
  const [widest] = whole.toSorted((a, b) => a.from - b.from);
  if (!widest) return null;
  const from = Math.max(widest.from, PDE_START);
  return from < covers.to
    ? { from, to: covers.to, magnitude: Math.max(widest.minMagnitude ?? WORLDWIDE_MAGNITUDE, WORLDWIDE_MAGNITUDE) }
    : null;
}

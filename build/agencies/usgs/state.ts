import { z } from "zod";
import { liveEventSchema } from "../../store/live-event-schema.ts";
import type { AgencyEvent, LeftOut, Withdrawal } from "../../store/records.ts";
import type { Span } from "./events/spans.ts";

/** The provenance of the last capture that was taken into the store. */
export interface CaptureRecord {
  /** URL that the bytes came from. */
  address: string;
  /** ms since 1970 UTC by our own clock; never part of an answer. */
  retrievedAt: number;
  /** Of the uncompressed bytes. */
  sha256: string;
  bytes: number;
  /** When the agency wrote it, ms since 1970 UTC by the agency's clock. */
  generated: number;
  title: string;
  features: number;
  leftOut: LeftOut;
  /** Single values that made no sense and were taken as unknown. */
  doubtful: LeftOut;
}

/** What we remember of an address besides what it told. */
export interface FeedRecord {
  /** ms since 1970 UTC by our own clock. */
  askedAt: number;
  /** Of the last capture that was believed; null where none ever was. */
  believed: { generated: number; sha256: string; title: string; etag?: string; lastModified?: string } | null;
  /** Whether the last answer was a refusal; it is left alone for a while then. */
  refused: boolean;
}

/** An event that good captures did not list although it belonged in them. */
export interface Absence {
  id: string;
  /** `generated` of the first and the last of these captures, ms since 1970 UTC. */
  since: number;
  last: number;
  captures: number;
}

/** Old events in a file of their own. Those of a year lie in one segment, or where they are many in one for each month. */
export interface Segment {
  /** UTC year or month: `2011`, `2011-03`. */
  key: string;
  /** Of the content before compression; the files are named by its first 16 digits. */
  sha256: string;
  /** Of the list of the ids that are in it. */
  idsSha256: string;
  events: number;
  withdrawn: number;
  /** Origin times of the events, ms since 1970 UTC; null where there are none. */
  span: Span | null;
}

/** How far a backfill has come. */
export interface Backfill {
  from: number;
  to: number;
  minMagnitude: number | null;
  /** Origin times before this are in the store, ms since 1970 UTC; done where it is `to`. */
  next: number;
  /** Events that the agency had when it began, and that have come. */
  total: number;
  rows: number;
}

/** What the next run needs to know of those before it. */
export interface SyncState {
  /** By address. */
  feeds: Record<string, FeedRecord>;
  /** Everything that the query service changed before this we have seen, ms since 1970 UTC by its clock; null: never asked. */
  syncedTo: number | null;
  /** Spans that we have seen before the one in `covers`, oldest first; what lies between them we have not. */
  earlier: Span[];
  missed: Absence[];
  backfills: Backfill[];
}

export const NO_UPKEEP: SyncState = { feeds: {}, syncedTo: null, earlier: [], missed: [], backfills: [] };

/** The last good state of a real-time agency: every event that it ever reported to us and has not withdrawn. */
export interface UsgsState {
  format: 1;
  agency: "usgs";
  capture: CaptureRecord;
  /** Origin times for which we have seen the feed without a gap, ms since 1970 UTC. */
  covers: Span;
  upkeep?: SyncState | undefined;
  /** Events before `before`, and withdrawals of before it, lie in these segments, newest first, and nowhere else. */
  archive?: { before: number; segments: Segment[] } | undefined;
  /** Newest first, equal times by id. No id belongs to two events. */
  events: AgencyEvent[];
  /** By first id. No id is both withdrawn and of an event. */
  withdrawn: Withdrawal[];
}

const instant = z.number().int();
const text = z.string();
const numberOrNull = z.number().nullable();
const counts = z.record(z.string(), z.number().int().positive());
const ids = z.array(z.string().min(1)).min(1);

const eventSchema = liveEventSchema.extend({
  agency: z.literal("usgs"),
  updated: instant,
  status: text.min(1),
}) satisfies z.ZodType<AgencyEvent>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const amount = z.number().int().nonnegative();
const span = z.strictObject({ from: instant, to: instant });

const believed = z.strictObject({
  generated: instant,
  sha256: hash,
  title: text,
  etag: text.optional(),
  lastModified: text.optional(),
});

const upkeepSchema = z.strictObject({
  feeds: z.record(text, z.strictObject({ askedAt: instant, believed: believed.nullable(), refused: z.boolean() })),
  syncedTo: instant.nullable(),
  earlier: z.array(span),
  missed: z.array(z.strictObject({ id: text.min(1), since: instant, last: instant, captures: amount })),
  backfills: z.array(
    z.strictObject({
      ...span.shape,
      minMagnitude: z.number().nullable(),
      next: instant,
      total: amount,
      rows: amount,
    }),
  ),
}) as z.ZodType<SyncState>;

const archiveSchema = z.strictObject({
  before: instant,
  segments: z.array(
    z.strictObject({
      key: text.regex(/^\d{4}(?:-\d\d)?$/),
      sha256: hash,
      idsSha256: hash,
      events: amount,
      withdrawn: amount,
      span: span.nullable(),
    }),
  ),
}) satisfies z.ZodType<UsgsState["archive"]>;

const wasSchema = z.strictObject({
  time: instant,
  latitude: numberOrNull,
  longitude: numberOrNull,
  magnitude: numberOrNull,
});

/** What a state file must look like, to the last key: anything else was not written by us. */
export const usgsStateSchema = z.strictObject({
  format: z.literal(1),
  agency: z.literal("usgs"),
  capture: z.strictObject({
    address: text,
    retrievedAt: instant,
    sha256: hash,
    bytes: amount,
    generated: instant,
    title: text,
    features: amount,
    leftOut: counts,
    doubtful: counts,
  }),
  covers: span,
  upkeep: upkeepSchema.optional(),
  archive: archiveSchema.optional(),
  withdrawn: z.array(
    z.strictObject({ ids, withdrawnAt: instant, updated: instant.optional(), was: wasSchema.optional() }),
  ),
  events: z.array(eventSchema),
}) satisfies z.ZodType<UsgsState>;

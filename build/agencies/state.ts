import { z } from "zod";
import { ALERT_LEVELS } from "../contract/vocabulary.ts";
import type { AgencyEvent, LeftOut, Withdrawal } from "./records.ts";

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

/** The last good state of a real-time agency: every event that it ever reported to us and has not withdrawn. */
export interface UsgsState {
  format: 1;
  agency: "usgs";
  capture: CaptureRecord;
  /** Origin times for which we have seen the feed without a gap, ms since 1970 UTC. */
  covers: { from: number; to: number };
  /** Newest first, equal times by id. No id belongs to two events. */
  events: AgencyEvent[];
  /** By first id. No id is both withdrawn and of an event. */
  withdrawn: Withdrawal[];
}

const instant = z.number().int();
const text = z.string();
const textOrNull = z.string().nullable();
const numberOrNull = z.number().nullable();
const counts = z.record(z.string(), z.number().int().positive());
const ids = z.array(z.string().min(1)).min(1);

const eventSchema = z.strictObject({
  agency: z.literal("usgs"),
  id: text.min(1),
  ids,
  url: textOrNull,
  time: instant,
  updated: instant,
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).lt(180).nullable(),
  depthKm: numberOrNull,
  magnitude: numberOrNull,
  magnitudeType: textOrNull,
  place: textOrNull,
  type: text.min(1),
  status: text.min(1),
  alert: z.enum(ALERT_LEVELS).nullable(),
  tsunamiFlag: z.boolean(),
  feltReports: numberOrNull,
  maxIntensityReported: numberOrNull,
  maxIntensityEstimated: numberOrNull,
  significance: numberOrNull,
}) satisfies z.ZodType<AgencyEvent>;

/** What a state file must look like, to the last key: anything else was not written by us. */
export const usgsStateSchema = z.strictObject({
  format: z.literal(1),
  agency: z.literal("usgs"),
  capture: z.strictObject({
    address: text,
    retrievedAt: instant,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.number().int().nonnegative(),
    generated: instant,
    title: text,
    features: z.number().int().nonnegative(),
    leftOut: counts,
    doubtful: counts,
  }),
  covers: z.strictObject({ from: instant, to: instant }),
  withdrawn: z.array(z.strictObject({ ids, withdrawnAt: instant })),
  events: z.array(eventSchema),
}) satisfies z.ZodType<UsgsState>;

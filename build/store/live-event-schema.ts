import { z } from "zod";
import { ALERT_LEVELS } from "../contract/texts/vocabulary.ts";
import type { LiveEvent } from "./records.ts";

const text = z.string().min(1);
const textOrNull = z.string().nullable();
const instant = z.number().int();
const numberOrNull = z.number().nullable();

/** The strict schema of an event in the store. */
export const liveEventSchema = z.strictObject({
  agency: text,
  id: text,
  ids: z.array(text).min(1),
  url: textOrNull,
  time: instant,
  updated: instant.nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).lt(180).nullable(),
  depthKm: numberOrNull,
  magnitude: numberOrNull,
  magnitudeType: textOrNull,
  place: textOrNull,
  type: text,
  status: textOrNull,
  alert: z.enum(ALERT_LEVELS).nullable(),
  tsunamiFlag: z.boolean(),
  feltReports: numberOrNull,
  maxIntensityReported: numberOrNull,
  maxIntensityEstimated: numberOrNull,
  significance: numberOrNull,
}) satisfies z.ZodType<LiveEvent>;

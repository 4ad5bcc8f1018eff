import * as z from "zod";
import { ALERT_LEVELS, type OtherIntensityScale } from "../contract/texts/vocabulary.ts";
import type { LossKind } from "../contract/wire/impact.ts";
import type { CivilTime } from "./civil-time.ts";
import type { SentValues } from "./sent-values.ts";

const text = z.string().min(1);
const textOrNull = z.string().nullable();
const instant = z.number().int();
const numberOrNull = z.number().nullable();

/** An event as a real-time agency reports it, in the units of the project. Unknown values are null, never a default. */
export const reportedEventSchema = z.strictObject({
  agency: text,
  /** The agency's preferred id. It may change for the same earthquake. */
  id: text,
  /** All current and former ids from the agency, including the preferred one, sorted. */
  ids: z.array(text).min(1),
  /** Page of the event at the agency. */
  url: textOrNull,
  /** Origin time, ms since 1970 UTC. */
  time: instant,
  /** Last change of any data of the event, ms since 1970 UTC; null in FDSN text, which does not state it. */
  updated: instant.nullable(),
  /** Degrees, north positive. */
  latitude: z.number().min(-90).max(90).nullable(),
  /** Degrees, east positive. */
  longitude: z.number().min(-180).lt(180).nullable(),
  /** km below the reference level, positive down; negative for shallow events under mountains. */
  depthKm: numberOrNull,
  magnitude: numberOrNull,
  magnitudeType: textOrNull,
  /** Free text as the agency gives it. */
  place: textOrNull,
  /** Lower case with spaces between words: `earthquake`, `quarry blast`, …; `not reported` if the agency does not state it. */
  type: text,
  /** Lower case: `automatic`, `reviewed`, `deleted`. */
  status: textOrNull,
  /** PAGER alert level; null means that PAGER was not run. */
  alert: z.enum(ALERT_LEVELS).nullable(),
  /** The agency's flag for large events in oceanic regions. It does not mean that there is a tsunami. */
  tsunamiFlag: z.boolean(),
  feltReports: numberOrNull,
  /** Highest reported intensity (DYFI, 0-10). */
  maxIntensityReported: numberOrNull,
  /** Highest estimated intensity (ShakeMap, 0-10). */
  maxIntensityEstimated: numberOrNull,
  /** USGS `sig`. */
  significance: numberOrNull,
});

/** An event as a real-time agency reports it. */
export interface ReportedEvent extends z.infer<typeof reportedEventSchema> {
  /** The products with these figures, if they were read. */
  impactProducts?: readonly ImpactProduct[] | undefined;
  /** The solutions in the agency's detail of the event, if it was read. */
  solutions?: readonly SolutionProduct[] | undefined;
  /** The lines of equal estimated intensity, if they were read. */
  contours?: readonly IntensityContour[] | undefined;
}

/** The unknown values of an event whose agency reports only type, time, place and magnitude. */
export const UNREPORTED = {
  status: null,
  alert: null,
  tsunamiFlag: false,
  feltReports: null,
  maxIntensityReported: null,
  maxIntensityEstimated: null,
  significance: null,
} as const satisfies Partial<ReportedEvent>;

/** The USGS's products on the impact of an earthquake. */
export const IMPACT_PRODUCTS = ["losspager", "dyfi", "shakemap"] as const;
export type ImpactProductName = (typeof IMPACT_PRODUCTS)[number];

/** The figures of one product on an event. Unknown values are null. */
export const impactProductSchema = z.strictObject({
  product: z.enum(IMPACT_PRODUCTS),
  /** The contributing network, such as `us`, `nc` or `atlas`. */
  contributor: text,
  /** Time of the last change, ms since 1970 UTC. */
  updated: instant,
  /** Alert level, in `losspager` only. */
  alert: z.enum(ALERT_LEVELS).nullable(),
  /** Number of felt reports, in `dyfi` only. */
  feltReports: z.int().nonnegative().nullable(),
  /** In `dyfi` the highest reported intensity, in the others the highest estimated one, 0-12. */
  maxIntensity: z.number().min(0).max(12).nullable(),
});
export type ImpactProduct = z.infer<typeof impactProductSchema>;

/** The kinds of solutions of an earthquake, by the names of the USGS's products. */
export const SOLUTION_PRODUCTS = ["origin", "moment-tensor", "focal-mechanism"] as const;
export type SolutionProductName = (typeof SOLUTION_PRODUCTS)[number];

/** A hypocentre, moment tensor or focal mechanism as the agency sends it. */
export const solutionSchema = z.strictObject({
  product: z.enum(SOLUTION_PRODUCTS),
  /** The network that sent the product, such as `us` or `nc`. */
  source: text,
  /** Its own id of the solution. */
  code: text,
  /** Time of the last change, ms since 1970 UTC. */
  updated: instant,
  /** The agency's weight: of one kind, the largest is preferred. */
  weight: z.number(),
  /** The values under the USGS's names; numbers are texts as well. */
  properties: z.record(z.string(), z.string()).readonly(),
});
export type SolutionProduct = z.infer<typeof solutionSchema>;

/** A line of equal estimated intensity (ShakeMap). */
export const contourSchema = z.strictObject({
  /** Modified Mercalli. */
  intensity: z.int().min(1).max(12),
  /** Longitude and latitude in degrees, to hundredths. */
  lines: z.array(z.array(z.tuple([z.number(), z.number()]))),
});
export type IntensityContour = z.infer<typeof contourSchema>;

/** An event of an agency that states the time of every change and the review status. */
export interface UsgsEvent extends ReportedEvent {
  updated: number;
  status: string;
  /** The other properties in its feed; absent if an older version of the program stored the event. */
  sent?: SentValues | undefined;
}

/** A loss: the number or, if it is unknown, the order of magnitude (0-4, NOAA). */
export interface Loss {
  value: number | null;
  class: number | null;
  /** Whether it includes consequences (tsunami, fires, landslides); absent if the source does not distinguish. */
  isTotal?: boolean | undefined;
  /** The other of the two figures, with or without consequences, if it is known and differs. */
  other?: number | undefined;
  /** The figures of other sources, if they differ, and the names of these sources; absent if no other figure is known. */
  said?: { low: number | null; high: number | null; by: string } | undefined;
}

/** A largest intensity on a scale other than Modified Mercalli. There is no good conversion between the two. */
export interface OtherIntensity {
  value: number;
  scale: OtherIntensityScale;
}

/** An entry of a catalogue of significant historical earthquakes. */
export interface HistoricalRecord {
  agency: string;
  id: string;
  /** Former ids of the event, sorted. */
  aliases: readonly string[];
  /** The agency's own number or name of the record; `id` if it has none. */
  sourceId: string;
  url: string | null;
  time: CivilTime;
  /** The same time in the Julian calendar, if sources state that and `time` was converted; otherwise absent. */
  oldStyle?: CivilTime | undefined;
  latitude: number | null;
  longitude: number | null;
  depthKm: number | null;
  magnitude: number | null;
  magnitudeType: string | null;
  /** The date under which another catalogue has the same earthquake, if it is known and differs. */
  otherTime?: CivilTime | undefined;
  /** Another row of that catalogue with the same earthquake: its date and, if that does not suffice, its position. */
  repeats?: { time: CivilTime; latitude: number | null; longitude: number | null } | undefined;
  /** Whether the literature rejects it: it is listed with the reason and counts nowhere. */
  spurious?: true | undefined;
  /** The magnitude of unknown type that this record states, if that of `own`, with its type, took its place. */
  untyped?: number | undefined;
  /** The record of the project's own table, if this record of another catalogue was found to be the same earthquake. */
  own?: HistoricalRecord | undefined;
  /** ISO 3166-1 alpha-2 of the country that the source names, or null. */
  country: string | null;
  /** Common name of the earthquake, such as "Great Lisbon earthquake". */
  name: string | null;
  /** Other names: in the local language, after the day, in older literature. */
  otherNames: readonly string[];
  place: string;
  /** Other place names, from other catalogues with the same earthquake. */
  otherPlaces: readonly string[];
  losses: Record<LossKind, Loss>;
  /** Largest Modified Mercalli intensity, 1-12. */
  maxIntensity: number | null;
  /** Absent if the source has none, or does not name its scale. */
  otherIntensity?: OtherIntensity | undefined;
  /** Whether a tsunami was observed; null if the source does not state it. */
  tsunami: boolean | null;
  /** The source's own record of that tsunami. */
  tsunamiEventId: number | null;
  maxWaterHeightM: number | null;
}

/**
 * An event that an agency has withdrawn: its ids and the time of the withdrawal, ms since 1970 UTC. The time is the agency's, or
 * the time of the capture that shows the withdrawal.
 */
export const withdrawalSchema = z.strictObject({
  ids: z.array(text).min(1),
  withdrawnAt: instant,
  /**
   * Only for an event that the agency no longer lists without an explicit withdrawal: its last known `updated`, ms since 1970 UTC.
   * A row that is as new as this restores the event. After any other withdrawal, a row must be newer than the withdrawal.
   */
  updated: instant.optional(),
  /** Its last known values, if it was stored: another agency may still report the same earthquake. */
  was: reportedEventSchema.pick({ time: true, latitude: true, longitude: true, magnitude: true }).optional(),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

/** Counts of records that a reader left out, by reason, such as `not-an-earthquake`. */
export type LeftOut = Record<string, number>;

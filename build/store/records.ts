import { z } from "zod";
import { ALERT_LEVELS, type AlertLevel, type OtherIntensityScale } from "../contract/texts/vocabulary.ts";
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
  /** The agency's preferred id; it may change while the earthquake stays the same. */
  id: text,
  /** Every id that the agency has ever given, the preferred one included, sorted. */
  ids: z.array(text).min(1),
  /** Page of the event at the agency. */
  url: textOrNull,
  /** Origin time, ms since 1970 UTC. */
  time: instant,
  /** Last change of anything about the event, ms since 1970 UTC; FDSN text does not have it. */
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
  /** Lower case, blanks between words: `earthquake`, `quarry blast`, …; `not reported` if the agency does not state it. */
  type: text,
  /** Lower case: `automatic`, `reviewed`, `deleted`. */
  status: textOrNull,
  /** PAGER; null means that it was not run. */
  alert: z.enum(ALERT_LEVELS).nullable(),
  /** The agency's flag for large events in oceanic regions; it does not mean that there is a tsunami. */
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
  /** The products from which these figures come, if they were read. */
  impactProducts?: readonly ImpactProduct[] | undefined;
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

/** The products of the USGS on the impact of an earthquake. */
export const IMPACT_PRODUCTS = ["losspager", "dyfi", "shakemap"] as const;
export type ImpactProductName = (typeof IMPACT_PRODUCTS)[number];

/** The figures of one product on an event. Unknown values are null. */
export interface ImpactProduct {
  product: ImpactProductName;
  /** The contributing network, such as `us`, `nc` or `atlas`. */
  contributor: string;
  /** When it was last changed, ms since 1970 UTC. */
  updated: number;
  /** Of `losspager`. */
  alert: AlertLevel | null;
  /** Of `dyfi`. */
  feltReports: number | null;
  /** Of `dyfi` the highest reported intensity, of the others the highest estimated one, 0-12. */
  maxIntensity: number | null;
}

/** An event of an agency that states the time of every change and the review status. */
export interface UsgsEvent extends ReportedEvent {
  updated: number;
  status: string;
  /** The other properties in its feed; absent if an older version of the program ingested it. */
  sent?: SentValues | undefined;
}

/** A loss figure: the number, or if it is unknown the order of magnitude (0-4, NOAA). */
export interface Loss {
  value: number | null;
  class: number | null;
  /** Whether it includes consequences (tsunami, fires, landslides); absent if the source does not distinguish. */
  isTotal?: boolean | undefined;
  /** The figure with (or without) consequences, if it is known too and differs. */
  other?: number | undefined;
  /** What others say, where they differ, and who says what; absent where no other figure is known. */
  said?: { low: number | null; high: number | null; by: string } | undefined;
}

/** A largest intensity in another scale than Modified Mercalli, to which no table converts it well. */
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
  /** The same in the Julian calendar, where sources give it so and `time` was converted; absent where they do not. */
  oldStyle?: CivilTime | undefined;
  latitude: number | null;
  longitude: number | null;
  depthKm: number | null;
  magnitude: number | null;
  magnitudeType: string | null;
  /** ISO 3166-1 alpha-2 as the source names it, or null. */
  country: string | null;
  /** Common name of the earthquake, such as "Great Lisbon earthquake". */
  name: string | null;
  /** Other names: in the local language, by the day, in older literature. */
  otherNames: readonly string[];
  place: string;
  /** Other place names, from other catalogues with the same earthquake. */
  otherPlaces: readonly string[];
  losses: Record<LossKind, Loss>;
  /** Largest Modified Mercalli intensity, 1-12. */
  maxIntensity: number | null;
  /** Absent where the source has none, or does not name its scale. */
  otherIntensity?: OtherIntensity | undefined;
  /** Whether a tsunami was observed; null if the source does not state it. */
  tsunami: boolean | null;
  /** The source's own record of that tsunami. */
  tsunamiEventId: number | null;
  maxWaterHeightM: number | null;
}

/** An event that an agency has withdrawn: its ids, and when, as the agency says or by its capture at the latest (ms since 1970 UTC). */
export interface Withdrawal {
  ids: string[];
  withdrawnAt: number;
  /**
   * Of an event that the agency only ceased to list: its last known `updated`, ms since 1970 UTC. A row as new as that restores it;
   * after any other withdrawal a row must be newer than the withdrawal.
   */
  updated?: number | undefined;
  /** Its last known values, if it was stored: another agency may still report the same earthquake. */
  was?: Pick<ReportedEvent, "time" | "latitude" | "longitude" | "magnitude"> | undefined;
}

/** Counts of records that a reader left out, by reason, such as `not-an-earthquake`. */
export type LeftOut = Record<string, number>;

import type { AlertLevel } from "../contract/texts/vocabulary.ts";
import type { LossKind } from "../contract/wire/impact.ts";
import type { CivilTime } from "./civil-time.ts";
import type { SentValues } from "./sent-values.ts";

/** An event as a real-time agency reports it, in our units. What the agency does not say is null, never a default. */
export interface LiveEvent {
  agency: string;
  /** The agency's preferred id; it may change while the earthquake stays the same. */
  id: string;
  /** Every id that the agency has ever given, the preferred one included, sorted. */
  ids: string[];
  /** Page of the event at the agency. */
  url: string | null;
  /** Origin time, ms since 1970 UTC. */
  time: number;
  /** Last change of anything about the event, ms since 1970 UTC; FDSN text does not tell it. */
  updated: number | null;
  /** Degrees, north positive. */
  latitude: number | null;
  /** Degrees, east positive, in [-180, 180). */
  longitude: number | null;
  /** km below the reference level, positive down; negative for shallow events under mountains. */
  depthKm: number | null;
  magnitude: number | null;
  magnitudeType: string | null;
  /** Free text as the agency gives it. */
  place: string | null;
  /** Lower case, blanks between words: `earthquake`, `quarry blast`, …; `not reported` where the agency does not say. */
  type: string;
  /** Lower case: `automatic`, `reviewed`, `deleted`. */
  status: string | null;
  /** PAGER; null means that it was not run. */
  alert: AlertLevel | null;
  /** The agency's flag for large events in oceanic regions; it says nothing about whether there is a tsunami. */
  tsunamiFlag: boolean;
  feltReports: number | null;
  /** Highest reported intensity (DYFI, 0-10). */
  maxIntensityReported: number | null;
  /** Highest estimated intensity (ShakeMap, 0-10). */
  maxIntensityEstimated: number | null;
  /** USGS `sig`. */
  significance: number | null;
  /** What the products say that these figures come from, where they were read. */
  impactProducts?: readonly ImpactProduct[] | undefined;
}

/** What stays unknown of an event where its agency tells no more than what, when, where and how strong. */
export const NO_MORE_KNOWN = {
  status: null,
  alert: null,
  tsunamiFlag: false,
  feltReports: null,
  maxIntensityReported: null,
  maxIntensityEstimated: null,
  significance: null,
} as const satisfies Partial<LiveEvent>;

/** The products of the USGS that say what an earthquake did. */
export const IMPACT_PRODUCTS = ["losspager", "dyfi", "shakemap"] as const;
export type ImpactProductName = (typeof IMPACT_PRODUCTS)[number];

/** What one product says of an event. What it does not say is null. */
export interface ImpactProduct {
  product: ImpactProductName;
  /** The network that made it, such as `us`, `nc` or `atlas`. */
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

/** An event of an agency that dates every change and says whether a person has looked at it. */
export interface AgencyEvent extends LiveEvent {
  updated: number;
  status: string;
  /** What its feed says besides; absent where a version of the program took it in that did not keep it. */
  sent?: SentValues | undefined;
}

/** A loss figure: the number where it is known, the order of magnitude (0-4, NOAA) where only that is. */
export interface Loss {
  value: number | null;
  class: number | null;
  /** Whether it counts what followed too (tsunami, fires, landslides); absent where the source does not tell the two apart. */
  isTotal?: boolean | undefined;
  /** The figure that is counted the other way, where that is known too and is not the same. */
  other?: number | undefined;
}

/** An entry of a catalogue of significant historical earthquakes. */
export interface HistoricalRecord {
  agency: string;
  id: string;
  /** Ids of ours under which the event was known before, sorted. */
  aliases: readonly string[];
  /** The agency's own number or name of the record; `id` where it has none. */
  sourceId: string;
  url: string | null;
  time: CivilTime;
  latitude: number | null;
  longitude: number | null;
  depthKm: number | null;
  magnitude: number | null;
  magnitudeType: string | null;
  /** ISO 3166-1 alpha-2 as the source names it, or null. */
  country: string | null;
  /** Common name of the earthquake, such as "Great Lisbon earthquake". */
  name: string | null;
  /** What else it is called: in its own language, by its day, in older books. */
  otherNames: readonly string[];
  place: string;
  /** Other words for the place, from a catalogue that knows the same earthquake. */
  otherPlaces: readonly string[];
  losses: Record<LossKind, Loss>;
  /** Largest Modified Mercalli intensity, 1-12. */
  maxIntensity: number | null;
  /** Whether a tsunami was observed; null where the source does not say. */
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
   * Of an event that the agency only ceased to list: its `updated` as we knew it, ms since 1970 UTC. A row as new as that
   * brings it back; after any other withdrawal a row must be newer than the withdrawal.
   */
  updated?: number | undefined;
  /** What the agency last said of it, where we held it: another agency may still stand by the same earthquake. */
  was?: Pick<LiveEvent, "time" | "latitude" | "longitude" | "magnitude"> | undefined;
}

/** What a reader left out, by reason: a short token such as `not-an-earthquake`. */
export type LeftOut = Record<string, number>;

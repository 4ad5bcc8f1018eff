import type {
  AlertLevel,
  BoundaryClass,
  BoundaryType,
  Continent,
  GlossaryCategory,
  PlateType,
  SeismicZone,
  TimePrecision,
} from "../contract/texts/vocabulary.ts";
import type { LossKind } from "../contract/wire/impact.ts";
import type { SearchWords } from "../rewrite/shards/names.ts";
import type { Completeness } from "../seismology/completeness.ts";
import type { IntensityContour, LeftOut, Loss, OtherIntensity, ReportedEvent, SolutionProduct } from "../store/records.ts";
import type { ImpactSource } from "./impact.ts";
import type { ArchivedSpan, TallyYear } from "./tally/tally.ts";
import type { Deformation } from "./zones/deformation.ts";
import type { StrongRate } from "./zones/zone-counts.ts";

/** All events, countries and plates as of one instant: merged, located and classified. Answers, shards and pages are derived from it. */
export interface Catalogue {
  /** The latest time to which the sources of recent events had been read, ms since 1970 UTC. */
  asOf: number;
  /** Newest first, equal times by id. */
  events: readonly CatalogueEvent[];
  withdrawn: readonly WithdrawnEvent[];
  /** All 250 countries, by name. */
  countries: readonly CatalogueCountry[];
  /** All 52 plates, by name. */
  plates: readonly CataloguePlate[];
  boundaries: readonly PlateBoundary[];
  /** Sorted by term. */
  glossary: readonly GlossaryEntry[];
  searchWords: SearchWords;
  sources: readonly DataSource[];
  /** Counts of agency records that produced no event, by source and reason. */
  leftOut: Record<string, LeftOut>;
  /** The span in which, in addition to the listed events, all earthquakes from a magnitude upwards are counted; null without an archive. */
  complete: ArchivedSpan | null;
  /** Since when recent events are in the store without a gap, ms since 1970 UTC; null if it is not known. See `contract/wire/window.ts`. */
  recentSince: number | null;
  /** The span of the embedded sample if it replaces recent events, ms since 1970 UTC; null otherwise. */
  sample: { from: number; to: number } | null;
}

export interface CatalogueEvent {
  id: string;
  /** All other ids, sorted. */
  aliases: readonly string[];
  slug: string;
  /** ms since 1970 UTC. */
  time: number;
  precision: TimePrecision;
  /** The date in the Julian calendar, `YYYY-MM-DD`, if sources state it; null otherwise. */
  oldStyleDate: string | null;
  /** ms since 1970 UTC; null if no agency states it. */
  updated: number | null;
  magnitude: number | null;
  magnitudeType: string | null;
  depthKm: number | null;
  latitude: number | null;
  longitude: number | null;
  place: string;
  /** Common name of the earthquake. */
  name: string | null;
  /** Other names of the earthquake. */
  otherNames: readonly string[];
  /** The text in which a search looks for the event, see `searchText`. */
  searchText: string;
  /** `automatic` or `reviewed`, as the agency states; null if no agency states it. */
  status: string | null;
  alert: AlertLevel | null;
  /** Null for a historical earthquake if no source states whether there was a tsunami. */
  tsunamiFlag: boolean | null;
  tsunami: { observed: boolean | null; noaaEventId: number | null; maxWaterHeightM: number | null };
  sources: readonly { agency: string; id: string; url: string | null }[];
  /** Names of the USGS's products for the event, such as `shakemap`; empty if its feed was not kept. */
  products: readonly string[];
  /** What the feed of the preferred solution states of it; null if it states nothing. */
  quality: FeedQuality | null;
  /** The reports of other agencies than the preferred one. */
  otherReports: readonly OtherReport[];
  /** The hypocentres and mechanisms in the USGS's details. */
  solutions: readonly SolutionProduct[];
  contours: readonly IntensityContour[];
  feltReports: number | null;
  maxIntensityReported: number | null;
  maxIntensityEstimated: number | null;
  /** The largest intensity on a scale other than Modified Mercalli; null if no source has one. */
  otherIntensity: OtherIntensity | null;
  significance: number | null;
  losses: Record<LossKind, Loss>;
  /** The sources of the figures above, beginning with `alert`. */
  impactSources: readonly ImpactSource[];
  country: EventCountry | null;
  plate: EventPlate | null;
  /**
   * Whether it happened within the last 720 hours and its magnitude, depth and position are known. Only such events are in lists,
   * feed and windows.
   */
  recent: boolean;
  /** Whether it is in the catalogue of significant earthquakes. */
  historical: boolean;
  /** Whether the literature says that there was no such earthquake: it counts nowhere. */
  spurious: boolean;
  significant: boolean;
  major: boolean;
}

/** The figures of a feed: stations, degrees, seconds, degrees. */
export type FeedQuality = Record<"nst" | "gap" | "rms" | "dmin", number | null>;

export type OtherReport = Pick<ReportedEvent, "agency" | "id" | "latitude" | "longitude" | "depthKm" | "magnitude" | "magnitudeType"> & {
  /** ms since 1970 UTC; null if it is not known to the second. */
  time: number | null;
};

/** A recent event, with a live report. Its magnitude, depth and position are known. */
export type RecentEvent = CatalogueEvent & {
  magnitude: number;
  depthKm: number;
  latitude: number;
  longitude: number;
  tsunamiFlag: boolean;
};

export interface EventCountry {
  iso2: string;
  relation: "inside" | "offshore";
  /** Distance to the country's nearest coast, km; 0 inside; null if the source states the country but no exact position. */
  distanceKm: number | null;
}

export interface EventPlate {
  code: string;
  /** Distance to the plate's nearest boundary, km. */
  boundaryDistanceKm: number;
}

export interface WithdrawnEvent {
  id: string;
  /** ms since 1970 UTC. */
  withdrawnAt: number;
}

export interface CatalogueCountry {
  iso2: string;
  name: string;
  slug: string;
  /** All names for searching, including translations. */
  names: readonly string[];
  continent: Continent;
  capital: string | null;
  areaKm2: number | null;
  /** A representative point for maps, degrees. */
  position: { latitude: number; longitude: number };
  zone: SeismicZone;
  zoneBasis: ZoneBasis;
  totalEarthquakes: number;
  totalSignificant: number;
  largestMagnitude: number | null;
  recent30d: number;
  /** Completeness of the archive, with the Gutenberg–Richter law; null without a complete archive. */
  completeness: Completeness | null;
}

/** The figures that determine the seismic zone of a country (see `zone.ts` for the rule). */
export interface ZoneBasis {
  rule: string;
  /** `archive`: the rate was counted. `history`: it was not. */
  basis: "archive" | "history";
  points: ZonePoints;
  deformation: Deformation;
  /** Null without a complete archive. */
  rate: StrongRate | null;
  /** Largest magnitude of shallow and intermediate events in the country or near its coast. */
  largestMagnitude: number | null;
  /** Second largest magnitude of such events that have a record of their own. */
  secondMagnitude: number | null;
  /** Number of deaths by historical events of the country. It is a minimum if only the class is known for some of them. */
  deaths: number;
  /** Number of deaths by the second-deadliest of them. */
  secondDeaths: number;
  /** Distance from the country's territory to the nearest plate boundary, km; 0 if one crosses it. */
  boundaryDistanceKm: number;
  /**
   * The highest of `SPEEDS` that is reached where plates converge or slide near the country, mm a year; null if none is reached.
   * See `boundaries/distance.ts`.
   */
  boundarySpeed: number | null;
}

/** The points that each figure adds to a zone. */
export interface ZonePoints {
  belts: number;
  largestMagnitude: number;
  deaths: number;
}

export interface CataloguePlate {
  code: string;
  name: string;
  slug: string;
  type: PlateType;
  areaKm2: number;
  description: string;
  rotationPole: { latitude: number; longitude: number; degreesPerMyr: number };
  earthquakeCount: number;
  /** By UTC year, oldest first. Years without an earthquake are omitted. */
  years: readonly ({ year: number } & Omit<TallyYear, "magnitudes">)[];
  /** The same figures as for a country. */
  completeness: Completeness | null;
}

export interface PlateBoundary {
  name: string;
  /** Codes of the plates to the left and to the right of the line, seen in its direction. */
  left: string;
  right: string;
  type: BoundaryType;
  class: BoundaryClass | null;
  /** `schematic`: drawn from general knowledge, accurate to about 100 km. `measured`: a published digitisation. */
  accuracy: "schematic" | "measured";
  /** `[longitude, latitude]` in degrees. The line never crosses the antimeridian. */
  line: readonly (readonly [number, number])[];
}

export interface GlossaryEntry {
  term: string;
  slug: string;
  category: GlossaryCategory;
  /** Short forms and other spellings, for searching. */
  alsoCalled: readonly string[];
  summary: string;
  definition: string;
  example: string;
  related: readonly string[];
  /** A textbook, standard or paper that treats the term, in full. */
  source: string;
}

/** A data source: its age and its terms. */
export interface DataSource {
  /** `usgs`, `notable`, `countries`, `plates`, `glossary`. */
  id: string;
  name: string;
  /** The kind of data: `recent earthquakes`, … */
  provides: string;
  /** ms since 1970 UTC, as stated by the agency; null for data that do not age. */
  asOf: number | null;
  /** The span of origin times of the source, ms since 1970 UTC; null if it does not apply. */
  covers: { from: number; to: number } | null;
  records: number;
  licence: string;
  attribution: string;
  url: string;
}

/** The facts of a country that do not depend on earthquakes. */
export type CountryFacts = Pick<CatalogueCountry, "iso2" | "name" | "slug" | "names" | "continent" | "capital" | "areaKm2" | "position">;

/** The facts of a plate that do not depend on earthquakes. */
export type PlateFacts = Omit<CataloguePlate, "earthquakeCount" | "years" | "completeness">;

import type { z } from "zod";
import {
  ChangedEarthquake,
  ChangeEntry,
  ChangeList,
  ChangesOfHour,
  DepartedEarthquake,
  FieldChange,
  ListedHour,
  RevisedEarthquake,
  SnapshotPosition,
  WithdrawnEarthquake,
} from "./changes.ts";
import { continent, FrequencyMagnitude, iso2, seismicZone, TotalsBasis } from "./common.ts";
import { CountryList, CountryProfile, CountryRisk, ListedCountry, NotableEvent, RiskCountry } from "./country.ts";
import {
  Earthquake,
  EarthquakePage,
  EarthquakeSearchResult,
  HistoricalNeighbours,
  NeighbourEvent,
  RecentEarthquakes,
  SearchResults,
} from "./earthquake.ts";
import {
  EarthquakeDetail,
  EventCountry,
  EventPlate,
  EventSource,
  Impact,
  ImpactSource,
  IntensityContour,
  Mechanism,
  OtherSolution,
  Quality,
  Tsunami,
} from "./earthquake-detail.ts";
import { BoundaryFeature, EarthquakeFeature, LiveFeed, PlateBoundaries } from "./geojson.ts";
import { GlossaryList, GlossaryTerm, ListedTerm, RelatedTerm } from "./glossary.ts";
import {
  BoundaryMotion,
  BoundaryTypeLength,
  ListedPlate,
  PlateBoundary,
  PlateDetail,
  PlateList,
  PlateNeighbour,
  PlateYear,
} from "./plate.ts";
import {
  ApiIndex,
  CombinedSearch,
  DataSet,
  EarthquakeCounts,
  FoundCountry,
  FoundTerm,
  GlobalStats,
  IndexEndpoint,
  IndexParameter,
  OpenApiDocument,
  ParameterError,
  Problem,
  SearchMeaning,
} from "./service.ts";

/**
 * The schemas of all bodies and of their parts, by the names in the endpoint table and the OpenAPI description. Field order is that
 * of the bodies. Only the build and tests use them; a host's rewrite never loads them.
 */
export const RESOURCES: Readonly<Record<string, z.ZodType>> = {
  Earthquake,
  RecentEarthquakes,
  EarthquakePage,
  EarthquakeSearchResult,
  SearchResults,
  EarthquakeDetail,
  Quality,
  OtherSolution,
  Mechanism,
  IntensityContour,
  Impact,
  ImpactSource,
  Tsunami,
  EventSource,
  EventCountry,
  EventPlate,
  NeighbourEvent,
  HistoricalNeighbours,
  EarthquakeFeature,
  LiveFeed,
  BoundaryFeature,
  PlateBoundaries,
  CountryCode: iso2,
  SeismicZone: seismicZone,
  Continent: continent,
  RiskCountry,
  CountryRisk,
  ListedCountry,
  CountryList,
  NotableEvent,
  CountryProfile,
  ListedPlate,
  PlateList,
  PlateBoundary,
  BoundaryTypeLength,
  BoundaryMotion,
  PlateNeighbour,
  PlateYear,
  PlateDetail,
  FrequencyMagnitude,
  TotalsBasis,
  FoundCountry,
  FoundTerm,
  SearchMeaning,
  CombinedSearch,
  ListedTerm,
  GlossaryList,
  RelatedTerm,
  GlossaryTerm,
  EarthquakeCounts,
  GlobalStats,
  IndexParameter,
  IndexEndpoint,
  DataSet,
  ApiIndex,
  SnapshotPosition,
  ChangedEarthquake,
  FieldChange,
  RevisedEarthquake,
  WithdrawnEarthquake,
  DepartedEarthquake,
  ChangeEntry,
  ListedHour,
  ChangeList,
  ChangesOfHour,
  OpenApiDocument,
  ParameterError,
  Problem,
};

export type * from "./changes.ts";
export type * from "./common.ts";
export type * from "./country.ts";
export type * from "./earthquake.ts";
export type * from "./earthquake-detail.ts";
export type * from "./geojson.ts";
export type * from "./glossary.ts";
export type * from "./plate.ts";
export type * from "./service.ts";

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
} from "./resources/changes.ts";
import { CombinedSearch, FoundCountry, FoundTerm } from "./resources/combined-search.ts";
import { continent, iso2, seismicZone } from "./resources/common.ts";
import {
  CountryList,
  CountryProfile,
  CountryRisk,
  ListedCountry,
  NotableEvent,
  RiskCountry,
} from "./resources/country.ts";
import {
  Earthquake,
  EarthquakePage,
  EarthquakeSearchResult,
  RecentEarthquakes,
  SearchResults,
} from "./resources/earthquake.ts";
import {
  EarthquakeDetail,
  EventCountry,
  EventPlate,
  EventSource,
  Impact,
  ImpactSource,
  Tsunami,
} from "./resources/earthquake-detail.ts";
import { HistoricalNeighbours, NeighbourEvent } from "./resources/earthquake-neighbours.ts";
import { BoundaryFeature, EarthquakeFeature, LiveFeed, PlateBoundaries } from "./resources/geojson.ts";
import { GlossaryList, GlossaryTerm, ListedTerm, RelatedTerm } from "./resources/glossary.ts";
import {
  BoundaryMotion,
  BoundaryTypeLength,
  ListedPlate,
  PlateBoundary,
  PlateDetail,
  PlateList,
  PlateNeighbour,
  PlateYear,
} from "./resources/plate.ts";
import { ParameterError, Problem } from "./resources/problem.ts";
import {
  ApiIndex,
  DataSet,
  EarthquakeCounts,
  GlobalStats,
  IndexEndpoint,
  IndexParameter,
  OpenApiDocument,
} from "./resources/service.ts";
import { FrequencyMagnitude, TotalsBasis } from "./resources/statistics.ts";

/**
 * The schemas of all bodies and of their parts, by the names that the endpoint table and the OpenAPI description use.
 * Field order is that of the bodies. For the build and for tests: a host's rewrite never loads it.
 */
export const RESOURCES: Readonly<Record<string, z.ZodType>> = {
  Earthquake,
  RecentEarthquakes,
  EarthquakePage,
  EarthquakeSearchResult,
  SearchResults,
  EarthquakeDetail,
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

export type {
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
} from "./resources/changes.ts";
export type { CombinedSearch, FoundCountry, FoundTerm } from "./resources/combined-search.ts";
export type {
  CountryList,
  CountryProfile,
  CountryRisk,
  ListedCountry,
  NotableEvent,
  RiskCountry,
} from "./resources/country.ts";
export type {
  Earthquake,
  EarthquakePage,
  EarthquakeSearchResult,
  RecentEarthquakes,
  SearchResults,
} from "./resources/earthquake.ts";
export type { EarthquakeDetail } from "./resources/earthquake-detail.ts";
export type { LiveFeed, PlateBoundaries } from "./resources/geojson.ts";
export type { GlossaryList, GlossaryTerm } from "./resources/glossary.ts";
export type { ListedPlate, PlateDetail, PlateList } from "./resources/plate.ts";
export type { ApiIndex, GlobalStats } from "./resources/service.ts";
export type { FrequencyMagnitude, TotalsBasis } from "./resources/statistics.ts";

import type { Parameter } from "./parameter.ts";
import {
  CONTINENTS,
  COUNTRY_CODES,
  FEED_WINDOWS,
  GLOSSARY_CATEGORIES,
  RECENT_HOURS,
  SEISMIC_ZONES,
} from "./vocabulary.ts";

/**
 * How long a host may keep an answer. `minute`: every rebuild may change it. `day`: changes with the catalogue's slow
 * parts. `immutable`: content-addressed, never changes.
 */
export type CacheClass = "minute" | "day" | "immutable";

/** One row of the table from which the parser, the rewrite, OpenAPI, the documentation and the host configurations follow. */
export interface Endpoint {
  id: EndpointId;
  /** Canonical path; a path parameter stands as `{name}`. */
  path: string;
  tag: "Earthquakes" | "Countries" | "Plates" | "Glossary" | "Search" | "Service";
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  /** The schema of the 200 body, by its name in `resources.ts`. */
  resource: string;
  cache: CacheClass;
  /** Pairs of parameters of which the first must not be greater than the second. */
  ordered?: readonly (readonly [string, string])[];
  /** Parameters whose every value has a whole answer on disk (each combination of those given). */
  wholeAnswersBy?: readonly string[];
}

export type EndpointId =
  | "index"
  | "recent"
  | "search"
  | "live-feed"
  | "plate-boundaries"
  | "earthquakes"
  | "earthquake"
  | "countries"
  | "country-risk"
  | "country"
  | "plates"
  | "plate"
  | "combined-search"
  | "glossary"
  | "term"
  | "stats"
  | "openapi";

/** Wide enough for any published magnitude: the smallest in the agencies' feeds is about -2.5, the largest ever 9.5. */
const MAGNITUDE_BOUNDS = { minimum: -10, maximum: 10 } as const;

/** Far past the end of any answer, and exact as a double. */
const OFFSET_MAXIMUM = 1_000_000_000_000;

/** The largest `limit` of a filtered list. */
const LIMIT_MAXIMUM = 500;

const SEARCH_TEXT: Parameter = {
  name: "q",
  in: "query",
  type: "text",
  description:
    "What to look for. Case, accents and full-width forms do not matter; every word must occur, anywhere in the name.",
  required: true,
  minLength: 2,
  maxLength: 200,
  example: "hualien",
};

function slugParameter(what: string, example: string): Parameter {
  return {
    name: "slug",
    in: "path",
    type: "text",
    required: true,
    description: what,
    example,
    pattern: "^[a-z0-9-]+$",
  };
}

export const ENDPOINTS: readonly Endpoint[] = [
  {
    id: "index",
    path: "/api/",
    tag: "Service",
    summary: "The index of the API",
    description:
      "Every endpoint with its parameters, the snapshot that answers, the data sets, and where the documentation is.",
    parameters: [],
    resource: "ApiIndex",
    cache: "minute",
  },
  {
    id: "recent",
    path: "/api/recent/",
    tag: "Earthquakes",
    summary: "Recent earthquakes",
    description: "The newest earthquakes of at least a magnitude, newest first.",
    parameters: [
      {
        name: "limit",
        in: "query",
        type: "integer",
        description: "How many earthquakes at the most.",
        minimum: 1,
        maximum: 200,
        default: 50,
        example: 50,
      },
      {
        name: "hours",
        in: "query",
        type: "integer",
        description: "The window: this many hours before `as_of`.",
        minimum: 1,
        maximum: RECENT_HOURS,
        default: RECENT_HOURS,
        example: 24,
      },
      {
        name: "min_magnitude",
        in: "query",
        type: "number",
        description: "Smallest magnitude, inclusive, compared with the magnitude as published.",
        ...MAGNITUDE_BOUNDS,
        default: 2.5,
        example: 4.5,
      },
    ],
    resource: "RecentEarthquakes",
    cache: "minute",
  },
  {
    id: "search",
    path: "/api/search/",
    tag: "Search",
    summary: "Search earthquakes by place name",
    description:
      "Recent and historical earthquakes whose place name holds every word of `q`; at most 50: whole-word matches first, then major, significant and other ones, then the newest.",
    parameters: [SEARCH_TEXT],
    resource: "SearchResults",
    cache: "minute",
  },
  {
    id: "live-feed",
    path: "/api/live-feed/",
    tag: "Earthquakes",
    summary: "GeoJSON feed for maps",
    description: "All earthquakes of a window as GeoJSON points, newest first. Ask for it at most every 30 seconds.",
    parameters: [
      {
        name: "hours",
        in: "query",
        type: "integer",
        description: "The window: this many hours before `as_of`.",
        choices: FEED_WINDOWS,
        default: 24,
        example: 24,
      },
    ],
    resource: "LiveFeed",
    cache: "minute",
    wholeAnswersBy: ["hours"],
  },
  {
    id: "plate-boundaries",
    path: "/api/plate-boundaries/",
    tag: "Plates",
    summary: "Plate boundaries as GeoJSON",
    description: "The boundaries of the tectonic plates as GeoJSON lines, for map overlays.",
    parameters: [],
    resource: "PlateBoundaries",
    cache: "day",
  },
  {
    id: "earthquakes",
    path: "/api/v1/earthquakes/",
    tag: "Earthquakes",
    summary: "Filtered earthquakes",
    description:
      "Earthquakes of the last 30 days by window, magnitude and country, newest first. `count` is the number of matches before `limit` and `offset`; the `Link` header leads to the neighbouring pages.",
    parameters: [
      {
        name: "hours",
        in: "query",
        type: "integer",
        description: "The window: this many hours before `as_of`. Not together with `days`.",
        minimum: 1,
        maximum: RECENT_HOURS,
        default: 24,
        example: 168,
      },
      {
        name: "days",
        in: "query",
        type: "integer",
        description: "The window in days of 24 hours. Not together with `hours`.",
        minimum: 1,
        maximum: RECENT_HOURS / 24,
        example: 7,
        insteadOf: "hours",
      },
      {
        name: "min_mag",
        in: "query",
        type: "number",
        description: "Smallest magnitude, inclusive, compared with the magnitude as published.",
        ...MAGNITUDE_BOUNDS,
        default: 0,
        example: 4.5,
      },
      {
        name: "max_mag",
        in: "query",
        type: "number",
        description: "Largest magnitude, inclusive. Not smaller than `min_mag`.",
        ...MAGNITUDE_BOUNDS,
        default: 10,
        example: 7,
      },
      {
        name: "country",
        in: "query",
        type: "choice",
        description: "Only earthquakes in, or offshore of, this country: ISO 3166-1 alpha-2 code, in either case.",
        choices: COUNTRY_CODES,
        fold: "upper",
        example: "JP",
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        description: "How many earthquakes at the most.",
        minimum: 1,
        maximum: LIMIT_MAXIMUM,
        default: 100,
        example: 100,
      },
      {
        name: "offset",
        in: "query",
        type: "integer",
        description: "How many matches to pass over. Not together with `page`.",
        minimum: 0,
        maximum: OFFSET_MAXIMUM,
        default: 0,
        example: 100,
      },
      {
        name: "page",
        in: "query",
        type: "integer",
        description: "The page, from 1: passes over (page − 1) · `limit` matches. Not together with `offset`.",
        minimum: 1,
        // So that (page - 1) * limit is always an offset that may be asked for.
        maximum: OFFSET_MAXIMUM / LIMIT_MAXIMUM,
        example: 2,
        insteadOf: "offset",
      },
    ],
    resource: "EarthquakePage",
    cache: "minute",
    ordered: [["min_mag", "max_mag"]],
  },
  {
    id: "earthquake",
    path: "/api/v1/earthquakes/{slug}/",
    tag: "Earthquakes",
    summary: "One earthquake in full",
    description:
      "Everything known of one earthquake: impact, tsunami, country, plate, sources and every other id. Any slug that ends in a known id, a bare id or an alias leads here.",
    parameters: [slugParameter("The earthquake's slug, its id, or any id it was ever known by.", "us1000chhc")],
    resource: "EarthquakeDetail",
    cache: "minute",
  },
  {
    id: "countries",
    path: "/api/v1/countries/",
    tag: "Countries",
    summary: "Countries with seismic data",
    description: "All 250 countries by name, or those of a seismic zone or continent.",
    parameters: [
      {
        name: "zone",
        in: "query",
        type: "choice",
        description: "Only countries of this seismic zone.",
        choices: SEISMIC_ZONES,
        example: "very_high",
      },
      {
        name: "continent",
        in: "query",
        type: "choice",
        description: "Only countries of this continent, in any case, `-` for a blank.",
        choices: CONTINENTS,
        fold: "token",
        example: "South America",
      },
    ],
    resource: "CountryList",
    cache: "minute",
    wholeAnswersBy: ["zone", "continent"],
  },
  {
    id: "country-risk",
    path: "/api/v1/countries/{iso2}/risk/",
    tag: "Countries",
    summary: "Seismic risk of a country",
    description: "Seismic zone, totals, and the number of earthquakes in the last 30 days.",
    parameters: [
      {
        name: "iso2",
        in: "path",
        type: "text",
        description: "ISO 3166-1 alpha-2 code, two upper-case letters.",
        pattern: "^[A-Z]{2}$",
        required: true,
        example: "JP",
      },
    ],
    resource: "CountryRisk",
    cache: "minute",
  },
  {
    id: "country",
    path: "/api/v1/countries/{slug}/",
    tag: "Countries",
    summary: "Seismic profile of a country",
    description:
      "The country with its recent earthquakes, its notable historical ones, and the figures behind its seismic zone.",
    parameters: [slugParameter("The country's slug.", "japan")],
    resource: "CountryProfile",
    cache: "minute",
  },
  {
    id: "plates",
    path: "/api/v1/plates/",
    tag: "Plates",
    summary: "All tectonic plates",
    description: "The 52 plates of Bird's model PB2002 with type, area and number of earthquakes, by name.",
    parameters: [],
    resource: "PlateList",
    cache: "minute",
  },
  {
    id: "plate",
    path: "/api/v1/plates/{slug}/",
    tag: "Plates",
    summary: "One tectonic plate",
    description:
      "Description, rotation pole, boundaries with the neighbouring plates, and the earthquakes of each year.",
    parameters: [slugParameter("The plate's slug.", "nazca")],
    resource: "PlateDetail",
    cache: "minute",
  },
  {
    id: "combined-search",
    path: "/api/v1/search/",
    tag: "Search",
    summary: "Search everything",
    description:
      "Earthquakes by place name, countries by any of their names, glossary terms by term and definition; at most 50 of each.",
    parameters: [{ ...SEARCH_TEXT, example: "japan" }],
    resource: "CombinedSearch",
    cache: "minute",
  },
  {
    id: "glossary",
    path: "/api/v1/glossary/",
    tag: "Glossary",
    summary: "Seismology glossary",
    description: "All terms by name, or those of a category.",
    parameters: [
      {
        name: "category",
        in: "query",
        type: "choice",
        description: "Only terms of this category.",
        choices: GLOSSARY_CATEGORIES,
        example: "magnitude",
      },
    ],
    resource: "GlossaryList",
    cache: "day",
    wholeAnswersBy: ["category"],
  },
  {
    id: "term",
    path: "/api/v1/glossary/{slug}/",
    tag: "Glossary",
    summary: "One glossary term",
    description: "Definition, example and related terms.",
    parameters: [slugParameter("The term's slug.", "moment-magnitude")],
    resource: "GlossaryTerm",
    cache: "day",
  },
  {
    id: "stats",
    path: "/api/v1/stats/",
    tag: "Service",
    summary: "Global statistics",
    description:
      "Earthquakes of the last 24 hours and 7 days, all, significant and major ones, and what the data set covers.",
    parameters: [],
    resource: "GlobalStats",
    cache: "minute",
  },
  {
    id: "openapi",
    path: "/api/v1/openapi.json",
    tag: "Service",
    summary: "The OpenAPI description",
    description: "This API as an OpenAPI 3.1.0 document.",
    parameters: [],
    resource: "OpenApiDocument",
    cache: "day",
  },
];

/** The row of an endpoint. */
export function endpoint(id: EndpointId): Endpoint {
  const found = ENDPOINTS.find((row) => row.id === id);
  if (!found) throw new Error(`no endpoint ${id}`);
  return found;
}

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
  required: true,
  minLength: 2,
  maxLength: 200,
  example: "hualien",
};

function slugParameter(example: string): Parameter {
  return {
    name: "slug",
    in: "path",
    type: "text",
    required: true,
    example,
    pattern: "^[a-z0-9-]+$",
  };
}

export const ENDPOINTS: readonly Endpoint[] = [
  {
    id: "index",
    path: "/api/",
    parameters: [],
    resource: "ApiIndex",
    cache: "minute",
  },
  {
    id: "recent",
    path: "/api/recent/",
    parameters: [
      {
        name: "limit",
        in: "query",
        type: "integer",
        minimum: 1,
        maximum: 200,
        default: 50,
        example: 50,
      },
      {
        name: "hours",
        in: "query",
        type: "integer",
        minimum: 1,
        maximum: RECENT_HOURS,
        default: RECENT_HOURS,
        example: 24,
      },
      {
        name: "min_magnitude",
        in: "query",
        type: "number",
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
    parameters: [SEARCH_TEXT],
    resource: "SearchResults",
    cache: "minute",
  },
  {
    id: "live-feed",
    path: "/api/live-feed/",
    parameters: [
      {
        name: "hours",
        in: "query",
        type: "integer",
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
    parameters: [],
    resource: "PlateBoundaries",
    cache: "day",
  },
  {
    id: "earthquakes",
    path: "/api/v1/earthquakes/",
    parameters: [
      {
        name: "hours",
        in: "query",
        type: "integer",
        minimum: 1,
        maximum: RECENT_HOURS,
        default: 24,
        example: 168,
      },
      {
        name: "days",
        in: "query",
        type: "integer",
        minimum: 1,
        maximum: RECENT_HOURS / 24,
        example: 7,
        insteadOf: "hours",
      },
      {
        name: "min_mag",
        in: "query",
        type: "number",
        ...MAGNITUDE_BOUNDS,
        default: 0,
        example: 4.5,
      },
      {
        name: "max_mag",
        in: "query",
        type: "number",
        ...MAGNITUDE_BOUNDS,
        default: 10,
        example: 7,
      },
      {
        name: "country",
        in: "query",
        type: "choice",
        choices: COUNTRY_CODES,
        fold: "upper",
        example: "JP",
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        minimum: 1,
        maximum: LIMIT_MAXIMUM,
        default: 100,
        example: 100,
      },
      {
        name: "offset",
        in: "query",
        type: "integer",
        minimum: 0,
        maximum: OFFSET_MAXIMUM,
        default: 0,
        example: 100,
      },
      {
        name: "page",
        in: "query",
        type: "integer",
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
    parameters: [slugParameter("us1000chhc")],
    resource: "EarthquakeDetail",
    cache: "minute",
  },
  {
    id: "countries",
    path: "/api/v1/countries/",
    parameters: [
      {
        name: "zone",
        in: "query",
        type: "choice",
        choices: SEISMIC_ZONES,
        example: "very_high",
      },
      {
        name: "continent",
        in: "query",
        type: "choice",
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
    parameters: [
      {
        name: "iso2",
        in: "path",
        type: "text",
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
    parameters: [slugParameter("japan")],
    resource: "CountryProfile",
    cache: "minute",
  },
  {
    id: "plates",
    path: "/api/v1/plates/",
    parameters: [],
    resource: "PlateList",
    cache: "minute",
  },
  {
    id: "plate",
    path: "/api/v1/plates/{slug}/",
    parameters: [slugParameter("nazca")],
    resource: "PlateDetail",
    cache: "minute",
  },
  {
    id: "combined-search",
    path: "/api/v1/search/",
    parameters: [{ ...SEARCH_TEXT, example: "japan" }],
    resource: "CombinedSearch",
    cache: "minute",
  },
  {
    id: "glossary",
    path: "/api/v1/glossary/",
    parameters: [
      {
        name: "category",
        in: "query",
        type: "choice",
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
    parameters: [slugParameter("moment-magnitude")],
    resource: "GlossaryTerm",
    cache: "day",
  },
  {
    id: "stats",
    path: "/api/v1/stats/",
    parameters: [],
    resource: "GlobalStats",
    cache: "minute",
  },
  {
    id: "openapi",
    path: "/api/v1/openapi.json",
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

import { CONTINENTS, COUNTRY_CODES, FEED_WINDOWS, GLOSSARY_CATEGORIES, RECENT_HOURS, SEISMIC_ZONES } from "../texts/vocabulary.ts";
import type { Parameter } from "./parameter.ts";

/**
 * How long an answer may be cached. `minute`: any rebuild may change it. `day`: it changes with the slow parts of the catalogue.
 * `immutable`: its address contains its hash, and it never changes.
 */
export type CacheClass = "minute" | "day" | "immutable";

/** A row of the endpoint table, from which parser, rewrite, OpenAPI, documentation and host configurations are derived. */
export interface Endpoint {
  id: EndpointId;
  /** Canonical path; path parameters are written as `{name}`. */
  path: string;
  parameters: readonly Parameter[];
  cache: CacheClass;
  /** Pairs of parameters: the first must not exceed the second. */
  ordered?: readonly (readonly [string, string])[];
  /** Parameters of which none is given without the others. */
  together?: readonly string[];
  /** Parameters for which every value, and every combination of values, has a whole answer on disk. */
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
  | "changes"
  | "changes-hour"
  | "openapi";

/** Bound that includes any published magnitude: the smallest in the feeds is about -2.5, the largest ever 9.5. */
const MAGNITUDE_BOUND = 10;

/** Bound far beyond the end of any answer, and exact as a double. */
const OFFSET_MAXIMUM = 1_000_000_000_000;

/** Beyond half the circumference of the mean sphere, 20,015.1 km: every position is within it. */
const RADIUS_MAXIMUM = 20_016;

/** The largest `limit` of a filtered list. */
const LIMIT_MAXIMUM = 500;

// The table is part of every rewrite bundle, so these helpers keep it short. Texts that only the documentation needs are in
// `answers/openapi/descriptions.ts`.

function integer(name: string, minimum: number, maximum: number, preset?: number): Parameter {
  return { name, in: "query", type: "integer", minimum, maximum, ...(preset === undefined ? {} : { default: preset }) };
}

function magnitude(name: string, preset: number): Parameter {
  return { name, in: "query", type: "number", minimum: -MAGNITUDE_BOUND, maximum: MAGNITUDE_BOUND, default: preset };
}

function degrees(name: string, maximum: number): Parameter {
  return { name, in: "query", type: "number", minimum: -maximum, maximum };
}

function choice(name: string, choices: readonly string[], fold?: "upper" | "token"): Parameter {
  return { name, in: "query", type: "choice", choices, ...(fold && { fold }) };
}

function inPath(name: string, pattern: string): Parameter {
  return { name, in: "path", type: "text", required: true, pattern };
}

function row(id: EndpointId, path: string, parameters: readonly Parameter[] = [], more?: Partial<Endpoint>): Endpoint {
  return { id, path, parameters, cache: "minute", ...more };
}

const SEARCH_TEXT: Parameter = { name: "q", in: "query", type: "text", required: true, minLength: 2, maxLength: 200 };
const SLUG = inPath("slug", "^[a-z0-9-]+$");
const DAILY = { cache: "day" } as const;

export const ENDPOINTS: readonly Endpoint[] = [
  row("index", "/api/"),
  row("recent", "/api/recent/", [
    integer("limit", 1, 200, 50),
    integer("hours", 1, RECENT_HOURS, RECENT_HOURS),
    magnitude("min_magnitude", 2.5),
  ]),
  row("search", "/api/search/", [SEARCH_TEXT]),
  row("live-feed", "/api/live-feed/", [{ name: "hours", in: "query", type: "integer", choices: FEED_WINDOWS, default: 24 }]),
  row("plate-boundaries", "/api/plate-boundaries/", [], DAILY),
  row(
    "earthquakes",
    "/api/v1/earthquakes/",
    [
      integer("hours", 1, RECENT_HOURS, 24),
      { ...integer("days", 1, RECENT_HOURS / 24), aliasOf: "hours" },
      magnitude("min_mag", 0),
      magnitude("max_mag", 10),
      choice("country", COUNTRY_CODES, "upper"),
      degrees("min_latitude", 90),
      degrees("max_latitude", 90),
      degrees("min_longitude", 180),
      degrees("max_longitude", 180),
      degrees("latitude", 90),
      degrees("longitude", 180),
      { ...degrees("max_radius_km", RADIUS_MAXIMUM), minimum: 0 },
      // No default: hosts of files alone need not know that the newest come first.
      choice("order", ["time", "time-asc", "magnitude", "magnitude-asc"]),
      integer("limit", 1, LIMIT_MAXIMUM, 100),
      integer("offset", 0, OFFSET_MAXIMUM, 0),
      // This bound makes `(page - 1) * limit` a valid offset.
      { ...integer("page", 1, OFFSET_MAXIMUM / LIMIT_MAXIMUM), aliasOf: "offset" },
    ],
    {
      ordered: [
        ["min_mag", "max_mag"],
        ["min_latitude", "max_latitude"],
      ],
      together: ["latitude", "longitude", "max_radius_km"],
    },
  ),
  row("earthquake", "/api/v1/earthquakes/{slug}/", [SLUG]),
  row("countries", "/api/v1/countries/", [choice("zone", SEISMIC_ZONES), choice("continent", CONTINENTS, "token")], {
    wholeAnswersBy: ["zone", "continent"],
  }),
  row("country-risk", "/api/v1/countries/{iso2}/risk/", [inPath("iso2", "^[A-Z]{2}$")]),
  row("country", "/api/v1/countries/{slug}/", [SLUG]),
  row("plates", "/api/v1/plates/"),
  row("plate", "/api/v1/plates/{slug}/", [SLUG]),
  row("combined-search", "/api/v1/search/", [SEARCH_TEXT]),
  row("glossary", "/api/v1/glossary/", [choice("category", GLOSSARY_CATEGORIES)], { ...DAILY, wholeAnswersBy: ["category"] }),
  row("term", "/api/v1/glossary/{slug}/", [SLUG], DAILY),
  row("stats", "/api/v1/stats/"),
  // This is the only answer that depends on the history of trees and not on the store. So it is in no index and not part of a
  // snapshot's id.
  row("changes", "/api/changes/"),
  row("changes-hour", "/api/changes/{hour}/", [inPath("hour", "^\\d{4}-\\d\\d-\\d\\dT\\d\\d$")]),
  row("openapi", "/api/v1/openapi.json", [], DAILY),
];

export function endpoint(id: EndpointId): Endpoint {
  const found = ENDPOINTS.find((row) => row.id === id);
  if (!found) throw new Error(`no endpoint ${id}`);
  return found;
}

import { z } from "zod";
import {
  Completeness,
  count,
  coveredFromOrNull,
  dateTime,
  dateTimeOfAnyAge,
  described,
  iso2,
  name,
  object,
  seismicZone,
  slug,
} from "./common.ts";
import { EarthquakeSearchResult } from "./earthquake.ts";
import { category, termName, termSlug } from "./glossary.ts";

export const EarthquakeCounts = object("EarthquakeCounts", {
  total: count,
  significant: count,
  major: count,
  covered_from: coveredFromOrNull,
});

export const GlobalStats = object("GlobalStats", {
  last_24h: EarthquakeCounts,
  last_7d: EarthquakeCounts,
  countries_count: count,
  historical_count: count,
  completeness: Completeness,
});
export type GlobalStats = z.infer<typeof GlobalStats>;

const parameterValue = z.union([z.number(), z.string()]);

export const IndexParameter = object("IndexParameter", {
  name,
  in: z.enum(["query", "path"]),
  type: z.enum(["integer", "number", "choice", "text"]),
  required: z.boolean(),
  default: parameterValue.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  choices: z.array(parameterValue).optional(),
  description: name,
});

export const IndexEndpoint = object("IndexEndpoint", {
  path: name,
  summary: name,
  parameters: z.array(IndexParameter),
});

export const DataSet = object("DataSet", {
  id: name,
  name,
  provides: name,
  as_of: dateTime.nullable(),
  covers: object("DataSet.covers", {
    from: dateTimeOfAnyAge,
    to: dateTimeOfAnyAge,
  }).nullable(),
  records: count,
  licence: name,
  attribution: name,
  url: z.string(),
});

export const ApiIndex = object("ApiIndex", {
  name,
  version: name,
  documentation: name,
  openapi: name,
  snapshot: object("ApiIndex.snapshot", {
    as_of: dateTime,
    covered_from: coveredFromOrNull,
    record: name,
  }),
  endpoints: z.array(IndexEndpoint),
  data_sets: z.array(DataSet),
});
export type ApiIndex = z.infer<typeof ApiIndex>;

export const OpenApiDocument = described(
  "OpenApiDocument",
  z.looseObject({
    openapi: z.literal("3.1.0").meta({ description: "Version of OpenAPI." }),
    info: z
      .looseObject({
        title: name.meta({ description: "Name of the API.", examples: ["Earthquake Data API"] }),
        version: name.meta({ description: "Version of the API.", examples: ["1.0.0"] }),
      })
      .meta({ description: "About the API." }),
    paths: z.looseObject({}).meta({ description: "Every endpoint, by path." }),
  }),
);

export const ParameterError = object("ParameterError", {
  parameter: z.string(),
  given: z.string(),
  allowed: name,
  hint: name.optional(),
});

export const Problem = object("Problem", {
  type: name,
  title: name,
  status: z.int().min(400).max(599),
  detail: name,
  errors: z.array(ParameterError).optional(),
});

export const FoundCountry = object("FoundCountry", {
  name,
  iso2,
  slug,
  seismic_zone: seismicZone,
});
export type FoundCountry = z.infer<typeof FoundCountry>;

export const FoundTerm = object("FoundTerm", {
  term: termName,
  slug: termSlug,
  category,
});
export type FoundTerm = z.infer<typeof FoundTerm>;

export const SearchMeaning = object("SearchMeaning", {
  country: z.string().nullable(),
  place: z.string().nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  least_magnitude: z.number().nullable(),
  order: z.enum(["deaths", "magnitude", "time"]).nullable(),
});

export const CombinedSearch = object("CombinedSearch", {
  query: name,
  count: count.max(150),
  best: z.enum(["countries", "glossary", "earthquakes"]).nullable(),
  understood: SearchMeaning,
  earthquakes: z.array(EarthquakeSearchResult).max(50),
  names: z.array(name.nullable()).max(50),
  deaths: z.array(count.nullable()).max(50),
  countries: z.array(FoundCountry).max(50),
  glossary: z.array(FoundTerm).max(50),
});
export type CombinedSearch = z.infer<typeof CombinedSearch>;

import * as z from "zod";
import * as common from "./common.ts";
import { described, object } from "./common.ts";
import { EarthquakeSearchResult } from "./earthquake.ts";
import { category, termName, termSlug } from "./glossary.ts";

export const EarthquakeCounts = object("EarthquakeCounts", {
  total: common.count,
  significant: common.count,
  major: common.count,
  covered_from: common.coveredFromOrNull,
});

export const GlobalStats = object("GlobalStats", {
  last_24h: EarthquakeCounts,
  last_7d: EarthquakeCounts,
  countries_count: common.count,
  historical_count: common.count,
  completeness: common.Completeness,
});
export type GlobalStats = z.infer<typeof GlobalStats>;

const parameterValue = z.union([z.number(), z.string()]);

export const IndexParameter = object("IndexParameter", {
  name: common.name,
  in: z.enum(["query", "path"]),
  type: z.enum(["integer", "number", "choice", "text"]),
  required: z.boolean(),
  default: parameterValue.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  choices: z.array(parameterValue).optional(),
  description: common.name,
});

export const IndexEndpoint = object("IndexEndpoint", {
  path: common.name,
  summary: common.name,
  parameters: z.array(IndexParameter),
});

export const DataSet = object("DataSet", {
  id: common.name,
  name: common.name,
  provides: common.name,
  as_of: common.dateTime.nullable(),
  covers: object("DataSet.covers", {
    from: common.dateTimeOfAnyAge,
    to: common.dateTimeOfAnyAge,
  }).nullable(),
  records: common.count,
  licence: common.name,
  attribution: common.name,
  url: z.string(),
});

export const ApiIndex = object("ApiIndex", {
  name: common.name,
  version: common.name,
  documentation: common.name,
  openapi: common.name,
  snapshot: object("ApiIndex.snapshot", {
    as_of: common.dateTime,
    covered_from: common.coveredFromOrNull,
    record: common.name,
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
        title: common.name.meta({ description: "Name of the API.", examples: ["Earthquake Data API"] }),
        version: common.name.meta({ description: "Version of the API.", examples: ["1.0.0"] }),
      })
      .meta({ description: "About the API." }),
    paths: z.looseObject({}).meta({ description: "Every endpoint, by path." }),
  }),
);

export const ParameterError = object("ParameterError", {
  parameter: z.string(),
  given: z.string(),
  allowed: common.name,
  hint: common.name.optional(),
});

export const Problem = object("Problem", {
  type: common.name,
  title: common.name,
  status: z.int().min(400).max(599),
  detail: common.name,
  errors: z.array(ParameterError).optional(),
});

export const FoundCountry = object("FoundCountry", {
  name: common.name,
  iso2: common.CountryCode,
  slug: common.slug,
  seismic_zone: common.SeismicZone,
});

export const FoundTerm = object("FoundTerm", {
  term: termName,
  slug: termSlug,
  category,
});

export const SearchMeaning = object("SearchMeaning", {
  country: z.string().nullable(),
  place: z.string().nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  least_magnitude: z.number().nullable(),
  order: z.enum(["deaths", "magnitude", "time"]).nullable(),
});

export const CombinedSearch = object("CombinedSearch", {
  query: common.name,
  count: common.count.max(150),
  best: z.enum(["countries", "glossary", "earthquakes"]).nullable(),
  understood: SearchMeaning,
  earthquakes: z.array(EarthquakeSearchResult).max(50),
  names: z.array(common.name.nullable()).max(50),
  deaths: z.array(common.count.nullable()).max(50),
  countries: z.array(FoundCountry).max(50),
  glossary: z.array(FoundTerm).max(50),
});
export type CombinedSearch = z.infer<typeof CombinedSearch>;

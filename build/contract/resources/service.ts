import { z } from "zod";
import { Completeness, count, coveredFromOrNull, dateTime, dateTimeOfAnyAge, iso2, name, seismicZone, slug } from "./common.ts";
import { EarthquakeSearchResult } from "./earthquake.ts";
import { category, termName, termSlug } from "./glossary.ts";

export const EarthquakeCounts = z
  .strictObject({
    total: count.meta({
      description:
        "Earthquakes that have been reported with magnitude, depth and position. `completeness` says from which " +
        "magnitude on few are missing; smaller ones are those of dense networks.",
      examples: [201],
    }),
    significant: count.meta({
      description: "Those of magnitude 6.0 and more, of USGS significance 600 and more, or in the historical catalogue.",
      examples: [1],
    }),
    major: count.meta({ description: "Those of magnitude 7.0 and more.", examples: [0] }),
    covered_from: coveredFromOrNull,
  })
  .meta({ description: "Numbers of earthquakes in a window that ends at `as_of`." });

export const GlobalStats = z
  .strictObject({
    last_24h: EarthquakeCounts,
    last_7d: EarthquakeCounts,
    countries_count: count.meta({ description: "Countries that the data cover.", examples: [250] }),
    historical_count: count.meta({ description: "Events of the historical catalogue.", examples: [944] }),
    completeness: Completeness.meta({
      description:
        "Of the last 30 days worldwide: at least 5.0, which is `assumed` where it decides, since smaller earthquakes are still " +
        "being added for weeks, which the counts do not show.",
      examples: [{ magnitude: 5, error: null, assumed: true, fit_percent: null, earthquakes: 39, no_law_because: "too-few-earthquakes" }],
    }),
  })
  .meta({ description: "Earthquakes in the world, and what the data cover." });
export type GlobalStats = z.infer<typeof GlobalStats>;

const parameterValue = z.union([z.number(), z.string()]);

export const IndexParameter = z
  .strictObject({
    name: name.meta({ description: "Name.", examples: ["limit"] }),
    in: z.enum(["query", "path"]).meta({ description: "Where it stands.", examples: ["query"] }),
    type: z.enum(["integer", "number", "choice", "text"]).meta({
      description: "`integer`: digits. `number`: sign, digits, fraction. `choice`: one of `choices`. `text`: anything.",
      examples: ["integer"],
    }),
    required: z.boolean().meta({ description: "Whether there is no answer without it.", examples: [false] }),
    default: parameterValue.optional().meta({ description: "What counts where it is not given.", examples: [50] }),
    minimum: z
      .number()
      .optional()
      .meta({ description: "Smallest value.", examples: [1] }),
    maximum: z
      .number()
      .optional()
      .meta({ description: "Largest value.", examples: [200] }),
    minLength: z
      .number()
      .optional()
      .meta({ description: "Shortest text, in characters.", examples: [2] }),
    maxLength: z
      .number()
      .optional()
      .meta({ description: "Longest text, in characters.", examples: [200] }),
    choices: z
      .array(parameterValue)
      .optional()
      .meta({ description: "All values.", examples: [[1, 6, 24, 168]] }),
    description: name.meta({ description: "What it does.", examples: ["The largest number of earthquakes."] }),
  })
  .meta({ description: "A parameter of an endpoint." });

export const IndexEndpoint = z
  .strictObject({
    path: name.meta({ description: "Path; a path parameter stands in braces.", examples: ["/api/recent/"] }),
    summary: name.meta({ description: "What it answers.", examples: ["Recent earthquakes"] }),
    parameters: z.array(IndexParameter).meta({ description: "Its parameters." }),
  })
  .meta({ description: "An endpoint." });

export const DataSet = z
  .strictObject({
    id: name.meta({ description: "Short name.", examples: ["usgs"] }),
    name: name.meta({ description: "Name.", examples: ["USGS"] }),
    provides: name.meta({ description: "What it gives.", examples: ["recent events"] }),
    as_of: dateTime.nullable().meta({
      description: "The source's own statement of its age, UTC; null for what does not age.",
      examples: ["2018-02-07T01:49:14.000Z"],
    }),
    covers: z
      .strictObject({
        from: dateTimeOfAnyAge.meta({ description: "The earliest origin time.", examples: ["2018-01-31T01:49:14.000Z"] }),
        to: dateTimeOfAnyAge.meta({ description: "The latest.", examples: ["2018-02-07T01:49:14.000Z"] }),
      })
      .nullable()
      .meta({ description: "The span of time that it covers; null where that makes no sense." }),
    records: count.meta({ description: "Number of records.", examples: [1707] }),
    licence: name.meta({ description: "On what terms it may be used.", examples: ["Public domain"] }),
    attribution: name.meta({
      description: "The required attribution.",
      examples: ["Data courtesy of the U.S. Geological Survey, Earthquake Hazards Program."],
    }),
    url: z.string().meta({ description: "Where it comes from.", examples: ["https://earthquake.usgs.gov/"] }),
  })
  .meta({ description: "A data set that the answers are made from." });

export const ApiIndex = z
  .strictObject({
    name: name.meta({ description: "Name of the service.", examples: ["Quaketree"] }),
    version: name.meta({ description: "Version of the API.", examples: ["1.0.0"] }),
    documentation: name.meta({ description: "Path of the documentation page.", examples: ["/docs/"] }),
    openapi: name.meta({ description: "Path of the OpenAPI description.", examples: ["/api/v1/openapi.json"] }),
    snapshot: z
      .strictObject({
        as_of: dateTime.meta({ description: "The instant that every window ends at, UTC.", examples: ["2018-02-07T01:49:14.000Z"] }),
        record: name.meta({ description: "Path of the record of the snapshot.", examples: ["/snapshot.json"] }),
      })
      .meta({ description: "The state of the data that answers." }),
    endpoints: z.array(IndexEndpoint).meta({ description: "Every endpoint." }),
    data_sets: z.array(DataSet).meta({ description: "What the answers are made from." }),
  })
  .meta({ description: "The index of the API." });
export type ApiIndex = z.infer<typeof ApiIndex>;

export const OpenApiDocument = z
  .looseObject({
    openapi: z.literal("3.1.0").meta({ description: "Version of OpenAPI." }),
    info: z
      .looseObject({
        title: name.meta({ description: "Name of the API.", examples: ["Earthquake Data API"] }),
        version: name.meta({ description: "Version of the API.", examples: ["1.0.0"] }),
      })
      .meta({ description: "About the API." }),
    paths: z.looseObject({}).meta({ description: "Every endpoint, by path." }),
  })
  .meta({ description: "An OpenAPI 3.1.0 document: this one." });

export const ParameterError = z
  .strictObject({
    parameter: z.string().meta({
      description: "Name of the parameter, as given; `query` where the whole query string is meant.",
      examples: ["limit"],
    }),
    given: z.string().meta({
      description: "What was given, at most 100 characters of it; empty where nothing was.",
      examples: ["1000"],
    }),
    allowed: name.meta({ description: "What would have been allowed.", examples: ["an integer from 1 to 200"] }),
    hint: name.optional().meta({ description: "The nearest known name or value, where one is close.", examples: ["limit"] }),
  })
  .meta({ description: "One thing that is wrong with the parameters." });

export const Problem = z
  .strictObject({
    type: name.meta({
      description: "Relative address of the page that explains this kind of problem.",
      examples: ["/docs/problems/invalid-parameter/"],
    }),
    title: name.meta({ description: "The kind of problem in words.", examples: ["A parameter is not valid"] }),
    status: z
      .int()
      .min(400)
      .max(599)
      .meta({ description: "The HTTP status, once more.", examples: [400] }),
    detail: name.meta({
      description: "What is wrong with this request.",
      examples: ['limit was given as "1000"; allowed: an integer from 1 to 200.'],
    }),
    errors: z.array(ParameterError).optional().meta({ description: "Everything that is wrong with the parameters." }),
  })
  .meta({ description: "A problem document (RFC 9457)." });

export const FoundCountry = z
  .strictObject({
    name: name.meta({ description: "Name in English.", examples: ["Japan"] }),
    iso2,
    slug: slug.meta({ description: "Last part of the address of the country's profile.", examples: ["japan"] }),
    seismic_zone: seismicZone,
  })
  .meta({ description: "A country that the search has found by one of its names." });
export type FoundCountry = z.infer<typeof FoundCountry>;

export const FoundTerm = z
  .strictObject({ term: termName, slug: termSlug, category })
  .meta({ description: "A glossary term that the search has found." });
export type FoundTerm = z.infer<typeof FoundTerm>;

export const SearchMeaning = z
  .strictObject({
    country: z
      .string()
      .nullable()
      .meta({ description: "The first country, ISO 3166-1 alpha-2.", examples: ["TR"] }),
    place: z
      .string()
      .nullable()
      .meta({ description: "The first town or region: its English name, folded.", examples: ["lisbon"] }),
    from: z
      .int()
      .nullable()
      .meta({ description: "The first year.", examples: [1900] }),
    to: z
      .int()
      .nullable()
      .meta({ description: "The last year; null after `since`.", examples: [1999] }),
    least_magnitude: z
      .number()
      .nullable()
      .meta({ description: "The least magnitude.", examples: [6] }),
    order: z
      .enum(["deaths", "magnitude", "time"])
      .nullable()
      .meta({ description: "What is wished for first: the deadliest, strongest or latest.", examples: ["deaths"] }),
  })
  .meta({ description: "What the query names besides terms, and what it wishes for. Null where it says nothing." });

export const CombinedSearch = z
  .strictObject({
    query: name.meta({ description: "What was looked for, trimmed.", examples: ["japan"] }),
    count: count.max(150).meta({ description: "Number of results in the three lists together.", examples: [3] }),
    best: z
      .enum(["countries", "glossary", "earthquakes"])
      .nullable()
      .meta({ description: "The list whose first entry answers the query best; null if nothing is found.", examples: ["countries"] }),
    understood: SearchMeaning,
    earthquakes: z
      .array(EarthquakeSearchResult)
      .max(50)
      .meta({
        description:
          "At most 50: first those whose place or name has the words of the query, or words that begin so; then those of the " +
          "country, place and year that the query means. A query for the deadliest, strongest or latest is in that order.",
      }),
    deaths: z
      .array(count.nullable())
      .max(50)
      .meta({ description: "The least number of deaths of each of these earthquakes; null if no deaths are known.", examples: [[19759]] }),
    countries: z
      .array(FoundCountry)
      .max(50)
      .meta({ description: "At most 50: first what is called just so, then whole-word matches, then by name." }),
    glossary: z
      .array(FoundTerm)
      .max(50)
      .meta({
        description:
          "At most 50: first what is called just so, then whole words of the term or of what else it is called, then " +
          "other matches in these, then in the definition.",
      }),
  })
  .meta({ description: "What a search over earthquakes, countries and glossary terms has found." });
export type CombinedSearch = z.infer<typeof CombinedSearch>;

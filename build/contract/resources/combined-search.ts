import { z } from "zod";
import { count, iso2, name, seismicZone, slug } from "./common.ts";
import { EarthquakeSearchResult } from "./earthquake.ts";
import { category, termName, termSlug } from "./glossary.ts";

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

export const CombinedSearch = z
  .strictObject({
    query: name.meta({ description: "What was looked for, trimmed.", examples: ["japan"] }),
    count: count.max(150).meta({ description: "Number of results in the three lists together.", examples: [3] }),
    earthquakes: z.array(EarthquakeSearchResult).max(50).meta({
      description: "At most 50: whole-word matches first, then major, significant and other ones, then the newest.",
    }),
    countries: z
      .array(FoundCountry)
      .max(50)
      .meta({ description: "At most 50: first what is called just so, then whole-word matches, then by name." }),
    glossary: z.array(FoundTerm).max(50).meta({
      description:
        "At most 50: first what is called just so, then whole words of the term or of what else it is called, then other matches in these, then in the definition.",
    }),
  })
  .meta({ description: "What a search over earthquakes, countries and glossary terms has found." });
export type CombinedSearch = z.infer<typeof CombinedSearch>;

import { z } from "zod";
import { GLOSSARY_CATEGORIES } from "../texts/vocabulary.ts";
import { count, name, slug } from "./common.ts";

export const termName = name.meta({ description: "The term.", examples: ["Moment magnitude"] });
export const termSlug = slug.meta({ description: "Last part of the address of the term's record.", examples: ["moment-magnitude"] });
export const category = z.enum(GLOSSARY_CATEGORIES).meta({ description: "Category.", examples: ["magnitude"] });

export const ListedTerm = z
  .strictObject({
    term: termName,
    slug: termSlug,
    category,
    summary: name.meta({ description: "The term in one sentence.", examples: ["A magnitude from the seismic moment."] }),
  })
  .meta({ description: "A term as the list has it." });

export const GlossaryList = z
  .strictObject({
    count: count.meta({ description: "Number of terms listed.", examples: [2] }),
    categories: z.array(z.enum(GLOSSARY_CATEGORIES)).meta({ description: "All categories there are.", examples: [["magnitude"]] }),
    terms: z.array(ListedTerm).meta({ description: "By name." }),
  })
  .meta({ description: "Terms of seismology." });
export type GlossaryList = z.infer<typeof GlossaryList>;

export const RelatedTerm = z.strictObject({ term: termName, slug: termSlug }).meta({ description: "A term to read next." });

export const GlossaryTerm = z
  .strictObject({
    term: termName,
    slug: termSlug,
    category,
    definition: name.meta({ description: "What it means.", examples: ["A magnitude from the seismic moment."] }),
    example: name.meta({ description: "The term at work.", examples: ["The Chilean earthquake of 1960 had Mw 9.5."] }),
    related_terms: z.array(RelatedTerm).meta({ description: "Terms to read next." }),
    source: name.meta({
      description: "A textbook, standard or paper that treats the term. The text is our own.",
      examples: ["Kanamori, H. (1977): The energy release in great earthquakes. Journal of Geophysical Research 82, 2981"],
    }),
  })
  .meta({ description: "A term of seismology." });
export type GlossaryTerm = z.infer<typeof GlossaryTerm>;

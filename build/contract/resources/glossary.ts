import * as z from "zod";
import { GLOSSARY_CATEGORIES } from "../texts/vocabulary.ts";
import { count, described, name, object, slug } from "./common.ts";

export const termName = described("termName", name);
export const termSlug = described("termSlug", slug);
export const category = described("category", z.enum(GLOSSARY_CATEGORIES));

export const ListedTerm = object("ListedTerm", {
  term: termName,
  slug: termSlug,
  category,
  summary: name,
});

export const GlossaryList = object("GlossaryList", {
  count,
  categories: z.array(z.enum(GLOSSARY_CATEGORIES)),
  terms: z.array(ListedTerm),
});
export type GlossaryList = z.infer<typeof GlossaryList>;

export const RelatedTerm = object("RelatedTerm", {
  term: termName,
  slug: termSlug,
});

export const GlossaryTerm = object("GlossaryTerm", {
  term: termName,
  slug: termSlug,
  category,
  definition: name,
  example: name,
  related_terms: z.array(RelatedTerm),
  source: name,
});
export type GlossaryTerm = z.infer<typeof GlossaryTerm>;

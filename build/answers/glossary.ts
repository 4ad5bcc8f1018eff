import type { Catalogue, GlossaryEntry } from "../catalogue/catalogue.ts";
import type { GlossaryList, GlossaryTerm } from "../contract/resources/resources.ts";
import { GLOSSARY_CATEGORIES } from "../contract/texts/vocabulary.ts";
import { type Answer, pathAnswer, queryAnswer } from "./records.ts";

/** All terms, each category, and each term. */
export function* glossaryAnswers({ glossary }: Catalogue): Iterable<Answer> {
  for (const category of [undefined, ...GLOSSARY_CATEGORIES]) {
    const listed = glossary.filter((entry) => (category ?? entry.category) === entry.category);
    yield queryAnswer("glossary", { ...(category && { category }) }, list(listed));
  }
  const bySlug = new Map(glossary.map((entry) => [entry.slug, entry]));
  for (const entry of glossary) yield pathAnswer("term", { slug: entry.slug }, term(entry, bySlug));
}

function list(entries: readonly GlossaryEntry[]): GlossaryList {
  return {
    count: entries.length,
    categories: [...GLOSSARY_CATEGORIES],
    terms: entries.map(({ term, slug, category, summary }) => ({ term, slug, category, summary })),
  };
}

function term(entry: GlossaryEntry, bySlug: Map<string, GlossaryEntry>): GlossaryTerm {
  return {
    term: entry.term,
    slug: entry.slug,
    category: entry.category,
    definition: entry.definition,
    example: entry.example,
    related_terms: entry.related.map((slug) => ({ term: bySlug.get(slug)?.term ?? slug, slug })),
    source: entry.source,
  };
}

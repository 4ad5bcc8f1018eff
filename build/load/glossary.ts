import { join } from "node:path";
import { z } from "zod";
import type { GlossaryEntry } from "../catalogue/catalogue.ts";
import { compareText } from "../catalogue/order.ts";
import { GLOSSARY_CATEGORIES } from "../contract/texts/vocabulary.ts";
import { invalidData, readDataFile } from "./data-file.ts";

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const text = z.string().trim().min(1);

const rows = z.array(
  z.strictObject({
    term: text,
    slug,
    also_called: z.array(text).default([]),
    summary: text,
    definition: text,
    example: text,
    related: z.array(slug),
  }),
);

/**
 * The glossary, one file a category in `glossary/`, by term.
 *
 * @throws UserError `data-invalid` naming the file; also where two terms share a slug or a relation leads nowhere
 */
export function readGlossary(dataDirectory: string): GlossaryEntry[] {
  const entries = GLOSSARY_CATEGORIES.flatMap((category) => {
    const path = join(dataDirectory, "glossary", `${category}.json`);
    return readDataFile(path, rows).map(({ also_called, ...row }) => ({ ...row, alsoCalled: also_called, category }));
  });
  const slugs = new Set(entries.map((entry) => entry.slug));
  if (slugs.size !== entries.length) throw invalidData("glossary", "two terms share a slug");
  for (const entry of entries) {
    const lost = entry.related.find((related) => !slugs.has(related));
    if (lost !== undefined)
      throw invalidData(`glossary/${entry.category}.json`, `${entry.slug} is related to ${lost}, which is not there`);
  }
  return entries.toSorted((a, b) => compareText(a.term.toLowerCase(), b.term.toLowerCase()));
}

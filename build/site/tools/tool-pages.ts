import { pageFile } from "../addresses.ts";
import type { Translations } from "../i18n/translations.ts";
import type { PageFile } from "../page-file.ts";
import { ALL_TOOLS } from "./all.ts";
import type { Tool } from "./tool.ts";
import { type TermName, toolPage } from "./tool-page.ts";
import { toolsPage } from "./tools-page.ts";

/**
 * The list of the tools and their pages, in one language.
 *
 * @param pagesFrom magnitude from which every earthquake has a page
 * @param seeded those that begin with data of the catalogue
 */
export function toolPages(
  words: Translations,
  termName: TermName,
  pagesFrom: number,
  seeded: readonly Tool[] = [],
): PageFile[] {
  const { tag } = words.language;
  return [
    { path: pageFile(tag, "tools/"), text: toolsPage(words) },
    ...[...ALL_TOOLS, ...seeded].map((tool) => ({
      path: pageFile(tag, `tools/${tool.slug}/`),
      text: toolPage(tool, words, termName, pagesFrom),
    })),
  ];
}

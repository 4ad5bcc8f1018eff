import type { Catalogue } from "../catalogue/catalogue.ts";
import { PROBLEM_TYPES, type ProblemKind, problemPage } from "../contract/problem.ts";
import { pageFile } from "./addresses.ts";
import { docsPage } from "./docs-page.ts";
import { type EventPageRule, pagesFrom } from "./event-pages.ts";
import { formatsPage } from "./formats-page.ts";
import { guidePage } from "./guides/guide-page.ts";
import { GUIDES } from "./guides/guides.ts";
import { LANGUAGES, type LanguageTag } from "./languages.ts";
import { mapPage } from "./map-page.ts";
import { methodsPage } from "./methods-page.ts";
import { missingPage } from "./missing-page.ts";
import type { PageFile } from "./page-file.ts";
import { problemPageHtml } from "./problem-page.ts";
import { startPage } from "./start-page.ts";
import type { AllTexts } from "./texts.ts";
import { catalogueTools, historyFile } from "./tools/from-catalogue.ts";
import { HISTORY_FILE } from "./tools/history.ts";
import type { Tool } from "./tools/tool.ts";
import { toolPages } from "./tools/tool-pages.ts";
import { type Words, wordsIn } from "./words.ts";

/** What things are called in a language, by their slugs or codes. */
export type Names = Readonly<Record<string, string>>;

/** Names of the terms of the glossary by language; English is in the glossary itself. */
export type TermNames = ReadonlyMap<LanguageTag, Names>;

/** Every page that is written from the catalogue and the contract. */
export function* pages(
  catalogue: Catalogue,
  texts: AllTexts,
  termNames: TermNames,
  rule: EventPageRule,
): Iterable<PageFile> {
  const seeded = catalogueTools(catalogue);
  for (const { tag } of LANGUAGES) {
    yield* pagesInEveryLanguage(catalogue, wordsIn(tag, texts[tag]), rule, seeded, termNames.get(tag));
  }
  yield { path: HISTORY_FILE.slice(1), text: JSON.stringify(historyFile(catalogue)) };
  yield* englishPages(catalogue, wordsIn("en", texts.en));
}

function* pagesInEveryLanguage(
  catalogue: Catalogue,
  words: Words,
  rule: EventPageRule,
  seeded: readonly Tool[],
  names: Names = {},
): Iterable<PageFile> {
  const { tag } = words.language;
  yield { path: pageFile(tag, ""), text: startPage(catalogue, words, rule) };
  yield { path: pageFile(tag, "map/"), text: mapPage(catalogue, words, rule) };
  const terms = new Map(catalogue.glossary.map(({ slug, term }) => [slug, term]));
  yield* toolPages(words, (slug) => names[slug] ?? terms.get(slug), pagesFrom(rule), seeded);
}

function* englishPages(catalogue: Catalogue, words: Words): Iterable<PageFile> {
  yield { path: "404.html", text: missingPage(words) };
  yield { path: "docs/index.html", text: docsPage(catalogue.sources, words) };
  for (const guide of GUIDES) {
    yield { path: `docs/guides/${guide.slug}/index.html`, text: guidePage(guide, words) };
  }
  yield { path: "docs/formats/index.html", text: formatsPage(words) };
  yield { path: "methods/index.html", text: methodsPage(catalogue, words) };
  for (const kind of Object.keys(PROBLEM_TYPES) as ProblemKind[]) {
    yield { path: `${problemPage(kind).slice(1)}index.html`, text: problemPageHtml(kind, words) };
  }
}

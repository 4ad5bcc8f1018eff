import type { Catalogue, RecentEvent } from "../catalogue/catalogue.ts";
import { problemPage } from "../contract/wire/problem.ts";
import { PROBLEM_TYPES, type ProblemKind } from "../contract/wire/problem-types.ts";
import { hashOfValues, sha256 } from "../platform/hash.ts";
import { isoTime } from "../store/civil-time.ts";
import { type Derive, NO_CELLS } from "../store/derive.ts";
import { eventsKey } from "../store/event-days.ts";
import { pageFile, SEARCH_PATH } from "./addresses.ts";
import { boundaryStepKm } from "./data/around.ts";
import { earthquakeTable, HISTORY_FILE, readTable, recentTables } from "./earthquakes/table.ts";
import type { EventPageRule, PageFile } from "./files.ts";
import { LANGUAGES, type LanguageTag } from "./i18n/languages.ts";
import { textsKey } from "./i18n/read-translations.ts";
import { type AllTexts, type Site, type TranslatedNames, type Translations, translationsIn } from "./i18n/translations.ts";
import { MISSING_PAGE } from "./layout.ts";
import { largestOf } from "./share/picture.ts";
import { toolsFromCatalogue } from "./tools/from-catalogue.ts";
import { type KeyedTool, keyedTools, toolPages } from "./tools/pages.ts";
import { apiReferencePage } from "./views/api-reference.ts";
import { dataFilesPage, formatsPage, hasFeeds } from "./views/data.ts";
import { earthquakesPage, eraPages, type FirstEarthquakes, firstEarthquakes } from "./views/earthquakes.ts";
import { GUIDES, guidePage, guideText, llmsText } from "./views/guides.ts";
import { mapPage } from "./views/map.ts";
import { methodsPage, methodsValues } from "./views/methods.ts";
import { conformancePage, docsPage, missingPage, problemPageHtml, sourceTable } from "./views/reference.ts";
import { searchPage } from "./views/search.ts";
import { startMarks, startPage } from "./views/start.ts";

/**
 * All pages that depend only on the catalogue and the contract.
 *
 * @param drawn the slugs of the earthquakes that have a picture, and the cells of the base map that are not empty
 */
export function* pages(
  catalogue: Catalogue,
  texts: AllTexts,
  translatedNames: ReadonlyMap<LanguageTag, TranslatedNames>,
  rule: EventPageRule,
  site: Site,
  { pictures, cells }: Readonly<Record<"pictures" | "cells", ReadonlySet<string>>>,
  derive: Derive = NO_CELLS,
): Iterable<PageFile> {
  const historical = catalogue.events.filter((event) => event.historical);
  const history = derive("history", [eventsKey(historical)], () => JSON.stringify(earthquakeTable(historical)));
  const listed = readTable(JSON.parse(history.value));
  const tools = keyedTools(toolsFromCatalogue(catalogue, listed, cells));
  const first = firstEarthquakes(catalogue, listed);
  const english = translationsIn("en", texts.en, site);
  // The start pages differ only in their texts, so the one in English identifies all else that they say.
  const start = sha256(startPage(catalogue, english, rule, pictures));
  for (const { tag } of LANGUAGES) {
    const language = {
      translations: translationsIn(tag, texts[tag], site),
      key: textsKey(texts[tag], site),
      names: translatedNames.get(tag),
    };
    yield* pagesInEveryLanguage(catalogue, language, rule, { tools, first, start, pictures, cells });
  }
  yield startMarks(catalogue, rule);
  yield { path: HISTORY_FILE.slice(1), key: history.hash, text: () => history.value };
  for (const [file, events] of recentTables(catalogue.events, catalogue.asOf)) {
    yield { path: file.slice(1), key: eventsKey(events), text: () => JSON.stringify(earthquakeTable(events)) };
  }
  yield* eraPages(listed, catalogue, english, textsKey(texts.en, site));
  yield* englishPages(catalogue, english, textsKey(texts.en, site));
}

interface Language {
  translations: Translations;
  /** Identifies the texts of the language. */
  key: string;
  /** Undefined in English, since the catalogue has the English names. */
  names: TranslatedNames | undefined;
}

/** What the pages in all languages are made of. */
interface InEachLanguage {
  tools: readonly KeyedTool[];
  first: FirstEarthquakes;
  /** Identifies what the start page says. */
  start: string;
  pictures: ReadonlySet<string>;
  /** The cells of the base map that are not empty. */
  cells: ReadonlySet<string>;
}

function* pagesInEveryLanguage(
  catalogue: Catalogue,
  { translations, key, names = { countries: {}, terms: {}, definitions: {} } }: Language,
  rule: EventPageRule,
  { tools, first, start, pictures, cells }: InEachLanguage,
): Iterable<PageFile> {
  const { tag } = translations.language;
  const stepKm = boundaryStepKm(catalogue);
  yield { path: pageFile(tag, ""), key: hashOfValues([key, start]), text: () => startPage(catalogue, translations, rule, pictures) };
  yield { path: pageFile(tag, SEARCH_PATH), key: hashOfValues([key]), text: () => searchPage(translations) };
  yield {
    path: pageFile(tag, "map/"),
    key: hashOfValues([key, stepKm, first.archivedFrom]),
    text: () => mapPage(translations, stepKm, first.archivedFrom),
  };
  const inEnglish = new Map(catalogue.countries.map(({ iso2, name }) => [iso2, name]));
  const english = (iso2: string) => inEnglish.get(iso2);
  const country = (iso2: string) => names.countries[iso2] ?? english(iso2);
  yield {
    path: pageFile(tag, "earthquakes/"),
    key: hashOfValues([key, first.key, [...cells], first.week.map(({ country: iso2 }) => country(iso2 ?? ""))]),
    text: () => earthquakesPage(first, translations, { country, english }, cells),
  };
  const terms = new Map(catalogue.glossary.map(({ slug, term }) => [slug, term]));
  const term = (slug: string) => names.terms[slug] ?? terms.get(slug);
  yield* toolPages(translations, { term, countries: names.countries }, tools, key);
}

/** @param key identifies the texts */
function* englishPages(catalogue: Catalogue, translations: Translations, key: string): Iterable<PageFile> {
  const page = (path: string, text: () => string, inputs: readonly unknown[] = []) => ({ path, key: hashOfValues([key, ...inputs]), text });
  yield page(MISSING_PAGE, () => missingPage(translations));
  const { sources } = catalogue;
  const about = [sourceTable(sources).markup, hasFeeds(sources)];
  yield page("docs/index.html", () => docsPage(sources, translations), about);
  const earthquake = strongestRecent(catalogue);
  yield page("docs/reference/index.html", () => apiReferencePage(earthquake, translations), [earthquake ?? null]);
  yield page("docs/conformance/index.html", () => conformancePage(translations));
  for (const slug of GUIDES) {
    yield page(`docs/guides/${slug}/index.html`, () => guidePage(slug, translations));
    yield page(`docs/guides/${slug}.md`, () => guideText(slug));
  }
  yield page("llms.txt", llmsText);
  yield page("data/index.html", () => dataFilesPage(catalogue, translations), [
    ...about,
    isoTime(catalogue.asOf).slice(0, 10),
    catalogue.events.at(-1)?.time,
  ]);
  yield page("docs/formats/index.html", () => formatsPage(translations));
  const methods = methodsValues(catalogue);
  yield page("methods/index.html", () => methodsPage(methods, translations), [JSON.stringify(methods)]);
  for (const kind of Object.keys(PROBLEM_TYPES) as ProblemKind[]) {
    yield page(`${problemPage(kind).slice(1)}index.html`, () => problemPageHtml(kind, translations));
  }
}

/**
 * The slug of the strongest recent earthquake, which stays the same for days, so that a page that has it as an example does too;
 * undefined if there is none.
 */
function strongestRecent({ events }: Catalogue): string | undefined {
  return largestOf(events.filter((event): event is RecentEvent => event.recent))?.slug;
}

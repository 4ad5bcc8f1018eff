import { allAnswers } from "../answers/answers.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { EventPages } from "../config/schema.ts";
import type { EndpointId } from "../contract/table/endpoints.ts";
import { type DataPage, dataPages } from "../site/data/pages.ts";
import { hasPage } from "../site/event-pages.ts";
import type { PageFile, ReadyFile } from "../site/files.ts";
import { nameFiles, readTexts, termNames, textFiles } from "../site/i18n/read-translations.ts";
import { translationsIn } from "../site/i18n/translations.ts";
import { baseMapOf } from "../site/map/drawn/base-map.ts";
import { pageKeys } from "../site/page-maker.ts";
import { pages, sectionOfPage } from "../site/pages.ts";
import { offlinePages } from "../site/views/offline.ts";
import type { TreeFile } from "../tree/file.ts";

export interface TreeOptions {
  /** Whether also the answers that only hosts without the rewrite need. */
  grid?: boolean | undefined;
  /** Magnitude below which details of small events are among the shards. */
  packBelow?: number | undefined;
  /** Which earthquakes have pages; all of them where it is not said. */
  eventPages?: EventPages | undefined;
}

const SECTIONS: Partial<Record<EndpointId, TreeFile["section"]>> = { earthquake: "earthquakes" };

/**
 * Every file of the tree, one after the other: a body is turned to bytes only when it is its turn.
 */
export function* treeFiles(
  catalogue: Catalogue,
  shards: readonly ReadyFile[],
  assets: readonly ReadyFile[],
  { grid, packBelow, eventPages = "all" }: TreeOptions = {},
): Iterable<TreeFile> {
  const encoder = new TextEncoder();
  const texts = readTexts();
  const baseMap = baseMapOf(catalogue.boundaries);
  const rule = { eventPages, packBelow };
  const keyOf = pageKeys(catalogue, baseMap);
  const pageBeside = dataPages(catalogue, {
    translations: translationsIn("en", texts.en),
    baseMap,
    hasPage: (event) => hasPage(rule, event),
  });
  // The largest first, so that they are compressed while the answers are written.
  for (const { path, bytes } of assets)
    yield { path, bytes: () => bytes, section: "pages", cache: "day", compress: true };
  for (const { path, bytes } of shards) {
    yield { path, bytes: () => bytes, section: "shards", cache: "immutable", compress: true };
  }
  const terms = catalogue.glossary.map(({ slug }) => slug);
  const named = nameFiles(terms);
  for (const { path, bytes } of [...named, ...textFiles()]) {
    yield { path, bytes: () => bytes, section: sectionOfPage(path), cache: "day", compress: true };
  }
  for (const { path, text } of baseMap.files) {
    yield { path, bytes: () => encoder.encode(text), section: sectionOfPage(path), cache: "day", compress: true };
  }
  for (const answer of allAnswers(catalogue, grid, packBelow)) {
    const { endpoint, file, body } = answer;
    const section = SECTIONS[endpoint.id] ?? (file.startsWith("q/") ? "q" : "api");
    const bytes = encoder.encode(JSON.stringify(body));
    // There are thousands of details, each too small for compression to be worth two more files.
    yield { path: file, bytes: () => bytes, section, cache: endpoint.cache, compress: section !== "earthquakes" };
    const page = pageBeside(answer);
    if (page) yield pageFile(page, bytes);
  }
  for (const { path, text } of writtenPages()) {
    const cache = path.startsWith("assets/") ? "day" : "minute";
    yield { path, bytes: () => encoder.encode(text), section: sectionOfPage(path), cache, compress: true };
  }

  function* writtenPages(): Iterable<PageFile> {
    yield* pages(catalogue, texts, termNames(terms), rule);
    yield* offlinePages(texts, rule);
  }

  function pageFile(page: DataPage, answer: Uint8Array): TreeFile {
    const section = sectionOfPage(page.path);
    return {
      path: page.path,
      bytes: () => encoder.encode(page.text),
      section,
      cache: "minute",
      compress: section !== "event-pages",
      key: keyOf(page, answer),
    };
  }
}

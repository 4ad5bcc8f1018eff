import { commonAnswers } from "../answers/answers.ts";
import { countriesWithEvents, countryAnswers } from "../answers/countries.ts";
import { detailAnswers, detailContext } from "../answers/earthquakes.ts";
import { glossaryAnswers } from "../answers/glossary.ts";
import { plateAnswers } from "../answers/plates.ts";
import { type Answer, isPacked } from "../answers/records.ts";
import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import type { NoticeRule } from "../catalogue/notice-rule.ts";
import type { EventPages } from "../config/schema.ts";
import { RECENT_HOURS } from "../contract/texts/vocabulary.ts";
import { coveredFrom } from "../contract/wire/window.ts";
import { readerFeedFiles } from "../data-files/feeds/atom.ts";
import { detailFiles } from "../data-files/feeds/files.ts";
import type { FeedInput } from "../data-files/feeds/select.ts";
import { hashOfValues, sha256 } from "../platform/hash.ts";
import { groupBy } from "../platform/lists.ts";
import { DAY_MS } from "../platform/time.ts";
import type { ShardFile } from "../rewrite/shards/make.ts";
import { cacheOfAsset, type PageAssets } from "../site/assets/assets.ts";
import { type DataPages, dataPages } from "../site/data/pages.ts";
import { hasPage, pagesFrom } from "../site/files.ts";
import { nameFiles, readNames, readTexts, textFiles, textsKey } from "../site/i18n/read-translations.ts";
import { type Brand, translationsIn } from "../site/i18n/translations.ts";
import { baseMapOf } from "../site/map/drawn/base-map.ts";
import { pages } from "../site/pages.ts";
import { picturedEvents, pictureFiles } from "../site/share/picture.ts";
import type { Renderer } from "../site/share/renderer.ts";
import { createSitemap } from "../site/sitemap.ts";
import { offlinePages } from "../site/views/offline.ts";
import { type Derive, NO_CELLS } from "../store/derive.ts";
import { eventDays, eventsKey } from "../store/event-days.ts";
import type { FileGroup, TreeFile } from "../tree/file.ts";
import { answersWithPages, readyFile, writtenFile } from "./made-files.ts";
import { searchFiles } from "./search-files.ts";

export interface TreeOptions {
  /** Whether to add the answers for hosts without the rewrite. */
  grid?: boolean | undefined;
  /** Magnitude below which details of small events are packed. */
  packBelow?: number | undefined;
  /** Which earthquakes have pages; default: all. */
  eventPages?: EventPages | undefined;
  /** The origin of the host, without a slash at the end; absent where it is not known. */
  publicUrl?: string | undefined;
  /** Age from which the data count as stale, s. */
  staleAfterS?: number | undefined;
  /** How the operator presents the site. */
  brand?: { brand: Brand; files: readonly TreeFile[] } | undefined;
  /** Draws the pictures for link previews; absent where none are drawn. */
  renderer?: Renderer | undefined;
  /** The magnitude from which recent earthquakes have a picture. */
  picturesFrom?: number | undefined;
  /** The input of the USGS feeds, if the store has it. */
  feeds?: FeedInput | undefined;
  /** Rules that have a feed, by name. */
  notices?: Readonly<Record<string, NoticeRule>> | undefined;
  /** The files that `/fdsnws/` is answered from. */
  archive?: Iterable<TreeFile> | undefined;
}

const NO_PICTURES: ReadonlySet<string> = new Set();

/**
 * Every file of the tree, one after the other. A key identifies everything that a file is made of; bytes are made, and answers
 * checked, only on request.
 *
 * @param derive the cells beside the store
 */
export function* treeFiles(
  catalogue: Catalogue,
  shards: readonly ShardFile[],
  assets: PageAssets,
  options: TreeOptions = {},
  derive: Derive = NO_CELLS,
): Iterable<TreeFile | FileGroup> {
  const { grid, packBelow, eventPages = "all", publicUrl, staleAfterS, brand, renderer, picturesFrom, feeds, archive = [] } = options;
  const texts = readTexts();
  const baseMap = baseMapOf(catalogue.boundaries, derive);
  const rule = { eventPages, packBelow };
  const site = { sample: catalogue.sample, pagesFrom: pagesFrom(rule), publicUrl, staleAfterS, ...(brand && { brand: brand.brand }) };
  // Their addresses must contain the host.
  const pictures =
    renderer && publicUrl !== undefined ? picturedEvents(catalogue, rule, picturesFrom ?? Number.POSITIVE_INFINITY) : NO_PICTURES;
  const pictureOf = renderer && pictureFiles(baseMap, renderer);
  const withPage = catalogue.events.filter((event) => hasPage(rule, event));
  const sitemap = publicUrl === undefined ? undefined : createSitemap(withPage, catalogue);
  const data = dataPages(catalogue, {
    translations: translationsIn("en", texts.en, site),
    baseMap,
    key: hashOfValues([textsKey(texts.en, site), baseMap.key]),
    hasPage: (event) => hasPage(rule, event),
    pictures,
  });
  yield {
    name: "assets",
    key: assets.key,
    files: () => assets.files().map((file) => ({ ...readyFile(file, cacheOfAsset(file.path)), section: "pages" })),
  };
  if (brand) yield* brand.files;
  for (const shard of shards) yield shardFile(shard);
  yield* archive;
  const names = readNames();
  yield {
    name: "texts",
    key: hashOfValues([catalogue.plates.map(({ slug, name }) => [slug, name])]),
    files: () => [...nameFiles(names, catalogue.plates), ...textFiles(names)].map((file) => readyFile(file, "day")),
  };
  yield { name: "land", key: baseMap.key, files: () => baseMap.files.map((file) => writtenFile(file, "day")) };
  yield* answersWithPages(commonAnswers(catalogue, grid === true), data.pageOf, (answer, json) => hashOf(answer, json, derive));
  yield* searchFiles(catalogue, derive);
  yield* zoneGroups(catalogue, data);
  yield* eventGroups(catalogue, packBelow, data);
  if (pictureOf) yield* catalogue.events.filter(({ slug }) => pictures.has(slug)).map(pictureOf);
  yield* readerFeedFiles(catalogue, (event) => hasPage(rule, event), options.notices, publicUrl);
  if (feeds) yield* detailFiles(feeds);
  for (const file of [
    ...pages(catalogue, texts, names, rule, site, { pictures, cells: baseMap.cells }, derive),
    ...offlinePages(texts, site),
  ]) {
    sitemap?.add(file.path);
    yield writtenFile(file, file.path.startsWith("assets/") ? "day" : "minute");
  }
  for (const file of publicUrl === undefined ? [] : (sitemap?.files(publicUrl) ?? [])) yield writtenFile(file, "day");
}

/** The hash of a body. The description of the API follows from the program, and making it takes longer than most other bodies. */
function hashOf({ endpoint }: Answer, json: () => string, derive: Derive): string {
  const made = () => sha256(json());
  return endpoint.id === "openapi" ? derive("openapi", [], made).value : made();
}

function shardFile({ path, sha256: hash, bytes, check }: ShardFile): TreeFile {
  const checked = () => {
    check?.();
    return bytes();
  };
  return { path, key: hash.slice(0, 32), bytes: checked, compress: true, section: "shards", cache: "immutable" };
}

/**
 * The details and pages of earthquakes: a group for each UTC day of recent ones, and one for each century of the others. The key of a
 * group covers its events and everything else that the files are made of. So a build makes only the groups in which something
 * changed, and of those it writes only the files that changed.
 *
 * @param packBelow magnitude below which the details of small events are in packs
 */
function* eventGroups(catalogue: Catalogue, packBelow: number | undefined, { pageOf, keyOfEvents }: DataPages): Iterable<FileGroup> {
  const context = sha256(JSON.stringify(detailContext(catalogue)));
  const detail = detailAnswers(catalogue);
  const served = catalogue.events.filter((event) => !isPacked(event, packBelow));
  const days = eventDays(
    served.filter(({ recent }) => recent),
    ({ time }) => time,
  ).map(({ day, events, key }) => ({ name: new Date(day * DAY_MS).toISOString().slice(0, 10), events, key }));
  const centuries = groupBy(
    served.filter(({ recent }) => !recent),
    centuryOf,
  );
  const others = [...centuries].map(([century, events]) => {
    return { name: `century-${century}`, events, key: () => eventsKey(events) };
  });
  for (const { name, events, key } of [...days, ...others]) {
    yield {
      name: `earthquakes-${name}`,
      key: hashOfValues([context, keyOfEvents(events), key()]),
      files: () => answersWithPages(oneByOne(events, detail), pageOf),
    };
  }
}

/** The bodies of a day are never all in memory: each is gone with its page. */
function* oneByOne(events: readonly CatalogueEvent[], detail: (event: CatalogueEvent) => Answer): Iterable<Answer> {
  for (const event of events) yield detail(event);
}

/**
 * The answers about countries, plates and terms, and their pages: a group for each country, since few of them change in a minute, one
 * for the plates, and one for the terms.
 */
function* zoneGroups(catalogue: Catalogue, data: DataPages): Iterable<FileGroup> {
  const { plates, glossary, complete } = catalogue;
  const group = (name: string, inputs: readonly unknown[], answers: () => Iterable<Answer>): FileGroup => ({
    name,
    key: hashOfValues([data.key, sha256(JSON.stringify([complete, ...inputs]))]),
    files: () => answersWithPages(answers(), data.pageOf),
  });
  for (const one of countriesWithEvents(catalogue)) {
    const { country, events } = one;
    const inputs = [country, eventsKey(events), data.withPage(events), coveredFrom(catalogue.asOf, RECENT_HOURS, catalogue.recentSince)];
    yield group(`country-${country.slug}`, inputs, () => countryAnswers(one, catalogue));
  }
  yield group("plates", [plates, data.keyOfPlates()], () => plateAnswers(catalogue));
  yield group("glossary", [glossary], () => glossaryAnswers(catalogue));
}

function centuryOf({ time }: CatalogueEvent): number {
  return Math.floor(new Date(time).getUTCFullYear() / 100) + 1;
}

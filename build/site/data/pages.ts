import type { Catalogue, CatalogueEvent } from "../../catalogue/catalogue.ts";
import type { EarthquakeDetail, GlossaryTerm } from "../../contract/resources/resources.ts";
import type { EndpointId } from "../../contract/table/endpoints.ts";
import { hashOfValues } from "../../platform/hash.ts";
import { groupBy, once } from "../../platform/lists.ts";
import { eventPageFile } from "../addresses.ts";
import type { PageFile } from "../files.ts";
import { type Html, html } from "../html.ts";
import { dataElement, type Translations } from "../i18n/translations.ts";
import { layout, type Page } from "../layout.ts";
import type { BaseMap } from "../map/drawn/base-map.ts";
import { countryMap } from "../map/drawn/country-map.ts";
import { countriesMap, platesMap } from "../map/drawn/index-maps.ts";
import { eventMap, type MapPoint } from "../map/drawn/local-maps.ts";
import { picturePath } from "../share/picture.ts";
import { countryPoints, countryView } from "../views/country.ts";
import { eventView } from "../views/event.ts";
import { countriesView, glossaryView, platesView } from "../views/lists.ts";
import { plateView } from "../views/plate.ts";
import { termView } from "../views/term.ts";
import { boundaryStepKm, changingOf } from "./around.ts";
import { slugOf } from "./elements.ts";
import { type Content, type ContentKind, type LabelContext, type PageModel, pageIn, type RelatedTerm, type View } from "./page.ts";
import { type Around, type RenderContext, renderContext } from "./render-context.ts";
import { placeOf, townsIn } from "./towns.ts";

/** The parts of an API answer that a page needs. */
interface Answered {
  endpoint: { id: EndpointId };
  /** File of the answer in the tree. */
  file: string;
  readonly body: unknown;
  /** The earthquake of the answer. */
  event?: CatalogueEvent;
}

export interface DataPagesOptions {
  translations: Translations;
  baseMap: BaseMap;
  /** Identifies texts and base map. */
  key: string;
  /** Whether the tree has a page of an earthquake. */
  hasPage: (event: CatalogueEvent) => boolean;
  /** The slugs of the earthquakes that have a picture. */
  pictures: ReadonlySet<string>;
}

export interface DataPages {
  /** The page for an answer; undefined if the answer has no page. @param sha256 of the JSON body */
  pageOf: (answer: Answered, sha256: string) => PageFile | undefined;
  /** Identifies the inputs of every page, except its answer and the list of earthquakes with a page. */
  key: string;
  /** Identifies the earthquakes on the globes of plates. */
  keyOfPlates: () => string;
  /** Of these earthquakes, the slugs of those that have a page. */
  withPage: (events: readonly CatalogueEvent[]) => string[];
  /**
   * Identifies the inputs that decide which of these earthquakes have pages and what the pages show. The earthquakes themselves
   * and `detailContext` are not included.
   */
  keyOfEvents: (events: readonly CatalogueEvent[]) => string;
}

export function dataPages(catalogue: Catalogue, options: DataPagesOptions): DataPages {
  const { translations, baseMap, pictures } = options;
  const withPage = new Set(catalogue.events.filter(options.hasPage).map(({ slug }) => slug));
  const plates = new Map(catalogue.plates.map(({ slug, name }) => [slug, name]));
  // Pages name the countries of the towns around an earthquake, which its answer does not.
  const called = new Map(catalogue.countries.map(({ iso2, name }) => [iso2, name]));
  const nameOfCountry = (iso2: string) => called.get(iso2);
  const common = hashOfValues([options.key, [...plates], [...called]]);
  const context = renderContext(translations, {
    hasPage: () => false,
    country: (_, english) => english,
    term: (_, english) => english,
    plate: (slug) => plates.get(slug) ?? slug,
  });
  const changing = changingOf(catalogue);
  const onPlate = once(() => pointsOnPlates(catalogue));
  const contentOf = contents(catalogue, withPage, changing);
  const linksOf = (slugs: readonly string[]) => slugs.map((slug) => [slug, withPage.has(slug)] as const);
  // Only historical earthquakes are neighbours.
  const ofAll = hashOfValues([
    common,
    boundaryStepKm(catalogue),
    catalogue.events.filter(({ historical, slug }) => historical && withPage.has(slug)).map(({ slug }) => slug),
  ]);
  return {
    key: hashOfValues([common, [...referringTerms(catalogue)]]),
    keyOfPlates: () => hashOfValues([...onPlate()]),
    withPage: (events) => events.map(({ slug }) => slug).filter((slug) => withPage.has(slug)),
    pageOf: (answer, sha256) => {
      const content = contentOf(answer);
      if (!content) return undefined;
      const links = new Map(linksOf(linkedEvents(content)));
      return {
        path: pathOf(content),
        key: hashOfValues([common, sha256, [...links], madeOf(content, onPlate), answer.event && pictures.has(answer.event.slug)]),
        text: () => pageText(content, { ...context, hasPage: (slug) => covered(links, slug) }),
      };
    },
    keyOfEvents: (events) => {
      const slugs = events.map(({ slug }) => slug).filter((slug) => withPage.has(slug));
      const others = events.flatMap((event) => {
        const { sequence, inTime } = changing(event);
        return sequence || inTime ? [[event.id, sequence, inTime, linksOf(othersIn({ sequence, inTime }))]] : [];
      });
      return hashOfValues([ofAll, slugs, slugs.filter((slug) => pictures.has(slug)), others]);
    },
  };

  function pageText(given: Content, own: RenderContext): string {
    const content = given.kind === "event" ? withPlace(given, catalogue) : given;
    const pages = new Set<string>();
    const named: Record<string, string> = {};
    const noting: RenderContext = {
      ...own,
      hasPage: (slug) => own.hasPage(slug) && Boolean(pages.add(slug)),
      plate: (slug) => (named[slug] = own.plate(slug)),
      map: drawMap(content, baseMap, own, nameOfCountry, onPlate),
    };
    const page = dataPage(content, noting);
    if (content.kind === "event" && pictures.has(content.body.slug)) page.picture = pictureOf(content, page, own);
    const { kind: _, body: __, ...besides } = content;
    const model: PageModel = { content: besides, pages: [...pages], plates: named };
    page.end = html`${dataElement("model", model)}${page.end}`;
    return layout(page, translations);
  }
}

function pictureOf(content: Content & { kind: "event" }, { card = "" }: Page, context: RenderContext): Page["picture"] {
  return { path: picturePath(content.body.slug), alt: `${card}. ${mapLabel(content, context)}` };
}

/**
 * Adds the facts that follow from the position. It runs only when a page is rendered; the key of the page covers them by the hash of
 * the answer, the names of the countries and the code.
 */
function withPlace(content: Content & { kind: "event" }, catalogue: Catalogue): Content {
  const { latitude, longitude } = content.body;
  if (!content.around || latitude === null || longitude === null) return content;
  return { ...content, around: { ...content.around, place: placeOf(latitude, longitude, catalogue) } };
}

/** The input, apart from links, in which two pages of the same answer may differ. */
function madeOf(content: Content, onPlate: () => ReturnType<typeof pointsOnPlates>): unknown {
  if (content.kind === "term") return content.usedIn;
  if (content.kind === "plate") return onPlate().get(content.body.code);
  return content.kind === "event" ? content.around : undefined;
}

/** So many earthquakes at most are marked on a plate. */
const ON_PLATE = { strongest: 24, newest: 6 } as const;

/** The strongest and the newest earthquakes on each plate, by its code, the largest marks first. */
function pointsOnPlates({ events }: Catalogue): ReadonlyMap<string | undefined, readonly MapPoint[]> {
  const groups = groupBy(events, ({ plate }) => plate?.code);
  return new Map(Array.from(groups, ([code, own]) => [code, strongestAndNewest(own)]));
}

/** @param events newest first */
function strongestAndNewest(events: readonly CatalogueEvent[]): MapPoint[] {
  const points = events.flatMap(({ latitude, longitude, depthKm, magnitude }) =>
    latitude === null || longitude === null || magnitude === null ? [] : [{ latitude, longitude, depth_km: depthKm, magnitude }],
  );
  const bySize = points.toSorted((a, b) => b.magnitude - a.magnitude);
  const shown = new Set([...bySize.slice(0, ON_PLATE.strongest), ...points.slice(0, ON_PLATE.newest)]);
  return bySize.filter((point) => shown.has(point));
}

/** The page of a list, an earthquake, a country, a plate or a term. */
function pathOf({ kind, body }: Content): string {
  if (kind === "event") return eventPageFile(body.slug);
  if (kind === "country") return `countries/${body.country.slug}/index.html`;
  if (kind === "plate") return `plates/${body.slug}/index.html`;
  return kind === "term" ? `glossary/${body.slug}/index.html` : `${kind}/index.html`;
}

/** @throws Error if the key of the page does not cover this earthquake */
function covered(links: ReadonlyMap<string, boolean>, slug: string): boolean {
  const there = links.get(slug);
  if (there === undefined) throw new Error(`a page links to ${slug}, which its answer does not name`);
  return there;
}

/** The slugs of the earthquakes that the page of an earthquake may link to, except the neighbours in its answer. */
function othersIn({ sequence, inTime }: Pick<Around, "sequence" | "inTime">): string[] {
  const others = [...(sequence?.strongest ?? []), inTime?.before, inTime?.after];
  return others.flatMap((other) => other?.slug ?? []);
}

/** The slugs of the earthquakes that a page may link to. */
function linkedEvents(content: Content): string[] {
  if (content.kind === "event") {
    const near = content.body.historical_neighbours?.strongest.map(({ slug }) => slug) ?? [];
    return [...near, ...(content.around ? othersIn(content.around) : [])];
  }
  if (content.kind === "country") {
    const { recent_earthquakes: recent, strongest, deadliest, most_recent: newest, notable_events: notable } = content.body;
    return [...recent.map(slugOf), ...[...strongest, ...deadliest, ...newest, ...notable].map(({ slug }) => slug)];
  }
  return [];
}

/** The API answers that list everything of a kind, by file, and the kind of their page. */
const LISTS = {
  "api/v1/countries.json": "countries",
  "api/v1/plates.json": "plates",
  "api/v1/glossary.json": "glossary",
} as const;

function contents(
  catalogue: Catalogue,
  withPage: ReadonlySet<string>,
  changing: ReturnType<typeof changingOf>,
): (answer: Answered) => Content | undefined {
  const referring = referringTerms(catalogue);
  // The body is made when it is first read: most answers have no page.
  return (answer) => {
    const { endpoint, file, event } = answer;
    if (event) {
      const around = { place: null, ...changing(event) };
      return withPage.has(event.slug) ? { kind: "event", around, body: answer.body as EarthquakeDetail } : undefined;
    }
    if (endpoint.id === "country" || endpoint.id === "plate") return { kind: endpoint.id, body: answer.body } as Content;
    if (endpoint.id === "term") {
      const term = answer.body as GlossaryTerm;
      return { kind: "term", body: term, usedIn: othersThan(term.related_terms, referring.get(term.slug)) };
    }
    const kind = LISTS[file as keyof typeof LISTS];
    return kind && ({ kind, body: answer.body } as Content);
  };
}

/** The referring terms that are not already listed as related terms. */
function othersThan(related: readonly RelatedTerm[], terms: readonly RelatedTerm[] = []): RelatedTerm[] {
  return terms.filter(({ slug }) => !related.some((one) => one.slug === slug));
}

/** The terms that name a term as related, sorted by name, by the slug of that term. */
function referringTerms({ glossary }: Catalogue): Map<string, RelatedTerm[]> {
  const referring = new Map<string, RelatedTerm[]>();
  for (const { term, slug, related } of glossary) {
    for (const to of related) referring.set(to, [...(referring.get(to) ?? []), { term, slug }]);
  }
  return referring;
}

/** Renders the map of a page at build time; undefined for pages without a map. */
function drawMap(
  content: Content,
  base: BaseMap,
  context: RenderContext,
  nameOf: NameOfCountry,
  onPlate: () => ReturnType<typeof pointsOnPlates>,
): Html | undefined {
  const label = mapLabel(content, context) ?? "";
  if (content.kind === "event") return mapOfEvent(content.body, base, label, nameOf);
  if (content.kind === "countries") return countriesMap(content.body.countries, base.shapes);
  if (content.kind === "plates") return platesMap(content.body.plates, base.middleOfPlate);
  if (content.kind === "plate") return base.globeOf(content.body.code, label, onPlate().get(content.body.code) ?? []);
  if (content.kind !== "country") return undefined;
  const { iso2, position } = content.body.country;
  return countryMap(iso2, position, countryPoints(content.body), base, label, nameOf);
}

type NameOfCountry = (iso2: string) => string | undefined;

function mapOfEvent(event: EarthquakeDetail, base: BaseMap, label: string, nameOf: NameOfCountry): Html | undefined {
  const { latitude, longitude, depth_km, magnitude, intensity_contours } = event;
  if (latitude === null || longitude === null) return undefined;
  return eventMap({ latitude, longitude, depth_km, magnitude, contours: intensity_contours }, base, townsIn, label, nameOf);
}

const VIEWS: { readonly [Kind in ContentKind]: View<Kind> } = {
  event: eventView,
  country: countryView,
  plate: plateView,
  term: termView,
  countries: countriesView,
  plates: platesView,
  glossary: glossaryView,
};

/** Renders the page of an answer at build time. */
export function dataPage(content: Content, context: RenderContext): Page {
  return pageIn(VIEWS[content.kind] as View, content, context);
}

/** The text alternative of the map of a page; undefined for pages without a map. */
function mapLabel(content: Content, context: LabelContext): string | undefined {
  return (VIEWS[content.kind] as View).mapLabel?.(content, context);
}

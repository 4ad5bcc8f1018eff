import { notableLists } from "../../answers/notable.ts";
import type { Catalogue, CatalogueEvent } from "../../catalogue/catalogue.ts";
import type { GlossaryTerm } from "../../contract/resources/resources.ts";
import type { EndpointId } from "../../contract/table/endpoints.ts";
import { resultKey } from "../../platform/program-hash.ts";
import type { PageFile } from "../files.ts";
import { html } from "../html.ts";
import { dataElement, type Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import type { BaseMap } from "../map/drawn/base-map.ts";
import { drawMap } from "../map/page-map.ts";
import { quakesOf } from "../map/quake.ts";
import { listed } from "../views/country.ts";
import { type ListedEarthquakes, MIN_LISTED } from "../views/lists.ts";
import type { RelatedTerm } from "../views/term.ts";
import { changingOf, placeOf } from "./around.ts";
import { type Content, dataPage } from "./page.ts";
import { type RenderContext, renderContext } from "./render-context.ts";

/** An answer in so far as a page is written from it. */
export interface Answered {
  endpoint: { id: EndpointId };
  /** File of the answer in the tree. */
  file: string;
  body: unknown;
  /** Of the body as JSON. */
  sha256: string;
}

export interface DataPagesOptions {
  translations: Translations;
  baseMap: BaseMap;
  /** The key of what pages are made with besides their answers: templates, texts, base map; undefined where it is not known. */
  code: string | undefined;
  /** Whether the tree has a page of an earthquake. */
  hasPage: (event: CatalogueEvent) => boolean;
}

/** The page that stands beside an answer, written from that answer; undefined for answers that have none. */
export function dataPages(catalogue: Catalogue, options: DataPagesOptions): (answer: Answered) => PageFile | undefined {
  const { translations, baseMap } = options;
  const withPage = slugsWithPage(catalogue, options);
  const plates = new Map(catalogue.plates.map(({ slug, name }) => [slug, name]));
  const common = resultKey(options.code, [...plates]);
  const context = renderContext(translations, {
    hasPage: () => false,
    country: (_, english) => english,
    term: (_, english) => english,
    plate: (slug) => plates.get(slug) ?? slug,
  });
  const contentOf = contents(catalogue, withPage);
  return (answer) => {
    const content = contentOf(answer);
    if (!content) return undefined;
    const links = new Map(linkedEvents(content).map((slug) => [slug, withPage.has(slug)]));
    return {
      path: pathOf(content),
      key: resultKey(common, [answer.sha256, [...links], madeOf(content)]),
      text: () => pageText(content, { ...context, hasPage: (slug) => known(links, slug) }),
    };
  };

  function pageText(known: Content, own: RenderContext): string {
    const content = known.kind === "event" ? withPlace(known, catalogue) : known;
    const page = dataPage(content, { ...own, map: drawMap(content, baseMap, own) });
    // No answer has what history remembers of all countries: for other languages it lies in the page.
    if (content.kind === "earthquakes") page.end = html`${dataElement("listed", content.body)}${page.end}`;
    if (content.kind === "event") page.end = html`${dataElement("around", content.around)}${page.end}`;
    return layout(page, translations);
  }
}

/** Only where a page is made: what follows from the position is covered by the hash of the answer. */
function withPlace(content: Content & { kind: "event" }, catalogue: Catalogue): Content {
  const { latitude, longitude } = content.body;
  if (!content.around || latitude === null || longitude === null) return content;
  return { ...content, around: { ...content.around, place: placeOf(latitude, longitude, catalogue) } };
}

/** What pages of the same answer may differ in, besides their links. */
function madeOf(content: Content): unknown {
  if (content.kind === "term") return content.usedIn;
  if (content.kind === "event") return content.around;
  return content.kind === "earthquakes" ? content.body : undefined;
}

function pathOf({ kind, body }: Content): string {
  if (kind === "event") return `earthquakes/${body.slug}/index.html`;
  if (kind === "country") return `countries/${body.country.slug}/index.html`;
  if (kind === "plate") return `plates/${body.slug}/index.html`;
  return kind === "term" ? `glossary/${body.slug}/index.html` : `${kind}/index.html`;
}

/** @throws Error for an earthquake that the key of the page does not cover */
function known(links: ReadonlyMap<string, boolean>, slug: string): boolean {
  const there = links.get(slug);
  if (there === undefined) throw new Error(`a page links to ${slug}, which its answer does not name`);
  return there;
}

/** The slugs of the earthquakes that a page may link to. */
function linkedEvents(content: Content): string[] {
  if (content.kind === "event") {
    const lists = [content.body.historical_neighbours?.strongest, content.around?.sequence?.strongest];
    return lists.flatMap((list) => list?.map(({ slug }) => slug) ?? []);
  }
  if (content.kind === "country") {
    const {
      recent_earthquakes: recent,
      strongest,
      deadliest,
      most_recent: newest,
      notable_events: notable,
    } = content.body;
    return [
      ...recent.map((event) => listed(event).slug),
      ...[...strongest, ...deadliest, ...newest, ...notable].map(({ slug }) => slug),
    ];
  }
  if (content.kind !== "earthquakes") return [];
  const { week, strongest, deadliest } = content.body;
  return [...week, ...strongest, ...deadliest].map(({ slug }) => slug);
}

function slugsWithPage({ events }: Catalogue, { hasPage }: DataPagesOptions): ReadonlySet<string> {
  return new Set(events.filter(hasPage).map(({ slug }) => slug));
}

/** The answers without parameters; those of the lists have others of their own. */
const LISTS = {
  "api/v1/countries.json": "countries",
  "api/v1/plates.json": "plates",
  "api/v1/glossary.json": "glossary",
} as const;
const WEEK_FILE = "q/live-feed/hours-168.json";

function contents(catalogue: Catalogue, withPage: ReadonlySet<string>): (answer: Answered) => Content | undefined {
  const referring = referringTerms(catalogue);
  const changing = changingOf(catalogue);
  const events = new Map(catalogue.events.map((event) => [event.slug, event]));
  return ({ endpoint, file, body }) => {
    if (endpoint.id === "earthquake") {
      const { slug } = body as { slug: string };
      const event = withPage.has(slug) ? events.get(slug) : undefined;
      return event && ({ kind: "event", body, around: { place: null, ...changing(event) } } as Content);
    }
    if (endpoint.id === "country" || endpoint.id === "plate") return { kind: endpoint.id, body } as Content;
    if (endpoint.id === "term") {
      const term = body as GlossaryTerm;
      return { kind: "term", body: term, usedIn: othersThan(term.related_terms, referring.get(term.slug)) };
    }
    if (file === WEEK_FILE) return { kind: "earthquakes", body: listedEarthquakes(body, catalogue) };
    const kind = LISTS[file as keyof typeof LISTS];
    return kind && ({ kind, body } as Content);
  };
}

/** A term that is related is not named twice. */
function othersThan(related: readonly RelatedTerm[], terms: readonly RelatedTerm[] = []): RelatedTerm[] {
  return terms.filter(({ slug }) => !related.some((one) => one.slug === slug));
}

/** By the slug of a term: the terms that name it as related, by name. */
function referringTerms({ glossary }: Catalogue): Map<string, RelatedTerm[]> {
  const referring = new Map<string, RelatedTerm[]>();
  for (const { term, slug, related } of glossary) {
    for (const to of related) referring.set(to, [...(referring.get(to) ?? []), { term, slug }]);
  }
  return referring;
}

function listedEarthquakes(feed: unknown, { events }: Catalogue): ListedEarthquakes {
  const { strongest, deadliest } = notableLists(events.filter(({ historical }) => historical));
  const week = quakesOf(feed).filter(({ magnitude }) => magnitude >= MIN_LISTED);
  return {
    week: week.map(({ magnitude, place, slug, time, depthKm }) => ({
      magnitude,
      place,
      slug,
      occurredAt: new Date(time).toISOString(),
      depthKm,
    })),
    strongest,
    deadliest,
  };
}

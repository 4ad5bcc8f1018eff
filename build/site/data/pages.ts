import { notableLists } from "../../answers/notable.ts";
import type { Catalogue, CatalogueEvent } from "../../catalogue/catalogue.ts";
import type { GlossaryTerm } from "../../contract/resources/resources.ts";
import type { EndpointId } from "../../contract/table/endpoints.ts";
import { html } from "../html.ts";
import { dataElement, type Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import type { BaseMap } from "../map/drawn/base-map.ts";
import { pageMapDrawer } from "../map/page-map.ts";
import { quakesOf } from "../map/quake.ts";
import { LEAST_LISTED, type ListedEarthquakes } from "../views/lists.ts";
import type { RelatedTerm } from "../views/term.ts";
import { type Content, dataPage } from "./page.ts";
import { renderContext } from "./render-context.ts";

/** An answer in so far as a page is written from it. */
export interface Answered {
  endpoint: { id: EndpointId };
  /** File of the answer in the tree. */
  file: string;
  body: unknown;
}

export interface DataPagesOptions {
  translations: Translations;
  baseMap: BaseMap;
  /** Whether the tree has a page of an earthquake. */
  hasPage: (event: CatalogueEvent) => boolean;
}

/** A page and its file in the tree. */
export interface DataPage {
  path: string;
  /** Written when it is asked for. */
  readonly text: string;
  /** Where it follows from its answer, and from this alone: pages that it leads to if they are there. */
  links?: readonly (readonly [path: string, there: boolean])[];
}

/** The page that stands beside an answer, written from that answer; undefined for answers that have none. */
export function dataPages(catalogue: Catalogue, options: DataPagesOptions): (answer: Answered) => DataPage | undefined {
  const { translations, baseMap } = options;
  const withPage = slugsWithPage(catalogue, options);
  const plates = new Map(catalogue.plates.map(({ slug, name }) => [slug, name]));
  const context = renderContext(translations, {
    hasPage: (slug) => withPage.has(slug),
    country: (_, english) => english,
    term: (_, english) => english,
    plate: (slug) => plates.get(slug) ?? slug,
  });
  const contentOf = contents(catalogue, withPage);
  const draw = pageMapDrawer(baseMap, context);
  return (answer) => {
    const content = contentOf(answer);
    if (!content) return undefined;
    if (content.kind === "event") return eventPage(content);
    const page = dataPage(content, { ...context, map: draw(content) });
    // No answer has what history remembers of all countries: for other languages it lies in the page.
    if (content.kind === "earthquakes") page.end = html`${dataElement("listed", content.body)}${page.end}`;
    return { path: `${page.path}index.html`, text: layout(page, translations) };
  };

  function eventPage(content: Extract<Content, { kind: "event" }>): DataPage {
    const { slug, historical_neighbours: neighbours } = content.body;
    return {
      path: pathOfEvent(slug),
      get text() {
        return layout(dataPage(content, { ...context, map: draw(content) }), translations);
      },
      links: (neighbours?.strongest ?? []).map((other) => [pathOfEvent(other.slug), withPage.has(other.slug)]),
    };
  }
}

function pathOfEvent(slug: string): string {
  return `earthquakes/${slug}/index.html`;
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
  return ({ endpoint, file, body }) => {
    if (endpoint.id === "earthquake") {
      const { slug } = body as { slug: string };
      return withPage.has(slug) ? ({ kind: "event", body } as Content) : undefined;
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
  const week = quakesOf(feed).filter(({ magnitude }) => magnitude >= LEAST_LISTED);
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

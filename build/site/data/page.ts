import type {
  CountryList,
  CountryProfile,
  EarthquakeDetail,
  GlossaryList,
  GlossaryTerm,
  PlateDetail,
  PlateList,
} from "../../contract/resources/resources.ts";
import { type Html, html, jsonHtml } from "../html.ts";
import type { Page } from "../layout.ts";
import { countryMain, countryTitle } from "../views/country.ts";
import { eventMain, eventTitle } from "../views/event.ts";
import { countriesMain, earthquakesMain, glossaryMain, type ListedEarthquakes, platesMain } from "../views/lists.ts";
import { plateMain, plateTitle, titleOfPlate } from "../views/plate.ts";
import { type RelatedTerm, termMain, termTitle } from "../views/term.ts";
import type { Around, RenderContext } from "./render-context.ts";

/** The input of a data page: an unchanged API answer, and values from other documents. */
export type Content =
  | { kind: "event"; body: EarthquakeDetail; around: Around | null }
  | { kind: "country"; body: CountryProfile }
  | { kind: "plate"; body: PlateDetail }
  | { kind: "term"; body: GlossaryTerm; usedIn: readonly RelatedTerm[] }
  | { kind: "countries"; body: CountryList }
  | { kind: "plates"; body: PlateList }
  | { kind: "glossary"; body: GlossaryList }
  | { kind: "earthquakes"; body: ListedEarthquakes };

export type ContentKind = Content["kind"];

interface Parts {
  path: string;
  /** Address of the same data in the API; undefined if no single answer contains them. */
  api?: string;
  /** Address of the Atom feed. */
  atom?: string;
  title: string;
  description: string;
  main: Html;
  facts?: object;
}

/** Renders the page of an answer. The function runs at build time and in the browser. */
export function dataPage(content: Content, context: RenderContext): Page {
  const { path, api, atom, title, description, main, facts } = partsOf(content, context);
  return {
    path,
    title: `${title} · Quaketree`,
    description,
    main,
    languages: "script",
    card: title,
    ...(isList(content) && { width: "broad" }),
    head: html`<link rel="stylesheet" href="/assets/data.css">
${
  isList(content)
    ? html`<link rel="stylesheet" href="/assets/lists.css">
`
    : null
}${
  api === undefined
    ? null
    : html`<link rel="alternate" type="application/json" href="${api}">
`
}${
  atom === undefined
    ? null
    : html`<link rel="alternate" type="application/atom+xml" href="${atom}">
`
}${facts && structuredData(facts)}`,
    end: html`<script type="module" src="/assets/pages/data-page.js"></script>
`,
  };
}

function partsOf(content: Content, context: RenderContext): Parts {
  const { t } = context;
  switch (content.kind) {
    case "event": {
      const { body, around } = content;
      const titles = eventTitle(body, context);
      const path = `earthquakes/${body.slug}/`;
      return {
        path,
        api: `/api/v1/${path}`,
        ...titles,
        main: eventMain(body, around, context),
        facts: eventFacts(body, titles.title),
      };
    }
    case "country": {
      const { body } = content;
      const path = `countries/${body.country.slug}/`;
      return {
        path,
        api: `/api/v1/${path}`,
        atom: `/${path}earthquakes.atom`,
        ...countryTitle(body, context),
        main: countryMain(body, context),
        facts: countryFacts(body),
      };
    }
    case "plate": {
      const { body } = content;
      const path = `plates/${body.slug}/`;
      return {
        path,
        api: `/api/v1/${path}`,
        ...plateTitle(body, context),
        main: plateMain(body, context),
        facts: plateFacts(body),
      };
    }
    case "term": {
      const { body, usedIn } = content;
      const path = `glossary/${body.slug}/`;
      const main = termMain(body, usedIn, context);
      return { path, api: `/api/v1/${path}`, ...termTitle(body, context), main, facts: termFacts(body) };
    }
    case "countries":
      return { ...listParts("countries", context), main: countriesMain(content.body, context) };
    case "plates":
      return { ...listParts("plates", context), main: platesMain(content.body, context) };
    case "glossary":
      return { ...listParts("glossary", context), main: glossaryMain(content.body, context) };
    case "earthquakes": {
      const [title, description] = [t("earthquakes_title"), t("earthquakes_description")];
      const atom = "/earthquakes/significant.atom";
      return { path: "earthquakes/", atom, title, description, main: earthquakesMain(content.body, context) };
    }
  }
}

function isList({ kind }: Content): boolean {
  return kind === "earthquakes" || kind === "countries" || kind === "plates" || kind === "glossary";
}

function listParts(kind: "countries" | "plates" | "glossary", { t }: RenderContext): Omit<Parts, "main"> {
  const path = `${kind}/`;
  return { path, api: `/api/v1/${path}`, title: t(`${kind}_title`), description: t(`${kind}_description`) };
}

/** The text alternative of the map of a page; undefined for pages without a map. */
export function mapLabel(
  content: Content,
  context: Pick<RenderContext, "t" | "country" | "translations">,
): string | undefined {
  const { t, country } = context;
  if (content.kind === "event") return t("map_of_event");
  if (content.kind === "country")
    return t("map_of_country", { country: country(content.body.country.iso2, content.body.country.name) });
  if (content.kind === "plate") return t("map_of_plate", { plate: titleOfPlate(content.body, context) });
  return undefined;
}

/**
 * JSON-LD with the schema.org vocabulary. It repeats facts of the answer only. Browsers treat it as data, so the content
 * security policy does not block it.
 */
export function structuredData(value: object): Html {
  return html`<script type="application/ld+json">${jsonHtml({ "@context": "https://schema.org", ...value })}</script>
`;
}

/** The description of the whole tree as a data set, for search engines of data sets. */
export function treeFacts(name: string, description: string, asOf: string): object {
  const api = { "@type": "DataDownload", encodingFormat: "application/json", contentUrl: "/api/v1/earthquakes/" };
  const variableMeasured = ["magnitude", "depth", "latitude", "longitude", "time"];
  return {
    "@type": "Dataset",
    name,
    description,
    dateModified: asOf,
    isAccessibleForFree: true,
    variableMeasured,
    distribution: [api],
  };
}

function eventFacts(event: EarthquakeDetail, title: string): object {
  const { event_id: identifier, latitude, longitude, place_description: name, sources } = event;
  const startDate = knownDate(event);
  const geo = latitude === null || longitude === null ? undefined : { "@type": "GeoCoordinates", latitude, longitude };
  const sameAs = sources.flatMap(({ url }) => url ?? []);
  return {
    "@type": "Event",
    name: title,
    identifier,
    ...(startDate !== undefined && { startDate }),
    location: { "@type": "Place", name, ...(geo && { geo }) },
    ...(sameAs.length > 0 && { sameAs }),
  };
}

/** The date as precisely as it is known; undefined for years BC, which search engines do not support. */
function knownDate({ occurred_at: at, occurred_at_precision: precision }: EarthquakeDetail): string | undefined {
  if (!/^\d{4}-/.test(at) || at.startsWith("0000")) return undefined;
  const known = { year: at.slice(0, 4), month: at.slice(0, 7), day: at.slice(0, 10), minute: `${at.slice(0, 16)}Z` };
  return precision === "second" ? at : known[precision];
}

function countryFacts({ country: { name, iso2: identifier, position } }: CountryProfile): object {
  return { "@type": "Place", name, identifier, geo: { "@type": "GeoCoordinates", ...position } };
}

function plateFacts({ name, code: identifier, description }: PlateDetail): object {
  return { "@type": "Place", name: `${name} plate`, identifier, description };
}

function termFacts({ term: name, slug, definition: description }: GlossaryTerm): object {
  const inDefinedTermSet = { "@type": "DefinedTermSet", name: "Glossary of seismology" };
  return { "@type": "DefinedTerm", name, termCode: slug, description, inDefinedTermSet };
}

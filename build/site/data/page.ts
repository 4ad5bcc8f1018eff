import type { Catalogue } from "../../catalogue/catalogue.ts";
import type {
  CountryList,
  CountryProfile,
  EarthquakeDetail,
  GlossaryList,
  GlossaryTerm,
  PlateDetail,
  PlateList,
} from "../../contract/resources/resources.ts";
import { isoTime } from "../../store/civil-time.ts";
import { type Html, html, jsonHtml } from "../html.ts";
import type { Page } from "../layout.ts";
import type { Around, RenderContext } from "./render-context.ts";

/** A term that refers to another one. */
export type RelatedTerm = GlossaryTerm["related_terms"][number];

/** The input of a data page: an unchanged API answer, and values from other documents. */
export type Content =
  | { kind: "event"; body: EarthquakeDetail; around: Around | null }
  | { kind: "country"; body: CountryProfile }
  | { kind: "plate"; body: PlateDetail }
  | { kind: "term"; body: GlossaryTerm; usedIn: readonly RelatedTerm[] }
  | { kind: "countries"; body: CountryList }
  | { kind: "plates"; body: PlateList }
  | { kind: "glossary"; body: GlossaryList };

/** What a script needs to render a page in another language, besides the answer of the API and the map. The page carries it as JSON. */
export interface PageModel {
  /** The values of the content that are not in the answer. */
  content: { around?: Around | null; usedIn?: readonly RelatedTerm[] };
  /** The slugs of the earthquakes to whose pages the page links. */
  pages: readonly string[];
  /** The English names of plates by slug. */
  plates: Readonly<Record<string, string>>;
}

export type ContentKind = Content["kind"];

export type ContentOf<Kind extends ContentKind> = Extract<Content, { kind: Kind }>;

/** What differs between the pages of one kind and of another. */
interface PageParts extends Pick<Page, "path" | "title" | "description" | "main"> {
  /** Address of the Atom feed. */
  atom?: string;
  /** For `structuredData`. */
  facts?: object;
}

/** How a kind of page is made of its content. A browser loads only the view of the page that it shows. */
export interface View<Kind extends ContentKind = ContentKind> {
  parts(content: ContentOf<Kind>, context: RenderContext): PageParts;
  /** The text alternative of the map of the page; absent for pages without one. */
  mapLabel?(content: ContentOf<Kind>, context: LabelContext): string;
}

export type LabelContext = Pick<RenderContext, "t" | "country" | "translations">;

/**
 * Renders the page of an answer. The function runs at build time (`site/data/pages.ts`) and in the browser.
 *
 * @param view that of the kind of the content
 */
export function pageIn(view: View, content: Content, context: RenderContext): Page {
  const { path, atom, title, description, main, facts } = view.parts(content, context);
  return {
    path,
    title: `${title} · Quaketree`,
    description,
    main,
    languages: "script",
    card: title,
    ...(isList(content) && { width: "broad" }),
    head: html`<link rel="stylesheet" href="/assets/data.css">
${isList(content) ? LISTS_STYLE : null}${alternate("json", `/api/v1/${path}`)}${atom && alternate("atom+xml", atom)}${
  facts && structuredData(facts)
}`,
    end: html`<script type="module" src="/assets/pages/data-page.js"></script>
`,
  };
}

const LISTS_STYLE = html`<link rel="stylesheet" href="/assets/lists.css">
`;

/** A link to the same data for programs. */
function alternate(type: string, href: string): Html {
  return html`<link rel="alternate" type="application/${type}" href="${href}">
`;
}

function isList({ kind }: Content): boolean {
  return kind === "countries" || kind === "plates" || kind === "glossary";
}

/**
 * JSON-LD with the schema.org vocabulary. It repeats facts of the answer only. Browsers treat it as data, so the content
 * security policy does not block it.
 */
export function structuredData(value: object): Html {
  return html`<script type="application/ld+json">${jsonHtml({ "@context": "https://schema.org", ...value })}</script>
`;
}

/**
 * The description of the whole tree as a data set, for search engines of data sets. Each source has its own terms. It names the day
 * of the data only, so that it stays the same from snapshot to snapshot.
 */
export function treeFacts(name: string, description: string, { asOf, sources, events }: Described): object {
  const day = isoTime(asOf).slice(0, 10);
  const oldest = events.at(-1)?.time ?? asOf;
  const based = sources.map((source) => ({
    "@type": "Dataset",
    name: source.name,
    description: source.provides,
    url: source.url,
    license: source.licence,
    creditText: source.attribution,
  }));
  return {
    "@type": "Dataset",
    name,
    description,
    dateModified: day,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name: "Quaketree" },
    license: "/docs/#sources",
    citation: "/docs/guides/citing/",
    spatialCoverage: { "@type": "Place", geo: { "@type": "GeoShape", box: "-90 -180 90 180" } },
    temporalCoverage: `${isoYear(oldest)}/${day}`,
    variableMeasured: ["magnitude", "depth", "latitude", "longitude", "time"],
    isBasedOn: based,
    distribution: [{ "@type": "DataDownload", encodingFormat: "application/json", contentUrl: "/api/v1/earthquakes/" }],
  };
}

type Described = Pick<Catalogue, "asOf" | "sources" | "events">;

/** A year as in ISO 8601, where 2150 BC is -2149. @param time ms since 1970 UTC */
function isoYear(time: number): string {
  const year = new Date(time).getUTCFullYear();
  return `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}`;
}

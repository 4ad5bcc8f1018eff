import { dataHref, eventHref as hrefOf } from "../addresses.ts";
import { neutralNumber } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { Counted, type Translate, type Translations, type Values } from "../i18n/translations.ts";
import type { ToolContext } from "../tools/tool.ts";

export type TranslateData = Translate<keyof typeof import("../../../data/languages/data/en.json")>;

/** The environment in which data pages are rendered, at build time and in the browser. */
export interface RenderContext {
  t: TranslateData;
  translations: Translations;
  /** The address of a data page in the reader's language; the path is like `countries/japan/`. */
  href: (path: string) => string;
  /** Whether the earthquake has a page. If it has none, links lead to its API answer. */
  hasPage: (slug: string) => boolean;
  /** The name of a country in the reader's language; the English name if there is no translation. */
  country: (iso2: string, english: string) => string;
  term: (slug: string, english: string) => string;
  /** The definition of a term in the reader's language; undefined if there is none, and in English. */
  definition: (slug: string) => string | undefined;
  /** The English name of a plate. */
  plate: (slug: string) => string;
  /** Formats a number in a text, a title or a drawing, where no script can format it later. */
  number: ToolContext["number"];
  /** The map, rendered at build time; undefined if there is none. */
  map?: Html | undefined;
}

export type NameLookup = Pick<RenderContext, "hasPage" | "country" | "term" | "plate"> & Partial<Pick<RenderContext, "definition">>;

/** The context for one language. @param number the build formats numbers as readers of any language understand them */
export function renderContext(
  translations: Translations,
  names: NameLookup,
  number: RenderContext["number"] = neutralNumber,
): RenderContext {
  return {
    definition: () => undefined,
    ...names,
    translations,
    number,
    t: translations.area("data"),
    href: (path) => dataHref(translations.language.tag, path),
  };
}

/** The address that describes an earthquake: its page or its API answer. */
export function eventHref(context: RenderContext, slug: string): string {
  return hrefOf(context.translations.language.tag, slug, context.hasPage(slug));
}

/** Facts that follow from the position of an earthquake. */
export interface Place {
  /** Name in the IANA time zone database. */
  timeZone: string;
  towns: readonly Town[];
}

export interface Town {
  name: string;
  iso2: string;
  /** English name. */
  country: string;
  population: number;
  /** Distance from the epicentre. */
  km: number;
}

/** Recent earthquakes within a distance and a time span. */
export interface Sequence {
  km: number;
  days: number;
  /** The day from which the data cover the time before the earthquake; null if they cover all of it. */
  coveredFrom: string | null;
  count: number;
  /** How many of them came after the earthquake. */
  after: number;
  strongest: readonly { slug: string; magnitude: number; place: string; occurredAt: string; km: number }[];
}

/** The significant earthquakes before and after an earthquake; null at the two ends of the catalogue. */
export interface TimeNeighbours {
  before: TimeNeighbour | null;
  after: TimeNeighbour | null;
}

export interface TimeNeighbour {
  slug: string;
  magnitude: number | null;
  place: string;
}

/** The content of an earthquake page that is not in the API answer. The page contains it as data, for rendering in other languages. */
export interface Around {
  /** Null if the position is unknown. */
  place: Place | null;
  /** The USGS products that the page links to. */
  products: readonly string[];
  sequence: Sequence | null;
  /** Null for an earthquake that is not significant. */
  inTime: TimeNeighbours | null;
  /** Resolution of the distance to a plate boundary, km. */
  boundaryStepKm: number;
}

/** The texts of figures of data pages and of the titles above them. A frame in another language loads these alone. */
export const FIGURE_TEXTS = [
  "compass_points",
  "contours_note",
  "countries_title",
  "country_title",
  "deep",
  "depth",
  "depth_unknown",
  "finding_convergent",
  "finding_depth",
  "finding_divergent",
  "finding_plates",
  "finding_shaking",
  "finding_transform",
  "finding_years",
  "finding_zones",
  "intermediate",
  "magnitude",
  "magnitude_unknown",
  "map_boundaries_note",
  "map_of_country_note",
  "map_of_event_note",
  "map_of_plate_note",
  "map_of_plates_note",
  "map_of_zones_note",
  "on_live_map",
  "place_from",
  "plate_title",
  "plates_title",
  "shallow",
  "years_chart",
  "zone_very_high",
  "zone_high",
  "zone_moderate",
  "zone_low",
  "zone_minimal",
] as const;

type FigureText = (typeof FIGURE_TEXTS)[number];

/** A value of a text as an attribute keeps it: its markup, and the number if it counts something. */
export type KeptValue = string | readonly [number: number, markup: string];

/**
 * A text of a figure. It names its key and its values, so that a frame says it in another language without the rest of the page
 * (`client/figure/translate.ts`).
 */
export function figureText(t: TranslateData, key: FigureText, values: Values = {}): Html {
  const kept = Object.entries(values).map(([name, value]): [string, KeptValue] => [
    name,
    value instanceof Counted ? [value.number, html`${value.shown}`.markup] : html`${value}`.markup,
  ]);
  const attribute = kept.length > 0 ? html` data-values="${JSON.stringify(Object.fromEntries(kept))}"` : null;
  return html`<span data-text="${key}"${attribute}>${t.html(key, values)}</span>`;
}

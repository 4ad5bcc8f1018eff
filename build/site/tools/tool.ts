import type { ListedEvent } from "../addresses.ts";
import type { NumberRows } from "../charts/plot.ts";
import type { Html } from "../html.ts";
import type { LanguageTag } from "../i18n/languages.ts";
import type { Translate } from "../i18n/translations.ts";

/**
 * The tools under `/tools/`, in display order. A slug is also the name of the tool's folder here, of the area of its texts
 * (`tool-{slug}`), and of its method in `data/pages/tool-methods.json`.
 */
export const TOOL_SLUGS = [
  "near-me",
  "travel-times",
  "energy",
  "felt-intensity",
  "s-minus-p",
  "aftershocks",
  "gutenberg-richter",
  "plate-motion",
  "tsunami-travel-time",
  "countries",
  "timeline",
  "scales",
] as const;

export type ToolSlug = (typeof TOOL_SLUGS)[number];

/** A number that the reader enters. Its label is the text `field.{name}`, with the text `hint.{name}` below it if that exists. */
export interface NumberField {
  kind: "number";
  name: string;
  least: number;
  most: number;
  /** Step of the arrow buttons; with `any`, the reader may type any number. */
  step: number | "any";
  /** Initial value. */
  first: number;
  /** Symbol of the unit, the same in every language (`km`). */
  unit?: string;
}

/** A choice of options; the label of each is the text `option.{name}.{option}`, unless it is data. */
export interface ChoiceField {
  kind: "choice";
  name: string;
  options: readonly [string, ...string[]];
  first: string;
  /** Options that are countries: their English names, by ISO 3166-1 alpha-2. The form shows them in the language of the page. */
  countries?: Readonly<Record<string, string>>;
  /** Options that are plates: their English names, by the code in Bird's model. The form shows them in the language of the page. */
  plates?: Readonly<Record<string, string>>;
  /** The script of the tool adds all options but the first: names of countries that every browser has. */
  filled?: true;
}

export type Field = NumberField | ChoiceField;

type ValueOf<F extends Field> = F extends { kind: "choice"; options: readonly (infer Option)[] } ? Option : number;

/** The values of the form, by the names of the fields. */
export type ValuesOf<Fields extends readonly Field[]> = { [F in Fields[number] as F["name"]]: ValueOf<F> };

export type AnyValues = Record<string, number | string>;

export interface NumberStyle {
  /** Digits after the decimal point. */
  digits?: number;
  /** Significant digits if `digits` is absent; 3 by default. Large and small numbers are written with powers of ten. */
  significant?: number;
  /** Symbol of the unit, after a non-breaking space. */
  unit?: string;
}

/** The environment in which a tool draws: at build time numbers have a neutral format, and in a browser the format of `Intl`. */
export interface ToolContext {
  /** Texts of the tool's own area (`tool-{slug}`), or of the area `tools` if the key is missing there. */
  t: Translate<string>;
  language: LanguageTag;
  /** Formats a time. @param instant ms since 1970 UTC */
  time: (instant: number) => Html;
  /** The name of a country. @param english used if there is no translated name */
  country: (iso2: string, english: string) => string;
  /** The name of a plate. @param english used if there is no translated name */
  plate: (code: string, english: string) => string;
  number: (value: number, style?: NumberStyle) => string;
  /** The address that describes an earthquake. */
  eventHref: (event: ListedEvent) => string;
  /** Width of the figure, CSS pixels. */
  width: number;
  /**
   * What a mark of a figure says in its card, as an element inside of it; null at build time, because the page would be heavy.
   *
   * @param href what the card leads to
   */
  card: (text: string, href?: string) => Html | null;
}

export interface Drawn {
  /** The result as text: paragraphs. Screen readers announce it after each change, so it should be short. */
  answer: Html;
  /** One or more SVG elements, each with `role="img"` and a label. */
  figure: Html;
  /** Content below the figure: a table, a note. */
  more?: Html;
  /** The numbers of the figure; absent without a figure. */
  numbers?: () => NumberRows;
  /** The data for these values are not loaded yet: the previous result stays visible but dimmed. */
  waiting?: true;
}

/** A tool: its form, and the pure function that draws the result. It runs at build time and in the browser. */
export interface Tool<Fields extends readonly Field[] = readonly Field[], Data = unknown> {
  slug: ToolSlug;
  fields: Fields;
  /** Initial data of the tool, available at build time. The page contains them as `#seed`. */
  seed?: Data;
  /** False if the seed is too large for the page: the script loads it from a file of the tree. */
  seedInPage?: false;
  /** @param data the seed, or newer data that the script of the tool has loaded from the API */
  draw(values: ValuesOf<Fields>, context: ToolContext, data?: Data): Drawn;
  /** Stores the values in the fragment of the address, which browsers never send to a host. */
  inFragment?: true;
}

/** Lets TypeScript infer the names and options of the fields for the values of `draw`. */
export function defineTool<const Fields extends readonly Field[], Data = undefined>(tool: Tool<Fields, Data>): Tool<Fields, Data> {
  return tool;
}

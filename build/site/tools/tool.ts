import type { ListedEvent } from "../addresses.ts";
import type { Html } from "../html.ts";
import type { LanguageTag } from "../i18n/languages.ts";
import type { Translate } from "../i18n/translations.ts";

/**
 * The tools under `/tools/`, in the order in which they are listed. A slug is also the name of the tool's folder here, of the
 * area of its texts (`tool-{slug}`), and of its sources in `data/pages/tool-sources.json`.
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

/** A number that the reader enters. Its label is the text `field.{name}`; a text `hint.{name}` stands below it if there is one. */
export interface NumberField {
  kind: "number";
  name: string;
  least: number;
  most: number;
  /** What a click on its arrows adds; any number may be typed between them where it is `any`. */
  step: number | "any";
  /** What it is at first. */
  first: number;
  /** Sign of the unit, the same in every language (`km`). */
  unit?: string;
}

/** One of several; the label of each is the text `option.{name}.{option}`. */
export interface ChoiceField {
  kind: "choice";
  name: string;
  options: readonly [string, ...string[]];
  first: string;
  /** Labels that are data rather than texts, by option; those that it lacks are texts. */
  labels?: Readonly<Record<string, string>>;
}

export type Field = NumberField | ChoiceField;

type ValueOf<F extends Field> = F extends { kind: "choice"; options: readonly (infer Option)[] } ? Option : number;

/** What the reader entered, by the names of the fields. */
export type ValuesOf<Fields extends readonly Field[]> = { [F in Fields[number] as F["name"]]: ValueOf<F> };

/** Any tool's values, where it does not matter which tool's. */
export type AnyValues = Record<string, number | string>;

/** How a number is written. */
export interface NumberStyle {
  /** Digits after the point. */
  digits?: number;
  /** Significant digits, where `digits` is not said; 3 at first. Large and small ones become powers of ten. */
  significant?: number;
  /** Sign of the unit, set off by a space that does not break. */
  unit?: string;
}

/** What a tool draws with: the same at build time, where numbers are written neutrally, and in a browser, by `Intl`. */
export interface ToolContext {
  /** Texts of the tool's own area (`tool-{slug}`), and of the area `tools` where it has none of that key. */
  t: Translate<string>;
  language: LanguageTag;
  /** A moment. @param instant ms since 1970 UTC */
  time: (instant: number) => Html;
  /** The name of a country. @param english what it is where the language's own is not known */
  country: (iso2: string, english: string) => string;
  number: (value: number, style?: NumberStyle) => string;
  /** Where to read about an earthquake. */
  eventHref: (event: ListedEvent) => string;
}

export interface Drawn {
  /** The result in words: paragraphs. Read out when it changes, so keep it short. */
  answer: Html;
  /** One SVG or more, each `role="img"` with a label. */
  figure: Html;
  /** What stands below the figure: a table, a note. */
  more?: Html;
  /** The data for these values are still to be read: what was drawn before stays where it is, and is dimmed. */
  waiting?: true;
}

/** A tool: its form, and how its result follows from what is entered. Pure; runs at build time and in the browser. */
export interface Tool<Fields extends readonly Field[] = readonly Field[], Data = unknown> {
  slug: ToolSlug;
  fields: Fields;
  /** Data that the tool begins with; it is built in and travels in the page as `#seed`. */
  seed?: Data;
  /** False where the seed is too large to travel in every page: the script reads it from a file of the tree. */
  seedInPage?: false;
  /** @param data `seed`, and then what the script of the tool has read from the API */
  draw(values: ValuesOf<Fields>, context: ToolContext, data?: Data): Drawn;
  /** MathML. The text `formula_where` explains its signs. */
  formula: Html;
  /** Keys of the texts that say where it ends. */
  limits: readonly string[];
  /** Keeps what is entered behind the `#` of the address, which no host gets to see. */
  inFragment?: true;
  /** Slugs of the glossary. */
  terms: readonly string[];
}

/** Gives the fields' names and options to the type of `draw`'s values. */
export function defineTool<const Fields extends readonly Field[], Data = undefined>(
  tool: Tool<Fields, Data>,
): Tool<Fields, Data> {
  return tool;
}

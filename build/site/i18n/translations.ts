import { memoize } from "../../contract/wire/memoize.ts";
import { type Html, html, jsonHtml } from "../html.ts";
import { type Language, type LanguageTag, languageOf } from "./languages.ts";

/** The values of placeholders. Text is escaped when it is inserted into a page; HTML is inserted unchanged. */
export type Values = Readonly<Record<string, string | number | Html | Counted>>;

/** The values of placeholders in plain text. */
type PlainValues = Readonly<Record<string, string | number | Counted<string>>>;

/** The texts of one area in one language. */
export interface Translate<Key extends string> {
  /** @throws RangeError if the key or a value is missing */
  (key: Key, values?: PlainValues): string;
  /** Like the call, but values may be HTML, such as a link. */
  html(key: Key, values: Values): Html;
}

/** Properties that all pages of a site share. */
export interface Site {
  /** The time span of the embedded sample if it replaces recent events, ms since 1970 UTC. */
  sample: { from: number; to: number } | null;
  /** The magnitude from which every earthquake has a page, from `pagesFrom`. Scripts use it for their links. */
  pagesFrom: number;
  /** The origin of the host, such as `https://quakes.example`, if the operator has configured it. */
  publicUrl?: string | undefined;
  /** Age from which the data count as stale, s. */
  staleAfterS?: number | undefined;
  /** How the operator presents the site; absent where nothing is configured. */
  brand?: Brand | undefined;
}

/** Name, logo and warning service of a site. */
export interface Brand {
  name?: string | undefined;
  /** Path of the logo in the tree, with a leading slash. */
  logo?: string | undefined;
  /** Path of the style sheet with the colours, with a leading slash. */
  style?: string | undefined;
  /** Who warns of earthquakes and tsunamis. */
  warningService?: { name: string; url: string } | undefined;
}

/** The name of a site that has no other. */
export const DEFAULT_NAME = "Quaketree";

const PLAIN_SITE: Site = { sample: null, pagesFrom: Number.NEGATIVE_INFINITY };

/** The interface of a site in one language. */
export interface Translations {
  language: Language;
  site: Site;
  area<A extends Area>(area: A): Translate<keyof AreaTexts[A] & string>;
  /** The raw texts of an area, for a script of the page. */
  texts(area: Area): Texts;
}

/** @param texts of one language, by area */
export function translationsIn(tag: LanguageTag, texts: Readonly<Record<string, Texts>>, site: Site = PLAIN_SITE): Translations {
  const textsOf = (area: Area): Texts => {
    const found = texts[area];
    if (!found) throw new RangeError(`there are no texts of ${area} in ${tag}`);
    return found;
  };
  return { language: languageOf(tag), site, area: (area) => translateFrom(textsOf(area), tag), texts: textsOf };
}

/** Translates with the texts that a page contains for its script. */
export function translateFrom<Key extends string>(texts: Texts, language: LanguageTag): Translate<Key> {
  const t = (key: Key, values?: PlainValues) => {
    const text = textOf(texts, key);
    // A shortcut: most texts have no placeholders, and a build formats millions of texts.
    if (!values && !text.includes("{")) return text;
    return filled(text, language, (name) => valueOf(values ?? {}, name, key)).join("");
  };
  const translateHtml = (key: Key, values: Values) => html`${filled(textOf(texts, key), language, (name) => valueOf(values, name, key))}`;
  return Object.assign(t, { html: translateHtml });
}

function textOf(texts: Texts, key: string): string {
  const text = texts[key];
  if (text === undefined) throw new RangeError(`there is no text ${key}`);
  return text;
}

function valueOf<Value>(values: Readonly<Record<string, Value>>, name: string, key: string): Value {
  const value = values[name];
  if (value === undefined) throw new RangeError(`the text ${key} needs a value for ${name}`);
  return value;
}

/** The texts of areas as data for a script of the page (`client/page-data.ts`). */
export function textsElement(translations: Translations, ...areas: Area[]): Html {
  const texts = Object.assign({}, ...areas.map((area) => translations.texts(area))) as Texts;
  return dataElement("texts", texts);
}

/** JSON data in a page. */
export function dataElement(id: string, value: unknown): Html {
  return html`<script type="application/json" id="${id}">${jsonHtml(value)}</script>
`;
}

/** The English texts of each area of the interface. The other languages have the same keys. One line per area. */
export interface AreaTexts {
  data: typeof import("../../../data/languages/data/en.json");
  figure: typeof import("../../../data/languages/figure/en.json");
  map: typeof import("../../../data/languages/map/en.json");
  /** Not texts but names, by the English name (`plateName`). */
  plates: typeof import("../../../data/languages/plates/en.json");
  /** Not texts but names, by the English name. */
  seas: typeof import("../../../data/languages/seas/en.json");
  selection: typeof import("../../../data/languages/selection/en.json");
  shell: typeof import("../../../data/languages/shell/en.json");
  start: typeof import("../../../data/languages/start/en.json");
  tools: typeof import("../../../data/languages/tools/en.json");
  "tool-tsunami-travel-time": typeof import("../../../data/languages/tool-tsunami-travel-time/en.json");
  "tool-scales": typeof import("../../../data/languages/tool-scales/en.json");
  "tool-travel-times": typeof import("../../../data/languages/tool-travel-times/en.json");
  "tool-felt-intensity": typeof import("../../../data/languages/tool-felt-intensity/en.json");
  "tool-s-minus-p": typeof import("../../../data/languages/tool-s-minus-p/en.json");
  "tool-energy": typeof import("../../../data/languages/tool-energy/en.json");
  "tool-near-me": typeof import("../../../data/languages/tool-near-me/en.json");
  "tool-aftershocks": typeof import("../../../data/languages/tool-aftershocks/en.json");
  "tool-gutenberg-richter": typeof import("../../../data/languages/tool-gutenberg-richter/en.json");
  "tool-plate-motion": typeof import("../../../data/languages/tool-plate-motion/en.json");
  "tool-countries": typeof import("../../../data/languages/tool-countries/en.json");
  "tool-timeline": typeof import("../../../data/languages/tool-timeline/en.json");
}

export type Area = keyof AreaTexts;

/** Texts of one area in one language, by key. `{name}` is a placeholder. */
export type Texts = Readonly<Record<string, string>>;

/** All texts of the interface, by language and then by area. */
export type AllTexts = Readonly<Record<LanguageTag, Readonly<Record<string, Texts>>>>;

/** Names of things in one language, by slug or code. */
export type Names = Readonly<Record<string, string>>;

/** The names of countries, by ISO 3166-1 alpha-2, and the names and definitions of glossary terms, by slug, in one language. */
export interface TranslatedNames {
  countries: Names;
  terms: Names;
  /** Of the terms that people look up most. */
  definitions: Names;
}

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (Unicode Standard Annex 9): the first letter inside determines the direction. */
const [ISOLATE, POP] = ["\u2068", "\u2069"];

/**
 * In right-to-left languages, isolates each value of a text. Otherwise the bidirectional algorithm reorders `7.1 × 10¹⁷ J`
 * and place names in Latin letters.
 */
export function isolating<Key extends string>(t: Translate<Key>, language: LanguageTag): Translate<Key> {
  if (languageOf(language).dir === "ltr") return t;
  const isolate = (value: string | number) => `${ISOLATE}${value}${POP}`;
  const isolated = (key: Key, values: PlainValues = {}) =>
    t(
      key,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value instanceof Counted ? new Counted(value.number, isolate(value.shown)) : isolate(value),
        ]),
      ),
    );
  return Object.assign(isolated, { html: (...given: Parameters<typeof t.html>) => t.html(...given) });
}

/** A number that a text counts something with, and how the number is shown. */
export class Counted<Shown extends string | Html = string | Html> {
  readonly number: number;
  readonly shown: Shown;

  constructor(number: number, shown: Shown) {
    this.number = number;
    this.shown = shown;
  }
}

/**
 * A placeholder, `{name}`, or a plural in the syntax of ICU MessageFormat: `{name, plural, one {# day} other {# days}}`. Of that
 * syntax the texts use nothing else, so a parser of all of it would only add weight to every page.
 */
const PLACEHOLDER = /\{(\w+)(?:, plural, ((?:\w+ \{[^{}]*\} ?)+))?\}/;

/**
 * Splits a text at its placeholders: literal text and values, alternately.
 *
 * @throws RangeError if a plural has not the form of a number, or its value is not counted
 */
export function filled<Value, Shown extends string | Html>(
  text: string,
  language: LanguageTag,
  valueFor: (name: string) => Value | Counted<Shown>,
): (string | Value | Shown)[] {
  const parts = splitAtPlaceholders(text);
  const all: (string | Value | Shown)[] = [parts[0] ?? ""];
  for (let at = 1; at < parts.length; at += 3) {
    const [name, forms, literal] = parts.slice(at, at + 3) as [string, string | undefined, string];
    const value = valueFor(name);
    if (forms !== undefined && !(value instanceof Counted)) {
      throw new RangeError(`the plural of ${name} needs a counted value`);
    }
    if (value instanceof Counted) all.push(...(forms === undefined ? [value.shown] : inPlural(forms, language, value, name)));
    else all.push(value);
    all.push(literal);
  }
  return all;
}

const splitAtPlaceholders = memoize(String, (text: string): readonly string[] => text.split(PLACEHOLDER));

function inPlural<Shown extends string | Html>(
  forms: string,
  language: LanguageTag,
  { number, shown }: Counted<Shown>,
  name: string,
): (string | Shown)[] {
  const byCategory = formsOf(forms);
  const form = byCategory.get(rulesOf(language).select(number)) ?? byCategory.get("other");
  if (form === undefined) throw new RangeError(`the plural of ${name} has no form for ${number}`);
  return form.split("#").flatMap((part, at) => (at === 0 ? [part] : [shown, part]));
}

function formsOf(forms: string): ReadonlyMap<string, string> {
  return new Map([...forms.matchAll(/\b(\w+) \{([^{}]*)\}/g)].map(([, category = "", form = ""]) => [category, form]));
}

const rulesOf = memoize(String, (language: LanguageTag) => new Intl.PluralRules(language));

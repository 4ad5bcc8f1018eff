import { type Html, html, jsonHtml } from "../html.ts";
import { type Language, type LanguageTag, languageOf } from "./languages.ts";
import type { Area, AreaTexts, Texts } from "./texts.ts";

/** What may stand in the place of a value: text is escaped where it comes into a page, HTML stands as it is. */
type Values = Readonly<Record<string, string | number | Html>>;

/** The texts of one area in one language. */
export interface Translate<Key extends string> {
  /** @throws RangeError for a key or a value that is missing */
  (key: Key, values?: Readonly<Record<string, string | number>>): string;
  /** The same with values that may be HTML, such as a link. */
  html(key: Key, values: Values): Html;
}

/** The interface in one language. */
export interface Translations {
  language: Language;
  area<A extends Area>(area: A): Translate<keyof AreaTexts[A] & string>;
  /** The texts of an area as they are, for a script in the page. */
  texts(area: Area): Texts;
}

/** @param texts of the language, by area */
export function translationsIn(tag: LanguageTag, texts: Readonly<Record<string, Texts>>): Translations {
  const textsOf = (area: Area): Texts => {
    const found = texts[area];
    if (!found) throw new RangeError(`there are no texts of ${area} in ${tag}`);
    return found;
  };
  return { language: languageOf(tag), area: (area) => translateFrom(textsOf(area)), texts: textsOf };
}

/** A script's way to the texts that its page carries. */
export function translateFrom<Key extends string>(texts: Texts): Translate<Key> {
  const t = (key: Key, values?: Readonly<Record<string, string | number>>) => {
    const text = textOf(texts, key);
    // Most texts have no values, and there are millions of them in a tree.
    if (!values && !text.includes("{")) return text;
    return filled(text, (name) => valueOf(values ?? {}, name, key)).join("");
  };
  const translateHtml = (key: Key, values: Values) =>
    html`${filled<string | number | Html>(textOf(texts, key), (name) => valueOf(values, name, key))}`;
  return Object.assign(t, { html: translateHtml });
}

function textOf(texts: Texts, key: string): string {
  const text = texts[key];
  if (text === undefined) throw new RangeError(`there is no text ${key}`);
  return text;
}

/** The text in parts, in turn what stands in it and the value for a `{name}`. */
function filled<Value>(text: string, valueFor: (name: string) => Value): (string | Value)[] {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : valueFor(part)));
}

function valueOf<Value>(values: Readonly<Record<string, Value>>, name: string, key: string): Value {
  const value = values[name];
  if (value === undefined) throw new RangeError(`the text ${key} needs a value for ${name}`);
  return value;
}

/** The texts of areas as data that a script of the page reads (`browser/shared/texts.ts`). */
export function textsElement(translations: Translations, ...areas: Area[]): Html {
  const texts = Object.assign({}, ...areas.map((area) => translations.texts(area))) as Texts;
  return dataElement("texts", texts);
}

/** JSON as data in a page. */
export function dataElement(id: string, value: unknown): Html {
  return html`<script type="application/json" id="${id}">${jsonHtml(value)}</script>
`;
}

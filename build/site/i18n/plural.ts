import { memoize } from "../../contract/wire/memoize.ts";
import type { Html } from "../html.ts";
import type { LanguageTag } from "./languages.ts";

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

/** The names of the placeholders in a text, in alphabetical order. */
export function valuesIn(text: string): string[] {
  if (!text.includes("{")) return [];
  return [...text.matchAll(new RegExp(PLACEHOLDER, "g"))].map(([, name]) => name ?? "").toSorted();
}

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

/** Numbers that have every form that the languages have for numbers of earthquakes. */
const TRIED = Array.from({ length: 200 }, (_, number) => number);

/** The forms that a plural needs in a language, and how many of the tried numbers each is for. */
const formsNeededIn = memoize(String, (language: LanguageTag): ReadonlyMap<string, number> => {
  const needed = new Map([["other", 0]]);
  for (const number of TRIED) {
    const form = rulesOf(language).select(number);
    needed.set(form, (needed.get(form) ?? 0) + 1);
  }
  return needed;
});

/**
 * The forms that the plurals of a text lack, or have too many, such as `few` in English; empty if there are none. A form has the
 * number, unless it is for one number only: Arabic says "two earthquakes" in one word.
 */
export function faultsOfPlurals(text: string, language: LanguageTag): string[] {
  if (!text.includes(", plural,")) return [];
  const needed = formsNeededIn(language);
  return [...text.matchAll(new RegExp(PLACEHOLDER, "g"))].flatMap(([, name, forms]) => {
    if (forms === undefined) return [];
    const given = formsOf(forms);
    const missing = [...needed].flatMap(([category, numbers]) => {
      const form = given.get(category);
      return form?.includes("#") || (form && numbers === 1) ? [] : [category];
    });
    const leftOver = [...given.keys()].filter((category) => !needed.has(category));
    return [...missing, ...leftOver].map((category) => `${name}: ${category}`);
  });
}

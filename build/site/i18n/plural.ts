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

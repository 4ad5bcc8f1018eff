import { COUNTRY_CODES } from "../../../contract/texts/vocabulary.ts";
import { countryNames } from "../localise.ts";

/** Adds all countries to a filter, by their names in the reader's language. */
export function addCountries(select: HTMLSelectElement): void {
  const { lang } = document.documentElement;
  const nameOf = countryNames(lang);
  const { compare } = new Intl.Collator(lang);
  const named = COUNTRY_CODES.map((iso2) => [iso2, nameOf(iso2) ?? iso2] as const);
  select.append(...named.toSorted(([, a], [, b]) => compare(a, b)).map(([iso2, name]) => new Option(name, iso2)));
}

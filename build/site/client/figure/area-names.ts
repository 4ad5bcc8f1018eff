import type { Texts } from "../../i18n/translations.ts";

/**
 * Names countries and seas in the reader's language. A map, which the build has drawn, has countries in capitals.
 *
 * @param countryOf the name of a country by its ISO 3166-1 alpha-2 code
 */
export function nameAreas(part: Element, tag: string, countryOf: (iso2: string) => string | undefined, seas: Texts): void {
  for (const element of part.querySelectorAll<HTMLElement | SVGElement>("[data-country], [data-sea]")) {
    const { country = "", sea } = element.dataset;
    const name = sea === undefined ? countryOf(country) : seas[sea];
    if (name === undefined) continue;
    element.textContent = sea === undefined && element instanceof SVGElement ? name.toLocaleUpperCase(tag) : name;
  }
}

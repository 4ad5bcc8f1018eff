import type { Texts } from "../../i18n/translations.ts";

/** What can be taken away: maps and charts, but not small drawings such as a field of a form. */
const FIGURES = "main :is(figure, .figure) svg:is(.map, .world, .chart)";

export function figures(): SVGSVGElement[] {
  return [...document.querySelectorAll<SVGSVGElement>(FIGURES)];
}

/** The part of the page that holds a figure and stays when a tool draws the figure again. */
export function holderOf(figure: Element): HTMLElement {
  return figure.closest("figure, .figure") as HTMLElement;
}

/** A tool draws into its holder again, so that what belongs to the figure is after it. */
export function put(part: Element, holder: Element): void {
  if (holder.localName === "figure") holder.append(part);
  else holder.after(part);
}

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

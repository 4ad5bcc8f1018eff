/**
 * The names of countries in a language, by ISO 3166-1 alpha-2, as the browser has them; undefined for a code that it does not know.
 *
 * @param language BCP 47
 */
export function countryNames(language: string): (iso2: string) => string | undefined {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  return (iso2) => names.of(iso2);
}

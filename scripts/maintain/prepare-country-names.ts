/**
 * Writes `data/country-names/{language}.json`, the names of our 250 countries in the languages of the pages, from the package
 * cldr-localenames-full (Unicode CLDR). Run it after updating that: `node --import tsx scripts/maintain/prepare-country-names.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { COUNTRY_CODES } from "../../build/contract/texts/vocabulary.ts";

/** English names are those of `data/countries.json`. */
export const NAMED_LANGUAGES = "ar de el es fil fr hi id it ja pt ru tr zh".split(" ");

const require = createRequire(import.meta.url);
const DATA = new URL("../../data/", import.meta.url);

/** The text of each file by its language. Deterministic. @throws Error for a country that CLDR does not name */
export function countryNames(): Map<string, string> {
  const english = territoriesIn("en");
  const countries = JSON.parse(readFileSync(new URL("countries.json", DATA), "utf8")) as { iso2: string; name: string }[];
  const ours = new Map(countries.map(({ iso2, name }) => [iso2, name]));
  return new Map(
    NAMED_LANGUAGES.map((language) => {
      const named = territoriesIn(language);
      const lines = COUNTRY_CODES.map((iso2) => {
        // Where CLDR has a long and a short name, the one that ours is in English.
        const short = english[`${iso2}-alt-short`] === ours.get(iso2) ? named[`${iso2}-alt-short`] : undefined;
        const name = short ?? named[iso2];
        if (!name) throw new Error(`CLDR has no name of ${iso2} in ${language}`);
        return `  ${JSON.stringify(iso2)}: ${JSON.stringify(name)}`;
      });
      return [language, `{\n${lines.join(",\n")}\n}\n`];
    }),
  );
}

/** The names of CLDR by code of the territory. */
export function territoriesIn(language: string): Record<string, string> {
  const path = require.resolve(`cldr-localenames-full/main/${language}/territories.json`);
  const { main } = JSON.parse(readFileSync(path, "utf8"));
  return main[language].localeDisplayNames.territories;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(new URL("country-names/", DATA), { recursive: true });
  for (const [language, text] of countryNames()) writeFileSync(new URL(`country-names/${language}.json`, DATA), text);
}

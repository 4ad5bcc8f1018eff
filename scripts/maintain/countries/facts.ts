import type { Country } from "world-countries";
import { fold } from "../../../build/contract/wire/fold.ts";
import { territoriesIn } from "../prepare-country-names.ts";
import { AREAS, CAPITALS, CONTINENT_EXCEPTIONS, FURTHER_NAMES, NAMES, POSITIONS } from "./authored.ts";

/** Names in traditional characters, of Taiwan and of Hong Kong: some are other names and not only other characters. */
const CHINESE = ["zh-Hant", "zh-Hant-HK"].map(territoriesIn);

/** `countries.json`: a JSON array with one country a line, by folded name. */
export function countriesJson(countries: readonly Country[]): string {
  const rows = countries.map(row).toSorted((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));
  return `[\n${rows.map((country) => JSON.stringify(country)).join(",\n")}\n]\n`;
}

function row(country: Country) {
  const [latitude, longitude] = POSITIONS[country.cca2] ?? country.latlng;
  const area = AREAS[country.cca2] ?? country.area;
  const name = NAMES[country.cca2] ?? country.name.common;
  return {
    iso2: country.cca2,
    name,
    slug: slugOf(name),
    continent: continentOf(country),
    capital: CAPITALS[country.cca2] ?? capitalsOf(country),
    area_km2: area > 0 ? area : null,
    position: { latitude: round(latitude), longitude: round(longitude) },
    names: namesOf(country, name),
  };
}

/** Three for South Africa; of the Caribbean Netherlands, three islands with a chief town each, the largest. */
function capitalsOf({ cca2, capital }: Country): string | null {
  return (cca2 === "BQ" ? capital[0] : capital.join(", ")) || null;
}

/** The package states positions in degrees and minutes, written as decimals such as 166.633333. */
function round(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}

function slugOf(name: string): string {
  return fold(name)
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function continentOf({ cca2, region, subregion }: Country): string {
  const exception = CONTINENT_EXCEPTIONS[cca2];
  if (exception) return exception;
  if (region === "Americas") return subregion === "South America" ? "South America" : "North America";
  return region === "Antarctic" ? "Antarctica" : region;
}

/** Every name that searching tells apart, the common one first; people ask for Turkish earthquakes too. */
function namesOf(country: Country, name: string): string[] {
  const { common, official, native } = country.name;
  const translated = [...Object.values(native), ...Object.values(country.translations)];
  const all = [
    name,
    common,
    official,
    ...country.altSpellings,
    ...(FURTHER_NAMES[country.cca2] ?? []),
    ...translated.flatMap((names) => [names.common, names.official]),
    ...CHINESE.flatMap((names) => ["", "-alt-short", "-alt-variant"].map((kind) => names[`${country.cca2}${kind}`] ?? "")),
    ...Object.values(country.demonyms).flatMap(({ f, m }) => [f, m]),
    country.cca2,
    country.cca3,
  ];
  const seen = new Set([""]);
  return all.filter((text) => !seen.has(fold(text)) && seen.add(fold(text)));
}

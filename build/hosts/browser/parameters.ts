import type { Continent, FEED_WINDOWS, GlossaryCategory, SeismicZone } from "../../contract/texts/vocabulary.ts";

/** What `recent` may be asked for. Bounds and defaults are those of the documentation page. */
export interface RecentParameters {
  /** How many at the most, 1–200; 50 unless given. */
  limit?: number | undefined;
  /** Window that ends at `as_of`, 1–720 hours; 720 unless given. */
  hours?: number | undefined;
  /** Least magnitude; 2.5 unless given. */
  min_magnitude?: number | undefined;
}

export interface LiveFeedParameters {
  /** Window that ends at `as_of`; 24 unless given. */
  hours?: (typeof FEED_WINDOWS)[number] | undefined;
}

export interface EarthquakesParameters {
  /** Window that ends at `as_of`, 1–720 hours; 24 unless given. */
  hours?: number | undefined;
  /** The same in days, instead of `hours`. */
  days?: number | undefined;
  /** Bounds of the magnitude, both inclusive; 0 and 10 unless given. */
  min_mag?: number | undefined;
  max_mag?: number | undefined;
  /** ISO 3166-1 alpha-2, in either case. */
  country?: string | undefined;
  /** Length of a page, 1–500; 100 unless given. */
  limit?: number | undefined;
  /** So many matches are left out at the beginning. */
  offset?: number | undefined;
  /** The page, from 1, instead of `offset`. */
  page?: number | undefined;
}

export interface CountriesParameters {
  zone?: SeismicZone | undefined;
  continent?: Continent | undefined;
}

export interface GlossaryParameters {
  category?: GlossaryCategory | undefined;
}

/** Everything that stands in a query: what is undefined is left out, whatever else is wrong is told by the answer. */
export function queryString(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

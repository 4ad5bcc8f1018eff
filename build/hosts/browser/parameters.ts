import type { Continent, FEED_WINDOWS, GlossaryCategory, SeismicZone } from "../../contract/texts/vocabulary.ts";

/** Parameters of `recent`. The documentation page lists the same bounds and defaults. */
export interface RecentParameters {
  /** Maximum number of results, 1–200. Default: 50. */
  limit?: number | undefined;
  /** Length of the window that ends at `as_of`, 1–720 hours. Default: 720. */
  hours?: number | undefined;
  /** Smallest magnitude. Default: 2.5. */
  min_magnitude?: number | undefined;
}

export interface LiveFeedParameters {
  /** Length of the window that ends at `as_of`, hours. Default: 24. */
  hours?: (typeof FEED_WINDOWS)[number] | undefined;
}

export interface EarthquakesParameters {
  /** Length of the window that ends at `as_of`, 1–720 hours. Default: 24. */
  hours?: number | undefined;
  /** The window in days, instead of `hours`. */
  days?: number | undefined;
  /**
   * Beginning of a window of any time, inclusive, instead of `hours`: ISO 8601, in UTC if there is no offset. Hosts with an archive
   * answer it. From plain files (`mode: "tree"`) it is refused: there `createEventService` reads the archive.
   */
  start?: string | undefined;
  /** End of that window, exclusive. Default: `as_of`. */
  end?: string | undefined;
  /** Whether a window is answered for which the archive does not have every earthquake. Default: false. */
  include_incomplete?: boolean | undefined;
  /** Bounds of the magnitude, inclusive. Default: 0 and 10. */
  min_mag?: number | undefined;
  max_mag?: number | undefined;
  /** ISO 3166-1 alpha-2, in upper or lower case. */
  country?: string | undefined;
  /** A box, degrees; bounds are inclusive. With `min_longitude` greater than `max_longitude` it crosses 180°. */
  min_latitude?: number | undefined;
  max_latitude?: number | undefined;
  min_longitude?: number | undefined;
  max_longitude?: number | undefined;
  /** A circle: its centre in degrees and its radius, 0–20016 km. All three together. */
  latitude?: number | undefined;
  longitude?: number | undefined;
  max_radius_km?: number | undefined;
  /** Default: `time`, the newest first. Equal magnitudes: the newest first. */
  order?: "time" | "time-asc" | "magnitude" | "magnitude-asc" | undefined;
  /** Number of results on a page, 1–500. Default: 100. */
  limit?: number | undefined;
  /** Number of matches to skip. */
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

/** The query string. Undefined parameters are omitted; the answer reports any other error. */
export function queryString(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

import { radiatedEnergy } from "../../../seismology/energy.ts";
import type { CountryName } from "../country-options.ts";

/** What the tool reads of a country's profile (`/api/v1/countries/{slug}/`). */
export interface ComparedCountry {
  iso2: string;
  name: string;
  slug: string;
  zone: string;
  areaKm2: number | null;
  total: number;
  significant: number;
  recent30d: number;
  largestMagnitude: number | null;
  /** Magnitudes of its strongest earthquakes that have a record of their own, at the most ten. */
  strongest: readonly number[];
  /** The strongest of them. */
  largest: { slug: string; place: string; year: number } | null;
  deaths: number;
  boundaryKm: number;
  /** Earthquakes of magnitude 5 and more a year on 10,000 km², with its interval; null where it was not counted. */
  rate: { perYear: number; low: number; high: number; firstYear: number; lastYear: number } | null;
  b: { value: number; error: number } | null;
}

export interface CountryData {
  /** All that may be chosen. */
  names: readonly (CountryName & { slug: string })[];
  /** Those that have been read, by ISO 3166-1 alpha-2. */
  read: Readonly<Record<string, ComparedCountry>>;
}

/** Joules of the waves of the strongest known earthquakes, by Gutenberg & Richter (1956). */
export function energyOf({ strongest }: Pick<ComparedCountry, "strongest">): number {
  return strongest.reduce((sum, magnitude) => sum + radiatedEnergy(magnitude), 0);
}

/** Significant earthquakes on 10,000 km²; null without an area. */
export function significantPerArea({ significant, areaKm2 }: Pick<ComparedCountry, "significant" | "areaKm2">) {
  return areaKm2 === null || areaKm2 === 0 ? null : significant / (areaKm2 / 10_000);
}

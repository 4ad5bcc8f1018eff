import type { CountryProfile } from "../../../contract/resources/country.ts";
import { tryToReadJson } from "../../client/read-json.ts";
import type { ComparedCountry } from "../countries/figures.ts";
import { yearOf } from "../history.ts";

/** What the tool compares of a country's profile; undefined where it cannot be had. */
export async function readProfile(slug: string): Promise<ComparedCountry | undefined> {
  const profile = await tryToReadJson<CountryProfile>(`/api/v1/countries/${slug}/`);
  return profile && figuresOf(profile);
}

function figuresOf({
  country,
  recent_30d,
  strongest,
  zone_basis,
  frequency_magnitude,
}: CountryProfile): ComparedCountry {
  const [largest] = strongest;
  const { rate, deaths, boundary_distance_km } = zone_basis;
  return {
    iso2: country.iso2,
    name: country.name,
    slug: country.slug,
    zone: country.seismic_zone,
    areaKm2: country.area_km2,
    total: country.total_earthquakes,
    significant: country.total_significant,
    recent30d: recent_30d,
    largestMagnitude: country.largest_magnitude,
    strongest: strongest.flatMap(({ magnitude }) => magnitude ?? []),
    largest: largest
      ? { slug: largest.slug, place: largest.place_description, year: Math.floor(yearOf(largest.occurred_at)) }
      : null,
    deaths,
    boundaryKm: boundary_distance_km,
    rate: rate && {
      perYear: rate.per_year,
      low: rate.low,
      high: rate.high,
      firstYear: rate.first_year,
      lastYear: rate.last_year,
    },
    b: frequency_magnitude && { value: frequency_magnitude.b, error: frequency_magnitude.b_error },
  };
}

import type { CountryProfile } from "../../../contract/resources/country.ts";
import { dataOfPage, tryToReadJson } from "../../client/page-data.ts";
import { followData } from "../client/data.ts";
import { localiseCountries, runTool } from "../client/run.ts";
import { yearOf } from "../history.ts";
import type { ComparedCountry, CountryData } from "./figures.ts";
import { chosenCountries, countries } from "./tool.ts";

const seed = dataOfPage("seed") as CountryData;
const running = runTool(countries(seed));
localiseCountries(["one", "two", "three", "four"], running.context);

const slugs = new Map(seed.names.map(({ iso2, slug }) => [iso2, slug]));
const profiles = new Map<string, Promise<ComparedCountry | undefined>>();

followData(running, {
  keyOf: (values) => chosenCountries(values).join(" "),
  read: async (values) => {
    const found = await Promise.all(chosenCountries(values).map(profileOf));
    if (found.includes(undefined)) return undefined;
    return { names: seed.names, read: Object.fromEntries(found.flatMap((one) => (one ? [[one.iso2, one]] : []))) };
  },
});

/** Each is asked for once, unless it could not be had. */
function profileOf(iso2: string): Promise<ComparedCountry | undefined> {
  const known = profiles.get(iso2);
  if (known) return known;
  const asked = readProfile(slugs.get(iso2) ?? "").then((profile) => {
    if (!profile) profiles.delete(iso2);
    return profile;
  });
  profiles.set(iso2, asked);
  return asked;
}

/** What the tool compares of a country's profile; undefined where it cannot be had. */
async function readProfile(slug: string): Promise<ComparedCountry | undefined> {
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

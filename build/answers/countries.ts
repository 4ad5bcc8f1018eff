import type { Catalogue, CatalogueCountry, CatalogueEvent } from "../catalogue/catalogue.ts";
import { isoTime } from "../catalogue/civil-time.ts";
import { groupBy } from "../catalogue/group.ts";
import { newestFirst } from "../catalogue/order.ts";
import type { CountryProfile, CountryRisk, ListedCountry, NotableEvent, RiskCountry } from "../contract/resources.ts";
import { CONTINENTS, SEISMIC_ZONES } from "../contract/vocabulary.ts";
import { type Answer, pathAnswer, queryAnswer } from "./answer.ts";
import { tenth } from "./earthquakes.ts";
import { earthquake, recentEvents } from "./records.ts";
import { frequencyMagnitude, totalsBasis } from "./statistics.ts";

/** A profile shows at most this many recent and this many notable earthquakes. */
const PROFILE_EVENTS = 20;

/** All countries, each zone × continent, and the risk and profile of each. */
export function* countryAnswers(catalogue: Catalogue): Iterable<Answer> {
  yield* countryLists(catalogue.countries);
  const byCountry = groupBy(catalogue.events, (event) => event.country?.iso2 ?? "");
  for (const country of catalogue.countries) {
    yield pathAnswer("country-risk", { iso2: country.iso2 }, risk(country));
    yield pathAnswer("country", { slug: country.slug }, profile(country, byCountry.get(country.iso2) ?? [], catalogue));
  }
}

function* countryLists(countries: readonly CatalogueCountry[]): Iterable<Answer> {
  for (const zone of [undefined, ...SEISMIC_ZONES]) {
    for (const continent of [undefined, ...CONTINENTS]) {
      const listed = countries.filter(
        (country) => (zone ?? country.zone) === country.zone && (continent ?? country.continent) === country.continent,
      );
      const given = { ...(zone && { zone }), ...(continent && { continent }) };
      yield queryAnswer("countries", given, { count: listed.length, countries: listed.map(listedCountry) });
    }
  }
}

function riskCountry(country: CatalogueCountry): RiskCountry {
  return {
    name: country.name,
    iso2: country.iso2,
    seismic_zone: country.zone,
    continent: country.continent,
    total_earthquakes: country.totalEarthquakes,
    total_significant: country.totalSignificant,
    largest_magnitude: country.largestMagnitude,
  };
}

function listedCountry(country: CatalogueCountry): ListedCountry {
  return { ...riskCountry(country), slug: country.slug };
}

function risk(country: CatalogueCountry): CountryRisk {
  return { country: riskCountry(country), recent_30d: country.recent30d };
}

function profile(
  country: CatalogueCountry,
  events: readonly CatalogueEvent[],
  { complete }: Catalogue,
): CountryProfile {
  const notable = events.filter((event) => event.historical).toSorted(byImpact);
  return {
    country: {
      ...listedCountry(country),
      capital: country.capital,
      area_km2: country.areaKm2,
      position: { latitude: country.position.latitude, longitude: country.position.longitude },
    },
    recent_30d: country.recent30d,
    recent_earthquakes: recentEvents(events).slice(0, PROFILE_EVENTS).map(earthquake),
    notable_events: notable.slice(0, PROFILE_EVENTS).map(notableEvent),
    zone_basis: {
      rule: country.zoneBasis.rule,
      largest_magnitude: country.zoneBasis.largestMagnitude,
      major_events: country.zoneBasis.majorEvents,
      deadly_events: country.zoneBasis.deadlyEvents,
      boundary_distance_km: tenth(country.zoneBasis.boundaryDistanceKm),
    },
    frequency_magnitude: frequencyMagnitude(country.frequencyMagnitude),
    totals_basis: totalsBasis(complete),
  };
}

/** By deaths, then magnitude, then the newest; unknown figures last. */
function byImpact(a: CatalogueEvent, b: CatalogueEvent): number {
  return (
    (b.losses.deaths.value ?? -1) - (a.losses.deaths.value ?? -1) ||
    (b.magnitude ?? Number.NEGATIVE_INFINITY) - (a.magnitude ?? Number.NEGATIVE_INFINITY) ||
    newestFirst(a, b)
  );
}

function notableEvent(event: CatalogueEvent): NotableEvent {
  return {
    event_id: event.id,
    slug: event.slug,
    name: event.name,
    place_description: event.place,
    occurred_at: isoTime(event.time),
    occurred_at_precision: event.precision,
    magnitude: event.magnitude,
    depth_km: event.depthKm,
    latitude: event.latitude,
    longitude: event.longitude,
    deaths: event.losses.deaths.value,
    deaths_class: event.losses.deaths.class,
  };
}

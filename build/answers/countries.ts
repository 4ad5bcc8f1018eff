import type { ZoneBasis as Basis, Catalogue, CatalogueCountry, CatalogueEvent } from "../catalogue/catalogue.ts";
import { leastDeaths } from "../catalogue/impact.ts";
import { strongestFirst } from "../catalogue/neighbours.ts";
import { AREA_UNIT_KM2, type StrongRate } from "../catalogue/zones/zone-counts.ts";
import type { ZoneBasis } from "../contract/resources/country.ts";
import type { CountryProfile, CountryRisk, ListedCountry, NotableEvent, RiskCountry } from "../contract/resources/resources.ts";
import { CONTINENTS, HIGHLIGHTS, RECENT_HOURS, SEISMIC_ZONES } from "../contract/texts/vocabulary.ts";
import { coveredFrom } from "../contract/wire/window.ts";
import { groupBy, newestFirst } from "../platform/lists.ts";
import { isoTime } from "../store/civil-time.ts";
import {
  type Answer,
  completenessRecord,
  earthquake,
  frequencyMagnitude,
  pathAnswer,
  queryAnswer,
  recentEvents,
  tenth,
  totalsBasis,
} from "./records.ts";

/** Largest number of recent earthquakes in a profile. */
const RECENT_EVENTS = 20;

/** A country, and the events in it and near its coasts. */
interface CountryWithEvents {
  country: CatalogueCountry;
  events: readonly CatalogueEvent[];
}

export function countriesWithEvents({ countries, events }: Catalogue): CountryWithEvents[] {
  const byCountry = groupBy(events, (event) => event.country?.iso2 ?? "");
  return countries.map((country) => ({ country, events: byCountry.get(country.iso2) ?? [] }));
}

/** The risk and the profile of a country. */
export function countryAnswers({ country, events }: CountryWithEvents, catalogue: Catalogue): Answer[] {
  return [
    pathAnswer("country-risk", { iso2: country.iso2 }, {
      country: riskCountry(country),
      ...recentOf(country, catalogue),
    } satisfies CountryRisk),
    pathAnswer("country", { slug: country.slug }, countryProfile(country, events, catalogue)),
  ];
}

/** The list of all countries, and the lists by zone and continent. */
export function* countryLists({ countries }: Catalogue): Iterable<Answer> {
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

function recentOf({ recent30d }: CatalogueCountry, { asOf, recentSince }: Pick<Catalogue, "asOf" | "recentSince">) {
  return { recent_30d: recent30d, recent_30d_covered_from: coveredFrom(asOf, RECENT_HOURS, recentSince) };
}

/** @param events the events of the country */
export function countryProfile(
  country: CatalogueCountry,
  events: readonly CatalogueEvent[],
  catalogue: Pick<Catalogue, "asOf" | "complete" | "recentSince">,
): CountryProfile {
  return {
    country: {
      ...listedCountry(country),
      capital: country.capital,
      area_km2: country.areaKm2,
      position: { latitude: country.position.latitude, longitude: country.position.longitude },
    },
    ...recentOf(country, catalogue),
    recent_earthquakes: recentEvents(events).slice(0, RECENT_EVENTS).map(earthquake),
    ...notableLists(events),
    zone_basis: zoneBasis(country.zoneBasis),
    completeness: country.completeness && completenessRecord(country.completeness),
    frequency_magnitude: frequencyMagnitude(country.completeness),
    totals_basis: totalsBasis(catalogue.complete),
  };
}

/** Significant digits of a rate: more than its interval justifies. */
const DIGITS = 4;

/** The figures of a seismic zone, in the form of answers. */
function zoneBasis(basis: Basis): ZoneBasis {
  const { rule, points, deformation, rate, largestMagnitude, deaths, boundaryDistanceKm, boundarySpeed } = basis;
  const { level, belt } = deformation;
  return {
    rule,
    basis: basis.basis,
    points: { belts: points.belts, largest_magnitude: points.largestMagnitude, deaths: points.deaths },
    belt: belt && { name: belt.name, level, distance_km: belt.distanceKm },
    rate: rate && rateOf(rate),
    largest_magnitude: largestMagnitude,
    second_magnitude: basis.secondMagnitude,
    deaths,
    second_deaths: basis.secondDeaths,
    boundary_distance_km: tenth(boundaryDistanceKm),
    boundary_speed_mm: boundarySpeed,
  };
}

function rateOf({ events, firstYear, lastYear, areaKm2, perYear, low, high }: StrongRate): ZoneBasis["rate"] {
  return {
    earthquakes: events,
    first_year: firstYear,
    last_year: lastYear,
    area_km2: Math.max(areaKm2, AREA_UNIT_KM2),
    per_year: rounded(perYear),
    low: rounded(low),
    high: rounded(high),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** Largest number of notable earthquakes in a profile. */
const NOTABLE_EVENTS = 20;

type NotableLists = Pick<CountryProfile, "notable_events" | "strongest" | "deadliest" | "most_recent">;

/** The most notable earthquakes of a country, from its listed events. */
export function notableLists(events: readonly CatalogueEvent[]): NotableLists {
  const first = (among: readonly CatalogueEvent[]) => among.slice(0, HIGHLIGHTS).map(notableEvent);
  return {
    notable_events: events
      .filter((event) => event.historical)
      .toSorted(byImpact)
      .slice(0, NOTABLE_EVENTS)
      .map(notableEvent),
    strongest: first(events.filter(({ magnitude }) => magnitude !== null).toSorted(strongestFirst)),
    deadliest: first(events.filter((event) => deathsOf(event) > 0).toSorted(deadliestFirst)),
    most_recent: first(events.filter(({ significant }) => significant).toSorted(newestFirst)),
  };
}

/** Sorts by deaths, then by magnitude, then newest first. Unknown figures come last. */
function byImpact(a: CatalogueEvent, b: CatalogueEvent): number {
  return (b.losses.deaths.value ?? -1) - (a.losses.deaths.value ?? -1) || strongestFirst(a, b);
}

function deadliestFirst(a: CatalogueEvent, b: CatalogueEvent): number {
  return deathsOf(b) - deathsOf(a) || strongestFirst(a, b);
}

function deathsOf({ losses }: CatalogueEvent): number {
  return leastDeaths(losses.deaths) ?? 0;
}

function hasDeaths({ losses: { deaths } }: CatalogueEvent): boolean {
  return deaths.value !== null || deaths.class !== null;
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
    magnitude_type: event.magnitudeType,
    depth_km: event.depthKm,
    latitude: event.latitude,
    longitude: event.longitude,
    deaths: event.losses.deaths.value,
    deaths_class: event.losses.deaths.class,
    deaths_source: hasDeaths(event) ? (event.impactSources.find(({ figure }) => figure === "deaths")?.agency ?? null) : null,
  };
}

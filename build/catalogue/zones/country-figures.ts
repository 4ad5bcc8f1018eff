import type { CatalogueCountry, CatalogueEvent, CountryFacts, ZoneBasis } from "../catalogue.ts";
import { isInWindow } from "../classify.ts";
import { groupBy } from "../group.ts";
import { leastDeaths } from "../merge/least-deaths.ts";
import type { Tallies } from "../tally/tallies.ts";
import { type CompleteSpan, completenessIn, totalOf } from "../tally/tally.ts";
import { strongRate } from "./strong-rate.ts";
import { ZONE_RULE, type ZoneFigures, zoneOf, zonePoints } from "./zone.ts";
import type { NearTally } from "./zone-counts.ts";

/** The part of a country's zone that does not depend on events. */
export interface CountryGeography extends Pick<ZoneBasis, "boundaryDistanceKm" | "boundarySpeed"> {
  /** Area of the territory and the sea whose events count for the zone, km². */
  nearAreaKm2: number;
}

/** Adds the figures from events to the facts of each country: totals, the last 30 days, the seismic zone and its basis. */
export function withCountryFigures(
  countries: readonly CountryFacts[],
  events: readonly CatalogueEvent[],
  { countries: tallies, near }: Pick<Tallies, "countries" | "near">,
  complete: CompleteSpan | null,
  asOf: number,
  geographyOf: (iso2: string) => CountryGeography,
): CatalogueCountry[] {
  const byCountry = groupBy(events, (event) => event.country?.iso2 ?? "");
  return countries.map((country) => {
    const own = byCountry.get(country.iso2) ?? [];
    const tally = tallies[country.iso2];
    const { total, significant, largest: largestMagnitude } = totalOf(tally);
    const zoneBasis = basisOf(own, near[country.iso2], complete, geographyOf(country.iso2));
    return {
      ...country,
      zone: zoneOf(zoneBasis.points, zoneBasis.boundaryDistanceKm),
      zoneBasis,
      totalEarthquakes: total,
      totalSignificant: significant,
      largestMagnitude,
      recent30d: own.filter((event) => event.recent && isInWindow(event.time, asOf)).length,
      completeness: completenessIn(tally, complete),
    };
  });
}

function basisOf(
  own: readonly CatalogueEvent[],
  near: NearTally | undefined,
  complete: CompleteSpan | null,
  { nearAreaKm2, boundaryDistanceKm, boundarySpeed }: CountryGeography,
): ZoneBasis {
  const figures: ZoneFigures = {
    rate: strongRate(near, complete, nearAreaKm2),
    largestMagnitude: near?.largest ?? null,
    // At any distance: an earthquake that killed people was near enough.
    deaths: own.reduce((sum, { historical, losses }) => sum + (historical ? (leastDeaths(losses.deaths) ?? 0) : 0), 0),
    boundaryDistanceKm,
    boundarySpeed,
  };
  return { rule: ZONE_RULE, basis: figures.rate ? "archive" : "history", points: zonePoints(figures), ...figures };
}

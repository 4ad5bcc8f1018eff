import type { Loss } from "../agencies/records.ts";
import type { CatalogueCountry, CatalogueEvent, ZoneBasis } from "./catalogue.ts";
import { isInWindow, MAJOR_MAGNITUDE } from "./classify.ts";
import type { CountryFacts } from "./country-facts.ts";
import { groupBy } from "./group.ts";
import { isNear } from "./near.ts";
import type { Tallies } from "./tallies.ts";
import { type CompleteSpan, lawOf, totalOf } from "./tally.ts";
import { ZONE_RULE, zoneOf } from "./zone.ts";

/** Deaths from which a historical event counts as deadly: NOAA's own criterion of inclusion. */
const DEADLY = 10;

/** NOAA's class of 51 to 100 deaths: the lowest of which all are at least ten. */
const DEADLY_CLASS = 2;

/** Adds to the facts of each country what the events say: totals, the last 30 days, the seismic zone and its basis. */
export function withCountryFigures(
  countries: readonly CountryFacts[],
  events: readonly CatalogueEvent[],
  { countries: tallies, nearestLargest }: Pick<Tallies, "countries" | "nearestLargest">,
  complete: CompleteSpan | null,
  asOf: number,
  boundaryDistanceKm: (iso2: string) => number,
): CatalogueCountry[] {
  const byCountry = groupBy(events, (event) => event.country?.iso2 ?? "");
  return countries.map((country) => {
    const own = byCountry.get(country.iso2) ?? [];
    const tally = tallies.get(country.iso2);
    const { total, significant, largest: largestMagnitude } = totalOf(tally);
    const archived = nearestLargest.get(country.iso2) ?? null;
    const zoneBasis = basisOf(own, archived, boundaryDistanceKm(country.iso2));
    return {
      ...country,
      zone: zoneOf(zoneBasis),
      zoneBasis,
      totalEarthquakes: total,
      totalSignificant: significant,
      largestMagnitude,
      recent30d: own.filter((event) => event.recent && isInWindow(event.time, asOf)).length,
      frequencyMagnitude: lawOf(tally, complete),
    };
  });
}

function basisOf(own: readonly CatalogueEvent[], archived: number | null, boundaryDistanceKm: number): ZoneBasis {
  const near = own.filter(({ country }) => country && isNear(country));
  const historical = near.filter((event) => event.historical);
  return {
    rule: ZONE_RULE,
    largestMagnitude: largest([...near, { magnitude: archived }]),
    majorEvents: historical.filter(({ magnitude }) => magnitude !== null && magnitude >= MAJOR_MAGNITUDE).length,
    deadlyEvents: historical.filter(({ losses }) => isDeadly(losses.deaths)).length,
    boundaryDistanceKm,
  };
}

function isDeadly(deaths: Loss): boolean {
  return deaths.value === null ? (deaths.class ?? 0) >= DEADLY_CLASS : deaths.value >= DEADLY;
}

/** The largest known magnitude, or null. */
function largest(events: readonly Pick<CatalogueEvent, "magnitude">[]): number | null {
  return events.reduce<number | null>(
    (most, { magnitude }) => (magnitude !== null && (most === null || magnitude > most) ? magnitude : most),
    null,
  );
}

import type { ZoneBasis as Basis } from "../catalogue/catalogue.ts";
import { AREA_UNIT_KM2, type StrongRate } from "../catalogue/zones/strong-rate.ts";
import type { ZoneBasis } from "../contract/resources/zone-basis.ts";
import { tenth } from "./earthquakes.ts";

/** Significant digits of a rate: more than its interval is good for. */
const DIGITS = 4;

/** The figures behind a seismic zone as answers give them. */
export function zoneBasis(basis: Basis): ZoneBasis {
  const { rule, points, rate, largestMagnitude, deaths, boundaryDistanceKm, boundarySpeed } = basis;
  return {
    rule,
    basis: basis.basis,
    points: { rate: points.rate, largest_magnitude: points.largestMagnitude, deaths: points.deaths },
    rate: rate && rateOf(rate),
    largest_magnitude: largestMagnitude,
    deaths,
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

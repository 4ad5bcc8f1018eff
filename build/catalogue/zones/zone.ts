import type { SeismicZone } from "../../contract/texts/vocabulary.ts";
import { groupBy } from "../../platform/lists.ts";
import { thousands } from "../../platform/text.ts";
import { CONFIDENCE } from "../../seismology/poisson-interval.ts";
import { BOUNDARY_NEAR_KM, SPEEDS } from "../boundaries/distance.ts";
import type { CatalogueCountry, CatalogueEvent, CountryFacts, ZoneBasis, ZonePoints } from "../catalogue.ts";
import { isInWindow } from "../classify.ts";
import { leastDeaths } from "../impact.ts";
import type { Tallies } from "../tally/tallies.ts";
import { type CompleteSpan, completenessIn, totalOf } from "../tally/tally.ts";
import {
  AREA_UNIT_KM2,
  DEEP_KM,
  type NearTally,
  STRONG_MAGNITUDE,
  strongRate,
  ZONE_OFFSHORE_KM,
} from "./zone-counts.ts";

/** The figures of `ZoneBasis` that determine the zone. */
export type ZoneFigures = Omit<ZoneBasis, "rule" | "basis" | "points">;

/** One point for each bound that a figure reaches. */
const BOUNDS = {
  /** Half a decade apart. The third is the average of the whole Earth: 1,644 a year (2013 to 2016) on 510 million km². */
  rate: [0.003, 0.01, 0.03, 0.1],
  largestMagnitude: [5, 6, 7, 8],
  deaths: [1, 1000],
} as const;

/** The estimate if the rate is unknown: points for a boundary within this distance, and one more for each speed reached. */
const SETTING = { km: 100, points: 1 } as const;

/** Minimum points of each zone, strongest first; below all, the zone is `minimal`. */
const ZONE_FROM = { very_high: 8, high: 6, moderate: 4, low: 2 } as const;

/**
 * The rule in words, generated from the same numbers. It is a choice of this project, not a hazard model. Frequency and
 * size have equal weight. Losses have half of it: they depend on where people live and how they build. An uncertain
 * figure counts with its certain part.
 */
export const ZONE_RULE = [
  `Points are added up. How often: earthquakes of magnitude ${STRONG_MAGNITUDE} and more each year on ${thousands(AREA_UNIT_KM2)} km²,`,
  `one point for each bound reached of ${BOUNDS.rate.join(", ")}; they are guessed from the plate boundaries, then raised to those`,
  `of the lower end of its ${100 * CONFIDENCE} % interval, or lowered to those of the upper end, where an archive is complete.`,
  `The guess: ${SETTING.points} for a plate boundary at most ${SETTING.km} km from the territory;`,
  `${SPEEDS.map((_, at) => SETTING.points + at + 1).join(", ")} for one less than ${BOUNDARY_NEAR_KM} km away whose plates close or slide past each other by`,
  `${SPEEDS.join(", ")} mm a year or more.`,
  `How large: one point for each bound reached of ${BOUNDS.largestMagnitude.join(", ")} by the largest magnitude.`,
  `Both of events in the country or at most ${ZONE_OFFSHORE_KM} km off its coast, and not deeper than ${DEEP_KM} km.`,
  `What was suffered: one point from ${BOUNDS.deaths.map(thousands).join(", ")} deaths by historical events of the country.`,
  `Zone: ${ZONE_FROM.very_high} points and more very_high, ${ZONE_FROM.high} high, ${ZONE_FROM.moderate} moderate,`,
  `${ZONE_FROM.low} low, fewer minimal, but low where a plate boundary is at most ${SETTING.km} km from the territory.`,
].join(" ");

/** The points of each figure by `ZONE_RULE`. Unknown figures score nothing. */
export function zonePoints(figures: ZoneFigures): ZonePoints {
  return {
    rate: ratePoints(figures),
    largestMagnitude: reached(BOUNDS.largestMagnitude, figures.largestMagnitude ?? Number.NEGATIVE_INFINITY),
    deaths: reached(BOUNDS.deaths, figures.deaths),
  };
}

/**
 * The seismic zone for points. A country at a plate boundary is never minimal merely for lack of records.
 *
 * @param boundaryDistanceKm from the territory to the nearest plate boundary
 */
export function zoneOf({ rate, largestMagnitude, deaths }: ZonePoints, boundaryDistanceKm: number): SeismicZone {
  const points = rate + largestMagnitude + deaths;
  if (points >= ZONE_FROM.very_high) return "very_high";
  if (points >= ZONE_FROM.high) return "high";
  if (points >= ZONE_FROM.moderate) return "moderate";
  return points >= ZONE_FROM.low || boundaryDistanceKm <= SETTING.km ? "low" : "minimal";
}

/** The estimate from the boundaries, limited to the range that the counts allow. */
function ratePoints({ rate, boundaryDistanceKm, boundarySpeed }: ZoneFigures): number {
  const near = boundaryDistanceKm <= SETTING.km ? SETTING.points : 0;
  const fast = reached(SPEEDS, boundarySpeed ?? 0);
  const guess = fast > 0 ? SETTING.points + fast : near;
  return rate ? Math.max(reached(BOUNDS.rate, rate.low), Math.min(guess, reached(BOUNDS.rate, rate.high))) : guess;
}

function reached(from: readonly number[], value: number): number {
  return from.filter((bound) => value >= bound).length;
}

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

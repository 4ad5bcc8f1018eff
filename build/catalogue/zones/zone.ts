import { HISTORY_TO_POINTS, type SeismicZone } from "../../contract/texts/vocabulary.ts";
import { groupBy } from "../../platform/lists.ts";
import { thousands } from "../../platform/text.ts";
import { CONFIDENCE } from "../../seismology/poisson-interval.ts";
import type { CatalogueCountry, CatalogueEvent, CountryFacts, ZoneBasis, ZonePoints } from "../catalogue.ts";
import { leastDeaths } from "../impact.ts";
import type { Tallies } from "../tally/tallies.ts";
import { type ArchivedSpan, completenessIn, totalOf } from "../tally/tally.ts";
import { BELT_REACH_KM } from "./deformation.ts";
import { AREA_UNIT_KM2, DEEP_KM, isNear, type NearTally, STRONG_MAGNITUDE, strongRate, ZONE_OFFSHORE_KM } from "./zone-counts.ts";

/** The figures of `ZoneBasis` that determine the zone. */
export type ZoneFigures = Omit<ZoneBasis, "rule" | "basis" | "points">;

/**
 * Earthquakes a year per `AREA_UNIT_KM2`, at which a level may be raised. Each is about three times the previous one, and the third
 * is the average of the Earth.
 */
const RATES = [0.003, 0.01, 0.03, 0.1] as const;

/** Points of a level. History gives one point for each of two figures, so that both together raise a class, but neither of them alone. */
const LEVEL_POINTS = 2;

/** History counts only where the belts have at most this level: records are short where few earthquakes happen and long where many do. */
const HISTORY_TO_LEVEL = HISTORY_TO_POINTS / LEVEL_POINTS;

/** Minimum for the second largest value, so that a single entry, which may be a mistake, never changes a class. */
const SECOND = { magnitude: 7, deaths: 1000 } as const;

/** A country within this distance of a plate boundary does not get `minimal` only because it lacks records, km. */
const BOUNDARY_KM = 100;

/** Minimum points of each zone, strongest first. With fewer points the zone is `minimal`. */
const ZONE_FROM = { very_high: 8, high: 6, moderate: 4, low: 2 } as const;

/**
 * The rule in words, generated from the same numbers. It is a choice of this project and not a hazard model. It describes the most
 * endangered part of a country, however large the country is.
 */
export const ZONE_RULE = [
  `Points are added up. Belts: each belt of deformation on a schematic map has a level from 1 to 4, by the peak ground acceleration`,
  `that published maps give with a probability of 10 % in 50 years: 4 from 4.0 m/s², 3 from 2.4, 2 from 0.8, 1 below. It holds up to`,
  `${BELT_REACH_KM[0]} km from the line of the belt, one level less up to ${BELT_REACH_KM[1]} km, two less up to ` +
    `${BELT_REACH_KM[2]} km. The highest level of`,
  `any belt at the country's territory counts; it is raised by one where an archive is complete and the lower end of the`,
  `${100 * CONFIDENCE} % interval of earthquakes of magnitude ${STRONG_MAGNITUDE} and more each year on ${thousands(AREA_UNIT_KM2)} km² ` +
    `reaches more of ${RATES.join(", ")} than the`,
  `level. ${LEVEL_POINTS} points for each level. History: up to level ${HISTORY_TO_LEVEL}, one point where the ` +
    `second-largest magnitude is ${SECOND.magnitude} or more (in the`,
  `country or at most ${ZONE_OFFSHORE_KM} km off its coast, not deeper than ${DEEP_KM} km), one where the ` +
    "second-deadliest historical earthquake",
  `killed ${thousands(SECOND.deaths)} or more. Zone: ${ZONE_FROM.very_high} points and more very_high, ` +
    `${ZONE_FROM.high} high, ${ZONE_FROM.moderate} moderate, ${ZONE_FROM.low} low, fewer minimal,`,
  `but low where a plate boundary is at most ${BOUNDARY_KM} km from the territory.`,
].join(" ");

/** The points of each figure by `ZONE_RULE`. Unknown figures give no points. */
export function zonePoints({ deformation, rate, secondMagnitude, secondDeaths }: ZoneFigures): ZonePoints {
  const counted = RATES.filter((bound) => (rate?.low ?? 0) >= bound).length;
  const level = Math.min(Math.max(deformation.level, counted), deformation.level + 1);
  const isShort = level <= HISTORY_TO_LEVEL;
  return {
    belts: LEVEL_POINTS * level,
    largestMagnitude: isShort && (secondMagnitude ?? 0) >= SECOND.magnitude ? 1 : 0,
    deaths: isShort && secondDeaths >= SECOND.deaths ? 1 : 0,
  };
}

/** The seismic zone for points. @param boundaryDistanceKm from the territory to the nearest plate boundary */
export function zoneOf({ belts, largestMagnitude, deaths }: ZonePoints, boundaryDistanceKm: number): SeismicZone {
  const points = belts + largestMagnitude + deaths;
  if (points >= ZONE_FROM.very_high) return "very_high";
  if (points >= ZONE_FROM.high) return "high";
  if (points >= ZONE_FROM.moderate) return "moderate";
  return points >= ZONE_FROM.low || boundaryDistanceKm <= BOUNDARY_KM ? "low" : "minimal";
}

/** The part of a country's zone that does not depend on events. */
export interface CountryGeography extends Pick<ZoneBasis, "deformation" | "boundaryDistanceKm" | "boundarySpeed"> {
  /** Area of the territory and of the sea whose events count for the zone, km². */
  nearAreaKm2: number;
}

/** Adds the figures from events to the facts of each country: totals, the last 30 days, the seismic zone and its basis. */
export function withCountryFigures(
  countries: readonly CountryFacts[],
  events: readonly CatalogueEvent[],
  { countries: tallies, near }: Pick<Tallies, "countries" | "near">,
  complete: ArchivedSpan | null,
  countryGeography: (iso2: string) => CountryGeography,
): CatalogueCountry[] {
  const byCountry = groupBy(events, (event) => event.country?.iso2 ?? "");
  return countries.map((country) => {
    const own = byCountry.get(country.iso2) ?? [];
    const tally = tallies[country.iso2];
    const { total, significant, largest: largestMagnitude } = totalOf(tally);
    const zoneBasis = basisOf(own, near[country.iso2], complete, countryGeography(country.iso2));
    return {
      ...country,
      zone: zoneOf(zoneBasis.points, zoneBasis.boundaryDistanceKm),
      zoneBasis,
      totalEarthquakes: total,
      totalSignificant: significant,
      largestMagnitude,
      recent30d: own.filter(({ recent }) => recent).length,
      completeness: completenessIn(tally, complete),
    };
  });
}

function basisOf(
  own: readonly CatalogueEvent[],
  near: NearTally | undefined,
  complete: ArchivedSpan | null,
  { nearAreaKm2, deformation, boundaryDistanceKm, boundarySpeed }: CountryGeography,
): ZoneBasis {
  // Deaths count at any distance, because an earthquake that killed people was near enough.
  const deaths = own.flatMap(({ historical, losses }) => (historical ? [losses.deaths.said?.low ?? leastDeaths(losses.deaths) ?? 0] : []));
  const magnitudes = own.flatMap((event) =>
    event.country && isNear(event.country) && (event.depthKm ?? 0) <= DEEP_KM ? (event.magnitude ?? []) : [],
  );
  const figures: ZoneFigures = {
    deformation,
    rate: strongRate(near, complete, nearAreaKm2),
    largestMagnitude: near?.largest ?? null,
    secondMagnitude: second(magnitudes) ?? null,
    deaths: deaths.reduce((sum, killed) => sum + killed, 0),
    secondDeaths: second(deaths) ?? 0,
    boundaryDistanceKm,
    boundarySpeed,
  };
  return { rule: ZONE_RULE, basis: figures.rate ? "archive" : "history", points: zonePoints(figures), ...figures };
}

function second(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => b - a)[1];
}

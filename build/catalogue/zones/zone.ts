import type { SeismicZone } from "../../contract/texts/vocabulary.ts";
import { thousands } from "../../platform/amounts.ts";
import { CONFIDENCE } from "../../seismology/poisson-interval.ts";
import { BOUNDARY_NEAR_KM, SPEEDS } from "../boundaries/speed.ts";
import type { ZoneBasis, ZonePoints } from "../catalogue.ts";
import { AREA_UNIT_KM2 } from "./strong-rate.ts";
import { DEEP_KM, STRONG_MAGNITUDE, ZONE_OFFSHORE_KM } from "./zone-counts.ts";

/** The figures of `ZoneBasis` that the zone follows from. */
export type ZoneFigures = Omit<ZoneBasis, "rule" | "basis" | "points">;

/** One point for each of the bounds that a figure reaches. */
const BOUNDS = {
  /** Half a decade apart; the third is what the whole Earth has on average: 1,644 a year (2013 to 2016) on 510 million km². */
  rate: [0.003, 0.01, 0.03, 0.1],
  largestMagnitude: [5, 6, 7, 8],
  deaths: [1, 1000],
} as const;

/** What the rate is taken to be where it is not known: points for a boundary so near, and one more for each speed reached. */
const SETTING = { km: 100, points: 1 } as const;

/** The points from which a zone begins, strongest first; below, it is `minimal`. */
const ZONE_FROM = { very_high: 8, high: 6, moderate: 4, low: 2 } as const;

/**
 * The rule in words, from the same numbers. Its own choice, not a hazard model. How often and how large weigh the same, what
 * was suffered half as much: it depends on where people live and how they build. A figure that is not known for certain counts
 * by what is certain of it.
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

/** The points of each figure: `ZONE_RULE` applied. What is not known scores nothing. */
export function zonePoints(figures: ZoneFigures): ZonePoints {
  return {
    rate: ratePoints(figures),
    largestMagnitude: reached(BOUNDS.largestMagnitude, figures.largestMagnitude ?? Number.NEGATIVE_INFINITY),
    deaths: reached(BOUNDS.deaths, figures.deaths),
  };
}

/**
 * The seismic zone that points lead to. A country at a plate boundary is never minimal for want of records.
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

/** What the boundaries suggest, held within what the counts allow. */
function ratePoints({ rate, boundaryDistanceKm, boundarySpeed }: ZoneFigures): number {
  const near = boundaryDistanceKm <= SETTING.km ? SETTING.points : 0;
  const fast = reached(SPEEDS, boundarySpeed ?? 0);
  const guess = fast > 0 ? SETTING.points + fast : near;
  return rate ? Math.max(reached(BOUNDS.rate, rate.low), Math.min(guess, reached(BOUNDS.rate, rate.high))) : guess;
}

function reached(from: readonly number[], value: number): number {
  return from.filter((bound) => value >= bound).length;
}

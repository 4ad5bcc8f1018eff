import type { SeismicZone } from "../contract/vocabulary.ts";
import type { ZoneBasis } from "./catalogue.ts";

/** The figures of `ZoneBasis` that the zone follows from. */
export type ZoneFigures = Omit<ZoneBasis, "rule">;

/** One point for each of the bounds that a figure reaches. */
const BOUNDS = {
  largestMagnitude: [5, 6, 7, 8],
  majorEvents: [1, 3, 10],
  deadlyEvents: [3, 10],
  /** km; reached from above: the nearer the more. */
  boundaryDistanceKm: [250, 100],
} as const;

/** The points from which a zone begins, strongest first; with none it is `minimal`. */
const ZONE_FROM = { very_high: 10, high: 7, moderate: 4, low: 1 } as const;

/**
 * The rule in words, from the same numbers. It weighs what has happened against what is near, so that a country on a plate
 * boundary is never minimal for want of records. Its own choice, not a hazard model: the catalogues of destructive events are
 * uneven in time and from country to country, and a large country gets the zone of its strongest part.
 */
export const ZONE_RULE = [
  `One point for each bound reached: largest magnitude ${bounds(BOUNDS.largestMagnitude)};`,
  `historical events of magnitude 7 and more: ${bounds(BOUNDS.majorEvents)};`,
  `historical events with at least ten deaths: ${bounds(BOUNDS.deadlyEvents)};`,
  `distance from the territory to the nearest plate boundary: at most ${BOUNDS.boundaryDistanceKm.join(", ")} km.`,
  "Events count that lie in the country or at most 100 km off its coast.",
  `Zone: ${ZONE_FROM.very_high} points and more very_high, ${ZONE_FROM.high} high, ${ZONE_FROM.moderate} moderate,`,
  `${ZONE_FROM.low} low, none minimal.`,
].join(" ");

function bounds(values: readonly number[]): string {
  return `at least ${values.join(", ")}`;
}

/** The seismic zone of a country: `ZONE_RULE` applied. An unknown largest magnitude scores nothing. */
export function zoneOf(figures: ZoneFigures): SeismicZone {
  const points =
    reached(BOUNDS.largestMagnitude, figures.largestMagnitude ?? Number.NEGATIVE_INFINITY) +
    reached(BOUNDS.majorEvents, figures.majorEvents) +
    reached(BOUNDS.deadlyEvents, figures.deadlyEvents) +
    BOUNDS.boundaryDistanceKm.filter((bound) => figures.boundaryDistanceKm <= bound).length;
  if (points >= ZONE_FROM.very_high) return "very_high";
  if (points >= ZONE_FROM.high) return "high";
  if (points >= ZONE_FROM.moderate) return "moderate";
  return points >= ZONE_FROM.low ? "low" : "minimal";
}

function reached(from: readonly number[], value: number): number {
  return from.filter((bound) => value >= bound).length;
}

import { z } from "zod";
import { ALERT_LEVELS, NEIGHBOURS } from "../texts/vocabulary.ts";
import {
  count,
  coveredFromOrNull,
  depth,
  described,
  distance,
  eventId,
  eventSlug,
  knownMagnitude,
  latitude,
  longitude,
  magnitudeOrNull,
  name,
  object,
  occurredAt,
  occurredAtOfAnyAge,
  placeDescription,
  precision,
} from "./common.ts";

export const alertLevel = described("alertLevel", z.enum(ALERT_LEVELS).nullable());

export const tsunamiFlag = described("tsunamiFlag", z.boolean());

export const Earthquake = object("Earthquake", {
  event_id: eventId,
  magnitude: knownMagnitude,
  depth_km: depth,
  latitude,
  longitude,
  place_description: placeDescription,
  occurred_at: occurredAt,
  alert_level: alertLevel,
  tsunami_flag: tsunamiFlag,
});
export type Earthquake = z.infer<typeof Earthquake>;

export const RecentEarthquakes = object("RecentEarthquakes", {
  earthquakes: z.array(Earthquake),
  covered_from: coveredFromOrNull,
});
export type RecentEarthquakes = z.infer<typeof RecentEarthquakes>;

export const EarthquakePage = object("EarthquakePage", {
  count,
  earthquakes: z.array(Earthquake),
  covered_from: coveredFromOrNull,
});
export type EarthquakePage = z.infer<typeof EarthquakePage>;

export const EarthquakeSearchResult = object("EarthquakeSearchResult", {
  event_id: eventId,
  magnitude: knownMagnitude,
  place_description: placeDescription,
  occurred_at: occurredAtOfAnyAge,
  slug: eventSlug,
});
export type EarthquakeSearchResult = z.infer<typeof EarthquakeSearchResult>;

export const SearchResults = object("SearchResults", {
  results: z.array(EarthquakeSearchResult).max(50),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const NeighbourEvent = object("NeighbourEvent", {
  event_id: eventId,
  slug: eventSlug,
  name: name.nullable(),
  place_description: placeDescription,
  occurred_at: occurredAtOfAnyAge,
  occurred_at_precision: precision,
  magnitude: magnitudeOrNull,
  distance_km: distance.max(NEIGHBOURS.withinKm),
});

export const HistoricalNeighbours = object("HistoricalNeighbours", {
  within_km: z.literal(NEIGHBOURS.withinKm).meta({ description: "Up to which distance.", examples: [NEIGHBOURS.withinKm] }),
  count,
  strongest: z
    .array(NeighbourEvent)
    .max(NEIGHBOURS.named)
    .meta({
      description: `At most ${NEIGHBOURS.named} of them, the largest magnitude first, then the newest; unknown magnitudes last.`,
    }),
});

export const historicalNeighboursOrNull = HistoricalNeighbours.nullable().meta({
  description: `What else happened here; null where the magnitude is below ${NEIGHBOURS.fromMagnitude} or unknown, or the position is.`,
});

import * as z from "zod";
import { ALERT_LEVELS, NEIGHBOURS } from "../texts/vocabulary.ts";
import * as common from "./common.ts";
import { described, object } from "./common.ts";

export const alertLevel = described("alertLevel", z.enum(ALERT_LEVELS).nullable());

export const tsunamiFlag = described("tsunamiFlag", z.boolean());

export const Earthquake = object("Earthquake", {
  event_id: common.eventId,
  magnitude: common.knownMagnitude,
  depth_km: common.depth,
  latitude: common.latitude,
  longitude: common.longitude,
  place_description: common.placeDescription,
  occurred_at: common.occurredAt,
  alert_level: alertLevel,
  tsunami_flag: tsunamiFlag,
});
export type Earthquake = z.infer<typeof Earthquake>;

export const RecentEarthquakes = object("RecentEarthquakes", {
  earthquakes: z.array(Earthquake),
  covered_from: common.coveredFromOrNull,
});
export type RecentEarthquakes = z.infer<typeof RecentEarthquakes>;

export const EarthquakePage = object("EarthquakePage", {
  count: common.count,
  earthquakes: z.array(Earthquake),
  covered_from: common.coveredFromOrNull,
});
export type EarthquakePage = z.infer<typeof EarthquakePage>;

export const EarthquakeSearchResult = object("EarthquakeSearchResult", {
  event_id: common.eventId,
  magnitude: common.knownMagnitude,
  place_description: common.placeDescription,
  occurred_at: common.occurredAtOfAnyAge,
  slug: common.eventSlug,
});
export type EarthquakeSearchResult = z.infer<typeof EarthquakeSearchResult>;

export const SearchResults = object("SearchResults", {
  results: z.array(EarthquakeSearchResult).max(50),
});
export type SearchResults = z.infer<typeof SearchResults>;

/** The first fields of an event of any age in a list. */
export const eventOfAnyAge = {
  event_id: common.eventId,
  slug: common.eventSlug,
  name: common.name.nullable(),
  place_description: common.placeDescription,
  occurred_at: common.occurredAtOfAnyAge,
  occurred_at_precision: common.precision,
  magnitude: common.magnitudeOrNull,
};

export const NeighbourEvent = object("NeighbourEvent", {
  ...eventOfAnyAge,
  distance_km: common.distance.max(NEIGHBOURS.withinKm),
});

export const HistoricalNeighbours = object("HistoricalNeighbours", {
  within_km: z.literal(NEIGHBOURS.withinKm).meta({ description: "Up to which distance.", examples: [NEIGHBOURS.withinKm] }),
  count: common.count,
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

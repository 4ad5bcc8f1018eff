import { z } from "zod";
import { ALERT_LEVELS, NEIGHBOURS } from "../texts/vocabulary.ts";
import {
  count,
  coveredFromOrNull,
  depth,
  distance,
  eventId,
  eventSlug,
  knownMagnitude,
  latitude,
  longitude,
  magnitudeOrNull,
  name,
  occurredAt,
  occurredAtOfAnyAge,
  placeDescription,
  precision,
} from "./common.ts";

export const alertLevel = z
  .enum(ALERT_LEVELS)
  .nullable()
  .meta({
    description: "PAGER alert level of the USGS; null where no estimate of losses was made, which does not mean green.",
    examples: ["green"],
  });

export const tsunamiFlag = z.boolean().meta({
  description:
    "The agency's flag for events in regions where a tsunami is possible, or true where a catalogue has the tsunami. The flag " +
    "alone does not say whether there is or was a tsunami: `tsunami.observed` in the earthquake's record does.",
  examples: [false],
});

export const Earthquake = z
  .strictObject({
    event_id: eventId,
    magnitude: knownMagnitude,
    depth_km: depth.meta({ description: "Depth in kilometres, positive down; negative above the reference level.", examples: [10.64] }),
    latitude: latitude.meta({ description: "Degrees, north positive.", examples: [24.1737] }),
    longitude: longitude.meta({ description: "Degrees, east positive.", examples: [121.653] }),
    place_description: placeDescription,
    occurred_at: occurredAt,
    alert_level: alertLevel,
    tsunami_flag: tsunamiFlag,
  })
  .meta({ description: "A recent earthquake: magnitude, depth and position are known." });
export type Earthquake = z.infer<typeof Earthquake>;

export const RecentEarthquakes = z
  .strictObject({ earthquakes: z.array(Earthquake).meta({ description: "Newest first." }), covered_from: coveredFromOrNull })
  .meta({ description: "The newest earthquakes." });
export type RecentEarthquakes = z.infer<typeof RecentEarthquakes>;

export const EarthquakePage = z
  .strictObject({
    count: count.meta({ description: "Number of matches before `limit` and `offset`.", examples: [3] }),
    earthquakes: z.array(Earthquake).meta({ description: "This page of the matches, newest first." }),
    covered_from: coveredFromOrNull.meta({
      description:
        "Null if the data cover the whole window. Otherwise since when they do. Null with `start` or `end`: a window that the " +
        "archive does not cover is refused, unless `include_incomplete` allows it.",
      examples: [null],
    }),
  })
  .meta({ description: "A page of the earthquakes that match the filters." });
export type EarthquakePage = z.infer<typeof EarthquakePage>;

export const EarthquakeSearchResult = z
  .strictObject({
    event_id: eventId,
    magnitude: knownMagnitude,
    place_description: placeDescription,
    occurred_at: occurredAtOfAnyAge,
    slug: eventSlug,
  })
  .meta({ description: "An earthquake, recent or historical, that a search has found." });
export type EarthquakeSearchResult = z.infer<typeof EarthquakeSearchResult>;

export const SearchResults = z
  .strictObject({ results: z.array(EarthquakeSearchResult).max(50).meta({ description: "At most 50, the best matches first." }) })
  .meta({ description: "The earthquakes whose place name holds every word of the query." });
export type SearchResults = z.infer<typeof SearchResults>;

export const NeighbourEvent = z
  .strictObject({
    event_id: eventId,
    slug: eventSlug,
    name: name.nullable().meta({
      description: "What the earthquake is commonly called; null where it has no name of its own.",
      examples: ["Chi-Chi (Jiji)"],
    }),
    place_description: placeDescription,
    occurred_at: occurredAtOfAnyAge,
    occurred_at_precision: precision,
    magnitude: magnitudeOrNull,
    distance_km: distance.max(NEIGHBOURS.withinKm).meta({
      description: "Kilometres between the two epicentres. That of an old earthquake can itself be tens of kilometres off.",
      examples: [78.3],
    }),
  })
  .meta({ description: "A historical earthquake near another one." });

export const HistoricalNeighbours = z
  .strictObject({
    within_km: z.literal(NEIGHBOURS.withinKm).meta({ description: "Up to which distance.", examples: [NEIGHBOURS.withinKm] }),
    count: count.meta({ description: "How many there are.", examples: [7] }),
    strongest: z
      .array(NeighbourEvent)
      .max(NEIGHBOURS.named)
      .meta({
        description: `At most ${NEIGHBOURS.named} of them, the largest magnitude first, then the newest; unknown magnitudes last.`,
      }),
  })
  .meta({ description: "The earthquakes of the historical catalogue, of any age, whose epicentres are near." });

export const historicalNeighboursOrNull = HistoricalNeighbours.nullable().meta({
  description: `What else happened here; null where the magnitude is below ${NEIGHBOURS.fromMagnitude} or unknown, or the position is.`,
});

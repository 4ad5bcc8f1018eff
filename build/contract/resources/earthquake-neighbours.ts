import { z } from "zod";
import { NEIGHBOURS } from "../texts/vocabulary.ts";
import {
  count,
  distance,
  eventId,
  eventSlug,
  magnitudeOrNull,
  name,
  occurredAtOfAnyAge,
  placeDescription,
  precision,
} from "./common.ts";

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
      description:
        "Kilometres between the two epicentres. That of an old earthquake can itself be tens of kilometres off.",
      examples: [78.3],
    }),
  })
  .meta({ description: "A historical earthquake near another one." });

export const HistoricalNeighbours = z
  .strictObject({
    within_km: z
      .literal(NEIGHBOURS.withinKm)
      .meta({ description: "Up to which distance.", examples: [NEIGHBOURS.withinKm] }),
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
  description: `What else happened here; null where the magnitude is less than ${NEIGHBOURS.fromMagnitude} or not known, or the position is not.`,
});

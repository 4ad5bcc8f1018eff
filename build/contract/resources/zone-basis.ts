import { z } from "zod";
import { count, distance, magnitude, name } from "./common.ts";

const points = count.max(4);
const year = z.int().min(1900).max(9999);
const rate = z.number().min(0);

const ZonePoints = z
  .strictObject({
    rate: points.meta({ description: "For how often.", examples: [4] }),
    largest_magnitude: points.meta({ description: "For how large.", examples: [4] }),
    deaths: points.meta({ description: "For what was suffered.", examples: [2] }),
  })
  .meta({ description: "What each figure adds; the zone follows from the sum." });

const ZoneRate = z
  .strictObject({
    earthquakes: count.meta({
      description:
        "Earthquakes of magnitude 5.0 and more in the country or at most 100 km off its coast, not deeper than 300 km, aftershocks included.",
      examples: [5821],
    }),
    first_year: year.meta({ description: "First UTC year that they were counted in.", examples: [1973] }),
    last_year: year.meta({ description: "Last year.", examples: [2025] }),
    area_km2: z
      .number()
      .positive()
      .meta({
        description:
          "Square kilometres of the territory and the sea up to 100 km off its coast that is nearest to it; 10000 where that is less.",
        examples: [1628099],
      }),
    per_year: rate.meta({ description: "Earthquakes a year on 10000 square kilometres.", examples: [0.6747] }),
    low: rate.meta({
      description: "Lower end of the exact 95 % interval of the mean of a Poisson distribution (Garwood, 1936).",
      examples: [0.6574],
    }),
    high: rate.meta({ description: "Its upper end.", examples: [0.6922] }),
  })
  .meta({ description: "How often strong earthquakes happen." });

export const ZoneBasis = z
  .strictObject({
    rule: name.meta({
      description: "The rule, in words.",
      examples: ["Points are added up. How often: earthquakes of magnitude 5 and more each year on 10,000 km², …"],
    }),
    basis: z.enum(["archive", "history"]).meta({
      description:
        "Whether the rate was counted in an archive, or only guessed from the plate boundaries; the rest is history in both cases.",
      examples: ["history"],
    }),
    points: ZonePoints,
    rate: ZoneRate.nullable().meta({ description: "Null without a complete archive." }),
    largest_magnitude: magnitude.nullable().meta({
      description:
        "Largest magnitude in the country or at most 100 km off its coast, not deeper than 300 km; null where there is none.",
      examples: [9.1],
    }),
    deaths: count.meta({
      description:
        "Deaths by historical events of the country; where of an event only the class is known, the least number of the class.",
      examples: [400123],
    }),
    boundary_distance_km: distance.meta({
      description: "Kilometres from the country's territory to the nearest plate boundary; 0 where one crosses it.",
      examples: [0],
    }),
    boundary_speed_mm: z
      .number()
      .min(0)
      .nullable()
      .meta({
        description:
          "The greatest of 5, 15 and 50 millimetres a year by which, or by more, plates close or slide past each other less than 250 km from the country's territory; null where they do so by less than 5.",
        examples: [50],
      }),
  })
  .meta({ description: "The figures from which the seismic zone follows." });
export type ZoneBasis = z.infer<typeof ZoneBasis>;

import { z } from "zod";
import { count, magnitude, occurredAt } from "./common.ts";

export const FrequencyMagnitude = z
  .strictObject({
    a: z.number().meta({
      description: "log10 of the number of earthquakes a year of magnitude 0 and more, if the law held so far down.",
      examples: [7.12],
    }),
    b: z
      .number()
      .positive()
      .meta({ description: "How many decades fewer for each unit of magnitude more.", examples: [1.02] }),
    b_error: z
      .number()
      .min(0)
      .meta({ description: "Standard error of b (Shi & Bolt, 1982).", examples: [0.02] }),
    completeness_magnitude: magnitude.meta({
      description: "Magnitude from which on the counts are taken to be complete.",
      examples: [4.5],
    }),
    earthquakes: count.meta({ description: "Earthquakes from which a and b follow.", examples: [8412] }),
    years: z
      .number()
      .positive()
      .meta({ description: "Years that they were counted in.", examples: [50.12] }),
  })
  .meta({
    description:
      "How often earthquakes of each size happen, log10 N = a - b M (Gutenberg & Richter), by maximum likelihood. It describes the past; it is no forecast.",
  });
export type FrequencyMagnitude = z.infer<typeof FrequencyMagnitude>;

export const TotalsBasis = z
  .strictObject({
    from: occurredAt.meta({ description: "Beginning of the span.", examples: ["1973-01-01T00:00:00.000Z"] }),
    to: occurredAt.meta({ description: "End of the span.", examples: ["2018-02-07T01:49:14.000Z"] }),
    magnitude: magnitude.meta({ description: "Least magnitude.", examples: [4.5] }),
  })
  .meta({
    description:
      "The span of which totals count every earthquake from a magnitude on that the USGS has; of other times and smaller ones they count what is known.",
  });
export type TotalsBasis = z.infer<typeof TotalsBasis>;

/** For a field of a record that has one only where there is an archive. */
export const frequencyMagnitudeOrNull = FrequencyMagnitude.nullable().meta({
  description: "Null without a complete archive, or with too few earthquakes.",
});

export const totalsBasisOrNull = TotalsBasis.nullable().meta({
  description: "Null where no span is known to be complete: totals count what is listed, and what else has been kept.",
});

import { z } from "zod";
import { CONTINENTS, COUNTRY_CODES, SEISMIC_ZONES, TIME_PRECISIONS } from "../texts/vocabulary.ts";
import { MAXIMUM_SLUG_LENGTH } from "../wire/slug.ts";

/** UTC to the millisecond, years 0000-9999: `YYYY-MM-DDTHH:MM:SS.sssZ` (RFC 3339). */
export const dateTime = z.iso.datetime({ precision: 3 });

/**
 * The same format for events of any age. RFC 3339 has no years before 0, but the historical catalogue does. ISO 8601 writes them in
 * expanded form, with a sign and six digits.
 */
export const dateTimeOfAnyAge = z.union([dateTime, z.string().regex(/^[+-]\d{6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)]);

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const magnitude = z.number().min(-10).max(10);
export const depth = z.number();
export const distance = z.number().min(0);
export const count = z.int().min(0);
export const name = z.string().min(1);

/** Lower-case letters, digits and hyphens: the form of a path segment of this API. */
export const slug = z.string().regex(/^[a-z0-9-]+$/);

export const iso2 = z.enum(COUNTRY_CODES as [string, ...string[]]).meta({
  description: "ISO 3166-1 alpha-2 code; `XK` for Kosovo.",
  examples: ["TW"],
});

export const seismicZone = z.enum(SEISMIC_ZONES).meta({
  description: "Seismic zone of the country. `zone_basis` in the country's profile says how it follows from the data.",
  examples: ["very_high"],
});

export const continent = z.enum(CONTINENTS).meta({ description: "Continent.", examples: ["Asia"] });

const URL_CHARACTER = "[\\w.~:[\\]!$&'()*+,;=-]|%[\\dA-Fa-f]{2}";

/**
 * An address at an agency: http or https, with the characters of RFC 3986, without user and password. A user before the host may be
 * a secret, or an attempt to deceive (`https://earthquake.usgs.gov@example.org/`).
 */
export const agencyUrl = z.url().regex(new RegExp(`^[Hh][Tt][Tt][Pp][Ss]?://(?:${URL_CHARACTER})+(?:[/?#](?:${URL_CHARACTER}|[/?#@])*)?$`));

export const eventId = name.meta({
  description: "Identifier of the event: that of the agency which is preferred for it.",
  examples: ["us1000chhc"],
});

export const eventSlug = slug.max(MAXIMUM_SLUG_LENGTH).meta({
  description: "Last part of the address of the full record: readable words, and at the end the identifier.",
  examples: ["m6-4-22km-nne-of-hualian-taiwan-us1000chhc"],
});

export const placeDescription = z.string().meta({
  description: "Where it was, as the agency words it.",
  examples: ["22km NNE of Hualian, Taiwan"],
});

export const occurredAt = dateTime.meta({ description: "Origin time, UTC.", examples: ["2018-02-06T15:50:42.400Z"] });

export const occurredAtOfAnyAge = dateTimeOfAnyAge.meta({
  description:
    "Origin time, UTC, ISO 8601: the Gregorian calendar, also for dates before it was introduced (proleptic), except " +
    "in old entries of NOAA's table, which keep the calendar of their source. Years before 0 and after 9999 are " +
    "expanded years, 1 BC being year 0. Unknown parts of an old date read 01 or 00.",
  examples: ["2018-02-06T15:50:42.400Z", "-000463-01-01T00:00:00.000Z"],
});

export const coveredFromOrNull = dateTime.nullable().meta({
  description:
    "Null if the data cover the whole window. Otherwise since when they do: counts and lists lack what happened in the window before.",
  examples: [null],
});

export const precision = z.enum(TIME_PRECISIONS).meta({
  description: "The finest part of `occurred_at` that is known.",
  examples: ["second"],
});

export const knownMagnitude = magnitude.meta({
  description: "Magnitude as published; zero and negative values are real.",
  examples: [6.4],
});

export const magnitudeOrNull = magnitude
  .nullable()
  .meta({ description: "Magnitude as published; null where nobody has determined it.", examples: [6.4] });

export const depthOrNull = depth.nullable().meta({ description: "Depth in kilometres; null where it is not known.", examples: [10.64] });

export const latitudeOrNull = latitude
  .nullable()
  .meta({ description: "Degrees, north positive; null where it is not known.", examples: [24.1737] });

export const longitudeOrNull = longitude
  .nullable()
  .meta({ description: "Degrees, east positive; null where it is not known.", examples: [121.653] });

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
      .meta({
        description: "Standard error of b, from resamples with a magnitude of completeness each; not less than that of Shi & Bolt (1982).",
        examples: [0.02],
      }),
    completeness_magnitude: magnitude.meta({
      description: "Magnitude from which on the counts are complete, as `completeness` has it.",
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
      "How often earthquakes of each size happen, log10 N = a - b M (Gutenberg & Richter), by maximum likelihood. It " +
      "describes the past; it is not a forecast.",
  });
export type FrequencyMagnitude = z.infer<typeof FrequencyMagnitude>;

export const Completeness = z
  .strictObject({
    magnitude: magnitude.nullable().meta({
      description:
        "From here on few earthquakes are missing: the tenth of a magnitude with the most earthquakes plus 0.2, or the " +
        "next from which the law of Gutenberg and Richter explains 90 % of the counts. Null where there is none.",
      examples: [4.8],
    }),
    error: z
      .number()
      .positive()
      .nullable()
      .meta({
        description:
          "Its standard error, from resamples of the counts (bootstrap), at least 0.05; null without a magnitude, and where it is assumed.",
        examples: [0.06],
      }),
    assumed: z.boolean().meta({
      description:
        "Whether the magnitude is the one from which recent lists of the world are known to be complete, and not an estimate " +
        "from these counts.",
      examples: [false],
    }),
    fit_percent: z
      .int()
      .min(90)
      .max(100)
      .nullable()
      .meta({
        description: "How much of the cumulative counts from there on the law explains (Wiemer & Wyss, 2000); null without a law.",
        examples: [96],
      }),
    earthquakes: count.meta({ description: "Earthquakes of that magnitude and more.", examples: [8412] }),
    no_law_because: z
      .enum(["too-few-earthquakes", "poor-fit"])
      .nullable()
      .meta({
        description:
          "Why no b is given: fewer `earthquakes` than the 50 of three different magnitudes that it needs, or counts that fit the " +
          "law from no magnitude on. Null where there is a law.",
        examples: [null],
      }),
  })
  .meta({ description: "From which magnitude on earthquakes are counted completely." });
export type Completeness = z.infer<typeof Completeness>;

export const TotalsBasis = z
  .strictObject({
    from: occurredAt.meta({ description: "Beginning of the span.", examples: ["1973-01-01T00:00:00.000Z"] }),
    to: occurredAt.meta({ description: "End of the span.", examples: ["2018-02-07T01:49:14.000Z"] }),
    magnitude: magnitude.meta({ description: "Least magnitude.", examples: [4.5] }),
  })
  .meta({
    description:
      "The span of which totals count every earthquake from a magnitude on that the USGS has; of other times and " +
      "smaller ones they count what is known. The USGS itself lacks some: see `completeness`.",
  });
export type TotalsBasis = z.infer<typeof TotalsBasis>;

/** For a field of a record that has a value only if there is an archive. */
export const frequencyMagnitudeOrNull = FrequencyMagnitude.nullable().meta({
  description: "Null without a complete archive, and where `completeness` says why.",
});

export const completenessOrNull = Completeness.nullable().meta({ description: "Null without a complete archive." });

export const totalsBasisOrNull = TotalsBasis.nullable().meta({
  description: "Null where no span is known to be complete: totals count what is listed, and what else has been kept.",
});

import { z } from "zod";
import { HIGHLIGHTS } from "../texts/vocabulary.ts";
import {
  completenessOrNull,
  continent,
  count,
  coveredFromOrNull,
  depthOrNull,
  distance,
  eventId,
  eventSlug,
  frequencyMagnitudeOrNull,
  iso2,
  latitude,
  latitudeOrNull,
  longitude,
  longitudeOrNull,
  magnitude,
  magnitudeOrNull,
  name,
  occurredAtOfAnyAge,
  placeDescription,
  precision,
  seismicZone,
  slug,
  totalsBasisOrNull,
} from "./common.ts";
import { Earthquake } from "./earthquake.ts";
import { amountClass, deathsOrNull, magnitudeTypeOrNull } from "./earthquake-detail.ts";

const year = z.int().min(1900).max(9999);
const rate = z.number().min(0);

const ZonePoints = z
  .strictObject({
    belts: count.max(8).meta({ description: "For the belts that deform: two for each level.", examples: [8] }),
    largest_magnitude: count.max(1).meta({ description: "For the second-largest magnitude.", examples: [0] }),
    deaths: count.max(1).meta({ description: "For the second-deadliest earthquake.", examples: [0] }),
  })
  .meta({ description: "What each figure adds; the zone follows from the sum." });

const ZoneRate = z
  .strictObject({
    earthquakes: count.meta({
      description:
        "Earthquakes of magnitude 5.0 and more in the country or at most 100 km off its coast, not deeper than 300 km, " +
        "aftershocks included.",
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
      examples: ["Points are added up. Belts: each belt of deformation on a schematic map has a level from 1 to 4, …"],
    }),
    basis: z.enum(["archive", "history"]).meta({
      description: "Whether a rate was counted in an archive; without one, belts and history are all there is.",
      examples: ["history"],
    }),
    points: ZonePoints,
    belt: z
      .strictObject({
        name: name.meta({ description: "Name of the belt.", examples: ["Nankai, Japan Trench, Kurils, Kamchatka"] }),
        level: z
          .int()
          .min(1)
          .max(4)
          .meta({
            description: "What it means at the country's distance, from 1 (some shaking) to 4 (4.0 m/s² and more).",
            examples: [4],
          }),
        distance_km: distance.meta({ description: "Kilometres from the territory to the line of the belt.", examples: [0] }),
      })
      .nullable()
      .meta({
        description:
          "The belt of deformation that means most for the country, on a schematic map after published hazard; null " +
          "where there is none within 300 km.",
      }),
    rate: ZoneRate.nullable().meta({ description: "Null without a complete archive." }),
    largest_magnitude: magnitude.nullable().meta({
      description: "Largest magnitude in the country or at most 100 km off its coast, not deeper than 300 km; null where there is none.",
      examples: [9.1],
    }),
    second_magnitude: magnitude.nullable().meta({
      description: "The second largest of those with a record of their own, which a single mistaken entry cannot be.",
      examples: [8.6],
    }),
    deaths: count.meta({
      description: "Deaths by historical events of the country; where of an event only the class is known, the least number of the class.",
      examples: [400123],
    }),
    second_deaths: count.meta({ description: "Deaths by the second-deadliest of them.", examples: [105385] }),
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
          "The greatest of 5, 15 and 50 millimetres a year by which, or by more, plates close or slide past each other " +
          "less than 250 km from the country's territory; null where they do so by less than 5.",
        examples: [50],
      }),
  })
  .meta({ description: "The figures from which the seismic zone follows." });
export type ZoneBasis = z.infer<typeof ZoneBasis>;

const riskFields = {
  name: name.meta({ description: "Name in English.", examples: ["Japan"] }),
  iso2,
  seismic_zone: seismicZone,
  continent,
  total_earthquakes: count.meta({
    description:
      "Earthquakes in the catalogue: recent ones of any size, historical, and those of the archive where there is one. Countries " +
      "compare by `rate` of `zone_basis`, not by this. `totals_basis` in the profile says of which span it is complete.",
    examples: [84],
  }),
  total_significant: count.meta({
    description: "Those of magnitude 6.0 and more, of USGS significance 600 and more, or in the historical catalogue.",
    examples: [80],
  }),
  largest_magnitude: magnitude.nullable().meta({
    description: "Largest magnitude in the catalogue; null where there is none.",
    examples: [9.1],
  }),
};

const recentFields = {
  recent_30d: count.meta({ description: "Earthquakes in the last 30 days, as far as the data cover them.", examples: [4] }),
  recent_30d_covered_from: coveredFromOrNull,
};

const countrySlug = slug.meta({ description: "Last part of the address of the country's profile.", examples: ["japan"] });

export const RiskCountry = z.strictObject(riskFields).meta({ description: "A country and its seismic totals." });
export type RiskCountry = z.infer<typeof RiskCountry>;

export const CountryRisk = z
  .strictObject({ country: RiskCountry, ...recentFields })
  .meta({ description: "Activity of a country and its class of hazard. Losses that may come, risk in its strict sense, are not in it." });
export type CountryRisk = z.infer<typeof CountryRisk>;

export const ListedCountry = z.strictObject({ ...riskFields, slug: countrySlug }).meta({ description: "A country as the list has it." });
export type ListedCountry = z.infer<typeof ListedCountry>;

export const CountryList = z
  .strictObject({
    count: count.meta({ description: "Number of countries listed.", examples: [2] }),
    countries: z.array(ListedCountry).meta({ description: "By name." }),
  })
  .meta({ description: "Countries with their seismic totals." });
export type CountryList = z.infer<typeof CountryList>;

export const NotableEvent = z
  .strictObject({
    event_id: eventId,
    slug: eventSlug,
    name: name.nullable().meta({
      description: "What the earthquake is commonly called; null where it has no name of its own.",
      examples: ["Great Kantō"],
    }),
    place_description: placeDescription,
    occurred_at: occurredAtOfAnyAge,
    occurred_at_precision: precision,
    magnitude: magnitudeOrNull,
    magnitude_type: magnitudeTypeOrNull,
    depth_km: depthOrNull,
    latitude: latitudeOrNull,
    longitude: longitudeOrNull,
    deaths: deathsOrNull,
    deaths_class: amountClass("deaths"),
    deaths_source: name.nullable().meta({
      description: "The agency that says how many were killed, as in the event's `sources`; null where none does.",
      examples: ["noaa"],
    }),
  })
  .meta({ description: "A notable earthquake of a country." });
export type NotableEvent = z.infer<typeof NotableEvent>;

function highlights(order: string) {
  return z
    .array(NotableEvent)
    .max(HIGHLIGHTS)
    .meta({ description: `At most ${HIGHLIGHTS} of the earthquakes that have a record of their own. ${order}` });
}

export const CountryProfile = z
  .strictObject({
    country: z
      .strictObject({
        ...riskFields,
        slug: countrySlug,
        capital: name.nullable().meta({
          description: "Capital, or capitals with a comma between two; null where there is none.",
          examples: ["Tokyo"],
        }),
        area_km2: z
          .number()
          .min(0)
          .nullable()
          .meta({ description: "Area in square kilometres; null where it is not known.", examples: [377930] }),
        position: z
          .strictObject({
            latitude: latitude.meta({ description: "Degrees, north positive.", examples: [36] }),
            longitude: longitude.meta({ description: "Degrees, east positive.", examples: [138] }),
          })
          .meta({ description: "A point that stands for the country on maps." }),
      })
      .meta({ description: "The country." }),
    ...recentFields,
    recent_earthquakes: z.array(Earthquake).max(20).meta({ description: "The newest 20." }),
    notable_events: z.array(NotableEvent).max(20).meta({ description: "20 historical events, by deaths, then magnitude." }),
    strongest: highlights("The largest magnitude first, then the newest."),
    deadliest: highlights(
      "Those that killed people, the most deaths first, then the largest magnitude; where only the class of deaths is " +
        "known, it counts as the least of the class.",
    ),
    most_recent: highlights("The significant ones, the newest first; `recent_earthquakes` has those of any magnitude."),
    zone_basis: ZoneBasis,
    completeness: completenessOrNull,
    frequency_magnitude: frequencyMagnitudeOrNull,
    totals_basis: totalsBasisOrNull,
  })
  .meta({ description: "Seismic profile of a country." });
export type CountryProfile = z.infer<typeof CountryProfile>;

import { z } from "zod";
import { HIGHLIGHTS } from "../texts/vocabulary.ts";
import {
  completenessOrNull,
  continent,
  count,
  coveredFromOrNull,
  depthOrNull,
  described,
  distance,
  eventId,
  eventSlug,
  fields,
  frequencyMagnitudeOrNull,
  iso2,
  latitude,
  latitudeOrNull,
  longitude,
  longitudeOrNull,
  magnitude,
  magnitudeOrNull,
  name,
  object,
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

const ZonePoints = object("ZonePoints", {
  belts: count.max(8),
  largest_magnitude: count.max(1),
  deaths: count.max(1),
});

const ZoneRate = object("ZoneRate", {
  earthquakes: count,
  first_year: year,
  last_year: year,
  area_km2: z.number().positive(),
  per_year: rate,
  low: rate,
  high: rate,
});

export const ZoneBasis = object("ZoneBasis", {
  rule: name,
  basis: z.enum(["archive", "history"]),
  points: ZonePoints,
  belt: object("ZoneBasis.belt", {
    name,
    level: z.int().min(1).max(4),
    distance_km: distance,
  }).nullable(),
  rate: ZoneRate.nullable(),
  largest_magnitude: magnitude.nullable(),
  second_magnitude: magnitude.nullable(),
  deaths: count,
  second_deaths: count,
  boundary_distance_km: distance,
  boundary_speed_mm: z.number().min(0).nullable(),
});
export type ZoneBasis = z.infer<typeof ZoneBasis>;

const riskFields = fields("riskFields", {
  name,
  iso2,
  seismic_zone: seismicZone,
  continent,
  total_earthquakes: count,
  total_significant: count,
  largest_magnitude: magnitude.nullable(),
});

const recentFields = fields("recentFields", {
  recent_30d: count,
  recent_30d_covered_from: coveredFromOrNull,
});

const countrySlug = described("countrySlug", slug);

export const RiskCountry = object("RiskCountry", riskFields);
export type RiskCountry = z.infer<typeof RiskCountry>;

export const CountryRisk = object("CountryRisk", {
  country: RiskCountry,
  ...recentFields,
});
export type CountryRisk = z.infer<typeof CountryRisk>;

export const ListedCountry = object("ListedCountry", {
  ...riskFields,
  slug: countrySlug,
});
export type ListedCountry = z.infer<typeof ListedCountry>;

export const CountryList = object("CountryList", {
  count,
  countries: z.array(ListedCountry),
});
export type CountryList = z.infer<typeof CountryList>;

export const NotableEvent = object("NotableEvent", {
  event_id: eventId,
  slug: eventSlug,
  name: name.nullable(),
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
  deaths_source: name.nullable(),
});
export type NotableEvent = z.infer<typeof NotableEvent>;

function highlights(order: string) {
  return z
    .array(NotableEvent)
    .max(HIGHLIGHTS)
    .meta({ description: `At most ${HIGHLIGHTS} of the earthquakes that have a record of their own. ${order}` });
}

export const CountryProfile = object("CountryProfile", {
  country: object("CountryProfile.country", {
    ...riskFields,
    slug: countrySlug,
    capital: name.nullable(),
    area_km2: z.number().min(0).nullable(),
    position: object("CountryProfile.country.position", {
      latitude,
      longitude,
    }),
  }),
  ...recentFields,
  recent_earthquakes: z.array(Earthquake).max(20),
  notable_events: z.array(NotableEvent).max(20),
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
});
export type CountryProfile = z.infer<typeof CountryProfile>;

import * as z from "zod";
import { HIGHLIGHTS } from "../texts/vocabulary.ts";
import * as common from "./common.ts";
import { described, fields, object } from "./common.ts";
import { Earthquake, eventOfAnyAge } from "./earthquake.ts";
import { amountClass, deathsOrNull, magnitudeTypeOrNull } from "./earthquake-detail.ts";

const year = z.int().min(1900).max(9999);
const rate = z.number().min(0);

const ZonePoints = object("ZonePoints", {
  belts: common.count.max(8),
  largest_magnitude: common.count.max(1),
  deaths: common.count.max(1),
});

const ZoneRate = object("ZoneRate", {
  earthquakes: common.count,
  first_year: year,
  last_year: year,
  area_km2: z.number().positive(),
  per_year: rate,
  low: rate,
  high: rate,
});

const ZoneBasis = object("ZoneBasis", {
  rule: common.name,
  basis: z.enum(["archive", "history"]),
  points: ZonePoints,
  belt: object("ZoneBasis.belt", {
    name: common.name,
    level: z.int().min(1).max(4),
    distance_km: common.distance,
  }).nullable(),
  rate: ZoneRate.nullable(),
  largest_magnitude: common.magnitude.nullable(),
  second_magnitude: common.magnitude.nullable(),
  deaths: common.count,
  second_deaths: common.count,
  boundary_distance_km: common.distance,
  boundary_speed_mm: z.number().min(0).nullable(),
});
export type ZoneBasis = z.infer<typeof ZoneBasis>;

const riskFields = fields("riskFields", {
  name: common.name,
  iso2: common.CountryCode,
  seismic_zone: common.SeismicZone,
  continent: common.Continent,
  total_earthquakes: common.count,
  total_significant: common.count,
  largest_magnitude: common.magnitude.nullable(),
});

const recentFields = fields("recentFields", {
  recent_30d: common.count,
  recent_30d_covered_from: common.coveredFromOrNull,
});

const countrySlug = described("countrySlug", common.slug);

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
  count: common.count,
  countries: z.array(ListedCountry),
});
export type CountryList = z.infer<typeof CountryList>;

export const NotableEvent = object("NotableEvent", {
  ...eventOfAnyAge,
  magnitude_type: magnitudeTypeOrNull,
  depth_km: common.depthOrNull,
  latitude: common.latitudeOrNull,
  longitude: common.longitudeOrNull,
  deaths: deathsOrNull,
  deaths_class: amountClass("deaths"),
  deaths_source: common.name.nullable(),
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
    capital: common.name.nullable(),
    area_km2: z.number().min(0).nullable(),
    position: object("CountryProfile.country.position", {
      latitude: common.latitude,
      longitude: common.longitude,
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
  completeness: common.completenessOrNull,
  frequency_magnitude: common.frequencyMagnitudeOrNull,
  totals_basis: common.totalsBasisOrNull,
});
export type CountryProfile = z.infer<typeof CountryProfile>;

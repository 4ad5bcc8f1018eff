import type { CountryList, CountryProfile, CountryRisk, NotableEvent } from "../resources/resources.ts";
import { KITAIBARAKI } from "./events.ts";

const JAPAN: CountryRisk["country"] = {
  name: "Japan",
  iso2: "JP",
  seismic_zone: "very_high",
  continent: "Asia",
  total_earthquakes: 84,
  total_significant: 80,
  largest_magnitude: 9.1,
};

export const RISK: CountryRisk = { country: JAPAN, recent_30d: 4 };

export const COUNTRIES: CountryList = {
  count: 2,
  countries: [
    { ...JAPAN, slug: "japan" },
    {
      name: "Taiwan",
      iso2: "TW",
      seismic_zone: "very_high",
      continent: "Asia",
      total_earthquakes: 35,
      total_significant: 17,
      largest_magnitude: 8.1,
      slug: "taiwan",
    },
  ],
};

const KANTO: NotableEvent = {
  event_id: "qt19230901",
  slug: "m7-9-sagami-bay-tokyo-and-yokohama-japan-qt19230901",
  name: "Great Kantō",
  place_description: "Sagami bay, Tokyo and Yokohama, Japan",
  occurred_at: "1923-09-01T02:58:00.000Z",
  occurred_at_precision: "minute",
  magnitude: 7.9,
  depth_km: 23,
  latitude: 35.4,
  longitude: 139.1,
  deaths: 105385,
  deaths_class: null,
  deaths_source: "notable",
};

const MEIO: NotableEvent = {
  event_id: "qt14980920",
  slug: "m8-4-off-enshunada-tokai-coast-japan-qt14980920",
  name: "Meiō",
  place_description: "off Enshūnada, Tōkai coast, Japan",
  occurred_at: "1498-09-20T00:00:00.000Z",
  occurred_at_precision: "day",
  magnitude: 8.4,
  depth_km: null,
  latitude: 34,
  longitude: 138,
  deaths: 31000,
  deaths_class: null,
  deaths_source: "notable",
};

const TOHOKU: NotableEvent = {
  event_id: "qt20110311",
  slug: "m9-1-off-sanriku-tohoku-japan-qt20110311",
  name: "Great East Japan (Tōhoku)",
  place_description: "off Sanriku, Tōhoku, Japan",
  occurred_at: "2011-03-11T05:46:24.000Z",
  occurred_at_precision: "second",
  magnitude: 9.1,
  depth_km: 29,
  latitude: 38.3,
  longitude: 142.4,
  deaths: 19759,
  deaths_class: null,
  deaths_source: "notable",
};

const HYUGANADA: NotableEvent = {
  event_id: "qt20240808",
  slug: "m7-1-hyuganada-off-miyazaki-japan-qt20240808",
  name: "Hyūganada",
  place_description: "Hyūganada, off Miyazaki, Japan",
  occurred_at: "2024-08-08T07:42:00.000Z",
  occurred_at_precision: "minute",
  magnitude: 7.1,
  depth_km: 25,
  latitude: 31.7,
  longitude: 131.5,
  deaths: 0,
  deaths_class: null,
  deaths_source: "notable",
};

export const PROFILE: CountryProfile = {
  country: {
    ...JAPAN,
    slug: "japan",
    capital: "Tokyo",
    area_km2: 377930,
    position: { latitude: 36, longitude: 138 },
  },
  recent_30d: 4,
  recent_earthquakes: [KITAIBARAKI],
  notable_events: [KANTO, MEIO],
  strongest: [TOHOKU],
  deadliest: [KANTO, MEIO],
  most_recent: [HYUGANADA],
  zone_basis: {
    rule: "Points are added up. How often: earthquakes of magnitude 5 and more each year on 10,000 km², one point for each bound reached of 0.003, 0.01, 0.03, 0.1; they are guessed from the plate boundaries, then raised to those of the lower end of its 95 % interval, or lowered to those of the upper end, where an archive is complete. The guess: 1 for a plate boundary at most 100 km from the territory; 2, 3, 4 for one less than 250 km away whose plates close or slide past each other by 5, 15, 50 mm a year or more. How large: one point for each bound reached of 5, 6, 7, 8 by the largest magnitude. Both of events in the country or at most 100 km off its coast, and not deeper than 300 km. What was suffered: one point from 1, 1,000 deaths by historical events of the country. Zone: 8 points and more very_high, 6 high, 4 moderate, 2 low, fewer minimal, but low where a plate boundary is at most 100 km from the territory.",
    basis: "history",
    points: { rate: 4, largest_magnitude: 4, deaths: 2 },
    rate: null,
    largest_magnitude: 9.1,
    deaths: 327268,
    boundary_distance_km: 0,
    boundary_speed_mm: 50,
  },
  frequency_magnitude: null,
  totals_basis: null,
};

import type { CountryList, CountryProfile, CountryRisk } from "../resources.ts";
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
      total_earthquakes: 52,
      total_significant: 18,
      largest_magnitude: 8.1,
      slug: "taiwan",
    },
  ],
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
  notable_events: [
    {
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
    },
    {
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
    },
  ],
  zone_basis: {
    rule: "The strongest zone whose condition the figures below meet; the documentation lists the conditions.",
    largest_magnitude: 9.1,
    major_events: 59,
    deadly_events: 62,
    boundary_distance_km: 0,
  },
};

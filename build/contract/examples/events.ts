import type { Earthquake, EarthquakeDetail, EarthquakeSearchResult, LiveFeed } from "../resources/resources.ts";

/** The Hualien earthquake of 6 February 2018, as the agency's feed had it that night, and two that came after it. */
export const HUALIEN: Earthquake = {
  event_id: "us1000chhc",
  magnitude: 6.4,
  depth_km: 10.64,
  latitude: 24.1737,
  longitude: 121.653,
  place_description: "22km NNE of Hualian, Taiwan",
  occurred_at: "2018-02-06T15:50:42.400Z",
  alert_level: "green",
  tsunami_flag: false,
};

export const VANUATU: Earthquake = {
  event_id: "us1000chl5",
  magnitude: 5.6,
  depth_km: 246.28,
  latitude: -18.9718,
  longitude: 169.4658,
  place_description: "67km NNE of Isangel, Vanuatu",
  occurred_at: "2018-02-06T18:37:59.190Z",
  alert_level: "green",
  tsunami_flag: false,
};

export const AFTERSHOCK: Earthquake = {
  event_id: "us1000chln",
  magnitude: 5.4,
  depth_km: 8.62,
  latitude: 23.942,
  longitude: 121.7566,
  place_description: "15km ESE of Hualian, Taiwan",
  occurred_at: "2018-02-06T19:15:28.390Z",
  alert_level: null,
  tsunami_flag: false,
};

export const KITAIBARAKI: Earthquake = {
  event_id: "us1000chrs",
  magnitude: 4.2,
  depth_km: 50.92,
  latitude: 36.7501,
  longitude: 140.8677,
  place_description: "11km ESE of Kitaibaraki, Japan",
  occurred_at: "2018-02-06T13:57:09.280Z",
  alert_level: null,
  tsunami_flag: false,
};

export const HUALIEN_SLUG = "m6-4-22km-nne-of-hualian-taiwan-us1000chhc";

const SLUGS: Record<string, string> = {
  us1000chhc: HUALIEN_SLUG,
  us1000chl5: "m5-6-67km-nne-of-isangel-vanuatu-us1000chl5",
  us1000chln: "m5-4-15km-ese-of-hualian-taiwan-us1000chln",
  us1000chrs: "m4-2-11km-ese-of-kitaibaraki-japan-us1000chrs",
};

export function found(event: Earthquake): EarthquakeSearchResult {
  const { event_id, magnitude, place_description, occurred_at } = event;
  return { event_id, magnitude, place_description, occurred_at, slug: SLUGS[event_id] ?? event_id };
}

export function feature(event: Earthquake): LiveFeed["features"][number] {
  const { depth_km, latitude, longitude, ...properties } = event;
  return {
    type: "Feature",
    id: event.event_id,
    geometry: { type: "Point", coordinates: [longitude, latitude, depth_km] },
    properties: { ...properties, slug: SLUGS[event.event_id] ?? event.event_id },
  };
}

type Source = EarthquakeDetail["impact"]["sources"][number];

function source(
  figure: Source["figure"],
  value: Source["value"],
  agency: string,
  product: Source["product"] = null,
): Source {
  return { figure, value, class_words: null, agency, product, contributor: null, updated_at: null };
}

export const HUALIEN_DETAIL: EarthquakeDetail = {
  ...HUALIEN,
  slug: HUALIEN_SLUG,
  name: "Hualien",
  other_names: ["花蓮地震"],
  aliases: ["qt20180206"],
  magnitude_type: "mww",
  status: "reviewed",
  updated_at: "2018-02-07T01:31:51.797Z",
  occurred_at_precision: "second",
  sources: [
    { agency: "usgs", id: "us1000chhc", url: "https://earthquake.usgs.gov/earthquakes/eventpage/us1000chhc" },
    { agency: "notable", id: "qt20180206", url: null },
  ],
  impact: {
    felt_reports: 261,
    max_intensity_reported: 6.5,
    max_intensity_estimated: 6.7,
    significance: 800,
    deaths: 17,
    deaths_class: null,
    injuries: 285,
    injuries_class: null,
    missing: null,
    missing_class: null,
    houses_destroyed: null,
    houses_destroyed_class: null,
    houses_damaged: null,
    houses_damaged_class: null,
    damage_million_usd: null,
    damage_million_usd_class: null,
    sources: [
      source("alert_level", "green", "usgs", "losspager"),
      source("felt_reports", 261, "usgs", "dyfi"),
      source("max_intensity_reported", 6.5, "usgs", "dyfi"),
      source("max_intensity_estimated", 6.7, "usgs"),
      source("significance", 800, "usgs"),
      source("deaths", 17, "notable"),
      source("injuries", 285, "notable"),
    ],
  },
  tsunami: { flag: false, observed: null, noaa_event_id: null, max_water_height_m: null },
  country: {
    name: "Taiwan",
    iso2: "TW",
    slug: "taiwan",
    seismic_zone: "very_high",
    continent: "Asia",
    relation: "offshore",
    distance_km: 0.2,
  },
  plate: { name: "Yangtze", slug: "yangtze", code: "YA", boundary_distance_km: 33.2 },
  historical_neighbours: {
    within_km: 100,
    count: 7,
    strongest: [
      {
        event_id: "qt19200605",
        slug: "m8-1-off-hualien-taiwan-qt19200605",
        name: null,
        place_description: "off Hualien, Taiwan",
        occurred_at: "1920-06-05T04:21:00.000Z",
        occurred_at_precision: "minute",
        magnitude: 8.1,
        distance_km: 72.9,
      },
      {
        event_id: "qt19990920",
        slug: "m7-7-jiji-nantou-taiwan-qt19990920",
        name: "Chi-Chi (Jiji)",
        place_description: "Jiji, Nantou, Taiwan",
        occurred_at: "1999-09-20T17:47:18.000Z",
        occurred_at_precision: "second",
        magnitude: 7.7,
        distance_km: 78.3,
      },
    ],
  },
};

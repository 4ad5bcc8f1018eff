import { ChangedEarthquake, ChangeList, SnapshotPosition } from "../resources/changes.ts";
import { CombinedSearch } from "../resources/combined-search.ts";
import { CountryList, CountryProfile, CountryRisk, NotableEvent } from "../resources/country.ts";
import { Earthquake } from "../resources/earthquake.ts";
import { EarthquakeDetail, type ImpactSource } from "../resources/earthquake-detail.ts";
import { LiveFeed, PlateBoundaries } from "../resources/geojson.ts";
import { GlossaryList, GlossaryTerm } from "../resources/glossary.ts";
import { PlateDetail, PlateList } from "../resources/plate.ts";
import { ApiIndex, GlobalStats, OpenApiDocument } from "../resources/service.ts";
import type { EndpointId } from "../table/endpoints.ts";
import { GLOSSARY_CATEGORIES } from "../texts/vocabulary.ts";
import { invalidParameters, type Problem, type ProblemKind, problem } from "../wire/problem.ts";
import { exampleOf, type Overrides } from "./example.ts";

// Records of the embedded data of the week to 7 February 2018; lists are shortened. Only values that differ from the
// examples of the schemas are given.

const HUALIEN = exampleOf(Earthquake);

const VANUATU = exampleOf(Earthquake, {
  event_id: "us1000chl5",
  magnitude: 5.6,
  depth_km: 246.28,
  latitude: -18.9718,
  longitude: 169.4658,
  place_description: "67km NNE of Isangel, Vanuatu",
  occurred_at: "2018-02-06T18:37:59.190Z",
});

const AFTERSHOCK = exampleOf(Earthquake, {
  event_id: "us1000chln",
  magnitude: 5.4,
  depth_km: 8.62,
  latitude: 23.942,
  longitude: 121.7566,
  place_description: "15km ESE of Hualian, Taiwan",
  occurred_at: "2018-02-06T19:15:28.390Z",
  alert_level: null,
});

const KITAIBARAKI = exampleOf(Earthquake, {
  event_id: "us1000chrs",
  magnitude: 4.2,
  depth_km: 50.92,
  latitude: 36.7501,
  longitude: 140.8677,
  place_description: "11km ESE of Kitaibaraki, Japan",
  occurred_at: "2018-02-06T13:57:09.280Z",
  alert_level: null,
});

const SLUGS: Record<string, string> = {
  us1000chhc: "m6-4-22km-nne-of-hualian-taiwan-us1000chhc",
  us1000chl5: "m5-6-67km-nne-of-isangel-vanuatu-us1000chl5",
  us1000chln: "m5-4-15km-ese-of-hualian-taiwan-us1000chln",
  us1000chrs: "m4-2-11km-ese-of-kitaibaraki-japan-us1000chrs",
};

function found({ event_id, magnitude, place_description, occurred_at }: Earthquake) {
  return { event_id, magnitude, place_description, occurred_at, slug: SLUGS[event_id] ?? event_id };
}

function feature({ depth_km, latitude, longitude, ...properties }: Earthquake) {
  const { event_id } = properties;
  return {
    id: event_id,
    geometry: { coordinates: [longitude, latitude, depth_km] as [number, number, number] },
    properties: { ...properties, slug: SLUGS[event_id] ?? event_id },
  };
}

function impactSource(
  figure: ImpactSource["figure"],
  value: ImpactSource["value"],
  agency: string,
  product: ImpactSource["product"] = null,
): ImpactSource {
  return { figure, value, class_words: null, agency, product, contributor: null, updated_at: null };
}

const UNKNOWN_LOSSES = {
  deaths_class: null,
  injuries_class: null,
  missing: null,
  missing_class: null,
  houses_destroyed: null,
  houses_destroyed_class: null,
  houses_damaged: null,
  houses_damaged_class: null,
  damage_million_usd: null,
  damage_million_usd_class: null,
};

const DETAIL = exampleOf(EarthquakeDetail, {
  sources: [{}, { agency: "notable", id: "qt20180206", url: null }],
  impact: {
    ...UNKNOWN_LOSSES,
    sources: [
      impactSource("alert_level", "green", "usgs", "losspager"),
      impactSource("felt_reports", 261, "usgs", "dyfi"),
      impactSource("max_intensity_reported", 6.5, "usgs", "dyfi"),
      impactSource("max_intensity_estimated", 6.7, "usgs"),
      impactSource("significance", 800, "usgs"),
      impactSource("deaths", 17, "notable"),
      impactSource("injuries", 285, "notable"),
    ],
  },
  historical_neighbours: {
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
        place_description: "Jiji, Nantou, Taiwan",
        occurred_at: "1999-09-20T17:47:18.000Z",
        magnitude: 7.7,
      },
    ],
  },
});

const JAPAN = { iso2: "JP" } as const;

const KANTO: Overrides<NotableEvent> = {
  event_id: "qt19230901",
  slug: "m7-9-sagami-bay-tokyo-and-yokohama-japan-qt19230901",
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

const MEIO: Overrides<NotableEvent> = {
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

const TOHOKU: Overrides<NotableEvent> = {
  event_id: "qt20110311",
  slug: "m9-1-off-sanriku-tohoku-japan-qt20110311",
  name: "Great East Japan (Tōhoku)",
  place_description: "off Sanriku, Tōhoku, Japan",
  occurred_at: "2011-03-11T05:46:24.000Z",
  magnitude: 9.1,
  depth_km: 29,
  latitude: 38.3,
  longitude: 142.4,
  deaths: 19759,
  deaths_class: null,
  deaths_source: "notable",
};

const HYUGANADA: Overrides<NotableEvent> = {
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

const PROFILE = exampleOf(CountryProfile, {
  country: JAPAN,
  recent_earthquakes: [KITAIBARAKI],
  notable_events: [KANTO, MEIO],
  strongest: [TOHOKU],
  deadliest: [KANTO, MEIO],
  most_recent: [HYUGANADA],
  zone_basis: {
    rule: "Points are added up. How often: earthquakes of magnitude 5 and more each year on 10,000 km², one point for each bound reached of 0.003, 0.01, 0.03, 0.1; they are guessed from the plate boundaries, then raised to those of the lower end of its 95 % interval, or lowered to those of the upper end, where an archive is complete. The guess: 1 for a plate boundary at most 100 km from the territory; 2, 3, 4 for one less than 250 km away whose plates close or slide past each other by 5, 15, 50 mm a year or more. How large: one point for each bound reached of 5, 6, 7, 8 by the largest magnitude. Both of events in the country or at most 100 km off its coast, and not deeper than 300 km. What was suffered: one point from 1, 1,000 deaths by historical events of the country. Zone: 8 points and more very_high, 6 high, 4 moderate, 2 low, fewer minimal, but low where a plate boundary is at most 100 km from the territory.",
    rate: null,
    deaths: 327268,
  },
  completeness: null,
  frequency_magnitude: null,
  totals_basis: null,
});

const COUNTRIES = exampleOf(CountryList, {
  countries: [
    JAPAN,
    {
      name: "Taiwan",
      total_earthquakes: 35,
      total_significant: 17,
      largest_magnitude: 8.1,
      slug: "taiwan",
    },
  ],
});

const PLATES = exampleOf(PlateList, {
  count: 2,
  plates: [
    {},
    { name: "Okinawa", slug: "okinawa", code: "ON", type: "microplate", area_km2: 324710, earthquake_count: 5 },
  ],
});

const PLATE = exampleOf(PlateDetail, {
  description:
    "An oceanic plate of the south-eastern Pacific, made at the East Pacific Rise and swept eastward to the Peru-Chile Trench, where it descends beneath South America.",
  boundaries: [
    {},
    {
      plate: "pacific",
      type: "divergent",
      length_km: 3649,
      share: 0.203,
      motion: {
        speed_mm_per_year: { min: 126.4, mean: 140.5, max: 151.2 },
        convergence_mm_per_year: null,
        right_lateral_mm_per_year: null,
      },
    },
  ],
  boundary_types: [
    { type: "divergent", length_km: 8936, share: 0.498 },
    { type: "convergent", length_km: 6397, share: 0.356 },
    { type: "transform", length_km: 2624, share: 0.146 },
  ],
  neighbours: [{}],
  annual_earthquakes: [{ significant: 0 }],
  completeness: null,
  frequency_magnitude: null,
  totals_basis: null,
});

const BOUNDARIES = exampleOf(PlateBoundaries, {
  features: [
    {
      geometry: {
        coordinates: [
          [122.2, 24],
          [123.3, 23.2],
          [125, 23.4],
          [127, 24],
          [128.5, 25.2],
        ],
      },
      properties: { class: null },
    },
  ],
});

const GLOSSARY = exampleOf(GlossaryList, {
  categories: [...GLOSSARY_CATEGORIES],
  terms: [
    {
      term: "Local magnitude",
      slug: "local-magnitude",
      summary: "The original magnitude of Richter for near earthquakes, from the peak on a Wood–Anderson seismograph.",
    },
    { summary: "The standard size of an earthquake, computed from its seismic moment, written Mw." },
  ],
});

const TERM = exampleOf(GlossaryTerm, {
  definition:
    "Moment magnitude, Mw, puts seismic moment on a logarithmic scale: Mw = 2/3 (log10 M0 - 9.1), with M0 in N m. It has a physical meaning and never saturates.",
  example: "A moment of 4 × 10^22 N m, the order of the 2004 Sumatra–Andaman earthquake, gives Mw 9.0.",
  related_terms: [
    { term: "Seismic moment", slug: "seismic-moment" },
    { term: "Magnitude saturation", slug: "magnitude-saturation" },
  ],
});

const COMBINED = exampleOf(CombinedSearch, {
  count: 4,
  earthquakes: [
    {
      event_id: "qt20110311",
      magnitude: 9.1,
      place_description: "off Sanriku, Tōhoku, Japan",
      occurred_at: "2011-03-11T05:46:24.000Z",
      slug: "m9-1-off-sanriku-tohoku-japan-qt20110311",
    },
    found(KITAIBARAKI),
  ],
  countries: [JAPAN],
  glossary: [{ term: "JMA magnitude", slug: "jma-magnitude" }],
});

const INDEX = exampleOf(ApiIndex, {
  endpoints: [
    {
      path: "/api/live-feed/",
      summary: "GeoJSON feed for maps",
      parameters: [
        {
          name: "hours",
          default: 24,
          choices: [1, 6, 24, 168],
          description: "The window: this many hours before `as_of`.",
        },
      ],
    },
    { path: "/api/v1/plates/", summary: "All tectonic plates", parameters: [] },
  ],
  data_sets: [{}],
});

// The records are those of the embedded data; the steps between snapshots are invented.
const NEWEST = exampleOf(SnapshotPosition);

const ADDED = exampleOf(ChangedEarthquake, {
  ...AFTERSHOCK,
  slug: "m5-4-15km-ese-of-hualian-taiwan-us1000chln",
  name: null,
  other_names: [],
  aliases: [],
  updated_at: "2018-02-07T01:40:00.577Z",
  sources: [{ id: "us1000chln", url: "https://earthquake.usgs.gov/earthquakes/eventpage/us1000chln" }],
  impact: {
    ...UNKNOWN_LOSSES,
    felt_reports: 6,
    max_intensity_reported: 7.2,
    max_intensity_estimated: null,
    significance: 453,
    deaths: null,
    injuries: null,
  },
  country: { distance_km: 14.9 },
  plate: { boundary_distance_km: 5.6 },
});

const CHANGES = exampleOf(ChangeList, {
  hours: [{ hour: "2018-02-07T00", from: 1, to: 2 }, { from: 2 }],
  entries: [
    {
      from: { id: "5f0c1d2e3a4b5c6d", sequence: 3, as_of: "2018-02-07T01:48:14.000Z" },
      to: NEWEST,
      added: [ADDED],
      revised: [
        {
          changes: {
            updated_at: { before: "2018-02-07T01:12:08.201Z", after: "2018-02-07T01:31:51.797Z" },
            "impact.felt_reports": { before: 259, after: 261 },
          },
          also_changed: ["impact.sources"],
        },
      ],
      withdrawn: [],
      left_window: [],
    },
  ],
});

/** A body of each endpoint for the documentation. */
export const EXAMPLES: Record<EndpointId, unknown> = {
  index: INDEX,
  recent: { earthquakes: [AFTERSHOCK, VANUATU, HUALIEN] },
  search: { results: [found(HUALIEN), found(AFTERSHOCK)] },
  "live-feed": exampleOf(LiveFeed, { features: [AFTERSHOCK, VANUATU, HUALIEN].map(feature) }),
  "plate-boundaries": BOUNDARIES,
  earthquakes: { count: 3, earthquakes: [AFTERSHOCK, VANUATU, HUALIEN] },
  earthquake: DETAIL,
  countries: COUNTRIES,
  "country-risk": exampleOf(CountryRisk, { country: JAPAN }),
  country: PROFILE,
  plates: PLATES,
  plate: PLATE,
  "combined-search": COMBINED,
  glossary: GLOSSARY,
  term: TERM,
  stats: exampleOf(GlobalStats, { last_7d: { total: 1679, significant: 5 } }),
  changes: CHANGES,
  "changes-hour": { hour: "2018-02-07T01", entries: CHANGES.entries },
  openapi: { ...exampleOf(OpenApiDocument), paths: {} },
};

/** A problem document of each kind, as a host would send it. */
export const PROBLEM_EXAMPLES: Record<ProblemKind, Problem> = {
  "invalid-parameter": invalidParameters([
    { parameter: "limt", given: "5", allowed: "the parameters limit, hours, min_magnitude", hint: "limit" },
    { parameter: "hours", given: "721", allowed: "an integer from 1 to 720" },
  ]),
  "not-prebuilt": problem(
    "not-prebuilt",
    "This mirror has no answer for hours=25; the nearest that it has is hours=24.",
    [{ parameter: "hours", given: "25", allowed: "one of 1, 6, 24, 168", hint: "24" }],
  ),
  "malformed-request": problem("malformed-request", "The request has no Host header, which HTTP/1.1 requires."),
  "not-found": problem("not-found", "There is no earthquake us0000zzzz."),
  "unknown-snapshot": problem(
    "unknown-snapshot",
    "0123456789abcdef is no snapshot that can be asked here: it is no longer kept, or never was. The current one is 89ab4567cdef0123, as of 2018-02-07T00:00:00.000Z. Those since 2018-01-31T00:00:00.000Z can be asked as well. Without /s/ and the id, /api/ always answers from the current one.",
  ),
  "method-not-allowed": problem("method-not-allowed", "POST is not answered here; GET, HEAD and OPTIONS are."),
  "request-timeout": problem("request-timeout", "The request did not arrive completely in time."),
  withdrawn: problem("withdrawn", "The earthquake us2000abcd was withdrawn on 2018-02-06T21:40:00.000Z."),
  "headers-too-large": problem("headers-too-large", "The request line and the headers are longer than 16 KB together."),
  "internal-error": problem("internal-error", "The answer could not be made. The mistake is ours, not yours."),
  "no-tree": problem("no-tree", "This host has no data yet. Ask again in 30 seconds."),
  busy: problem("busy", "The host is busy opening other snapshots. Ask again in 5 seconds."),
};

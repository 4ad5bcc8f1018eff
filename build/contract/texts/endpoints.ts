import type { EndpointId } from "../table/endpoints.ts";

/** Documentation of an endpoint. Separate from the table, because no host needs it. */
interface EndpointText {
  /** Name of the schema of the 200 body in `resources.ts`. */
  resource: string;
  tag: "Earthquakes" | "Countries" | "Plates" | "Glossary" | "Search" | "Service";
  summary: string;
  description: string;
  /** Text of each parameter, by name. */
  parameters: Readonly<Record<string, string>>;
  /** An example of each parameter. */
  examples: Readonly<Record<string, number | string>>;
}

export const ENDPOINT_TEXTS: Readonly<Record<EndpointId, EndpointText>> = {
  index: {
    resource: "ApiIndex",
    tag: "Service",
    summary: "The index of the API",
    description:
      "Every endpoint with its parameters, the snapshot that answers, the data sets, and where the documentation is.",
    parameters: {},
    examples: {},
  },
  recent: {
    resource: "RecentEarthquakes",
    tag: "Earthquakes",
    summary: "Recent earthquakes",
    description: "The newest earthquakes of at least a magnitude, newest first.",
    parameters: {
      limit: "How many earthquakes at the most.",
      hours: "The window: this many hours before `as_of`.",
      min_magnitude: "Smallest magnitude, inclusive, compared with the magnitude as published.",
    },
    examples: { limit: 50, hours: 24, min_magnitude: 4.5 },
  },
  search: {
    resource: "SearchResults",
    tag: "Search",
    summary: "Search earthquakes by place and name",
    description:
      "Recent earthquakes whose place name holds every word of `q`, and historical ones whose place, names and year do (`tohoku`, `boxing day`, `lisbon 1755`); at most 50: whole-word matches first, then major, significant and other ones, then the newest.",
    parameters: {
      q: "What to look for. Case, accents, ligatures and full-width forms do not matter; every word must occur, anywhere in a word of what is searched.",
    },
    examples: { q: "hualien" },
  },
  "live-feed": {
    resource: "LiveFeed",
    tag: "Earthquakes",
    summary: "GeoJSON feed for maps",
    description:
      'All earthquakes of a window as GeoJSON points, newest first. Ask for it at most every 30 seconds. MapLibre knows a feature by a number only: give its source `promoteId: "event_id"`, so that `setFeatureState` finds an earthquake.',
    parameters: {
      hours: "The window: this many hours before `as_of`.",
    },
    examples: { hours: 24 },
  },
  "plate-boundaries": {
    resource: "PlateBoundaries",
    tag: "Plates",
    summary: "Plate boundaries as GeoJSON",
    description:
      "The boundaries of the tectonic plates as GeoJSON lines, for map overlays, cut where they cross the antimeridian.",
    parameters: {},
    examples: {},
  },
  earthquakes: {
    resource: "EarthquakePage",
    tag: "Earthquakes",
    summary: "Filtered earthquakes",
    description:
      "Earthquakes of the last 30 days by window, magnitude and country, newest first. `count` is the number of matches before `limit` and `offset`; the `Link` header leads to the neighbouring pages.",
    parameters: {
      hours: "The window: this many hours before `as_of`. Not together with `days`.",
      days: "The window in days of 24 hours. Not together with `hours`.",
      min_mag: "Smallest magnitude, inclusive, compared with the magnitude as published.",
      max_mag: "Largest magnitude, inclusive. Not smaller than `min_mag`.",
      country: "Only earthquakes in, or offshore of, this country: ISO 3166-1 alpha-2 code, in either case.",
      limit: "How many earthquakes at the most.",
      offset: "How many matches to pass over. Not together with `page`.",
      page: "The page, from 1: passes over (page − 1) · `limit` matches. Not together with `offset`.",
    },
    examples: { hours: 168, days: 7, min_mag: 4.5, max_mag: 7, country: "JP", limit: 100, offset: 100, page: 2 },
  },
  earthquake: {
    resource: "EarthquakeDetail",
    tag: "Earthquakes",
    summary: "One earthquake in full",
    description:
      "Everything known of one earthquake: impact, tsunami, country, plate, sources, every other id, and from magnitude 5.5 on the historical earthquakes near it. Any slug that ends in a known id, a bare id or an alias leads here.",
    parameters: {
      slug: "The earthquake's slug, its id, or any id it was ever known by.",
    },
    examples: { slug: "us1000chhc" },
  },
  countries: {
    resource: "CountryList",
    tag: "Countries",
    summary: "Countries with seismic data",
    description: "All 250 countries by name, or those of a seismic zone or continent.",
    parameters: {
      zone: "Only countries of this seismic zone.",
      continent: "Only countries of this continent, in any case, `-` for a blank.",
    },
    examples: { zone: "very_high", continent: "South America" },
  },
  "country-risk": {
    resource: "CountryRisk",
    tag: "Countries",
    summary: "Seismic risk of a country",
    description: "Seismic zone, totals, and the number of earthquakes in the last 30 days.",
    parameters: {
      iso2: "ISO 3166-1 alpha-2 code, two upper-case letters.",
    },
    examples: { iso2: "JP" },
  },
  country: {
    resource: "CountryProfile",
    tag: "Countries",
    summary: "Seismic profile of a country",
    description:
      "The country with its recent earthquakes, its notable historical ones, the strongest, deadliest and most recent, and the figures behind its seismic zone.",
    parameters: {
      slug: "The country's slug.",
    },
    examples: { slug: "japan" },
  },
  plates: {
    resource: "PlateList",
    tag: "Plates",
    summary: "All tectonic plates",
    description: "The 52 plates of Bird's model PB2002 with type, area and number of earthquakes, by name.",
    parameters: {},
    examples: {},
  },
  plate: {
    resource: "PlateDetail",
    tag: "Plates",
    summary: "One tectonic plate",
    description:
      "Description, rotation pole, boundaries with the neighbouring plates and how fast they move against each other, and the earthquakes of each year.",
    parameters: {
      slug: "The plate's slug.",
    },
    examples: { slug: "nazca" },
  },
  "combined-search": {
    resource: "CombinedSearch",
    tag: "Search",
    summary: "Search everything",
    description:
      "Earthquakes by place and name as `/api/search/` finds them, countries by any of their names in some thirty languages and by their codes, glossary terms by term, other spellings and definition; at most 50 of each.",
    parameters: {
      q: "What to look for. Case, accents, ligatures and full-width forms do not matter; every word must occur, anywhere in a word of what is searched.",
    },
    examples: { q: "japan" },
  },
  glossary: {
    resource: "GlossaryList",
    tag: "Glossary",
    summary: "Seismology glossary",
    description: "All terms by name, or those of a category.",
    parameters: {
      category: "Only terms of this category.",
    },
    examples: { category: "magnitude" },
  },
  term: {
    resource: "GlossaryTerm",
    tag: "Glossary",
    summary: "One glossary term",
    description: "Definition, example and related terms.",
    parameters: {
      slug: "The term's slug.",
    },
    examples: { slug: "moment-magnitude" },
  },
  stats: {
    resource: "GlobalStats",
    tag: "Service",
    summary: "Global statistics",
    description:
      "Earthquakes of the last 24 hours and 7 days, all, significant and major ones, and what the data set covers.",
    parameters: {},
    examples: {},
  },
  changes: {
    resource: "ChangeList",
    tag: "Service",
    summary: "What has changed",
    description:
      "Which earthquakes were added, revised (field, before, after) and withdrawn from snapshot to snapshot, for a week. To follow without missing any: note `snapshot`, read what you want to keep, then ask again, every minute if you like; the first entry that is new to you leads on from (`from.sequence` and `from.id`) the snapshot that you noted, and each entry from the one before. If it is not in `entries`, read the hours whose `to` is greater than your sequence number. If none of them leads on from your snapshot there is a gap: read everything again. A mirror computes its own entries from copy to copy: they tell the same in fewer, longer steps.",
    parameters: {},
    examples: {},
  },
  "changes-hour": {
    resource: "ChangesOfHour",
    tag: "Service",
    summary: "What has changed in an hour",
    description:
      "The entries of an hour (UTC, by `to.as_of`) that `/api/changes/` lists. Those of the newest hour become more; the others stay as they are until they go, a week later.",
    parameters: {
      hour: "The hour as `/api/changes/` lists it: `YYYY-MM-DDTHH`.",
    },
    examples: { hour: "2018-02-07T01" },
  },
  openapi: {
    resource: "OpenApiDocument",
    tag: "Service",
    summary: "The OpenAPI description",
    description: "This API as an OpenAPI 3.1.0 document.",
    parameters: {},
    examples: {},
  },
};

/** @throws Error if there is no text for the parameter */
export function parameterText(id: EndpointId, name: string): string {
  const text = ENDPOINT_TEXTS[id].parameters[name];
  if (text === undefined) throw new Error(`no text for the parameter ${name} of ${id}`);
  return text;
}

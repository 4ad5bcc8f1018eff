import type { ApiIndex, CombinedSearch, GlobalStats } from "../resources/resources.ts";
import { found, KITAIBARAKI } from "./events.ts";

export const STATS: GlobalStats = {
  last_24h: { total: 201, significant: 1, major: 0 },
  last_7d: { total: 1679, significant: 5, major: 0 },
  countries_count: 250,
  historical_count: 942,
};

export const COMBINED: CombinedSearch = {
  query: "japan",
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
  countries: [{ name: "Japan", iso2: "JP", slug: "japan", seismic_zone: "very_high" }],
  glossary: [{ term: "JMA magnitude", slug: "jma-magnitude", category: "magnitude" }],
};

export const INDEX: ApiIndex = {
  name: "Quaketree",
  version: "1.0.0",
  documentation: "/docs/",
  openapi: "/api/v1/openapi.json",
  snapshot: { as_of: "2018-02-07T01:49:14.000Z", record: "/snapshot.json" },
  endpoints: [
    {
      path: "/api/live-feed/",
      summary: "GeoJSON feed for maps",
      parameters: [
        {
          name: "hours",
          in: "query",
          type: "integer",
          required: false,
          default: 24,
          choices: [1, 6, 24, 168],
          description: "The window: this many hours before `as_of`.",
        },
      ],
    },
    { path: "/api/v1/plates/", summary: "All tectonic plates", parameters: [] },
  ],
  data_sets: [
    {
      id: "usgs",
      name: "USGS",
      provides: "recent events",
      as_of: "2018-02-07T01:49:14.000Z",
      covers: { from: "2018-01-31T01:49:14.000Z", to: "2018-02-07T01:49:14.000Z" },
      records: 1707,
      licence: "Public domain",
      attribution: "Data courtesy of the U.S. Geological Survey, Earthquake Hazards Program.",
      url: "https://earthquake.usgs.gov/",
    },
  ],
};

export const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Earthquake Data API", version: "1.0.0" },
  paths: {},
};

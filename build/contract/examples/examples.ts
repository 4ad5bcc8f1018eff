import type { EndpointId } from "../table/endpoints.ts";
import { CHANGES, CHANGES_OF_HOUR } from "./changes.ts";
import { COUNTRIES, PROFILE, RISK } from "./countries.ts";
import { AFTERSHOCK, feature, found, HUALIEN, HUALIEN_DETAIL, VANUATU } from "./events.ts";
import { GLOSSARY, TERM } from "./glossary.ts";
import { BOUNDARIES, PLATE, PLATES } from "./plates.ts";
import { COMBINED, DOCUMENT, INDEX, STATS } from "./service.ts";

/**
 * A body of each endpoint for the documentation, shortened: as the embedded data of the week to 7 February 2018 had it.
 */
export const EXAMPLES: Record<EndpointId, unknown> = {
  index: INDEX,
  recent: { earthquakes: [AFTERSHOCK, VANUATU, HUALIEN] },
  search: { results: [found(HUALIEN), found(AFTERSHOCK)] },
  "live-feed": { type: "FeatureCollection", features: [feature(AFTERSHOCK), feature(VANUATU), feature(HUALIEN)] },
  "plate-boundaries": BOUNDARIES,
  earthquakes: { count: 3, earthquakes: [AFTERSHOCK, VANUATU, HUALIEN] },
  earthquake: HUALIEN_DETAIL,
  countries: COUNTRIES,
  "country-risk": RISK,
  country: PROFILE,
  plates: PLATES,
  plate: PLATE,
  "combined-search": COMBINED,
  glossary: GLOSSARY,
  term: TERM,
  stats: STATS,
  changes: CHANGES,
  "changes-hour": CHANGES_OF_HOUR,
  openapi: DOCUMENT,
};

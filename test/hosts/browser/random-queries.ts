import * as fc from "fast-check";

/** Values that are right, by the path of an endpoint, and now and then one that is not. */
const hours = fc.integer({ min: 1, max: 720 });
const magnitude = fc.integer({ min: -10, max: 70 }).map((tenths) => tenths / 10);
const text = fc.constantFrom("japan", "Hualien", "km of", "alaska", "日本", "côte", "moment magnitude", "no such place", "of the");

const recent = fc.record({ limit: fc.integer({ min: 1, max: 200 }), hours, min_magnitude: magnitude }, { requiredKeys: [] });
const earthquakes = fc.record(
  {
    hours,
    min_mag: magnitude,
    country: fc.constantFrom("JP", "us", "TW", "ID", "AQ"),
    limit: fc.integer({ min: 1, max: 500 }),
    offset: fc.integer({ min: 0, max: 1_700 }),
  },
  { requiredKeys: [] },
);
const countries = fc.record(
  { zone: fc.constantFrom("very_high", "low"), continent: fc.constantFrom("Asia", "South America", "Antarctica") },
  { requiredKeys: [] },
);

function targets(path: string, queries: fc.Arbitrary<object>): fc.Arbitrary<string> {
  return queries.map((query) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
    return search.size === 0 ? path : `${path}?${search.toString()}`;
  });
}

/** Targets of every kind: selections, searches, whole answers, records, problems, redirects. */
export const anyTarget: fc.Arbitrary<string> = fc.oneof(
  targets("/api/recent/", recent),
  targets("/api/v1/earthquakes/", earthquakes),
  targets("/api/search/", fc.record({ q: text })),
  targets("/api/v1/search/", fc.record({ q: text })),
  targets("/api/v1/countries/", countries),
  targets("/api/live-feed/", fc.record({ hours: fc.constantFrom(1, 6, 24, 168, 25) })),
  targets("/api/v1/glossary/", fc.record({ category: fc.constantFrom("magnitude", "plates", "none") })),
  fc.constantFrom(
    "/api/",
    "/api/plate-boundaries/",
    "/api/v1/plates/",
    "/api/v1/plates/nazca/",
    "/api/v1/plates/nothing/",
    "/api/v1/countries/japan/",
    "/api/v1/countries/JP/risk/",
    "/api/v1/countries/jp/risk/",
    "/api/v1/glossary/moment-magnitude/",
    "/api/v1/stats/",
    "/api/v1/stats",
    "/api/v1/openapi.json",
    "/api/nothing/",
    "/api/recent/?limit=0",
    "/api/recent/?limt=1",
    "/api/search/?q=x",
  ),
);

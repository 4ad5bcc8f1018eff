const SLUG = "m6-4-22km-nne-of-hualian-taiwan-us1000chhc";

/** Valid, but percent-encoded where no client encodes, or with the defaults of parameters that have no files. nginx answers 400. */
export const ONLY_BY_FUNCTIONS: readonly string[] = [
  "/api/recent/?min_magnitude=%34%2e5",
  "/api/recent/?limit=50&hours=720&min_magnitude=2.5",
  "/api/v1/earthquakes/?d%61ys=30&",
  "/api/v1/earthquakes/?min_mag=4.5&hours=168&offset=0",
];

/** Answered from files: the bodies are those of the rewrite to the byte. */
export const ANSWERED: readonly string[] = [
  "/api/",
  "/api/recent/",
  "/api/recent/?",
  "/api/recent/?&&",
  ...["0", "2.5", "4.5", "6"].map((m) => `/api/recent/?min_magnitude=${m}`),
  ...[1, 6, 24, 168].map((hours) => `/api/live-feed/?hours=${hours}`),
  "/api/live-feed/",
  "/api/plate-boundaries/",
  "/api/v1/earthquakes/",
  "/api/v1/earthquakes/?days=1",
  ...[1, 24, 168, 720].flatMap((hours) =>
    ["0", "2.5", "4.5", "6"].flatMap((m) => [
      `/api/v1/earthquakes/?hours=${hours}&min_mag=${m}`,
      `/api/v1/earthquakes/?min_mag=${m}&limit=5&hours=${hours}`,
    ]),
  ),
  "/api/v1/earthquakes/?min_mag=4.5&days=7",
  `/api/v1/earthquakes/${SLUG}/`,
  "/%61pi/v1/plates/",
  "/api/v1/countries/",
  "/api/v1/countries/?zone=very_high",
  "/api/v1/countries/?zone=very_high&continent=asia",
  "/api/v1/countries/?continent=south-america&zone=high",
  "/api/v1/countries/jap%61n/",
  "/api/v1/countries/JP/risk/",
  "/api/v1/glossary/?category=magnitude",
  "/api/v1/glossary/moment-magnitude/",
  "/api/v1/openapi.json",
  "/?whatever=1",
  "/docs/reference/",
  "/api.json",
  "/q/live-feed/hours-1.json",
];

/** Not there, besides the paths of the conformance suite: problem documents. */
export const NOT_THERE: readonly string[] = [
  `/api/v1/earthquakes/${"x".repeat(100)}/`,
  `/api/v1/earthquakes/${"x".repeat(101)}/`,
  "/api/v1/countries/japan.json/",
  "//docs",
  "//docs/",
  "/nope/",
  "/index.html/",
  "/api.json.gz",
  "/.git/config",
];

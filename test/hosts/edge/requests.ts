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

/** A mistake, another spelling of a value, or nothing that was written in advance: 400, and never another answer. */
export const REFUSED: readonly string[] = [
  "/api/recent/?limit=7",
  "/api/recent/?limit=050",
  "/api/recent/?min_magnitude=",
  "/api/recent/?min_magnitude",
  ...["-0", "04.500", "6.0", "+4.5", "4.5e0", "4.51", "14.5", "-6"].map((m) => `/api/recent/?min_magnitude=${m}`),
  "/api/recent/?min_magnitude=4.5&min_magnitude=4.5",
  "/api/recent/?MIN_MAGNITUDE=4.5",
  "/api/recent/?Min_magnitude=4.5",
  "/api/recent/?min_magnitude=4.5&utm_source=x",
  "/api/recent/?=",
  "/api/recent/?min_magnitude=%34%2",
  "/api/recent/?min_magnitude=4.5%00",
  `/api/recent/?${"&".repeat(4097)}`,
  "/api/live-feed/?hours=2",
  "/api/live-feed/?days=1",
  "/api/live-feed/?hours=24.0",
  "/api/v1/earthquakes/?hours=168&days=7",
  ...["0.5", "1.0", "2", "-1"].map((days) => `/api/v1/earthquakes/?days=${days}`),
  "/api/v1/earthquakes/?page=1",
  "/api/v1/earthquakes/?hours=168&min_mag=4.5&country=",
  "/api/v1/countries/?zone=Very_high",
  "/api/v1/countries/?continent=South+America",
  "/api/v1/countries/?continent=ASIA",
  "/api/search/?q=hualien",
  "/api/search/",
  "/api/v1/stats/?a=b",
  "/api/v1/countries/atlantis/?a",
  "/api/v1/openapi.json?v=1",
  `/api/v1/earthquakes/${SLUG}/?x=1`,
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

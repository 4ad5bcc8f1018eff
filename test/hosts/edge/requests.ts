import type { Asked } from "../ask.ts";

/** A request that a host answers as the rewrite does. */
export interface Case extends Asked {
  target: string;
}

const SLUG = "m6-4-22km-nne-of-hualian-taiwan-us1000chhc";
const EVENT = `/api/v1/earthquakes/${SLUG}/`;
const encoded = (text: string) => Array.from(text, (c) => `%${c.charCodeAt(0).toString(16)}`).join("");

/** Valid, and written as no client writes it: digits, letters or signs of a query are percent-encoded. nginx answers 400. */
export const NEEDLESSLY_ENCODED: readonly string[] = [
  ...["%2B0.0", "%34%2e5", "%2B4.5"].map((m) => `/api/recent/?min_magnitude=${m}`),
  `/api/recent/?${encoded("min_magnitude")}=6`,
  "/api/v1/earthquakes/?d%61ys=30&",
  "/api/v1/countries/?zone=very%5fhigh&continent=ASIA",
  "/api/v1/countries/?continent=SOUTH%2DAMERICA&zone=high",
];

/** Answered from files: the bodies are those of the rewrite to the byte. */
export const ANSWERED: readonly string[] = [
  "/api/",
  "/api/recent/",
  "/api/recent/?",
  "/api/recent/?&&",
  "/api/recent/?min_magnitude=2.5",
  "/api/recent/?limit=50&hours=720&min_magnitude=2.50",
  ...["0", "-0", "4.5", "04.500", "6", "6.0"].map((m) => `/api/recent/?min_magnitude=${m}`),
  `/api/recent/?min_magnitude=${"0".repeat(29)}4.5`,
  ...[1, 6, 24, 168].map((hours) => `/api/live-feed/?hours=${hours}`),
  "/api/live-feed/?hours=0024",
  "/api/live-feed/",
  "/api/plate-boundaries/",
  "/api/v1/earthquakes/",
  "/api/v1/earthquakes/?days=1",
  "/api/v1/earthquakes/?page=1&limit=100&max_mag=10.0&min_mag=0",
  ...[1, 24, 168, 720].flatMap((hours) =>
    ["0", "2.5", "4.5", "6"].flatMap((m) => [
      `/api/v1/earthquakes/?hours=${hours}&min_mag=${m}`,
      `/api/v1/earthquakes/?min_mag=${m}&hours=${hours}&offset=0`,
    ]),
  ),
  "/api/v1/earthquakes/?min_mag=4.5&days=7",
  "/api/v1/earthquakes/?days=30&",
  EVENT,
  "/%61pi/v1/plates/",
  "/api/v1/countries/",
  "/api/v1/countries/?zone=very_high",
  "/api/v1/countries/?zone=very_high&continent=ASIA",
  ...["south-america", "South+America", "South%20America", "SOUTH-AMERICA"].map(
    (continent) => `/api/v1/countries/?continent=${continent}&zone=high`,
  ),
  "/api/v1/countries/japan/",
  "/api/v1/countries/jap%61n/",
  "/api/v1/countries/JP/risk/",
  "/api/v1/plates/",
  "/api/v1/plates/nazca/",
  "/api/v1/glossary/",
  "/api/v1/glossary/?category=magnitude",
  "/api/v1/glossary/moment-magnitude/",
  "/api/v1/stats/",
  "/api/v1/openapi.json",
  "/",
  "/?whatever=1",
  "/docs/",
  "/docs/problems/not-prebuilt/",
  "/assets/style.css",
  "/assets/icon.svg",
  "/docs/reference/",
  "/assets/pages/reference.js",
  "/snapshot.json",
  "/api.json",
  "/q/live-feed/hours-1.json",
];

/** Led elsewhere. */
export const REDIRECTED: readonly string[] = [
  "/api",
  "/api?",
  "/api/recent?limit=5&x=%20",
  "/api/v1/countries",
  "/api/v1/countries/japan",
  "/api/v1/countries/JP/risk?",
  "/api/v1/earthquakes/us1000chhc",
  "/api/v1/earthquakes/us1000chhc/",
  "/api/v1/earthquakes/another-name-us1000chhc/",
  "/api/v1/earthquakes/m9-9-us1000chhc/?",
  "/docs",
  "/docs?a=1",
];

/** Not there: problem documents, to the byte where what was asked for needs no escaping in JSON. */
export const NOT_THERE: readonly string[] = [
  "/api/nothing/",
  "/api/recent.json",
  "/api/v1/openapi.json/",
  "/API/recent/",
  "/api/recent/x/",
  "/api//recent/",
  "//api/recent/",
  "//docs",
  "//docs/",
  "/api/v1/countries/atlantis/",
  "/api/v1/countries/zz/risk/",
  "/api/v1/countries/ATLANTIS/",
  "/api/v1/countries/japan.json/",
  "/api/v1/plates/x%20y/",
  "/api/v1/glossary/nope/",
  "/api/v1/earthquakes/us000nothing/",
  "/api/v1/earthquakes/US1000CHHC/",
  `/api/v1/earthquakes/${"x".repeat(100)}/`,
  `/api/v1/earthquakes/${"x".repeat(101)}/`,
  "/api/v1/../recent/",
  "/api/./recent/",
  "/api/v1/%2e%2e/recent/",
  "/api/%2E/recent/",
  "/api/..",
  "/api/v1/countries/..%2frecent/",
  "/api/v1%2fstats/",
  "/api/v1/countries/a%5cb/",
  "/api/%00",
  "/api/recent/%00",
  "/api/%zz/",
  "/nope",
  "/nope/",
  "/docs/nope.html",
  "/index.html/",
  "/api.json.gz",
  "/.git/config",
];

/** A mistake, or nothing that was written in advance: 400, and never another answer. */
export const REFUSED: readonly string[] = [
  "/api/recent/?limit=7",
  "/api/recent/?min_magnitude=",
  "/api/recent/?min_magnitude",
  "/api/recent/?min_magnitude=4.5&min_magnitude=4.5",
  "/api/recent/?min_magnitude=4.5&min_magnitude=6",
  "/api/recent/?min_magnitude=+4.5",
  "/api/recent/?min_magnitude=4,5",
  "/api/recent/?min_magnitude=4.5e0",
  "/api/recent/?min_magnitude=4.51",
  "/api/recent/?min_magnitude=14.5",
  "/api/recent/?min_magnitude=-6",
  "/api/recent/?MIN_MAGNITUDE=4.5",
  "/api/recent/?Min_magnitude=4.5",
  "/api/recent/?xmin_magnitude=4.5",
  "/api/recent/?min_magnitude=4.5&utm_source=x",
  "/api/recent/?utm_source=x",
  "/api/recent/?=",
  "/api/recent/?min_magnitude=%34%2",
  "/api/recent/?min_magnitude=%ff",
  "/api/recent/?min_magnitude=4.5%00",
  `/api/recent/?min_magnitude=${"0".repeat(30)}4.5`,
  `/api/recent/?${"&".repeat(4097)}`,
  "/api/live-feed/?hours=2",
  "/api/live-feed/?hours=%2B24",
  "/api/live-feed/?hours=24.0",
  "/api/v1/earthquakes/?hours=168&days=7",
  "/api/v1/earthquakes/?offset=0&page=1",
  "/api/v1/earthquakes/?days=0.5",
  "/api/v1/earthquakes/?days=1.0",
  "/api/v1/earthquakes/?country=JP",
  "/api/v1/earthquakes/?hours=168&min_mag=4.5&country=",
  "/api/v1/earthquakes/?page=2",
  "/api/v1/earthquakes/?hours=721",
  "/api/v1/countries/?zone=Very_high",
  "/api/v1/countries/?continent=south--america",
  "/api/v1/countries/?continent=southamerica",
  "/api/v1/glossary/?category=Magnitude",
  "/api/search/?q=hualien",
  "/api/search/",
  "/api/v1/search/?q=japan",
  "/api/v1/stats/?a=b",
  "/api/?a=b",
  "/api/v1/countries/japan/?a=b",
  "/api/v1/countries/atlantis/?a",
  "/api/v1/openapi.json?v=1",
  `${EVENT}?x=1`,
];

/** The method is not GET. */
export const METHODS: readonly Case[] = [
  "/api/recent/",
  "/api/v1/earthquakes/?hours=168",
  EVENT,
  "/nope",
  "/docs/",
  "/api/recent/?x=1",
  "/api/%00",
].flatMap((target) => ["HEAD", "OPTIONS", "POST", "DELETE", "PUT", "PATCH"].map((method) => ({ target, method })));

function coded(coding: string): Case {
  return { target: "/api/v1/countries/?zone=very_high", headers: { "accept-encoding": coding } };
}

/** Answered with Brotli, which nginx needs a module for. */
export const NEGOTIATED_BROTLI: readonly Case[] = ["br", "gzip, br", "br, gzip;q=0.5"].map(coded);

/** With headers that choose what is sent of an answer. */
export const NEGOTIATED: readonly Case[] = [
  ...["gzip", "identity", "*;q=0", "br;q=0, gzip", "deflate"].map(coded),
  ...["bytes=0-99", "bytes=100-", "bytes=-50", "bytes=0-0,5-9", "bytes=9999999-", "lines=1-2"].map((range) => ({
    target: "/api/recent/",
    headers: { range },
  })),
  { target: EVENT, headers: { "accept-encoding": "gzip, br" } },
  { target: "/api/recent/", headers: { "if-none-match": "*" } },
  { target: "/api/recent/", headers: { "if-none-match": '"nothing"' } },
  { target: "/api/recent/", headers: { "if-match": '"nothing"' } },
];

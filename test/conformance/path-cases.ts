import type { Case } from "./cases.ts";
import { topicOf } from "./spelling-cases.ts";

/** Targets by kind, separated by spaces. */
const TARGETS: readonly string[] = [
  // Without the closing slash, and with too many.
  "/api /api/recent /api/recent?limit=5 /api/recent?limit=5&hours=%31&x=a+b%20c /api/recent? /api/recent?limit=0 /api/search?q=日本",
  "/api/v1/stats /api/v1/countries/japan /api/v1/countries/nowhere /api/v1/countries/JP/risk /api/v1/openapi.json/ /api/recent//",
  "/api//recent/ //api/recent/ ///api/recent/ /api/v1//stats/",
  // What is not there.
  "/api/nothing/ /api/v1/ /api/v2/stats/ /api/recent.json /api/v1/stats.json /api/recent/index.html /api/recent/extra/",
  "/api/v1/countries/jp/risk/ /api/v1/countries/JPN/risk/ /api/v1/countries/XX/risk/ /api/v1/countries/Japan/ /api/v1/plates/nowhere/",
  "/api/v1/glossary/no-such-term/ /api/v1/glossary/%E6%97%A5%E6%9C%AC/ /api/日本/",
  "/api/v1/countries/turkey/ /api/v1/countries/TUR/ /api/v1/countries/T%C3%BCrkiye/ /api/v1/countries/Burma/",
  "/api/v1/countries/SU/ /api/v1/countries/yug/ /api/v1/countries/AN/risk/ /api/v1/countries/QQ/ /api/v1/countries/atlantis/",
  "/api/v1/countries/BU/risk/ /api/v1/countries/zaire/risk/ /api/v1/earthquakes/?country=TUR&limit=1",
  "/api/v1/earthquakes/?country=t%C3%BCrkei /api/v1/earthquakes/?limit=0&country=ZR /api/v1/earthquakes/?country=nowhere",
  // Case.
  "/API/recent/ /api/Recent/ /api/V1/stats/",
  // Percent-encoding.
  "/%61pi/recent/ /api/%72ecent/ /api/%72ecent/?limit=5 /api/v1/countries/j%61pan/ /api/v1/countries/%6A%61pan /api/recent%2F",
  "/api%2Frecent/ /api/v1/countries%2Fjapan/ /api/v1/countries/..%2Fstats/ /api/v1/plates/%zz/ /api/v1/plates/%/ /api/v1/plates/%ff/",
  "/api/%00 /api/recent/%00 /api/v1/plates/nazca%00/ /api/v1/plates/nazca%20/ /api/v1/plates/naz+ca/ /api/v1/plates/%5cnazca/",
  "/api%5crecent/ /api/v1/plates/%3Cb%3E/ /api/v1/plates/nazca;v=1/",
  // Dot segments.
  "/api/./recent/ /api/x/../recent/ /api/../api/recent/ /api/v1/plates/../stats/ /api/v1/plates/./nazca/ /api/%2e/recent/",
  "/api/%2e%2e/api/recent/ /api/v1/plates/%2e%2e/stats/ /api/v1/plates/.%2E/stats/ /api/..%5capi/recent/ /api/../../../../etc/passwd",
  "/api/%2e%2e/%2e%2e/%2e%2e/etc/passwd /api/.../ /api/..../recent/",
].flatMap((line) => line.split(" "));

const EVENTS: readonly Case[] = [
  { name: "event: under its slug", target: ({ event }) => `/api/v1/earthquakes/${event.slug}/` },
  { name: "event: without the closing slash", target: ({ event }) => `/api/v1/earthquakes/${event.slug}` },
  { name: "event: other words before its id", target: ({ event }) => `/api/v1/earthquakes/other-words-${event.id}/` },
  { name: "event: its bare id", target: ({ event }) => `/api/v1/earthquakes/${event.id}/` },
  { name: "event: an alias", target: ({ event }) => `/api/v1/earthquakes/${event.alias}/` },
  { name: "event: an alias after words", target: ({ event }) => `/api/v1/earthquakes/m9-9-${event.alias}/` },
  { name: "event: an alias without the closing slash", target: ({ event }) => `/api/v1/earthquakes/${event.alias}` },
  { name: "event: its id in capitals", target: ({ event }) => `/api/v1/earthquakes/${event.id.toUpperCase()}/` },
  { name: "event: its slug in capitals", target: ({ event }) => `/api/v1/earthquakes/${event.slug.toUpperCase()}/` },
  { name: "event: its slug and a query", target: ({ event }) => `/api/v1/earthquakes/${event.slug}/?limit=1` },
  { name: "event: its id and a query", target: ({ event }) => `/api/v1/earthquakes/${event.id}/?limit=1` },
  { name: "event: the file of its answer", target: ({ event }) => `/api/v1/earthquakes/${event.slug}.json` },
  { name: "event: an unknown id", target: "/api/v1/earthquakes/m5-0-nowhere-xx00000000/" },
  { name: "event: nothing but a dash", target: "/api/v1/earthquakes/-/" },
  { name: "event: a slug of 3,000 letters", target: `/api/v1/earthquakes/${"a-".repeat(1_500)}/` },
  { name: "event: a property of every object", target: "/api/v1/earthquakes/__proto__/" },
];

const PAGES: readonly Case[] = [
  { name: "page: the start", target: "/" },
  { name: "page: the start with a query", target: "/?from=mail" },
  { name: "page: the documentation", target: "/docs/" },
  { name: "page: of a problem", target: "/docs/problems/not-found/" },
  { name: "page without slash: the documentation", target: "/docs" },
  { name: "page without slash: with a query", target: "/docs?a=1&b=%20" },
  { name: "file: a style sheet", target: "/assets/style.css" },
  { name: "file: snapshot.json", target: "/snapshot.json" },
  { name: "file: a file of the index", target: ({ indexFile }) => indexFile },
  { name: "file: a shard of records", target: ({ dayShard }) => dayShard },
  { name: "file: the shard of columns", target: ({ columns }) => columns },
  { name: "file: a whole answer", target: "/q/live-feed/hours-1.json" },
  ...["/nothing", "/docs/nothing/", "/assets/", "/shards/", "/.env", "/%00", "/%ff", "/index.html%00", "/DOCS/", "/日本"].map(
    (target): Case => ({ name: `${topicOf(target, "nowhere")}: ${target}`, target }),
  ),
];

export const PATH_CASES: readonly Case[] = [
  ...TARGETS.map((target): Case => ({ name: `${topicOf(target, "path")}: ${target}`, target })),
  ...EVENTS,
  ...PAGES,
];

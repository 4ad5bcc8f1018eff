import { AS_OF } from "./events.ts";

/** One request, as each kind of server is asked it. */
export interface HttpQuery {
  name: string;
  /** Of our hosts and of Fastify, which has the same parameters. */
  path: string;
  /** Of nginx: a file with the same bytes. */
  file: string;
  /** Of json-server, which has a query language of its own. The events lie newest first, so it need not sort. */
  jsonServer: string;
}

const RECENT = `time_lte=${AS_OF}`;

/** Nearly the whole window: an hour less keeps the answer from being one that lies on disk whole. */
export const HTTP_QUERIES: readonly HttpQuery[] = [
  {
    name: "default query",
    path: "/api/recent/",
    file: "/default.json",
    jsonServer: `/earthquakes?magnitude_gte=2.5&${RECENT}&_limit=50`,
  },
  {
    name: "default query, selected",
    path: "/api/recent/?hours=719",
    file: "/default.json",
    jsonServer: `/earthquakes?magnitude_gte=2.5&${RECENT}&_limit=50`,
  },
  {
    name: "limit=500",
    path: "/api/v1/earthquakes/?hours=720&limit=500",
    file: "/limit.json",
    jsonServer: `/earthquakes?magnitude_gte=0&${RECENT}&_limit=500`,
  },
  {
    name: "country=JP",
    path: "/api/v1/earthquakes/?hours=720&country=JP",
    file: "/country.json",
    jsonServer: `/earthquakes?country=JP&magnitude_gte=0&${RECENT}&_limit=100`,
  },
];

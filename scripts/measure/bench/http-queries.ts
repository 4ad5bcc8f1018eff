import { AS_OF } from "./events.ts";

/** One request, as each kind of server is asked it. */
export interface HttpQuery {
  name: string;
  /** Of our hosts and of Fastify, which has the same parameters. */
  path: string;
  /** Of nginx: a file with the same bytes. */
  file: string;
  /** Asked only of servers that keep finished bytes: to one that selects for each request it is like any other. */
  ready?: true;
  /** Whether a quick run leaves it out. */
  fullOnly?: true;
  /** Whether it is answered from a file of the tree. */
  whole?: true;
  /** Of json-server, which has a query language of its own. The events lie newest first, so it need not sort. */
  jsonServer: string;
}

const RECENT = `time_lte=${AS_OF}`;

/**
 * The default query lies on disk whole. The others are selected, and asked in ever new ways that mean the same
 * (`{number}` runs from 10001 on, and no magnitude lies between the bounds that come of it): a cache of finished answers is
 * no help, except where the query is repeated on purpose.
 */
export const HTTP_QUERIES: readonly HttpQuery[] = [
  {
    name: "default query, whole answer",
    ready: true,
    whole: true,
    path: "/api/recent/",
    file: "/default.json",
    jsonServer: `/earthquakes?magnitude_gte=2.5&${RECENT}&_limit=50`,
  },
  {
    name: "default query, selected",
    path: "/api/recent/?min_magnitude=2.4999{number}",
    file: "/default.json",
    jsonServer: `/earthquakes?magnitude_gte=2.4999{number}&${RECENT}&_limit=50`,
  },
  {
    name: "limit=500, selected",
    path: "/api/v1/earthquakes/?hours=720&limit=500&min_mag=-0.0001{number}",
    file: "/limit.json",
    jsonServer: `/earthquakes?magnitude_gte=-0.0001{number}&${RECENT}&_limit=500`,
  },
  {
    name: "limit=500, repeated",
    ready: true,
    fullOnly: true,
    path: "/api/v1/earthquakes/?hours=720&limit=500",
    file: "/limit.json",
    jsonServer: `/earthquakes?magnitude_gte=0&${RECENT}&_limit=500`,
  },
  {
    name: "country=JP, selected",
    path: "/api/v1/earthquakes/?hours=720&country=JP&min_mag=-0.0001{number}",
    file: "/country.json",
    jsonServer: `/earthquakes?country=JP&magnitude_gte=-0.0001{number}&${RECENT}&_limit=100`,
  },
];

const FIRST = 10_001;

/** A target with a number in it. */
export function numbered(target: string, number = FIRST): string {
  return target.replace("{number}", String(number));
}

/** What `wrk` runs to ask a target in ever new ways; undefined for one that is always the same. */
export function wrkScript(target: string): string | undefined {
  const [before, after] = target.split("{number}");
  if (after === undefined) return undefined;
  return `local number = ${FIRST}
request = function()
  number = number + 1
  if number > 99999 then number = ${FIRST} end
  return wrk.format(nil, "${before}" .. number .. "${after}")
end
`;
}

import { expect, it } from "vitest";
import { ENDPOINTS, type EndpointId, endpoint } from "../../../build/contract/table/endpoints.ts";
import { parseQuery } from "../../../build/contract/table/parameters.ts";
import { ARCHIVE_ENDPOINT, ARCHIVE_PARAMETERS } from "../../../build/fdsn/earthquakes.ts";
import type {
  CountriesParameters,
  EarthquakesParameters,
  GlossaryParameters,
  LiveFeedParameters,
  RecentParameters,
} from "../../../build/hosts/browser/client.ts";
import { createClient } from "../../../build/hosts/browser/client.ts";
import { queryString } from "../../../build/hosts/browser/parameters.ts";

/** Every parameter that the types have: the compiler sees to it that none is left out or too many. */
const TYPED = {
  recent: { limit: 1, hours: 1, min_magnitude: 1 } satisfies Required<RecentParameters>,
  "live-feed": { hours: 24 } satisfies Required<LiveFeedParameters>,
  earthquakes: {
    hours: 1,
    days: 1,
    start: "2018-01-01",
    end: "2018-02-01T00:00Z",
    include_incomplete: true,
    min_mag: 1,
    max_mag: 1,
    country: "JP",
    min_latitude: 1,
    max_latitude: 1,
    min_longitude: 1,
    max_longitude: 1,
    latitude: 1,
    longitude: 1,
    max_radius_km: 1,
    order: "magnitude",
    limit: 1,
    offset: 0,
    page: 1,
  } satisfies Required<EarthquakesParameters>,
  countries: { zone: "high", continent: "North America" } satisfies Required<CountriesParameters>,
  glossary: { category: "waves" } satisfies Required<GlossaryParameters>,
  search: { q: "ab" },
  "combined-search": { q: "ab" },
} satisfies Partial<Record<EndpointId, object>>;

it("the types have exactly the parameters of the contract, with values that it accepts", () => {
  for (const row of ENDPOINTS) {
    const archive = row.id === "earthquakes" ? ARCHIVE_PARAMETERS : [];
    const names = [...row.parameters, ...archive].filter((parameter) => parameter.in === "query").map(({ name }) => name);
    const typed: object = (TYPED as Partial<Record<EndpointId, object>>)[row.id] ?? {};
    expect([row.id, Object.keys(typed).toSorted()]).toEqual([row.id, names.toSorted()]);
    for (const [name, value] of Object.entries(typed)) {
      const isOfArchive = archive.some((parameter) => parameter.name === name);
      const others = isOfArchive ? { start: TYPED.earthquakes.start } : row.id.endsWith("search") ? typed : {};
      const circle = { latitude: 1, longitude: 1, max_radius_km: 1 };
      const query = queryString({ ...others, ...(name in circle && circle), [name]: value }).slice(1);
      expect([row.id, name, parseQuery(isOfArchive ? ARCHIVE_ENDPOINT : row, query).ok]).toEqual([row.id, name, true]);
    }
  }
});

it("there is a method for every endpoint, which asks for its path", async () => {
  const asked: string[] = [];
  const client = createClient({
    base: "https://quakes.example/",
    mode: "api",
    fetch: async (url) => {
      asked.push(new URL(url).pathname);
      return Response.json({});
    },
  });
  const { earthquakePages: _, changesSince: __, followChanges: ___, ...methods } = client;
  for (const method of Object.values(methods)) await (method as (argument?: unknown) => Promise<unknown>)();
  const paths = ENDPOINTS.map(({ id }) => endpoint(id).path.replace(/\{\w+\}/, ""));
  expect(asked.toSorted()).toEqual(paths.toSorted());
});

it("a query holds what is given, encoded, and nothing of what is not", () => {
  expect(queryString({})).toBe("");
  expect(queryString({ q: "a & b=ö+", limit: undefined })).toBe("?q=a+%26+b%3D%C3%B6%2B");
});

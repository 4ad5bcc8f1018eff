import { describe, expect, test } from "vitest";
import { ENDPOINT_TEXTS, EXAMPLES } from "../../../build/answers/openapi/descriptions.ts";
import { PROBLEM_EXAMPLES } from "../../../build/answers/openapi/openapi.ts";
import type { RecentEarthquakes } from "../../../build/contract/resources/earthquake.ts";
import type { EarthquakeDetail } from "../../../build/contract/resources/earthquake-detail.ts";
import { RESOURCES } from "../../../build/contract/resources/resources.ts";
import { ENDPOINTS } from "../../../build/contract/table/endpoints.ts";
import { invalidParameters } from "../../../build/contract/wire/problem.ts";
import { eventSlug } from "../../../build/contract/wire/slug.ts";

const HUALIEN = (EXAMPLES.recent.body as RecentEarthquakes).earthquakes.at(-1) as RecentEarthquakes["earthquakes"][number];
const HUALIEN_DETAIL = EXAMPLES.earthquake.body as EarthquakeDetail;

const accepts = (resource: string, body: unknown) => RESOURCES[resource]?.safeParse(body).success;

/** Fields of the service description, in its order. */
const DESCRIBED: Record<string, string> = {
  Earthquake: "event_id magnitude depth_km latitude longitude place_description occurred_at alert_level tsunami_flag",
  EarthquakeSearchResult: "event_id magnitude place_description occurred_at slug",
  CountryRisk: "country recent_30d recent_30d_covered_from",
  RiskCountry: "name iso2 seismic_zone continent total_earthquakes total_significant largest_magnitude",
  GlobalStats: "last_24h last_7d countries_count historical_count completeness",
  EarthquakeCounts: "total significant major covered_from",
  LiveFeed: "type features covered_from",
  PlateBoundaries: "type features",
};

describe("the schemas", () => {
  test.each(Object.entries(DESCRIBED))("%s has exactly the fields of the service description", (resource, fields) => {
    const { shape } = RESOURCES[resource] as unknown as { shape: object };
    expect(Object.keys(shape).join(" ")).toBe(fields);
  });

  test("exist for every endpoint", () => {
    for (const { id } of ENDPOINTS) expect(RESOURCES).toHaveProperty(ENDPOINT_TEXTS[id].resource);
  });

  test.each(ENDPOINTS)("accept the example of $path, fields in the order of the schema", ({ id }) => {
    const parsed = RESOURCES[ENDPOINT_TEXTS[id].resource]?.parse(EXAMPLES[id].body);
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(EXAMPLES[id].body));
  });

  test("accept every problem", () => {
    for (const document of Object.values(PROBLEM_EXAMPLES)) expect(RESOURCES.Problem?.parse(document)).toEqual(document);
    const example = PROBLEM_EXAMPLES["invalid-parameter"];
    expect(example).toEqual(invalidParameters(example.errors ?? []));
  });

  test.each<[string, object]>([
    ["an additional field", { ...HUALIEN, slug: "x" }],
    ["a magnitude as text", { ...HUALIEN, magnitude: "6.4" }],
    ["an unknown magnitude", { ...HUALIEN, magnitude: null }],
    ["a latitude beyond the pole", { ...HUALIEN, latitude: 90.1 }],
    ["a depth that is not a number", { ...HUALIEN, depth_km: Number.NaN }],
    ["an alert level that does not exist", { ...HUALIEN, alert_level: "blue" }],
    ["a time without milliseconds", { ...HUALIEN, occurred_at: "2018-02-06T15:50:42Z" }],
    ["a time with an offset", { ...HUALIEN, occurred_at: "2018-02-06T15:50:42.400+00:00" }],
    ["an expanded year in a recent record", { ...HUALIEN, occurred_at: "-002149-01-01T00:00:00.000Z" }],
  ])("refuse an Earthquake with %s", (_, body) => expect(accepts("Earthquake", body)).toBe(false));

  test("refuse an Earthquake that lacks any field", () => {
    for (const field of Object.keys(HUALIEN)) {
      const { [field as keyof typeof HUALIEN]: _, ...rest } = HUALIEN;
      expect(accepts("Earthquake", rest), field).toBe(false);
    }
  });

  test("accept magnitudes of zero and below", () => {
    for (const magnitude of [0, -0.5]) expect(accepts("Earthquake", { ...HUALIEN, magnitude })).toBe(true);
  });

  test("accept a detail record of antiquity in which hardly anything is known", () => {
    const old = {
      ...HUALIEN_DETAIL,
      magnitude: null,
      depth_km: null,
      latitude: null,
      longitude: null,
      occurred_at: "-002149-01-01T00:00:00.000Z",
      occurred_at_precision: "year",
      updated_at: null,
      country: null,
      plate: null,
    };
    expect(accepts("EarthquakeDetail", old)).toBe(true);
    expect(accepts("EarthquakeDetail", { ...old, occurred_at: "-2149-01-01T00:00:00.000Z" })).toBe(false);
  });

  test("know the slug of the example as the slug rule has it", () => {
    expect(eventSlug({ magnitude: HUALIEN.magnitude, place: HUALIEN.place_description, id: HUALIEN.event_id })).toBe(HUALIEN_DETAIL.slug);
  });
});

import { expect, test } from "vitest";
import { endpoint } from "../../../build/contract/table/endpoints.ts";
import { pathOf } from "../../../build/contract/table/paths.ts";

const FOLLOW_EARTHQUAKES = [
  ...(["index", "recent", "search", "live-feed", "earthquakes", "earthquake", "countries", "country-risk", "country"] as const),
  ...(["plates", "plate", "combined-search", "stats", "changes", "changes-hour"] as const),
];

test("answers that follow earthquakes are cached for a minute", () => {
  expect(FOLLOW_EARTHQUAKES.map((id) => [id, endpoint(id).cache])).toEqual(FOLLOW_EARTHQUAKES.map((id) => [id, "minute"]));
});

test("a value in a path is one segment, whatever it is", () => {
  expect(pathOf(endpoint("plate"), { slug: "a/b?c d" })).toBe("/api/v1/plates/a%2Fb%3Fc%20d/");
});

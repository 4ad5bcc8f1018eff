import { expect, test } from "vitest";
import { ENDPOINTS, endpoint } from "../../../build/contract/table/endpoints.ts";
import { pathOf } from "../../../build/contract/table/paths.ts";

test("only answers that no minute changes are cached for a day", () => {
  const daily = ENDPOINTS.filter(({ cache }) => cache !== "minute").map(({ id, cache }) => [id, cache]);
  expect(daily).toEqual(["plate-boundaries", "glossary", "term", "openapi"].map((id) => [id, "day"]));
});

test("a value in a path is one segment, whatever it is", () => {
  expect(pathOf(endpoint("plate"), { slug: "a/b?c d" })).toBe("/api/v1/plates/a%2Fb%3Fc%20d/");
});

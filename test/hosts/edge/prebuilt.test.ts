import { expect, it } from "vitest";
import { endpoint } from "../../../build/contract/table/endpoints.ts";
import { exactQueries, prebuilt } from "../../../build/hosts/edge/prebuilt.ts";

it("a default that is spelt out has its file where it is one of few choices, also without the grid", () => {
  const file = "api/live-feed.json";
  const queries = exactQueries(prebuilt(endpoint("live-feed"), new Set([file])));
  expect(Object.fromEntries(queries)).toEqual({ "": file, "hours=24": file });
});

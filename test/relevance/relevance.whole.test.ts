import { beforeAll, expect, inject, it } from "vitest";
import { FIRSTS } from "./queries.ts";
import { type Found, placeOf, searcher } from "./searcher.ts";

let search: (q: string) => Promise<Found>;

beforeAll(async () => {
  search = await searcher(inject("embeddedTree"));
});

it.each([
  ["deadliest", "deaths"],
  ["deadliest japan", "deaths"],
  ["strongest japan", "magnitude"],
  ["latest japan", "time"],
] as const)("what %s asks for comes in its order", async (q, order) => {
  const { understood, earthquakes, deaths } = await search(q);
  const values = {
    deaths,
    magnitude: earthquakes.map(({ magnitude }) => magnitude),
    time: earthquakes.map((one) => Date.parse(one.occurred_at)),
  };
  // Others that have the words follow.
  const meant = values[order].slice(0, 10).map(Number);
  expect([understood.order, meant.length]).toEqual([order, 10]);
  expect(meant).toEqual(meant.toSorted((a, b) => b - a));
});

it.each(FIRSTS)("who searches the embedded data for %s finds %s first", async (q, target) => {
  expect(placeOf(target, await search(q))).toBe(1);
});

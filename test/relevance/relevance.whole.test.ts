import { beforeAll, expect, inject, it } from "vitest";
import { FIRSTS } from "./queries.ts";
import { type Found, placeOf, searcher } from "./searcher.ts";

let search: (q: string) => Promise<Found>;

beforeAll(async () => {
  search = await searcher(inject("embeddedTree"));
});

it.each(FIRSTS)("who searches the embedded data for %s finds %s first", async (q, target) => {
  expect(placeOf(target, await search(q))).toBe(1);
});

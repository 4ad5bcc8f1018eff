import { beforeAll, describe, expect, inject, it } from "vitest";
import { COUNTRY_QUERIES } from "./country-queries.ts";
import { EARTHQUAKE_QUERIES } from "./earthquake-queries.ts";
import { GLOSSARY_QUERIES } from "./glossary-queries.ts";
import { type Found, searcher } from "./searcher.ts";

describe("who searches the embedded data", () => {
  let search: (q: string) => Promise<Found>;

  beforeAll(async () => {
    search = await searcher(inject("embeddedTree"));
  });

  it.each(EARTHQUAKE_QUERIES)("for the earthquake %s finds %s first", async (q, id) => {
    expect((await search(q)).earthquakes[0]?.event_id).toBe(id);
  });

  it.each(COUNTRY_QUERIES)("for the country %s finds %s first", async (q, iso2) => {
    expect((await search(q)).countries[0]?.iso2).toBe(iso2);
  });

  it.each(GLOSSARY_QUERIES)("for the term %s finds %s first", async (q, slug) => {
    expect((await search(q)).glossary[0]?.slug).toBe(slug);
  });
});

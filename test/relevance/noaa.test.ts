import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { historicalRecords } from "../../build/agencies/noaa/record.ts";
import { readNoaa } from "../../build/agencies/noaa/tables.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { withCommonNames } from "../../build/catalogue/merge/match-catalogues.ts";
import { loadGeography } from "../../build/pipeline/load/geography.ts";
import { embeddedNotable, embeddedUsgs } from "../../build/pipeline/load/inputs.ts";
import { askerOf, textOf } from "../rewrite/ask.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { FIRSTS, isEarthquake } from "./queries.ts";

const TABLE = "noaa/hazel-earthquakes-2026-03.tsv";

async function assemble() {
  const { records } = historicalRecords(readNoaa(readFileSync(corpus(TABLE)), TABLE).rows, []);
  const { capture, events, withdrawn } = embeddedUsgs();
  return assembleCatalogue({
    ...loadGeography(),
    asOf: capture.generated,
    live: [{ agency: "usgs", events, withdrawn }],
    historical: withCommonNames(records, embeddedNotable()),
    sources: [],
    leftOut: {},
  });
}

describe.skipIf(!corpusPresent)("who searches a tree with the whole of NOAA's table", () => {
  it("finds the same earthquakes, most of them first, others after newer ones of the place", async () => {
    const catalogue = await assemble();
    const asker = await askerOf(shardInput(catalogue));
    const eventOf = (id: string) => catalogue.events.find((event) => event.id === id || event.aliases.includes(id));
    const places: number[] = [];
    const missed: string[] = [];
    for (const [q, id] of FIRSTS.filter(([, target]) => isEarthquake(target))) {
      const wanted = eventOf(id);
      // NOAA knows no magnitude of four of them, and without one there is no result.
      if (wanted?.magnitude === null) continue;
      const { results } = JSON.parse(textOf(await asker.body(`/api/search/?q=${encodeURIComponent(q)}`))) as {
        results: { event_id: string }[];
      };
      const place = results.findIndex(({ event_id }) => event_id === wanted?.id);
      if (place < 0) missed.push(q);
      places.push(place);
    }
    expect(missed).toEqual([]);
    expect(places.filter((place) => place === 0).length).toBeGreaterThanOrEqual(160);
    expect(Math.max(...places)).toBeLessThan(5);
  });
});

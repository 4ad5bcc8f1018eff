import { describe, expect, it } from "vitest";
import { distinctEvents } from "../../scripts/measure/archive/union.ts";
import { corpusPresent } from "../support/corpus.ts";
import { captureEvents, corpusFiles } from "./corpus-events.ts";
import { compareHosts, EXACT, queriesOf } from "./corpus-queries.ts";
import { archiveWorld, ask } from "./world.ts";

describe.skipIf(!corpusPresent)("an archive of real events (skipped where ../shared/corpus is absent)", () => {
  it("answers random queries as brute force does", async () => {
    const files = [
      ...corpusFiles("usgs/feeds", /all_week_20(?:18|24)|2\.5_month|significant/),
      ...corpusFiles("usgs/catalogue", /^world-decade/),
    ];
    const events = distinctEvents(files.flatMap(captureEvents));
    expect(events.length).toBeGreaterThan(15_000);
    const asOf = events.reduce((last, { updated }) => Math.max(last, updated), 0);
    const world = archiveWorld(events, { asOf, cacheBytes: 1e9 });
    const reader = { reader: (target: string) => ask(world, target) };
    expect(await compareHosts(reader, events, asOf, queriesOf(events, EXACT.queries, EXACT.seed))).toEqual({ odd: [], tooLarge: 0 });
  });
});

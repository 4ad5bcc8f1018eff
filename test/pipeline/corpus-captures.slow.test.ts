import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { shardInput } from "../../build/answers/shard-input.ts";
import { parseConfig } from "../../build/config/config.ts";
import { agencyClientOf, ingest } from "../../build/pipeline/ingest.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { treeFiles } from "../../build/pipeline/tree-files.ts";
import { silentReport } from "../../build/platform/report.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import { capturesIn, corpus, corpusPresent } from "../support/corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { allFiles, NO_ASSETS } from "./all-files.ts";
import { worldOfFew } from "./few-countries.ts";

const dir = temporaryFolder();
const now = () => Date.UTC(2026, 10, 21);
const geographyFor = worldOfFew(["CL", "ID", "JP", "PR", "TR", "US"]);

/** Every capture of a summary feed that the corpus holds; of its sequence of an hour the last week. */
const captures = [...capturesIn("usgs/feeds"), ...capturesIn("usgs/feeds-seq-20250504", /^all_week.*\.geojson(\.gz)?$/).slice(-1)];

describe.skipIf(!corpusPresent)("every real capture of the USGS feed", () => {
  it.each(captures)("%s becomes a store, answers and shards, and every event in it is served or accounted for", async (capture) => {
    const feed = pathToFileURL(corpus(capture)).href;
    const config = parseConfig(JSON.stringify({ agencies: { usgs: { feed } } }), join(dir, "config.json"));
    const store = join(dir, "stores", capture);
    const ingested = await ingest({ config, store, now, ask: agencyClientOf(config, silentReport), report: silentReport });
    const [source] = ingested.sources;
    if (source?.outcome !== "applied") throw new Error(`not taken in: ${JSON.stringify(source)}`);
    const { catalogue, feeds } = await loadCatalogue({ store, agencies: config.agencies, needsLive: true }, geographyFor);
    const shards = makeShards(shardInput(catalogue));
    // What is written to a disk, and pages, follow from these; trees of other real captures have them.
    const options = { eventPages: "none", feeds } as const;
    for (const { section, bytes } of allFiles(treeFiles(catalogue, shards.files, NO_ASSETS, options))) if (section !== "pages") bytes();
    const leftOut = Object.values(catalogue.leftOut["usgs"] ?? {}).reduce((sum, count) => sum + count, 0);
    const recent = catalogue.events.filter((event) => event.recent).length;
    expect(recent + leftOut).toBeGreaterThanOrEqual(source.records);
  });
});

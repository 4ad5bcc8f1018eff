import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import { agencyClientOf, ingest } from "../../build/pipeline/ingest.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { silentReport } from "../../build/platform/report.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const root = temporaryFolder();
const geographyFor = cachedGeography();
const now = () => NOW;

function addressOf(file: string): string {
  return pathToFileURL(corpus(`noaa/${file}`)).href;
}

/** What comes of a store into which the files were taken one after the other. */
async function catalogueAfter(name: string, ...files: string[]) {
  const store = path.join(root, name);
  let config = parseConfig("{}", "q.json");
  for (const file of files) {
    const noaa = { events: addressOf(file), tsunamis: addressOf("tsevent-2020-06.tsv") };
    config = parseConfig(JSON.stringify({ agencies: { noaa } }), "q.json");
    const { ok } = await ingest({ config, store, now, ask: agencyClientOf(config, silentReport, now), report: silentReport });
    expect(ok).toBe(true);
  }
  const { catalogue } = await loadCatalogue({ store, agencies: config.agencies }, geographyFor);
  return catalogue;
}

describe.skipIf(!corpusPresent)("a store with NOAA's table", () => {
  it("gives all of its earthquakes in place of the embedded ones, and of these the fifteen that it does not list", async () => {
    const { events, sources, leftOut } = await catalogueAfter("one", "hazel-earthquakes-2026-03.tsv");
    const historical = events.filter((event) => event.historical);
    const theirs = historical.filter((event) => event.sources.some(({ agency }) => agency === "noaa"));
    expect([theirs.length, historical.length]).toEqual([6655, 6670]);
    expect(sources.find(({ id }) => id === "noaa")).toMatchObject({ records: 6655, licence: "Public domain" });
    expect(sources.find(({ id }) => id === "notable")).toMatchObject({ records: 15, licence: "MIT" });
    expect(leftOut["noaa"] ?? {}).toEqual({});
    // From a file without numbers an earthquake is told by its date.
    const valdivia = events.find(({ magnitude }) => magnitude === 9.5);
    expect(valdivia?.slug).toMatch(/^m9-5-[a-z-]+-noaad1960052219$/);
    expect(valdivia?.aliases).toContain("qt19600522");
  });

  it("keeps the addresses of events from form to form, and answers for those that were withdrawn", async () => {
    const { events, withdrawn } = await catalogueAfter("two", "signif-2020-08.tsv", "hazel-earthquakes-2021-03-08.tsv");
    const noaa = events.filter((event) => event.sources.some(({ agency }) => agency === "noaa"));
    expect(noaa).toHaveLength(6218);
    const numbered = noaa.filter((event) => event.sources.some(({ url }) => url?.includes("/event-more-info/")));
    expect(numbered).toHaveLength(6200);
    expect(withdrawn).toHaveLength(12);
    expect(withdrawn.every(({ withdrawnAt }) => withdrawnAt === NOW)).toBe(true);
  });
});

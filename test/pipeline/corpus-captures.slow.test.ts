import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import { cachedGeography } from "../../build/load/geography.ts";
import { build } from "../../build/pipeline/build.ts";
import { askOf, ingest } from "../../build/pipeline/ingest.ts";
import { silentReport } from "../../build/platform/report.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = temporaryFolder();
const now = () => Date.UTC(2026, 10, 21);
const worldOf = cachedGeography();

/** Every capture of a summary feed that the corpus holds; of its sequence of 2025 those that are not parts of another. */
const captures = corpusPresent
  ? ["usgs/feeds", "usgs/feeds-seq-20250504"].flatMap((folder) =>
      readdirSync(corpus(folder))
        .filter((name) => /\.geojson(\.gz)?$/.test(name) && (folder === "usgs/feeds" || name.startsWith("all_week")))
        .map((name) => `${folder}/${name}`),
    )
  : [];

describe.skipIf(!corpusPresent)("every real capture of the USGS feed", () => {
  it("is there to be tested, 40 of them and more", () => {
    expect(captures.length).toBeGreaterThan(40);
  });

  it.each(captures)(
    "%s becomes a store and a tree, and every event in it is served or accounted for",
    async (capture) => {
      const feed = pathToFileURL(corpus(capture)).href;
      const config = parseConfig(
        JSON.stringify({ agencies: { usgs: { feed } }, tree: { event_pages: "none" } }),
        join(dir, "config.json"),
      );
      const store = join(dir, "stores", capture);
      // One tree after the other in one place, as a schedule would have it: what stays the same is only linked.
      const out = join(dir, "tree");
      const ingested = await ingest({ config, store, now, ask: askOf(config, silentReport), report: silentReport });
      expect(ingested.ok).toBe(true);
      // Pages follow from the answers; what they cost in time is paid once, where captures follow each other.
      const built = await build({ store, out, config, worldOf, report: silentReport });
      expect(built.source).toBe("store");
      const [source] = ingested.sources;
      if (source?.outcome !== "taken-in") throw new Error(`not taken in: ${JSON.stringify(source)}`);
      const leftOut = Object.values(built.leftOut["usgs"] ?? {}).reduce((sum, count) => sum + count, 0);
      expect(built.events.recent + leftOut).toBeGreaterThanOrEqual(source.records);
    },
  );
});

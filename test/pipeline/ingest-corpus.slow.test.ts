import { copyFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readUsgsFeed } from "../../build/agencies/usgs/geojson.ts";
import { readStore } from "../../build/pipeline/load/inputs.ts";
import { capturesIn, corpus, corpusBytes, corpusPresent } from "../support/corpus.ts";
import { folderOfFile } from "../support/temporary.ts";
import { applied, bytesIn, freshStore, run } from "./taking-in.ts";

describe.skipIf(!corpusPresent)("the corpus of real captures (skipped where ../shared/corpus is absent)", () => {
  const captures = [...capturesIn("usgs/feeds"), ...capturesIn("usgs/feeds-seq-20250504")];

  it("has more than forty of them", () => {
    expect(captures.length).toBeGreaterThan(40);
  });

  it.each(captures)("every feature of %s is accounted for, and comes back from a store", async (file) => {
    const { features } = JSON.parse(corpusBytes(file).toString("utf8")) as { features: { id: string }[] };
    const capture = readUsgsFeed(corpusBytes(file), file);
    const left = Object.values(capture.leftOut).reduce((sum, n) => sum + n, 0);
    expect(capture.events.length + capture.withdrawn.length + left).toBe(features.length);

    const store = freshStore();
    const source = await applied(corpus(file), store);
    expect(source.changes.length).toBeLessThanOrEqual(features.length);
    const { usgs } = await readStore(store);
    expect(usgs?.events).toHaveLength(source.records);
    const known = new Set(usgs?.events.flatMap(({ ids }) => ids));
    expect(features.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it.each(capturesIn("usgs/fdsnws").filter((file) => file.includes("/query_")))("so are answers of the query service: %s", async (file) => {
    const source = await applied(corpus(file), freshStore());
    expect(source.records).toBe(JSON.parse(corpusBytes(file).toString("utf8")).features.length);
  });

  it("nothing is lost over the six rounds of seven feeds", async () => {
    const store = freshStore();
    const rounds = capturesIn("usgs/feeds-seq-20250504")
      .map((file) => ({ file, capture: readUsgsFeed(corpusBytes(file), file) }))
      .toSorted((a, b) => a.capture.generated - b.capture.generated);
    const seen = new Map<string, number>();
    for (const { file, capture } of rounds) {
      await run(corpus(file), store);
      for (const { ids, updated } of capture.events) {
        for (const id of ids) seen.set(id, Math.max(updated, seen.get(id) ?? updated));
      }
      const { usgs } = await readStore(store);
      const held = new Map(usgs?.events.flatMap(({ ids, updated }) => ids.map((id) => [id, updated] as const)));
      for (const [id, updated] of seen) expect(held.get(id) ?? 0, `${id} after ${file}`).toBeGreaterThanOrEqual(updated);
      expect(usgs?.withdrawn).toEqual([]);
    }
  });

  const malformed = corpusPresent ? readdirSync(corpus("usgs/malformed")) : [];

  it.each(malformed)("%s is refused whole", async (name) => {
    const store = freshStore();
    const good = corpus("usgs/feeds/all_hour_20240727T080300Z.geojson");
    await run(good, store);
    const before = bytesIn(store);
    const file = path.join(folderOfFile(), name);
    copyFileSync(corpus(`usgs/malformed/${name}`), file);
    expect(await run(file, store)).toMatchObject({ ok: false, sources: [{ rejected: [{ code: "capture-malformed" }] }] });
    expect(bytesIn(store)).toEqual(before);
  });
});

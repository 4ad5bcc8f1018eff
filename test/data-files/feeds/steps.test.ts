import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { feedsStep } from "../../../build/data-files/feeds/files.ts";
import { type FeedInput } from "../../../build/data-files/feeds/select.ts";
import { dataStep } from "../../../build/data-files/files.ts";
import { NODE_FILE_SYSTEM } from "../../../build/platform/file-system.ts";
import { foreignFiles } from "../../../build/tree/inspect.ts";
import { writeTree } from "../../../build/tree/write-tree.ts";
import { agencyEvent } from "../../agencies/make-event.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { file } from "../../tree/tiny-tree.ts";

const MONTH = 30 * 86_400_000;
const asOf = Date.UTC(2031, 4, 4);

it("a tree that is replaced again and again has the feeds and files of the last time, and none that are no more", async () => {
  const out = join(temporaryFolder(), "tree");
  const catalogue = assembleCatalogue(smallInput());
  const allDay = join(out, "earthquakes/feed/v1.0/summary/all_day.geojson");
  const unchanged = ["data/countries.csv", "data/earthquakes.parquet"].map((name) => join(out, name));
  const seen = new Set<number>();
  for (const at of [1, 2, 3, 4]) {
    const events = [agencyEvent({ id: `us${at}`, time: asOf - 1000 })];
    const source = at < 4 ? "all" : "4.5";
    const input: FeedInput = { asOf, covers: { from: asOf - MONTH, to: asOf }, source, events };
    const steps = [feedsStep(input), dataStep(catalogue)];
    const snapshot = { as_of: new Date(asOf + at).toISOString(), sources: [], shards: {} as never };
    await writeTree({ out, files: [file("index.html", `${at}`)], snapshot, steps });
    expect(existsSync(allDay)).toBe(at < 4);
    if (at < 4) expect(readFileSync(allDay, "utf8")).toContain(`"us${at}"`);
    expect(existsSync(join(out, "data/datapackage.json"))).toBe(true);
    for (const path of unchanged) seen.add(statSync(path).ino);
    expect(foreignFiles(NODE_FILE_SYSTEM, out, new Map()).filter((path) => !path.startsWith("index/"))).toEqual(["index.html"]);
  }
  // Files with the same bytes as before are the same files.
  expect(seen.size).toBe(unchanged.length);
});

import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sourceRecord } from "../../../build/answers/service.ts";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { SnapshotSource } from "../../../build/contract/wire/snapshot.ts";
import { feedsStep } from "../../../build/data-files/feeds/files.ts";
import type { FeedInput } from "../../../build/data-files/feeds/select.ts";
import { dataStep } from "../../../build/data-files/files.ts";
import { NODE_FILE_SYSTEM } from "../../../build/platform/file-system.ts";
import { foreignFiles } from "../../../build/tree/inspect.ts";
import { writeTree } from "../../../build/tree/write-tree.ts";
import { agencyEvent } from "../../agencies/make-event.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { file } from "../../tree/tiny-tree.ts";

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const MONTH = 30 * 86_400_000;
const asOf = Date.UTC(2031, 4, 4);

it("a tree that is replaced several times has the feeds and files of the last time, and no removed ones", async () => {
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
    const snapshot = { as_of: new Date(asOf + at * QUARTER).toISOString(), sources: [], shards: {} as never };
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

it("feeds and data files are made when they are due, and if one is lost", async () => {
  const out = join(temporaryFolder(), "tree");
  const catalogue = assembleCatalogue(smallInput());
  const [oneSource] = catalogue.sources.map(sourceRecord);
  const build = async (at: number, count: number, agencies = ["usgs", "emsc"]) => {
    const now = asOf + at * MINUTE;
    const events = Array.from({ length: count }, (_, id) => agencyEvent({ id: `us${id}`, time: asOf - 1000 }));
    const input: FeedInput = { asOf: now, covers: { from: asOf - MONTH, to: now }, source: "all", events };
    const sources = agencies.map((id) => ({ ...(oneSource as SnapshotSource), id }));
    const snapshot = { as_of: new Date(now).toISOString(), sources, shards: {} as never };
    const steps = [feedsStep(input), dataStep({ ...catalogue, asOf: now })];
    await writeTree({ out, files: [file("index.html", `${at} ${count}`)], snapshot, steps });
    const generated = (feed: string) => {
      const { metadata } = JSON.parse(readFileSync(join(out, `earthquakes/feed/v1.0/summary/all_${feed}.geojson`), "utf8"));
      return (metadata.generated - asOf) / MINUTE;
    };
    const { created } = JSON.parse(readFileSync(join(out, "data/datapackage.json"), "utf8"));
    return [...["hour", "day", "week", "month"].map(generated), (Date.parse(created) - asOf) / MINUTE];
  };
  const made = [
    await build(0, 1),
    await build(1, 2),
    // The events are the same.
    await build(2, 2),
    await build(5, 2),
    await build(6, 3),
    await build(14, 3),
    // No run at the quarter itself.
    await build(17, 3),
    await build(18, 3),
    // A clock that is set back, and a second build of one snapshot.
    await build(17, 4),
    await build(17, 5),
    await build(18, 5),
    // An agency was left out.
    await build(19, 6, ["usgs"]),
    await build(20, 6, ["usgs"]),
  ];
  expect(made).toEqual([
    [0, 0, 0, 0, 0],
    [1, 1, 0, 0, 0],
    [1, 1, 0, 0, 0],
    [5, 5, 5, 0, 0],
    [6, 6, 5, 0, 0],
    [14, 14, 14, 0, 0],
    [17, 17, 17, 17, 17],
    [17, 17, 17, 17, 17],
    [17, 17, 17, 17, 17],
    [17, 17, 17, 17, 17],
    [17, 17, 17, 17, 17],
    [19, 19, 19, 19, 19],
    [20, 20, 20, 19, 19],
  ]);
  const csv = join(out, "earthquakes/feed/v1.0/summary/all_month.csv");
  expect(readFileSync(csv, "utf8").trimEnd().split("\n")).toHaveLength(7);
  for (const [at, count] of [
    [20, 7],
    [21, 8],
  ] as const) {
    rmSync(csv);
    await build(at, count, ["usgs"]);
    expect(readFileSync(csv, "utf8").trimEnd().split("\n")).toHaveLength(count + 1);
  }
});

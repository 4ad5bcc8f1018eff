import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { readerFeedFiles } from "../../../build/data-files/feeds/atom.ts";
import { feedFiles } from "../../../build/data-files/feeds/files.ts";
import { dataFiles } from "../../../build/data-files/files.ts";
import { agencyEvent } from "../../agencies/make-event.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { layerOf } from "../../maps/gdal.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const asOf = Date.UTC(2031, 4, 4);
const events = ["us1", "us2", "us3"].map((id, at) =>
  agencyEvent({ id, time: asOf - at * 1000, latitude: at, longitude: -at, depthKm: at + 0.5, place: 'a "b" & <c>, d' }),
);
const catalogue = assembleCatalogue(smallInput());

function written(files: Iterable<{ path: string; bytes: Uint8Array }>): string {
  const dir = temporaryFolder();
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), bytes);
  }
  return dir;
}

describe.skipIf(!inject("programs").gdal)("GDAL", () => {
  const feeds = written(feedFiles({ asOf, covers: { from: 0, to: asOf }, source: "all", events }));
  const summary = join(feeds, "earthquakes/feed/v1.0/summary");

  it.each([
    ["all_day.geojson", "GeoJSON"],
    ["all_day.csv", "CSV"],
    ["all_day.atom", "GeoRSS"],
  ])("reads every event of the feed %s", async (name, driver) => {
    expect(await layerOf(join(summary, name))).toMatchObject({ driver, count: events.length });
  });

  it("reads where the events of a feed are", async () => {
    for (const name of ["all_day.geojson", "all_day.atom"]) {
      expect((await layerOf(join(summary, name))).extent).toEqual([-2, 0, 0, 2]);
    }
  });

  it("reads the feeds for feed readers and the data files", async () => {
    const atoms = [...readerFeedFiles(catalogue, () => true)].map(({ path, bytes }) => ({ path, bytes: bytes() }));
    const dir = written([...atoms, ...dataFiles(catalogue)]);
    const significant = catalogue.events.filter((event) => event.recent && event.significant);
    expect((await layerOf(join(dir, "earthquakes/significant.atom"))).count).toBe(significant.length);
    const placed = catalogue.events.filter(({ historical, latitude }) => historical && latitude !== null);
    expect((await layerOf(join(dir, "data/notable.geojson"))).count).toBe(placed.length);
    expect((await layerOf(join(dir, "data/countries.csv"))).count).toBe(catalogue.countries.length);
  });
});

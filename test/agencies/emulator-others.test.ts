import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readUsgsFeed } from "../../build/agencies/usgs/geojson.ts";
import { corpusPresent } from "../support/corpus.ts";
import { caribbeanSeries, feedSequence } from "./emulator/captures.ts";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";
import { generateHazel, type HazelRecord } from "./emulator/noaa.ts";
import { seeded } from "./emulator/random.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const HOUR = 3_600_000;

let agencies: Emulator;

beforeEach(async () => {
  agencies = await startEmulator({ now: NOW });
});

afterEach(() => agencies.stop());

interface Page {
  items: HazelRecord[];
  page: number;
  itemsPerPage: number;
  totalPages: number;
  totalItems: number;
}

async function page(address: string): Promise<Page> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

describe("HazEL", () => {
  it("pages its tables, 200 rows at most", async () => {
    Object.assign(agencies.noaa.state, generateHazel(seeded(2), 450));
    const first = await page(agencies.noaa.events);
    expect(first).toMatchObject({ page: 1, itemsPerPage: 200, totalPages: 3, totalItems: 450 });
    const pages = [first, await page(`${agencies.noaa.events}?page=2`), await page(`${agencies.noaa.events}?page=3`)];
    expect(pages.flatMap(({ items }) => items)).toEqual(agencies.noaa.state.earthquakes);
    expect((await page(`${agencies.noaa.events}?page=4`)).items).toEqual([]);
    expect(await page(`${agencies.noaa.events}?page=2&itemsPerPage=500`)).toMatchObject({ itemsPerPage: 200 });
    expect((await page(agencies.noaa.tsunamis)).items.length).toBe(agencies.noaa.state.tsunamis.length);
    expect((await fetch(`${agencies.noaa.events}?page=0`)).status).toBe(400);
    expect((await fetch(`${agencies.noaa.origin}/hazel/hazard-service/api/v1/volcanoes`)).status).toBe(404);
  });

  it("leaves out what is not known", () => {
    const { earthquakes, tsunamis } = generateHazel(seeded(2), 450);
    expect(earthquakes.some(({ year }) => Number(year) < 0)).toBe(true);
    for (const field of ["month", "second", "latitude", "eqMagnitude", "deaths", "tsunamiEventId"]) {
      const known = earthquakes.filter((record) => field in record).length;
      expect(known).toBeGreaterThan(0);
      expect(known).toBeLessThan(earthquakes.length);
    }
    const linked = earthquakes.flatMap(({ tsunamiEventId }) => tsunamiEventId ?? []);
    expect(tsunamis.map(({ id }) => id)).toEqual(linked);
  });

  it("can drift while it is paged, so that a row comes twice and the count changes", async () => {
    Object.assign(agencies.noaa.state, generateHazel(seeded(2), 250));
    agencies.faults.set("noaa", { kind: "paging-drift" });
    const first = await page(agencies.noaa.events);
    const second = await page(`${agencies.noaa.events}?page=2`);
    expect([first.totalItems, second.totalItems]).toEqual([250, 251]);
    expect(second.items[0]?.id).toBe(first.items.at(-1)?.id);
  });

  it("can lose rows", async () => {
    Object.assign(agencies.noaa.state, generateHazel(seeded(2), 100));
    agencies.faults.set("noaa", { kind: "shrinking", keep: 0.5 });
    expect((await page(agencies.noaa.events)).totalItems).toBe(50);
    agencies.faults.clear();
    agencies.faults.set("noaa", { kind: "omits", ids: ["1"] });
    expect((await page(agencies.noaa.events)).items[0]?.id).toBe(2);
  });
});

describe("EMSC", () => {
  beforeEach(() => {
    const place = "Crete, Greece";
    agencies.emsc.world.add({ net: "", code: "20310504_0000001", time: NOW - HOUR, depthKm: 15, mag: 2.6, place });
    agencies.emsc.world.add({ net: "", code: "20310504_0000002", time: NOW, mag: 4 });
  });

  it("turns depths into altitudes in its geometry", async () => {
    const response = await fetch(`${agencies.emsc.fdsn}query?format=json&limit=10&maxmag=3`);
    expect(await response.json()).toEqual({
      type: "FeatureCollection",
      metadata: { count: 1, totalCount: 1 },
      features: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [12.5, -7.25, -15] },
          id: "20310504_0000001",
          properties: expect.objectContaining({
            depth: 15,
            time: "2031-05-04T11:00:00.000Z",
            lastupdate: "2031-05-04T12:00:00.000000Z",
            flynn_region: "CRETE, GREECE",
            unid: "20310504_0000001",
          }),
        },
      ],
    });
  });

  it("says nothing with 204, or 404 on demand", async () => {
    const none = `${agencies.emsc.fdsn}query?format=json&minmag=9`;
    expect((await fetch(none)).status).toBe(204);
    expect((await fetch(`${none}&nodata=404`)).status).toBe(404);
  });
});

const query = (parameters: string) => fetch(`${agencies.text.fdsn}query?format=text&${parameters}`);

describe("an agency that speaks FDSN text", () => {
  beforeEach(() => {
    agencies.text.world.add({ net: "", code: "gfz2031abcd", time: NOW, mag: 4.48, depthKm: null, place: "Iraq" });
    agencies.text.world.add({ net: "", code: "gfz2031abce", time: NOW - HOUR, mag: null });
  });

  it("has quirks", async () => {
    expect(await (await query("minmag=4")).text()).toBe(
      "#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName\n" +
        "gfz2031abcd|2031-05-04T12:00:00.000|-7.25|12.5||GFZ|GFZ|GFZ|gfz2031abcd|ml|4.48|GFZ|Iraq\n",
    );
    agencies.text.state.quirks = { author: "GFZ", columns: 14, zone: true, separator: " | ", depthHeading: "Depth/Km" };
    const [head, row] = (await (await query("minmag=4")).text()).split("\n");
    expect(head?.split(" | ").at(-1)).toBe("EventType");
    expect(row).toMatch(/^gfz2031abcd \| 2031-05-04T12:00:00\.000Z \| .* \| Iraq \| earthquake$/);
  });

  it("refuses more than its limit with 413, and parameters that it does not know", async () => {
    agencies.text.state.limit = 1;
    expect((await query("")).status).toBe(413);
    expect((await query("limit=1")).status).toBe(200);
    expect((await query("updatedafter=2031-01-01")).status).toBe(413);
    agencies.text.state.refuses.push("updatedafter");
    expect((await query("updatedafter=2031-01-01")).status).toBe(400);
    expect((await query("minmag=9")).status).toBe(204);
    expect((await query("eventid=gfz2031abce")).status).toBe(200);
  });

  it("does not list what it has deleted", async () => {
    agencies.text.world.delete("gfz2031abcd");
    expect(await (await query("")).text()).not.toContain("gfz2031abcd");
  });
});

describe("a server of files", () => {
  it("hands them out as they are", async () => {
    const address = agencies.files.put("steps.csv", "a,b\n", "text/csv");
    const response = await fetch(address);
    expect(response.headers.get("content-type")).toBe("text/csv");
    expect(await response.text()).toBe("a,b\n");
    expect((await fetch(`${agencies.files.origin}/none`)).status).toBe(404);
  });

  it("has faults too, and is an origin of its own", async () => {
    const address = agencies.files.put("steps.csv", "a,b\n");
    agencies.faults.set("files", { kind: "truncated" });
    expect(await (await fetch(address)).text()).toBe("a,");
    expect(new Set([agencies.usgs, agencies.noaa, agencies.emsc, agencies.text, agencies.files].map((a) => a.origin)).size).toBe(5);
  });
});

describe.skipIf(!corpusPresent)("captures of the corpus", () => {
  it("are six steps of seven feeds, which can be replayed", async () => {
    const steps = feedSequence();
    expect(steps).toHaveLength(6);
    for (const { feeds } of steps) expect(Object.keys(feeds)).toHaveLength(7);
    expect(steps).toEqual(steps.toSorted((a, b) => a.generated - b.generated));
    agencies.usgs.state.shown = steps[1]?.feeds;
    const address = agencies.usgs.feed("all_week");
    const capture = readUsgsFeed(new Uint8Array(await (await fetch(address)).arrayBuffer()), address);
    expect(capture.rows).toBe(1768);
  });

  it("are the series of the Caribbean, with the count of the world beside", () => {
    const first = [...caribbeanSeries(["2025-06"])];
    expect(first).toHaveLength(229);
    expect(new Set(first.map(({ feed }) => feed))).toEqual(new Set(["all_hour"]));
    const november = [...caribbeanSeries(["2025-11"])];
    expect(november).toHaveLength(2_717);
    const fewest = november.toSorted((a, b) => a.worldCount - b.worldCount)[0];
    expect(fewest?.worldCount).toBeGreaterThan(100);
    for (const { body, ids, feed } of november.slice(0, 20)) {
      expect(feed).toBe("all_day");
      expect(readUsgsFeed(body, "x").rows).toBe(ids.length);
    }
  });
});

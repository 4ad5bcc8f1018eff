import { describe, expect, it } from "vitest";
import { readUsgsFeed } from "../../build/agencies/usgs/geojson.ts";
import { agencies, collection, DAY, HOUR, idsOf, NOW, useAgencies } from "./emulated.ts";
import { generateEvents } from "./emulator/generate.ts";
import { seeded } from "./emulator/random.ts";
import { FEED_NAMES } from "./emulator/usgs-feeds.ts";

useAgencies();

describe("the feeds of the USGS", () => {
  it("list what happened in the window, newest first", async () => {
    const ages = { a: HOUR, b: HOUR + 1, c: DAY, d: 7 * DAY, e: 30 * DAY, f: 30 * DAY + 1 };
    for (const [code, age] of Object.entries(ages)) agencies.usgs.world.add({ net: "us", code, time: NOW - age });
    expect(await idsOf(agencies.usgs.feed("all_hour"))).toEqual(["usa"]);
    expect(await idsOf(agencies.usgs.feed("all_day"))).toEqual(["usa", "usb", "usc"]);
    expect(await idsOf(agencies.usgs.feed("all_week"))).toEqual(["usa", "usb", "usc", "usd"]);
    expect(await idsOf(agencies.usgs.feed("all_month"))).toEqual(["usa", "usb", "usc", "usd", "use"]);
    agencies.clock.advance(1);
    expect(await idsOf(agencies.usgs.feed("all_hour"))).toEqual([]);
  });

  it("round magnitudes before they compare, and take those without one into all and significant only", async () => {
    const magnitudes = [4.45, 4.44, 2.45, 2.44, 0.95, 0.94, -0.5, null];
    for (const [at, mag] of magnitudes.entries()) agencies.usgs.world.add({ net: "us", code: String(at), time: NOW - at, mag });
    agencies.usgs.world.add({ net: "us", code: "red", time: NOW - 9, mag: null, alert: "red" });
    expect(await idsOf(agencies.usgs.feed("4.5_day"))).toEqual(["us0"]);
    expect(await idsOf(agencies.usgs.feed("2.5_day"))).toEqual(["us0", "us1", "us2"]);
    expect(await idsOf(agencies.usgs.feed("1.0_day"))).toEqual(["us0", "us1", "us2", "us3", "us4"]);
    expect(await idsOf(agencies.usgs.feed("all_day"))).toHaveLength(9);
    expect(await idsOf(agencies.usgs.feed("significant_day"))).toEqual(["usred"]);
  });

  it("are twenty, refuse a query string, and know no other names", async () => {
    expect(FEED_NAMES).toHaveLength(20);
    for (const name of FEED_NAMES) expect((await fetch(agencies.usgs.feed(name))).status).toBe(200);
    expect((await fetch(`${agencies.usgs.feed("all_day")}?x=1`)).status).toBe(403);
    expect((await fetch(agencies.usgs.feed("all_year"))).status).toBe(404);
    expect((await fetch(agencies.usgs.feed("all_day"), { method: "POST" })).status).toBe(405);
  });

  it("say what they are, and can be read", async () => {
    const random = seeded(3);
    agencies.usgs.world.add(...generateEvents({ random, count: 300, from: NOW - DAY, to: NOW }));
    const address = agencies.usgs.feed("2.5_day");
    const { metadata, features, bbox } = await collection(address);
    expect(metadata).toEqual({
      generated: NOW,
      url: address,
      title: "USGS Magnitude 2.5+ Earthquakes, Past Day",
      status: 200,
      api: expect.any(String),
      count: features.length,
    });
    expect(bbox).toHaveLength(6);
    const bytes = new Uint8Array(await (await fetch(agencies.usgs.feed("all_day"))).arrayBuffer());
    const capture = readUsgsFeed(bytes, address);
    expect(capture.events.length).toBe(agencies.usgs.world.at(NOW).length);
    expect(capture.leftOut).toEqual({});
  });

  it("list an event once it is published, and no more when it is deleted", async () => {
    agencies.usgs.world.add({ net: "us", code: "1", time: NOW, publishedAt: NOW + 60_000 });
    const address = agencies.usgs.feed("all_hour");
    expect(await idsOf(address)).toEqual([]);
    agencies.clock.advance(60_000);
    expect(await idsOf(address)).toEqual(["us1"]);
    agencies.usgs.world.delete("us1");
    expect(await idsOf(address)).toEqual([]);
  });

  it("frame lists with commas, and keep the ids of what was merged or renamed", async () => {
    agencies.usgs.world.add({ net: "us", code: "1", time: NOW }, { net: "ak", code: "2", time: NOW });
    agencies.usgs.world.merge("us1", "ak2");
    agencies.usgs.world.changeId("us1", { net: "ci", code: "3" });
    const [event, ...others] = (await collection(agencies.usgs.feed("all_hour"))).features;
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      id: "ci3",
      properties: { net: "ci", code: "3", ids: ",ci3,us1,ak2,", sources: ",ci,us,ak," },
    });
  });

  it("may be cached for a minute, and answer 304 only where that is switched on", async () => {
    const address = agencies.usgs.feed("all_hour");
    const response = await fetch(address);
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    const lastModified = response.headers.get("last-modified") ?? "";
    expect(lastModified).toBe(new Date(NOW).toUTCString());
    const headers = { "if-modified-since": lastModified };
    expect((await fetch(address, { headers })).status).toBe(200);
    agencies.usgs.manners.conditional = true;
    agencies.usgs.manners.cacheMs = 60_000;
    const etag = (await fetch(address)).headers.get("etag") ?? "";
    agencies.clock.advance(59_999);
    expect((await fetch(address, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(address, { headers })).status).toBe(304);
    agencies.clock.advance(1);
    expect((await fetch(address, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("give an event's detail, and send on for what is old, unknown or deleted", async () => {
    const { world, origin } = agencies.usgs;
    world.add({ net: "us", code: "1", time: NOW }, { net: "us", code: "old", time: NOW - 30 * DAY });
    world.add({ net: "us", code: "gone", time: NOW });
    world.delete("usgone");
    const detail = (id: string) => fetch(`${origin}/earthquakes/feed/v1.0/detail/${id}.geojson`);
    expect(await (await detail("us1")).json()).toMatchObject({
      type: "Feature",
      id: "us1",
      properties: { products: {} },
    });
    const old = await detail("usold");
    expect(old).toMatchObject({ status: 200, redirected: true });
    expect(old.url).toContain("query?eventid=usold&format=geojson");
    expect((await detail("usnone")).status).toBe(404);
    expect((await detail("usgone")).status).toBe(409);
  });

  it("can be captures", async () => {
    const body = new TextEncoder().encode('{"type":"FeatureCollection"}');
    agencies.usgs.state.shown = { all_day: body };
    expect(await (await fetch(agencies.usgs.feed("all_day"))).text()).toBe('{"type":"FeatureCollection"}');
    expect((await fetch(agencies.usgs.feed("all_hour"))).status).toBe(404);
  });
});

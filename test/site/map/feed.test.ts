import { describe, expect, it } from "vitest";
import { createFeed, createNews, type Get } from "../../../build/site/map/client/feed.ts";
import type { Quake } from "../../../build/site/map/quake.ts";

const AS_OF = "2018-02-07T01:49:14.000Z";

const record = (id: string, occurredAt: string) => ({
  event_id: id,
  magnitude: 5,
  depth_km: 10,
  latitude: 1,
  longitude: 2,
  place_description: "Here",
  occurred_at: occurredAt,
  alert_level: null,
  tsunami_flag: false,
});

const feature = (id: string) => {
  const { depth_km: depth, latitude, longitude, ...properties } = record(id, AS_OF);
  const geometry = { type: "Point", coordinates: [longitude, latitude, depth] };
  return { type: "Feature", id, geometry, properties: { ...properties, slug: `here-${id}` } };
};

/** A host whose answers the test changes. */
function host() {
  const bodies = new Map<string, { etag: string; body: unknown }>();
  const asked: string[] = [];
  let asOf = AS_OF;
  const get: Get = async (path, how) => {
    const known = bodies.get(path);
    const condition = how?.headers?.["If-None-Match"];
    if (!known) return new Response("", { status: 404 });
    const headers = { etag: known.etag, "x-as-of": asOf };
    const status = condition === known.etag ? 304 : 200;
    asked.push(`${path} ${status}`);
    return new Response(status === 304 ? null : JSON.stringify(known.body), { status, headers });
  };
  const put = (path: string, body: unknown, etag = JSON.stringify(body)) => bodies.set(path, { body, etag });
  return { get, asked, put, at: (time: string) => (asOf = time) };
}

describe("the map's way to the data", () => {
  it("asks for a window with its ETag; what has not changed is not sent again, but its moment is", async () => {
    const { get, asked, put, at } = host();
    put("/api/live-feed/?hours=24", { type: "FeatureCollection", features: [feature("us1")] });
    const feed = createFeed(get);
    const first = await feed.ask(24);
    at("2018-02-07T01:50:14.000Z");
    const second = await feed.ask(24);
    expect(asked).toEqual(["/api/live-feed/?hours=24 200", "/api/live-feed/?hours=24 304"]);
    expect(second.quakes).toBe(first.quakes);
    expect(second.asOf - first.asOf).toBe(60_000);
    expect(first.quakes[0]).toMatchObject({ id: "us1", depthKm: 10, longitude: 2, latitude: 1, slug: "here-us1" });
  });

  it("reads the month from the day shards, each of them once, and leaves out what the window does not hold", async () => {
    const { get, asked, put } = host();
    const days = [
      { day: "2018-02-07", path: "shards/b.json", records: 1, bytes: 1 },
      { day: "2018-01-08", path: "shards/a.json", records: 2, bytes: 1 },
    ];
    put("/snapshot.json", { as_of: AS_OF, shards: { days }, stale_after_s: 900 });
    put("/shards/b.json", [record("us2", AS_OF)]);
    put("/shards/a.json", [record("us1", "2018-01-08T01:49:14.001Z"), record("us0", "2018-01-08T01:49:14.000Z")]);
    const feed = createFeed(get);
    expect((await feed.ask(720)).quakes.map(({ id }) => id)).toEqual(["us2", "us1"]);
    expect((await feed.ask(720)).quakes.map(({ slug }) => slug)).toEqual(["m5-here-us2", "m5-here-us1"]);
    expect(asked.toSorted()).toEqual(["/shards/a.json 200", "/shards/b.json 200", "/snapshot.json 200", "/snapshot.json 304"]);
    expect(await feed.staleAfter()).toBe(900);
  });

  it("fails where there is no answer, and asks anew the next time", async () => {
    const { get, put } = host();
    const feed = createFeed(get);
    await expect(feed.ask(6)).rejects.toThrow("404");
    expect(await feed.staleAfter()).toBeUndefined();
    put("/api/live-feed/?hours=6", { type: "FeatureCollection", features: [] });
    expect((await feed.ask(6)).quakes).toEqual([]);
  });
});

const quake = (id: string) => ({ id }) as Quake;

describe("the news", () => {
  it("are what comes after a period was opened, whichever period it comes in", () => {
    const news = createNews(() => 7);
    expect(news.note(24, [quake("a")])).toEqual([]);
    expect(news.note(168, [quake("a"), quake("b")])).toEqual([]);
    expect(news.note(24, [quake("c"), quake("a")])).toEqual([quake("c")]);
    expect(news.note(168, [quake("c"), quake("a"), quake("b")])).toEqual([]);
    expect([...news.arrivals]).toEqual([["c", 7]]);
  });
});

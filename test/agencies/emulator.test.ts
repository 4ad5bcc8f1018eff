import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readUsgsFeed } from "../../build/agencies/usgs.ts";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";
import { generateEvents } from "./emulator/generate.ts";
import { seeded } from "./emulator/random.ts";
import { FEED_NAMES } from "./emulator/usgs-feeds.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Collection {
  metadata: Record<string, unknown>;
  features: { id: string; properties: Record<string, unknown>; geometry: { coordinates: unknown[] } | null }[];
  bbox?: number[];
}

let agencies: Emulator;

beforeEach(async () => {
  agencies = await startEmulator({ now: NOW });
});

afterEach(() => agencies.stop());

async function collection(address: string): Promise<Collection> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return (await response.json()) as Collection;
}

async function idsOf(address: string): Promise<string[]> {
  return (await collection(address)).features.map(({ id }) => id);
}

const query = (parameters: string) => `${agencies.usgs.fdsn}query?format=geojson&${parameters}`;

const updatedAfter = (ms: number) => `starttime=1900-01-01&updatedafter=${new Date(ms).toISOString()}`;

const feed = () => agencies.usgs.feed("all_day");

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
    for (const [at, mag] of magnitudes.entries())
      agencies.usgs.world.add({ net: "us", code: String(at), time: NOW - at, mag });
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

describe("the event service of the USGS", () => {
  const times = { new: HOUR, month: 30 * DAY, old: 31 * DAY };

  beforeEach(() => {
    for (const [code, age] of Object.entries(times))
      agencies.usgs.world.add({ net: "us", code, time: NOW - age, mag: age === HOUR ? 5 : 3, updated: NOW - age });
  });

  it("looks thirty days back, also where only updatedafter is given", async () => {
    expect(await idsOf(query(""))).toEqual(["usnew", "usmonth"]);
    expect(await idsOf(query("updatedafter=1970-01-01"))).toEqual(["usnew", "usmonth"]);
    expect(await idsOf(query("starttime=1900-01-01&orderby=time-asc"))).toEqual(["usold", "usmonth", "usnew"]);
  });

  it("compares whole seconds, inclusively", async () => {
    agencies.usgs.world.revise("usold", { updated: NOW + 300 });
    expect(await idsOf(query(updatedAfter(NOW + 999)))).toEqual(["usold"]);
    expect(await idsOf(query(updatedAfter(NOW + 1_000)))).toEqual([]);
  });

  it("filters by magnitude, which drops what has none, by depth and by boxes across the antimeridian", async () => {
    agencies.usgs.world.add({ net: "us", code: "fiji", time: NOW, longitude: -178, mag: null, depthKm: 600 });
    expect(await idsOf(query("minmagnitude=5"))).toEqual(["usnew"]);
    expect(await idsOf(query("maxmagnitude=10"))).toEqual(["usnew", "usmonth"]);
    expect(await idsOf(query("mindepth=100"))).toEqual(["usfiji"]);
    expect(await idsOf(query("minlongitude=170&maxlongitude=190"))).toEqual(["usfiji"]);
  });

  it("lists deleted events on demand", async () => {
    agencies.usgs.world.delete("usnew", { bare: true });
    expect(await idsOf(query(""))).toEqual(["usmonth"]);
    expect(await idsOf(query("includedeleted=true"))).toEqual(["usnew", "usmonth"]);
    const [gone] = (await collection(query("includedeleted=only"))).features;
    expect(gone).toMatchObject({
      id: "usnew",
      geometry: null,
      properties: { status: "deleted", mag: null, time: null },
    });
    const asText = `${agencies.usgs.fdsn}query?format=text&includedeleted=true`;
    expect((await fetch(asText)).status).toBe(400);
  });

  it("finds one event by any of its ids and ignores the other filters", async () => {
    agencies.usgs.world.changeId("usold", { net: "ci", code: "9" });
    expect(await (await fetch(query("eventid=usold&minmagnitude=9"))).json()).toMatchObject({
      type: "Feature",
      id: "ci9",
    });
    expect((await fetch(query("eventid=none"))).status).toBe(404);
    agencies.usgs.world.delete("ci9");
    expect((await fetch(query("eventid=usold"))).status).toBe(409);
    expect((await fetch(query("eventid=usold&includedeleted=true"))).status).toBe(200);
  });

  it("refuses more than its limit in words, and counts them", async () => {
    agencies.usgs.state.limit = 2;
    const all = query("starttime=1900-01-01");
    const refused = await fetch(all);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(
      /^Error 400: Bad Request\n\n3 matching events exceeds search limit of 2\. Modify the search to match fewer events\./,
    );
    const counted = `${agencies.usgs.fdsn}count?starttime=1900-01-01`;
    expect(await (await fetch(counted)).text()).toBe("3");
    expect(await (await fetch(`${counted}&format=geojson`)).json()).toMatchObject({ count: 3, maxAllowed: 2 });
    expect(await (await fetch(`${counted}&limit=2`)).text()).toBe("2");
    expect((await fetch(`${all}&limit=3`)).status).toBe(400);
  });

  it("pages from 1, and an offset alone is nothing", async () => {
    const all = "starttime=1900-01-01&orderby=time-asc";
    expect(await idsOf(query(`${all}&limit=2`))).toEqual(["usold", "usmonth"]);
    const { metadata, features } = await collection(query(`${all}&limit=2&offset=3`));
    expect(features.map(({ id }) => id)).toEqual(["usnew"]);
    expect(metadata).toMatchObject({ limit: 2, offset: 3, count: 1 });
    expect(await idsOf(query(`${all}&offset=3`))).toHaveLength(3);
  });

  it.each([
    "nonsense=1",
    "starttime=yesterday",
    "orderby=size",
    "limit=x",
    "offset=0",
    "minmag=1&minmagnitude=2",
    "minmagnitude=x",
  ])("refuses %s", async (parameters) => {
    const response = await fetch(query(parameters));
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
    const asJson = await fetch(query(`${parameters}&jsonerror=true`));
    if (asJson.status === 200) expect(await asJson.json()).toMatchObject({ metadata: { status: 400 }, features: [] });
  });

  it("does not pretend to carry out what it does not", async () => {
    expect((await fetch(query("maxradius=1"))).status).toBe(500);
    expect((await fetch(`${agencies.usgs.fdsn}query`)).status).toBe(500);
  });

  it("prints tables", async () => {
    const place = 'the "Far" Isles, N';
    agencies.usgs.world.revise("usnew", { place });
    const csv = await (await fetch(`${agencies.usgs.fdsn}query?format=csv&minmag=5`)).text();
    expect(csv.split("\n")[0]?.split(",")).toHaveLength(22);
    expect(csv).toContain(`,"the ""Far"" Isles, N",earthquake,`);
    const text = await (await fetch(`${agencies.usgs.fdsn}query?format=text&minmag=5`)).text();
    expect(text.split("\n").map((line) => line.split("|").length)).toEqual([13, 13, 1]);
    expect(text).toContain("usnew|2031-05-04T11:00:00.000|-7.25|12.5|33|");
  });
});

describe("faults", () => {
  beforeEach(() => {
    for (let age = 0; age < 10; age++)
      agencies.usgs.world.add({ net: "us", code: String(age), time: NOW - age * HOUR });
  });

  it("strike as often as they are told to, where they are told to", async () => {
    agencies.faults.set("usgs", { kind: "status", status: 503, retryAfter: 5 }, { path: "/summary/", times: 1 });
    expect(await fetch(`${agencies.usgs.fdsn}version`)).toMatchObject({ status: 200 });
    const refused = await fetch(feed());
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await fetch(feed())).status).toBe(200);
    agencies.faults.set("usgs", { kind: "html" }, { every: 2 });
    const types = [];
    for (let time = 0; time < 4; time++) types.push((await fetch(feed())).headers.get("content-type")?.slice(0, 9));
    expect(types).toEqual(["text/html", "applicati", "text/html", "applicati"]);
    agencies.faults.clear("usgs");
    expect(agencies.requests.map(({ status }) => status)).toEqual([200, 503, 200, 200, 200, 200, 200]);
    expect(agencies.requests[1]).toMatchObject({ agency: "usgs", at: NOW, faults: ["status"] });
  });

  it("strike by chance the same way with the same seed", async () => {
    const runs = await Promise.all([7, 7, 8].map((seed) => startEmulator({ now: NOW, seed })));
    const struck = await Promise.all(
      runs.map(async (run) => {
        run.faults.set("usgs", { kind: "html" }, { chance: 0.5 });
        for (let time = 0; time < 12; time++) await fetch(run.usgs.feed("all_day"));
        await run.stop();
        return run.requests.map(({ faults }) => faults.length);
      }),
    );
    expect(new Set(struck[0])).toEqual(new Set([0, 1]));
    expect(struck[1]).toEqual(struck[0]);
    expect(struck[2]).not.toEqual(struck[0]);
  });

  it("break the answer on its way", async () => {
    agencies.faults.set("usgs", { kind: "reset" }, { times: 1 });
    await expect(fetch(feed())).rejects.toThrow("fetch failed");
    agencies.usgs.manners.gzip = false;
    agencies.faults.set("usgs", { kind: "cut-short" }, { times: 1 });
    await expect(fetch(feed()).then((response) => response.text())).rejects.toThrow("terminated");
    agencies.faults.set("usgs", { kind: "broken-gzip" }, { times: 1 });
    await expect(fetch(feed()).then((response) => response.text())).rejects.toThrow();
    agencies.faults.set("usgs", { kind: "truncated", share: 0.25 }, { times: 1 });
    const cut = await fetch(feed());
    const text = await cut.text();
    expect(Number(cut.headers.get("content-length"))).toBe(text.length);
    expect(() => JSON.parse(text) as unknown).toThrow();
  });

  it("keep one waiting", async () => {
    agencies.faults.set("usgs", { kind: "slow", ms: 50 }, { times: 1 });
    const begun = performance.now();
    expect((await fetch(feed())).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(45);
    agencies.faults.set("usgs", { kind: "silent" });
    await expect(fetch(feed(), { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it("answer with nothing, or with an error in the guise of nothing", async () => {
    agencies.faults.set("usgs", { kind: "empty" }, { times: 1 });
    expect(await collection(feed())).toMatchObject({ metadata: { count: 0, status: 200 }, features: [] });
    agencies.faults.set("usgs", { kind: "json-error" }, { times: 1 });
    expect(await collection(feed())).toMatchObject({ metadata: { count: 0, status: 503 }, features: [] });
  });

  it("freeze a replica whose clock goes on, so that it lists fewer and fewer", async () => {
    agencies.faults.set("usgs", { kind: "stale" }, { every: 2 });
    agencies.usgs.world.add({ net: "us", code: "new", time: NOW });
    agencies.clock.advance(16 * HOUR);
    const [stale, live] = [await collection(feed()), await collection(feed())];
    expect(stale.metadata["generated"]).toBe(live.metadata["generated"]);
    expect(live.features.map(({ id }) => id)).toContain("usnew");
    expect(stale.features.map(({ id }) => id)).toEqual(["us0", "us1", "us2", "us3", "us4", "us5", "us6", "us7", "us8"]);
  });

  it("let lists shrink, leave events out, set the clock back and change the preferred ids", async () => {
    agencies.faults.set("usgs", { kind: "shrinking", keep: 0.5 });
    expect([(await idsOf(feed())).length, (await idsOf(feed())).length]).toEqual([5, 2]);
    agencies.faults.clear();
    agencies.faults.set("usgs", { kind: "omits", ids: ["us3"] });
    agencies.faults.set("usgs", { kind: "clock-back", ms: HOUR });
    agencies.faults.set("usgs", { kind: "other-ids" });
    const { metadata, features } = await collection(feed());
    expect(metadata["generated"]).toBe(NOW - HOUR);
    expect(features).toHaveLength(9);
    expect(features[0]).toMatchObject({ id: "atus0", properties: { net: "at", ids: ",atus0,us0," } });
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { agencies, collection, DAY, HOUR, idsOf, NOW, query, updatedAfter, useAgencies } from "./emulated.ts";

useAgencies();

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

  it.each(["nonsense=1", "starttime=yesterday", "orderby=size", "limit=x", "offset=0", "minmag=1&minmagnitude=2", "minmagnitude=x"])(
    "refuses %s",
    async (parameters) => {
      const response = await fetch(query(parameters));
      expect(response.status).toBe(400);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
      const asJson = await fetch(query(`${parameters}&jsonerror=true`));
      if (asJson.status === 200) expect(await asJson.json()).toMatchObject({ metadata: { status: 400 }, features: [] });
    },
  );

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

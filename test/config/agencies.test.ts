import path from "node:path";
import { describe, expect, it } from "vitest";
import { priorityOf } from "../../build/config/agencies.ts";
import { parseConfig } from "../../build/config/config.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = temporaryFolder();

function parse(value: unknown) {
  return parseConfig(typeof value === "string" ? value : JSON.stringify(value), path.join(root, "q.json"));
}

function enabled(agencies: unknown): string[] {
  return Object.entries(parse(agencies === undefined ? {} : { agencies }).agencies)
    .filter(([, settings]) => settings.enabled === true)
    .map(([agency]) => agency);
}

describe("which agencies are asked", () => {
  it("is all whose data are free, if no section says otherwise", () => {
    expect(enabled(undefined)).toEqual(["usgs", "noaa", "plates"]);
    expect(parse({}).agencies.noaa.events).toMatch(/^https:.*\/earthquakes$/);
    expect(parse({}).agencies.plates.steps).toMatch(/^https:.*PB2002_steps/);
  });

  it("is those that the section names", () => {
    expect(enabled({ noaa: {} })).toEqual(["noaa"]);
    expect(enabled({ usgs: {}, plates: { enabled: false } })).toEqual(["usgs"]);
    expect(enabled({})).toEqual([]);
  });

  it("is an agency with terms of its own once they are accepted", () => {
    expect(enabled({ emsc: {} })).toEqual([]);
    expect(enabled({ emsc: { accept_licence: true } })).toEqual(["emsc"]);
    expect(enabled({ emsc: { accept_licence: true, enabled: false } })).toEqual([]);
    const waiting = { emsc: { enabled: false }, others: { gfz: { preset: "geofon" }, ingv: { accept_licence: true } } };
    expect(parse({ agencies: waiting }).awaiting_licence).toEqual(["gfz"]);
    expect(parse({ agencies: { others: { gfz: { preset: "geofon" } } } }).agencies.others.gfz?.enabled).toBe(false);
  });

  it("is an agency without a preset, once address, licence and attribution are given", () => {
    const zz = { fdsn: "https://example.org/", licence: "CC0", attribution: "By Zz.", accept_licence: true };
    expect(parse({ agencies: { others: { zz } } }).agencies.others.zz?.enabled).toBe(true);
    expect(parse({ agencies: { others: { ingv: { accept_licence: true } } } }).agencies.others.ingv?.enabled).toBe(true);
  });

  it("no own address of an agency is used if the configuration names one", () => {
    const { usgs, noaa, plates } = parse({
      agencies: { usgs: { feed: "file:///a" }, noaa: { tsunamis: "file:///b" }, plates: { boundaries: "file:///c" } },
    }).agencies;
    expect(usgs.fdsn).toBeUndefined();
    expect(noaa.events).toBeUndefined();
    expect(plates.plates ?? plates.steps).toBeUndefined();
  });
});

describe("the age from which data count as stale", () => {
  it("is three intervals, and at least a quarter of an hour", () => {
    expect(parse({}).agencies.usgs.stale_after_s).toBe(900);
    expect(parse({ expected_interval_s: 3_600 }).stale_after_s).toBe(10_800);
    expect(parse({ stale_after_s: 60 }).agencies.usgs.stale_after_s).toBe(60);
  });

  it("is longer for a table that changes some times a year, and none for a model", () => {
    expect(parse({}).agencies.noaa.stale_after_s).toBe(35 * 86_400);
    expect(parse({}).agencies.plates.stale_after_s).toBeNull();
    expect(parse({ agencies: { emsc: {} } }).agencies.emsc.stale_after_s).toBe(900);
  });
});

describe("the catalogue of an observatory of one's own", () => {
  const own = { fdsn: "https://quakes.example/fdsnws/event/1/", licence: "CC0", attribution: "By us.", accept_licence: true };
  const others = (given: Record<string, object>) => parse({ agencies: { others: given } }).agencies.others;

  it("has its own interval, prefix of ids and pages of events", () => {
    const given = { interval_s: 10, id_prefix: "OX.", event_page: "https://quakes.example/event/{id}" };
    expect(others({ ox: { ...own, ...given } }).ox).toMatchObject(given);
    expect(others({ ox: { ...own, id_prefix: "" } }).ox?.id_prefix).toBe("");
    const { agencies } = parse({ agencies: { emsc: { interval_s: 600, priority: 3 }, others: { ox: { ...own, priority: -2 } } } });
    expect([agencies.emsc.interval_s, ...["usgs", "emsc", "ox"].map((key) => priorityOf(agencies, key))]).toEqual([600, 0, 3, -2]);
  });

  it.each([
    [{ id_prefix: "o x" }, "id_prefix must be at most 16 of"],
    [{ id_prefix: "o".repeat(17) }, "id_prefix must be at most 16 of"],
    [{ event_page: "http://quakes.example/{id}" }, "event_page must be an https: URL with {id} once after the host"],
    [{ event_page: "https://quakes.example/" }, "event_page must be an https: URL with {id} once after the host"],
    [{ event_page: "https://quakes.example/{id}/{id}" }, "event_page must be an https: URL with {id} once after the host"],
    [{ event_page: "https://{id}.example/" }, "event_page must be an https: URL with {id} once after the host"],
    [{ event_page: "https://me:secret@quakes.example/{id}" }, "event_page must be an https: URL with {id} once after the host"],
    [{ event_page: 'https://quakes.example/"onload=x/{id}' }, "event_page must be an https: URL with {id} once after the host"],
  ])("is refused with %j", (given, message) => {
    expect(() => others({ ox: { ...own, ...given } })).toThrow(`agencies.others.ox.${message}`);
  });

  it.each([
    ["that of another agency", { ox: { id_prefix: "x" }, no: { id_prefix: "x" } }, "ox", "no"],
    ["the beginning of another", { ox: { id_prefix: "gf" }, geofon: {} }, "ox", "geofon"],
    ["a longer form of another", { ox: { id_prefix: "nosta" }, no: {} }, "ox", "no"],
    ["none at two agencies", { ox: { id_prefix: "" }, no: { id_prefix: "" } }, "ox", "no"],
    ["one with which the USGS begins its own ids", { ox: { id_prefix: "us" } }, "ox", "usgs"],
    ["one with which the EMSC begins ids", { ox: { id_prefix: "EMSC" } }, "ox", "emsc"],
  ])("is refused if its prefix is %s", (_, given: Record<string, object>, key, other) => {
    const filled = Object.fromEntries(Object.entries(given).map(([name, one]) => [name, { ...own, ...one }]));
    const message = `agencies.others.${key}.id_prefix leads to the same ids as agency ${other}: choose another, such as "${key}-"`;
    expect(() => others(filled)).toThrow(message);
  });

  it("may share a prefix with an agency that is disabled, and the default one with a mirror of the same agency", () => {
    expect(others({ ox: { ...own, id_prefix: "x" }, no: { ...own, id_prefix: "x", enabled: false } }).ox?.id_prefix).toBe("x");
    expect(Object.keys(others({ a: { ...own, preset: "ingv" }, b: { ...own, preset: "ingv" } }))).toEqual(["a", "b"]);
  });
});

import path from "node:path";
import { describe, expect, it } from "vitest";
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
  it("is all whose data are free, where no section says otherwise", () => {
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
    expect(parse({ agencies: { others: { gfz: { preset: "geofon" } } } }).agencies.others.gfz?.enabled).toBe(false);
  });

  it("is an agency without a preset, once address, licence and attribution are given", () => {
    const zz = { fdsn: "https://example.org/", licence: "CC0", attribution: "By Zz.", accept_licence: true };
    expect(parse({ agencies: { others: { zz } } }).agencies.others.zz?.enabled).toBe(true);
    expect(parse({ agencies: { others: { ingv: { accept_licence: true } } } }).agencies.others.ingv?.enabled).toBe(true);
  });

  it("at none of its own addresses, where the configuration names one", () => {
    const { usgs, noaa, plates } = parse({
      agencies: {
        usgs: { feed: "file:///a" },
        noaa: { tsunamis: "file:///b" },
        plates: { boundaries: "file:///c" },
      },
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
    expect(parse({ stale_after_s: 120 }).agencies.usgs.stale_after_s).toBe(120);
  });

  it("is longer for a table that changes some times a year, and none for a model", () => {
    expect(parse({}).agencies.noaa.stale_after_s).toBe(35 * 86_400);
    expect(parse({}).agencies.plates.stale_after_s).toBeNull();
  });
});

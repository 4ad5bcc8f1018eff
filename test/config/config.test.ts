import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { PRESET_NAMES } from "../../build/agencies/fdsn/service.ts";
import { USGS_FEED } from "../../build/agencies/usgs/geojson.ts";
import { DEFAULT_CONFIG, loadConfig, parseConfig } from "../../build/config/config.ts";
import { UserError } from "../../build/platform/error.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = temporaryFolder();

function parse(value: unknown) {
  return parseConfig(typeof value === "string" ? value : JSON.stringify(value), path.join(root, "q.json"));
}

function mistakeIn(value: unknown): string {
  try {
    parse(value);
  } catch (error) {
    if (error instanceof UserError && error.code === "config-invalid") return error.message;
    throw error;
  }
  throw new Error("the configuration was taken");
}

describe("a configuration", () => {
  it("an empty configuration has all defaults", () => {
    const { agencies, ...rest } = parse({});
    expect(rest).toEqual({
      tree: { grid: false, keep_snapshots_days: 7, event_pages: "all", pictures_from: 5 },
      awaiting_licence: [],
      expected_interval_s: 60,
      stale_after_s: 900,
      thresholds: { unreadable_share: 0.5, capture_mb: 100, timeout_s: 60, journal_days: 90 },
    });
    expect(agencies.usgs).toMatchObject({ enabled: true, feed: USGS_FEED });
  });

  it("keeps the default of everything that it does not name", () => {
    expect(parse({ agencies: { usgs: { enabled: false } } }).agencies.usgs.enabled).toBe(false);
    expect(parse({ agencies: { usgs: {} } }).agencies.usgs).toMatchObject({ enabled: true, feed: USGS_FEED });
    expect(() => parse({ site: { colours: { light: "#737373", dark: "#7f7f7f" } } })).not.toThrow();
    expect(parse({ thresholds: { timeout_s: 5 } }).thresholds).toMatchObject({ timeout_s: 5, capture_mb: 100 });
  });

  it("may name every setting", () => {
    const given = {
      contact: "quakes@example.org",
      store: "/var/quaketree/store",
      out: "/var/quaketree/dist",
      port: 8080,
      public_url: "https://quakes.example",
      expected_interval_s: 300,
      stale_after_s: 1_800,
      tree: { grid: true, pack_events_below: 2.5, keep_snapshots_days: 1, event_pages: "significant", pictures_from: 6 },
      agencies: {
        usgs: { enabled: true, feed: "https://example.org/day", fdsn: "https://example.org/q", details: false, stale_after_s: 60 },
        noaa: {
          enabled: true,
          events: "https://example.org/e",
          tsunamis: "https://example.org/t",
          crawl_delay_s: 1,
          stale_after_s: 86_400,
        },
        emsc: { enabled: true, fdsn: "https://example.org/f", stale_after_s: 600 },
        plates: {
          enabled: true,
          boundaries: "file:///bird/boundaries.dig",
          plates: "file:///bird/plates.dig",
          steps: "file:///bird/steps.dat",
          stale_after_s: null,
        },
        others: {
          gfz: {
            enabled: true,
            fdsn: "https://example.org/g",
            preset: "geofon",
            name: "GEOFON",
            licence: "CC BY 4.0",
            attribution: "GFZ Potsdam",
            url: "https://example.org/",
            format: "xml",
            untyped: "earthquake",
            interval_s: 60,
            id_prefix: "g",
            event_page: "https://example.org/{id}",
            priority: 5,
            stale_after_s: 1_200,
          },
        },
      },
      thresholds: { offshore_km: 200, unreadable_share: 0.1, capture_mb: 50, timeout_s: 20, journal_days: 30 },
    };
    const { emsc, others, plates, ...agencies } = given.agencies;
    const { stale_after_s, ...bird } = plates;
    const accepted = {
      ...agencies,
      plates: bird,
      emsc: { ...emsc, accept_licence: true },
      others: { gfz: { ...others.gfz, accept_licence: true } },
    };
    expect(stale_after_s).toBeNull();
    expect(parse({ ...given, agencies: accepted })).toEqual({ ...given, awaiting_licence: [] });
  });

  it("counts its paths from the folder that it lies in", () => {
    expect(parse({ store: "store", out: "../../dist" })).toMatchObject({
      store: path.join(root, "store"),
      out: path.resolve(root, "../../dist"),
    });
  });

  it.each(["https://example.org/x", "http://127.0.0.1:8000/x.geojson", "file:///captures/all_week.geojson.gz"])(
    "takes %s for an agency's address",
    (feed) => {
      expect(parse({ agencies: { usgs: { feed } } }).agencies.usgs.feed).toBe(feed);
    },
  );

  it("takes the address of a host, or of a folder there, as the public one", () => {
    expect(parse({ public_url: "https://Quakes.example//" }).public_url).toBe("https://quakes.example");
    expect(parse({ public_url: "http://127.0.0.1:8080" }).public_url).toBe("http://127.0.0.1:8080");
    expect(parse({ public_url: "https://name.github.io/My%20quakes/" }).public_url).toBe("https://name.github.io/My%20quakes");
  });

  it("may begin with a byte order mark", () => {
    expect(parse("\uFEFF{}").agencies.usgs.enabled).toBe(true);
  });
});

describe("a mistake in a configuration is reported with its key, in one line:", () => {
  it.each([
    [
      { agencies: { usgs: { feed: "ftp://example.org/x" } } },
      'agencies.usgs.feed must be an https:, http: or file: URL, not "ftp://example.org/x"',
    ],
    [{ agencies: { usgs: { feed: "all_week.geojson" } } }, "agencies.usgs.feed must be an https:, http: or file: URL"],
    [{ agencies: { usgs: { feed: 7 } } }, "agencies.usgs.feed must be an https:, http: or file: URL, not 7"],
    [{ agencies: { usgs: { enabled: "no" } } }, 'agencies.usgs.enabled must be true or false, not "no"'],
    [{ agencies: { usg: {} } }, "agencies.usg is unknown (did you mean usgs?)"],
    [{ agencies: { vulcan: {} } }, "agencies.vulcan is unknown (known: usgs, noaa, emsc, plates, others)"],
    [{ agencies: { usgs: { fed: "x" } } }, "agencies.usgs.fed is unknown (did you mean feed?)"],
    [{ agencies: { usgs: true } }, "agencies.usgs must be an object, not true"],
    [{ agencies: [] }, "agencies must be an object, not []"],
    [{ prot: 8080 }, "prot is unknown (did you mean port?)"],
    ...[
      "quakes.example",
      "https://a.example/?x",
      "https://a.example/tree/#x",
      "https://a.example/a b",
      "https://u:p@a.example",
      "ftp://a.example",
      "https://a b",
    ].map((url): [unknown, string] => [{ public_url: url }, "public_url must be the https: or http: URL of a host, or of a folder of one"]),
    [{ port: 80.5 }, "port must be a whole number from 0 to 65535, not 80.5"],
    [{ port: "8080" }, 'port must be a whole number from 0 to 65535, not "8080"'],
    [{ contact: "a\nb" }, "contact must be 1 to 200 printable ASCII characters"],
    [{ store: "" }, 'store must be a path, not ""'],
    [{ site: { name: "x".repeat(501) } }, "site.name must be at most 500 characters"],
    [{ site: { colours: { light: "#747474", dark: "#7f7f7f" } } }, "site.colours.light has a contrast of 4.4 with a light page"],
    [{ site: { colours: { light: "#737373", dark: "#7e7e7e" } } }, "site.colours.dark has a contrast of 4.4 with a dark page"],
    [{ thresholds: { ofshore_km: 2 } }, "thresholds.ofshore_km is unknown (did you mean offshore_km?)"],
    [{ agencies: { emsc: { enabled: true } } }, "agencies.emsc.accept_licence must be true if the agency is enabled"],
    [{ agencies: { noaa: { events: "signif.txt" } } }, "agencies.noaa.events must be an https:, http: or file: URL"],
    [{ agencies: { noaa: { crawl_delay: 3 } } }, "agencies.noaa.crawl_delay is unknown (did you mean crawl_delay_s?)"],
    ..."usgs noaa emsc plates journal kept derived lock others constructor"
      .split(" ")
      .map((key): [unknown, string] => [
        { agencies: { others: { [key]: {} } } },
        `agencies.others.${key} must be 1 to 32 of a-z, 0-9 and -, and none of`,
      ]),
    [JSON.parse('{"agencies":{"others":{"__proto__":{}}}}'), "agencies.others.__proto__ must be 1 to 32 of a-z, 0-9 and -"],
    [
      { agencies: { others: { gfz: { preset: "geofon", url: "https://user:secret@example.org/" } } } },
      "agencies.others.gfz.url must be an https: or http: URL without user and password, since it is published",
    ],
    [
      { agencies: { others: { gfz: { preset: "geofon", url: "file:///example.html" } } } },
      "agencies.others.gfz.url must be an https: or http: URL without user and password, since it is published",
    ],
    [{ agencies: { others: { gfz: { nam: "x" } } } }, "agencies.others.gfz.nam is unknown (did you mean name?)"],
    [{ agencies: { others: { gfz: 7 } } }, "agencies.others.gfz must be an object, not 7"],
    [
      { agencies: { others: { gfz: { preset: "geofn" } } } },
      `agencies.others.gfz.preset must be one of ${PRESET_NAMES.join(", ")}, not "geofn"`,
    ],
    [
      { agencies: { others: { zz: { preset: "toString" } } } },
      `agencies.others.zz.preset must be one of ${PRESET_NAMES.join(", ")}, not "toString"`,
    ],
    [
      { agencies: { others: { zz: { fdsn: "https://example.org/", licence: "CC0" } } } },
      "agencies.others.zz.attribution is required without a preset, not nothing",
    ],
    [{ stale_after_s: 30 }, "stale_after_s must be at least expected_interval_s, not 30"],
    [{ expected_interval_s: "1m" }, 'expected_interval_s must be a number from 1 to 315360000, not "1m"'],
    [[], "the configuration must be an object, not []"],
    [null, "the configuration must be an object, not null"],
  ])("%j", (given, message) => {
    expect(mistakeIn(given)).toContain(`${path.join(root, "q.json")}: ${message}`);
    expect(mistakeIn(given)).not.toContain("\n");
  });

  it.each([
    ["port", 0, 65_535],
    ["expected_interval_s", 1, 315_360_000],
    ["tree.pack_events_below", -10, 10],
    ["tree.keep_snapshots_days", 0, 365],
    ["tree.pictures_from", -10, 10],
    ["agencies.usgs.missing_share", 0, 1],
    ["agencies.usgs.silent_intervals", 1, 10_000],
    ["agencies.usgs.absent_captures", 1, 10_000],
    ["agencies.usgs.absent_hours", 0, 720],
    ["agencies.noaa.crawl_delay_s", 0, 3_600],
    ["agencies.noaa.stale_after_s", 1, 315_360_000],
    ["agencies.emsc.interval_s", 10, 86_400],
    ["agencies.emsc.priority", -100, 100],
    ["thresholds.offshore_km", 0, 5_000],
    ["thresholds.unreadable_share", 0, 1],
    ["thresholds.capture_mb", 0.001, 400],
    ["thresholds.timeout_s", 0.001, 3_600],
    ["thresholds.journal_days", 1, 36_500],
  ])("%s outside %d to %d", (key, low, high) => {
    const withValue = (value: number) => key.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    for (const value of [low, high]) expect(() => parse(withValue(value))).not.toThrow();
    for (const value of [low - 0.0001, high + 1]) expect(mistakeIn(withValue(value))).toContain(`${key} must be a`);
    expect(mistakeIn(withValue(high + 1))).toContain(` number from ${low} to ${high}, not ${high + 1}`);
  });

  it("each thing that an agency without a preset needs: where to ask, and what its data go by", () => {
    const message = mistakeIn({ agencies: { others: { zz: { name: "Zz Network" } } } });
    for (const key of ["fdsn", "licence", "attribution"]) expect(message).toContain(`agencies.others.zz.${key} is required`);
  });

  it("all of them, if there are several", () => {
    const message = mistakeIn({ prot: 1, store: 5, agencies: { usgs: { enabled: 1 } } });
    expect(message).toMatch(/store must be a path, not 5; /);
    expect(message).toMatch(/agencies\.usgs\.enabled must be true or false/);
    expect(message).toMatch(/prot is unknown/);
  });

  it.each([
    ['{\n  "port": 80,\n}', "line 3, column 1: unexpected"],
    ["{port: 80}", "line 1, column 2: unexpected"],
    ["not json", "line 1, column 1: unexpected"],
    ['{"port": 80', "line 1, column 12: the file ends in the middle"],
    ["", "line 1, column 1: the file ends in the middle"],
  ])("the place in %j", (text, place) => {
    expect(mistakeIn(text)).toContain(`is not JSON: ${place}`);
  });

  it("a name that is given twice, with its place: the first of the two would be ignored", () => {
    const text = '\uFEFF{"port": 80,\n "agencies": {"usgs": {}, "noaa": {"enabled": false},\n "usgs": {"enabled": false}}}';
    expect(mistakeIn(text)).toMatch(/: agencies\.usgs is given a second time in line 3$/);
    expect(parse('{"tree": {"grid": true}, "agencies": {"usgs": {"enabled": true}, "noaa": {"enabled": true}}}').tree.grid).toBe(true);
  });
});

describe("the configuration file", () => {
  const start = process.cwd();
  afterEach(() => process.chdir(start));

  it("is the one that is named", () => {
    const file = path.join(root, "named.json");
    writeFileSync(file, '{"port": 4321}');
    expect(loadConfig(file).port).toBe(4321);
  });

  it("is that of the working folder when none is named", () => {
    const folder = path.join(root, "with");
    mkdirSync(folder);
    writeFileSync(path.join(folder, DEFAULT_CONFIG), '{"port": 1234}');
    process.chdir(folder);
    expect(loadConfig().port).toBe(1234);
  });

  it("need not be there", () => {
    const folder = path.join(root, "without");
    mkdirSync(folder);
    process.chdir(folder);
    expect(loadConfig().agencies.usgs.feed).toBe(USGS_FEED);
  });

  it("must be there when it is named, and be a file", () => {
    const missing = path.join(root, "missing.json");
    expect(() => loadConfig(missing)).toThrow(expect.objectContaining({ code: "config-missing" }));
    expect(() => loadConfig(missing)).toThrow(missing);
    expect(() => loadConfig(root)).toThrow(expect.objectContaining({ code: "config-unreadable" }));
  });
});

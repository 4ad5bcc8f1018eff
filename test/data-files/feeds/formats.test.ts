import { parse } from "csv-parse/sync";
import { assert, boolean, constant, constantFrom, double, oneof, property, record, string, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { positionElements } from "../../../build/data-files/feeds/atom.ts";
import { feedFiles } from "../../../build/data-files/feeds/files.ts";
import type { FeedInput } from "../../../build/data-files/feeds/select.ts";
import { inertField } from "../../../build/platform/text.ts";
import type { FeedFeature } from "../../../build/store/feed-feature.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { agencyEvent } from "../../agencies/make-event.ts";
import { readXml, type XmlElement } from "../../support/read-xml.ts";

const NOW = Date.UTC(2031, 4, 4, 12, 0, 0, 678);
const MONTH = 30 * 86_400_000;

function filesOf(events: readonly UsgsEvent[], parts: Partial<FeedInput> = {}): Map<string, string> {
  const input: FeedInput = { asOf: NOW, covers: { from: NOW - MONTH, to: NOW }, source: "all", events, ...parts };
  return new Map([...feedFiles(input)].map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
}

function allDay(format: string, events: readonly UsgsEvent[], parts: Partial<FeedInput> = {}): string {
  return filesOf(events, parts).get(`earthquakes/feed/v1.0/summary/all_day.${format}`) ?? "";
}

const event = agencyEvent({ id: "us7000abcd", time: NOW - 60_000, updated: NOW - 30_000, ids: ["us7000abcd"] });

it("there are sixty files, and the same events give the same bytes", () => {
  const files = filesOf([event]);
  expect(files.size).toBe(60);
  expect(filesOf([event])).toEqual(files);
});

describe("GeoJSON", () => {
  it("is written as the USGS writes it: compact, a line for a feature, metadata in its order", () => {
    const text = allDay("geojson", [event, agencyEvent({ id: "nc1", time: NOW - 90_000, depthKm: 2, latitude: 3, longitude: 4 })]);
    expect(text.split("\n")).toHaveLength(2);
    expect(text).not.toMatch(/\\u|\\\/|: |, "/);
    const feed = JSON.parse(text);
    expect(Object.keys(feed)).toEqual(["type", "metadata", "features", "bbox"]);
    expect(Object.keys(feed.metadata)).toEqual(["generated", "url", "title", "status", "api", "count"]);
    expect(feed.metadata).toMatchObject({ generated: NOW - 678, title: "USGS All Earthquakes, Past Day", count: 2 });
    expect(feed.bbox).toEqual([4, -7.25, 2, 12.5, 3, 33]);
  });

  it("has no extent if it is zero, and says since when it is complete if that is later than its window", () => {
    const feed = JSON.parse(allDay("geojson", [event], { covers: { from: NOW - 80_000_000, to: NOW } }));
    expect(Object.keys(feed)).toEqual(["type", "metadata", "features"]);
    expect(feed.metadata.complete_since).toBe(NOW - 80_000_000);
  });
});

describe("CSV", () => {
  it("has the columns of the USGS, and only the place in quotes", () => {
    expect(allDay("csv", [event])).toBe(
      "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError," +
        "magError,magNst,status,locationSource,magSource\n" +
        "2031-05-04T11:59:00.678Z,-7.25,12.5,33,4.2,ml,,,,,us,us7000abcd,2031-05-04T11:59:30.678Z," +
        '"30 km S of Nowhere",earthquake,,,,,automatic,,\n',
    );
  });

  it("is only the header without events", () => {
    expect(allDay("csv", [])).toMatch(/^time,[^\n]*magSource\n$/);
  });
});

describe("Atom", () => {
  it("has what clients of the USGS read", () => {
    const feed = readXml(allDay("atom", [event]));
    expect(feed.name).toBe("feed");
    const [entry] = childrenOf(feed, "entry");
    expect(entry?.children.map(({ name, text }) => [name, name === "summary" ? "" : text])).toEqual([
      ["id", "urn:earthquake-usgs-gov:us:7000abcd"],
      ["title", "M 4.2 - 30 km S of Nowhere"],
      ["updated", "2031-05-04T11:59:30.678Z"],
      ["link", ""],
      ["summary", ""],
      ["georss:point", "-7.25 12.5"],
      ["georss:elev", "-33000"],
      ...Array.from({ length: 4 }, () => ["category", ""]),
    ]);
    expect(childrenOf(entry, "category").map(({ attributes: { label, term } }) => [label, term])).toEqual([
      ["Age", "Past Hour"],
      ["Magnitude", "Magnitude 4"],
      ["Contributor", "us"],
      ["Author", "us"],
    ]);
  });
});

it("a number of Atom has no exponent and at most 14 digits", () => {
  const any = double({ min: -180, max: 180, noNaN: true });
  assert(
    property(oneof(any, constantFrom(0.1, 1e-7, -1.5e-7, 1e-25, 3e-10)), (value) => {
      const geometry: FeedFeature["geometry"] = { type: "Point", coordinates: [value, 0, 0] };
      const [, text = ""] = /<georss:point>0 (\S+)<\/georss:point>/.exec(positionElements({ geometry })) ?? [];
      expect(text).toMatch(/^-?\d+(?:\.\d+)?$/);
      expect(text.replace(/^-?[0.]*/, "").replace(".", "").length).toBeLessThanOrEqual(14);
      expect(Number(text)).toBeCloseTo(value, 11);
    }),
  );
});

it.each([
  [3_600_000, "Past Hour"],
  [3_600_001, "Past Day"],
  [86_400_000, "Past Day"],
  [86_400_001, "Past Week"],
  [7 * 86_400_000, "Past Week"],
  [7 * 86_400_000 + 1, "Past Month"],
])("an entry of Atom that is %i ms old is of the %s", (age, words) => {
  const text = filesOf([{ ...event, time: NOW - age }]).get("earthquakes/feed/v1.0/summary/all_month.atom");
  expect(text).toContain(`<category label="Age" term="${words}"/>`);
});

describe("hostile values", () => {
  const text = string({
    unit: oneof(constantFrom(..."\"',;\r\n\t<>&]|#\u0000\u001b\u2028\ud800é語"), string({ minLength: 1, maxLength: 1 })),
  });
  const scalar = oneof(text, double({ noNaN: true, noDefaultInfinity: true }), boolean(), constant(null));
  const names = ["mag", "place", "felt", "cdi", "mmi", "alert", "status", "tsunami", "sig", "net", "code", "ids", "sources"] as const;
  const more = ["types", "nst", "dmin", "rms", "gap", "magType", "type", "title", "tz"] as const;
  const sent = record(Object.fromEntries([...names, ...more].map((name) => [name, scalar])), { requiredKeys: [] });
  const id = stringMatching(/^[!-~]{1,20}$/);
  const hostile = record({ id, sent }).map((parts) => ({ ...event, ...parts }));

  it("come back from GeoJSON as they were", () => {
    assert(
      property(hostile, (one) => {
        const { features } = JSON.parse(allDay("geojson", [one]));
        expect(features).toHaveLength(1);
        expect(features[0]).toMatchObject({ id: one.id, properties: JSON.parse(JSON.stringify(one.sent)) });
      }),
    );
  });

  it("come back from CSV as text, read by a strict reader", () => {
    assert(
      property(hostile, (one) => {
        const rows = parse<Record<string, string>>(allDay("csv", [one]), { columns: true, record_delimiter: "\n" });
        expect(rows).toHaveLength(1);
        expect(rows[0]?.["id"]).toBe(inertField(one.id));
        for (const [name, value] of Object.entries(one.sent ?? {})) {
          // UTF-8 has no half of a surrogate pair.
          const expected = inertField(String(value ?? "")).replace(/\p{Surrogate}/gu, "\ufffd");
          if (rows[0] && name in rows[0]) expect(rows[0][name]).toBe(expected);
        }
      }),
    );
  });

  it("come back from Atom as text, but for letters that XML cannot hold", () => {
    assert(
      property(hostile, (one) => {
        const [entry] = childrenOf(readXml(allDay("atom", [one])), "entry");
        const { title } = JSON.parse(allDay("geojson", [one])).features[0].properties;
        const held = String(title).replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
        expect(childrenOf(entry, "title")[0]?.text).toBe(held);
        expect(childrenOf(entry, "id")[0]?.text).toMatch(/^urn:earthquake-usgs-gov:[^\s"<>&]*:[^\s"<>&]*$/);
      }),
    );
  });
});

function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter((child) => child.name === name);
}

it("a feed of the next minute says what one that is made of nothing says: ages, revisions, and what has left its window", () => {
  const HOUR = 3_600_000;
  const others = [0.5, 0.999, 23.999, 25].map((hours, at) => agencyEvent({ id: `us${at}`, time: NOW - hours * HOUR }));
  filesOf(others);
  const later = NOW + 120_000;
  const [first, ...rest] = others as [UsgsEvent, ...UsgsEvent[]];
  const next = [{ ...first, magnitude: 5.5 }, ...rest];
  const fresh = next.map((one) => ({ ...one }));
  const parts = { asOf: later };
  expect(filesOf(next, parts)).toEqual(filesOf(fresh, parts));
  expect(allDay("atom", next, parts).match(/term="Past Hour"/g)).toHaveLength(1);
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agencyEvent } from "../agencies/make-event.ts";
import { readXml, type XmlElement } from "../support/read-xml.ts";
import { AS_OF, archiveWorld, ask } from "./world.ts";

const WILD = 'M&M "x" <|#> \u0007 \u00e9 \u{1f30b}\r\nline';
const events = [
  agencyEvent({
    id: "us1",
    magnitude: 5,
    magnitudeType: "mww",
    place: "10 km S of X",
    depthKm: 33.125,
    status: "reviewed",
    sent: { nst: 12, rms: 0.5, gap: 90, dmin: 0.25 },
  }),
  agencyEvent({
    id: "ci2",
    magnitude: null,
    magnitudeType: null,
    place: WILD,
    depthKm: null,
    type: "landslide",
    time: AS_OF - 7_200_000,
  }),
  agencyEvent({ id: "nc3", magnitude: -0.4, type: "other event", depthKm: -1.5, time: AS_OF - 10_800_000, longitude: 1e-7 }),
  agencyEvent({ id: "uw4", type: "weird thing", time: AS_OF - 14_400_000 }),
];
const world = archiveWorld(events);
const textOf = async (format: string) => (await ask(world, `query?format=${format}`)).text;

describe("text", () => {
  it("has the 13 columns of the USGS, and nothing in a field that ends one", async () => {
    const [header, ...rows] = (await textOf("text")).split("\n");
    expect(header).toBe(
      "#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName",
    );
    expect(rows.pop()).toBe("");
    const fields = rows.map((row) => row.split("|"));
    expect(fields.map((row) => row.length)).toEqual([13, 13, 13, 13]);
    expect(rows.join("")).not.toContain("#");
    expect(fields[0]?.join(" ")).toBe(
      `us1 ${new Date(events[0]?.time ?? 0).toISOString().slice(0, -1)} -7.25 12.5 33.125 us us us us1 mww 5 us 10 km S of X`,
    );
    expect(fields[1]?.slice(4)).toEqual(["", "ci", "ci", "ci", "ci2", "", "", "", 'M&M "x" < > \u0007 \u00e9 \u{1f30b} line']);
  });
});

describe("csv and geojson", () => {
  it("are as the USGS writes them", async () => {
    const rows = (await textOf("csv")).split("\n");
    expect(rows[0]).toMatch(/^time,latitude,longitude,depth,mag,/);
    const [feature] = events;
    const iso = (instant = 0) => new Date(instant).toISOString();
    expect(rows[1]).toBe(
      `${iso(feature?.time)},-7.25,12.5,33.125,5,mww,12,90,0.25,0.5,us,us1,${iso(feature?.updated)},"10 km S of X",earthquake,,,,,reviewed,,`,
    );
    const collection = JSON.parse(await textOf("geojson")) as {
      metadata: object;
      features: { id: string; properties: object; geometry: object }[];
      bbox: number[];
    };
    expect(Object.keys(collection)).toEqual(["type", "metadata", "features"]);
    expect(collection.metadata).toEqual({
      generated: AS_OF - 678,
      url: "/fdsnws/event/1/query?format=geojson",
      title: "USGS Earthquakes",
      status: 200,
      api: "2.4.0",
      count: 4,
    });
    expect(collection.features.map(({ id }) => id)).toEqual(["us1", "ci2", "nc3", "uw4"]);
    expect(Object.keys(collection.features[0]?.properties ?? {})).toHaveLength(26);
    const paged = JSON.parse((await ask(world, "query?format=geojson&limit=2&offset=2")).text) as { metadata: object };
    expect(paged.metadata).toMatchObject({ limit: 2, offset: 2, count: 2 });
  });

  it("one event by its id is a feature with products", async () => {
    const feature = JSON.parse((await ask(world, "query?format=geojson&eventid=us1")).text) as {
      type: string;
      properties: Record<string, unknown>;
    };
    expect([feature.type, feature.properties["products"], feature.properties["detail"]]).toEqual(["Feature", {}, undefined]);
  });
});

const ID = /^(?:smi|quakeml):[\w\d][\w\d\-.*()_~']{2,}\/[\w\d\-.*()_~'][\w\d\-.*()+?_~'=,;#/&]*$/;

describe("QuakeML", () => {
  it("has what its readers insist on", async () => {
    const text = await textOf("xml");
    const root = readXml(text);
    expect([root.name, root.attributes["xmlns:q"], root.attributes["xmlns"]]).toEqual([
      "q:quakeml",
      "http://quakeml.org/xmlns/quakeml/1.2",
      "http://quakeml.org/xmlns/bed/1.2",
    ]);
    expect(text).toContain("<eventParameters ");
    const [parameters] = root.children as [XmlElement];
    const found = parameters.children.filter(({ name }) => name === "event");
    expect(found).toHaveLength(4);
    const ids = [parameters, ...found, ...found.flatMap(({ children }) => children)].flatMap(
      ({ attributes }) => attributes["publicID"] ?? [],
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(ID);
    for (const event of found) {
      const origin = child(event, "origin");
      expect(valueOf(event, "preferredOriginID")).toBe(origin?.attributes["publicID"]);
      for (const name of ["time", "longitude", "latitude"]) expect(valueOf(child(origin, name), "value")).not.toBe("");
      expect(valueOf(child(origin, "time"), "value")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const magnitude = child(event, "magnitude");
      expect(valueOf(event, "preferredMagnitudeID")).toBe(magnitude?.attributes["publicID"]);
      expect(magnitude && child(magnitude, "originID")).toBeUndefined();
      expect(event.attributes["catalog:eventsource"] + String(event.attributes["catalog:eventid"])).toMatch(/^(?:us1|ci2|nc3|uw4)$/);
    }
    expect(text).not.toMatch(/<value><\/value>|NaN|e-/);
    const [us, ci, nc, uw] = found as [XmlElement, XmlElement, XmlElement, XmlElement];
    expect(valueOf(child(child(us, "origin"), "depth"), "value")).toBe("33125");
    expect(child(child(ci, "origin"), "depth")).toBeUndefined();
    expect(valueOf(child(ci, "description"), "text")).toBe(WILD.replace("\u0007", "\u{fffd}"));
    expect([us, ci, nc, uw].map((event) => valueOf(event, "type"))).toEqual(["earthquake", "landslide", "other event", undefined]);
    expect(valueOf(child(us, "origin"), "evaluationMode")).toBe("manual");
    const quality = child(child(us, "origin"), "quality")?.children.map(({ name, text: value }) => [name, value]);
    expect(quality).toEqual([
      ["usedStationCount", "12"],
      ["standardError", "0.5"],
      ["azimuthalGap", "90"],
      ["minimumDistance", "0.25"],
    ]);
  });

  it.each([
    ["quarry_blast", "quarry blast"],
    ["Quarry Blast", "quarry blast"],
    ["quarry", "quarry blast"],
    ["nuke", "nuclear explosion"],
    ["sonicboom", "sonic boom"],
    ["rockburst", "rock burst"],
    ["rockfall", "rockslide"],
    ["Rock Slide", "rockslide"],
    ["Landslide", "landslide"],
    ["shot", "mining explosion"],
    ["eq", "earthquake"],
    ["other", "other event"],
    ["induced earthquake", "induced or triggered event"],
    ["not reported", "not reported"],
    ["test", undefined],
  ])("an event of the USGS of type %s is a %s", async (type, expected) => {
    const own = archiveWorld([agencyEvent({ id: "us1", time: AS_OF - 3_600_000, sent: { type } })]);
    const [parameters] = readXml((await ask(own, "query")).text).children;
    expect(valueOf(child(parameters, "event"), "type")).toBe(expected);
  });

  it("has the identifiers of the USGS's events, from which its service and this one answer", async () => {
    const [parameters] = readXml(await textOf("xml")).children as [XmlElement];
    const found = parameters.children.filter(({ name }) => name === "event");
    expect(found[0]?.attributes["publicID"]).toBe("quakeml:earthquake.usgs.gov/fdsnws/event/1/query?eventid=us1&format=quakeml");
    for (const event of found) {
      for (const id of [event, ...event.children].flatMap(({ attributes }) => attributes["publicID"] ?? [])) {
        const { pathname, search } = new URL(id.replace("quakeml:", "http://"));
        const [own] = readXml((await ask(world, pathname + search)).text).children as [XmlElement];
        expect(child(own, "event")?.attributes).toEqual(event.attributes);
      }
    }
  });

  it("is well-formed and whole for any text", () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), async (place, magnitudeType) => {
        const wild = archiveWorld([agencyEvent({ id: "us1", time: AS_OF - 3_600_000, place, magnitudeType })]);
        const answers = await Promise.all(["xml", "text", "csv", "geojson"].map((format) => ask(wild, `query?format=${format}`)));
        expect(readXml((answers[0] as { text: string }).text).children[0]?.children.map(({ name }) => name)).toEqual([
          "event",
          "creationInfo",
        ]);
        expect((answers[1] as { text: string }).text.split("\n")).toHaveLength(3);
      }),
      { numRuns: 50 },
    ));
});

function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((one) => one.name === name);
}

function valueOf(element: XmlElement | undefined, name: string): string | undefined {
  return child(element, name)?.text;
}

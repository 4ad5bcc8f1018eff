import { assert, boolean, constant, constantFrom, double, oneof, property, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { readFeature } from "../../../build/agencies/usgs/feature.ts";
import { upsert } from "../../../build/agencies/usgs/upsert.ts";
import { type FeedFeature, feedFeature } from "../../../build/store/feed-feature.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { agencyEvent } from "../make-event.ts";
import { type FeatureParts, feature, GENERATED } from "../usgs-feed.ts";

function eventOf(given: unknown): UsgsEvent {
  const reading = readFeature(given, GENERATED);
  if (reading.kind !== "event") throw new Error(`${reading.kind}: ${JSON.stringify(given)}`);
  return reading.event;
}

function given(parts: FeatureParts): FeedFeature {
  return feature(parts) as unknown as FeedFeature;
}

describe("the record of an event in a feed", () => {
  it.each<[string, FeatureParts]>([
    ["an unremarkable one", {}],
    ["other ids, with the preferred one in the middle", { properties: { ids: ",us1,xx100,at9,", sources: ",us,xx,at," } }],
    ["a network of four letters", { id: "gcmt100", properties: { net: "gcmt", code: "100", ids: ",gcmt100,", sources: ",gcmt," } }],
    ["a code that is not what follows the network", { properties: { net: "xx100", code: "100" } }],
    [
      "capitals and old spellings",
      { properties: { status: "REVIEWED", type: "quarry", title: "M 4.2 Quarry Blast - 30 km S of Nowhere" } },
    ],
    [
      "single precision",
      { properties: { mag: 4.90000009536743, title: "M 4.9 - 30 km S of Nowhere" }, coordinates: [-122.785499572754, 7, 33] },
    ],
    ["a meridian beyond the antimeridian", { coordinates: [183.2, -7.25, 33] }],
    ["no magnitude", { properties: { mag: null, magType: null, title: "M ? - 30 km S of Nowhere" } }],
    ["numbers of its stations", { properties: { nst: 0, dmin: 0.0784099996089935, rms: 0, gap: 359 } }],
    ["values of another type", { properties: { felt: "12", alert: 3, sig: "high", tsunami: true, types: 7, tz: -480 } }],
    ["a place with quotes", { properties: { place: 'a "quoted" <place>, & more', title: "anything" } }],
    ["a place that is nothing", { properties: { place: "", title: "M 4.2 - " } }],
    ["an id with odd characters", { id: 'x"<&,1', properties: { net: "x", code: '"<&,1', ids: ',x"<&,1,' } }],
  ])("is stored and read as sent: %s", (_, parts) => {
    expect(feedFeature(eventOf(feature(parts)))).toEqual(given(parts));
  });

  it("is stored and read as sent, with any single values", () => {
    const number = double({ noNaN: true, noDefaultInfinity: true });
    const value = oneof(string({ maxLength: 50, unit: "grapheme" }), number, boolean(), constant(null));
    const names = ["felt", "cdi", "mmi", "alert", "sig", "net", "code", "sources", "types", "nst", "dmin", "rms", "gap", "title", "tz"];
    const properties = record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
    assert(
      property(properties, (values) => {
        // A JSON text has no negative zero.
        const sent = given({ properties: JSON.parse(JSON.stringify(values)) });
        expect(feedFeature(eventOf(sent))).toEqual(sent);
      }),
    );
  });

  it("has no third coordinate if the depth is unknown, and no geometry without a position", () => {
    expect(feedFeature(eventOf(feature({ coordinates: [1, 2, null] }))).geometry?.coordinates).toEqual([1, 2]);
    expect(feedFeature(eventOf(feature({ geometry: null }))).geometry).toBeNull();
  });

  it.each([
    ["javascript:alert(1)", "https://earthquake.usgs.gov/earthquakes/eventpage/xx100"],
    ["https://user:secret@example.org/", "https://earthquake.usgs.gov/earthquakes/eventpage/xx100"],
  ])("has the agency's page if the link is not an address to publish: %s", (url, page) => {
    const { properties } = feedFeature(eventOf(feature({ properties: { url, detail: url } })));
    expect(properties.url).toBe(page);
    expect(properties.detail).toBe("https://earthquake.usgs.gov/earthquakes/feed/v1.0/detail/xx100.geojson");
  });

  it.each([
    [1.45, "1.5"],
    [2.45, "2.5"],
    [0.95, "1.0"],
    [1.05, "1.1"],
    [-0.04, "0.0"],
    [-0.05, "-0.1"],
    [9.96, "10.0"],
    [null, "?"],
  ])("the title of magnitude %s has %s", (magnitude, printed) => {
    expect(feedFeature(agencyEvent({ id: "xx100", magnitude })).properties.title).toBe(`M ${printed} - 30 km S of Nowhere`);
  });

  it("is a revision if it changes, and none if a store of an earlier version gains it", () => {
    const [old, kept, changed] = [undefined, { nst: 12 }, { nst: 13 }].map((sent) => agencyEvent({ id: "xx100", ...(sent && { sent }) }));
    const changes = (held: unknown, row: unknown) =>
      upsert({ events: [held as UsgsEvent], withdrawn: [] }, { events: [row as UsgsEvent], withdrawn: [] }).changes.list;
    expect(changes(old, kept)).toEqual([]);
    expect(changes(kept, changed)).toMatchObject([{ kind: "revised", fields: ["sent"] }]);
    expect(changes(kept, { ...kept, sent: { nst: 12, detail: "https://example.org/" } })).toEqual([]);
  });
});

describe("control characters of an agency", () => {
  it("are not stored", () => {
    assert(
      property(string({ unit: constantFrom(..."a \0\u001b\u0007\n\u0085\u2028\u202e\u200f\ufff9\u{e0041}") }), (text) => {
        const parts = Object.fromEntries(
          ["place", "magType", "type", "title", "net", "code", "types", "detail", "alert"].map((name) => [name, text]),
        );
        const reading = readFeature(feature({ properties: parts }), GENERATED);
        if (reading.kind !== "event") throw new Error(reading.kind);
        const texts = [reading.event, reading.event.sent ?? {}]
          .flatMap((record) => Object.values(record))
          .filter((value) => typeof value === "string");
        expect(texts.filter((value) => /[\p{Cc}\p{Cf}\u2028]/u.test(value))).toEqual([]);
      }),
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FeatureReading, readFeature } from "../../../build/agencies/usgs/feature.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { agencyEvent } from "../make-event.ts";
import { type FeatureParts, feature, GENERATED } from "../usgs-feed.ts";

function read(parts: FeatureParts): FeatureReading {
  return readFeature(feature(parts), GENERATED);
}

function eventOf(parts: FeatureParts): UsgsEvent {
  const reading = read(parts);
  if (reading.kind !== "event") throw new Error(JSON.stringify(reading));
  return reading.event;
}

function reasonOf(value: unknown): string {
  const reading = readFeature(value, GENERATED);
  if (reading.kind !== "left-out") throw new Error(JSON.stringify(reading));
  return reading.reason;
}

function doubtfulOf(properties: Record<string, unknown>): string[] {
  const reading = read({ properties });
  if (reading.kind !== "event") throw new Error(JSON.stringify(reading));
  return reading.doubtful;
}

describe("an unremarkable feature", () => {
  it("it becomes an event in our units, with no invented values", () => {
    expect(read({})).toEqual({
      kind: "event",
      doubtful: [],
      event: agencyEvent({
        id: "xx100",
        url: "https://example.org/event/xx100",
        sent: { detail: "https://example.org/detail/xx100", types: ",origin,", rms: 0.5 },
      }),
    });
  });
});

describe("nulls, zeros and signs", () => {
  it.each([null, 0, -1.2, -2.03])("keep the magnitude %d", (mag) => {
    expect(eventOf({ properties: { mag } }).magnitude).toBe(mag);
  });

  it.each([0, -1, 1, -86_400_123])("keep the origin time of %d ms", (time) => {
    expect(eventOf({ properties: { time } }).time).toBe(time);
  });

  it.each<[string, FeatureParts, Partial<UsgsEvent>]>([
    ["a null depth", { coordinates: [1, 2, null] }, { latitude: 2, longitude: 1, depthKm: null }],
    ["a missing depth", { coordinates: [1, 2] }, { latitude: 2, longitude: 1, depthKm: null }],
    ["a missing geometry", { geometry: null }, { latitude: null, longitude: null, depthKm: null }],
    ["what was never measured", { properties: { place: null, magType: null } }, { place: null, magnitudeType: null }],
    ["nulls of numbers", { properties: { sig: null, tz: null, tsunami: null } }, { significance: null, tsunamiFlag: false }],
  ])("take %s as unknown", (_, given, unknown) => {
    expect(eventOf(given)).toMatchObject(unknown);
  });

  it.each([0, -3.4, 700.25])("keep the depth of %d km", (depth) => {
    expect(eventOf({ coordinates: [1, 2, depth] }).depthKm).toBe(depth);
  });
});

describe("spellings", () => {
  it.each([
    ["quarry", "quarry blast"],
    ["quarry_blast", "quarry blast"],
    ["Landslide", "landslide"],
    ["sonicboom", "sonic boom"],
    ["nuke", "nuclear explosion"],
    ["shot", "mining explosion"],
    ["rockfall", "landslide"],
    ["rockburst", "rock burst"],
    ["induced or triggered event", "induced or triggered event"],
    ["meteorite", "meteorite"],
    ["constructor", "constructor"],
    ["", "earthquake"],
    [null, "earthquake"],
  ])("the type %j becomes %j", (type, expected) => {
    expect(eventOf({ properties: { type } }).type).toBe(expected);
  });

  it.each([
    ["REVIEWED", "reviewed"],
    ["AUTOMATIC", "automatic"],
    ["", "automatic"],
    [null, "automatic"],
  ])("the status %j becomes %j", (status, expected) => {
    expect(eventOf({ properties: { status } }).status).toBe(expected);
  });

  it("a magnitude type stays", () => {
    expect(eventOf({ properties: { magType: "mb_Lg" } }).magnitudeType).toBe("mb_Lg");
  });

  it("a place stays, on one line", () => {
    expect(eventOf({ properties: { place: " 2km SSE of\nVolcán de Colima,\u0000 México " } }).place).toBe(
      "2km SSE of Volcán de Colima, México",
    );
  });

  it.each(["green", "Orange", "RED"])("an alert level is written in lower case: %s", (alert) => {
    expect(eventOf({ properties: { alert } }).alert).toBe(alert.toLowerCase());
  });
});

describe("ids", () => {
  it("lose the commas that frame them, are sorted, and hold the preferred one", () => {
    expect(eventOf({ id: "us1", properties: { ids: ",nc7,us1,ak_9-b," } }).ids).toEqual(["ak_9-b", "nc7", "us1"]);
    expect(eventOf({ id: "us1", properties: { ids: null } }).ids).toEqual(["us1"]);
    expect(eventOf({ id: "us1", properties: { ids: ",,nc7,," } }).ids).toEqual(["nc7", "us1"]);
  });

  it.each([
    [undefined, "id-missing"],
    [null, "id-missing"],
    ["", "id-missing"],
    [12, "id-invalid"],
    ["us 1", "id-invalid"],
    ["us\n1", "id-invalid"],
    ["u".repeat(101), "id-invalid"],
  ])("a record with the id %j is left out", (id, reason) => {
    expect(reasonOf({ ...feature(), id })).toBe(reason);
  });
});

describe("longitudes", () => {
  it.each([
    [180, -180],
    [-180, -180],
    [183.2, -176.8],
    [-183.2, 176.8],
    [360, 0],
    [-360, 0],
    [179.9999, 179.9999],
    [-122.785499572754, -122.7855],
  ])("%d becomes %d", (longitude, expected) => {
    expect(eventOf({ coordinates: [longitude, 0, 1] }).longitude).toBe(expected);
  });

  it("are in [-180, 180) and on the same meridian for every input", () => {
    fc.assert(
      fc.property(fc.double({ min: -360, max: 360, noNaN: true }), (given) => {
        const longitude = eventOf({ coordinates: [given, 0, 1] }).longitude as number;
        expect(longitude).toBeGreaterThanOrEqual(-180);
        expect(longitude).toBeLessThan(180);
        const turns = (longitude - given) / 360;
        expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-7);
      }),
    );
  });
});

describe("a record is left out alone", () => {
  it.each([
    ["a string", "not-a-feature", "earthquake"],
    ["null", "not-a-feature", null],
    ["another type", "not-a-feature", { ...feature(), type: "Point" }],
    ["no properties", "properties-missing", { ...feature(), properties: null }],
    ["no geometry member", "geometry-missing", { ...feature(), geometry: undefined }],
    [
      "a line",
      "geometry-not-a-point",
      feature({
        geometry: {
          type: "LineString",
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
      }),
    ],
    ["text for a coordinate", "position-invalid", feature({ coordinates: ["1", 2, 3] })],
    ["null for a coordinate", "position-invalid", feature({ coordinates: [null, null, null] })],
    ["one coordinate", "position-invalid", feature({ coordinates: [1] })],
    ["five coordinates", "position-invalid", feature({ coordinates: [1, 2, 3, 4, 5] })],
    ["an infinite coordinate", "position-invalid", feature({ coordinates: [1, Number.POSITIVE_INFINITY, 3] })],
    ["a bounding box that is none", "geojson-invalid", { ...feature(), bbox: "here" }],
    ["a latitude beyond the pole", "position-out-of-range", feature({ coordinates: [1, 90.01, 3] })],
    ["a longitude beyond a turn", "position-out-of-range", feature({ coordinates: [361, 0, 3] })],
    ["a depth in metres", "depth-out-of-range", feature({ coordinates: [1, 2, 33_000] })],
    ["a height of 30 km", "depth-out-of-range", feature({ coordinates: [1, 2, -30] })],
    ["text for a magnitude", "magnitude-invalid", feature({ properties: { mag: "4.2" } })],
    ["magnitude 42", "magnitude-out-of-range", feature({ properties: { mag: 42 } })],
    ["no time", "time-invalid", feature({ properties: { time: null } })],
    ["a time in words", "time-invalid", feature({ properties: { time: "2031-05-04T11:00:00Z" } })],
    ["a time beyond all calendars", "time-invalid", feature({ properties: { time: 1e300 } })],
    ["a time to come", "time-in-the-future", feature({ properties: { time: GENERATED + 172_800_000 } })],
    ["no update time", "updated-invalid", feature({ properties: { updated: undefined } })],
    ["an update to come", "updated-in-the-future", feature({ properties: { updated: GENERATED + 172_800_000 } })],
    ["a status that is not a text", "status-invalid", feature({ properties: { status: 7 } })],
    ["a type that is not a text", "type-invalid", feature({ properties: { type: {} } })],
  ])("for %s: %s", (_what, reason, value) => {
    expect(reasonOf(value)).toBe(reason);
  });
});

describe("an impossible value", () => {
  it.each([
    ["alert", { alert: "purple" }],
    ["alert", { alert: 3 }],
    ["felt", { felt: -1 }],
    ["felt", { felt: "12" }],
    ["cdi", { cdi: 13 }],
    ["mmi", { mmi: 88_026 }],
    ["sig", { sig: "high" }],
    ["tsunami", { tsunami: 7 }],
    ["place", { place: ["Nowhere"] }],
    ["magnitude-type", { magType: 4 }],
    ["url", { url: "javascript:alert(1)" }],
  ])("is unknown and counted: %s of %j", (what, properties) => {
    expect(doubtfulOf(properties)).toEqual([what]);
  });

  it("does not take the rest of the record with it", () => {
    const event = eventOf({ properties: { alert: "purple", url: "javascript:alert(1)", mmi: 99 } });
    expect(event).toMatchObject({ alert: null, url: null, maxIntensityEstimated: null, magnitude: 4.2 });
  });
});

describe("the tsunami flag", () => {
  it.each([
    [1, true],
    [0, false],
    [null, false],
  ])("%j is %j", (tsunami, flag) => {
    expect(eventOf({ properties: { tsunami } }).tsunamiFlag).toBe(flag);
  });
});

describe("a deleted event", () => {
  it("is a withdrawal of all its ids, as of its last update", () => {
    const properties = { status: "deleted", ids: ",us1,nc7,", updated: GENERATED - 5_000 };
    expect(read({ id: "us1", properties })).toEqual({
      kind: "withdrawal",
      withdrawal: { ids: ["nc7", "us1"], withdrawnAt: GENERATED - 5_000 },
    });
  });

  it("may lack everything but its id, and then was withdrawn when we read it", () => {
    const bare = { type: "Feature", id: "us1", geometry: null, properties: { status: "DELETED" } };
    expect(readFeature(bare, GENERATED)).toEqual({ kind: "withdrawal", withdrawal: { ids: ["us1"], withdrawnAt: GENERATED } });
  });
});

describe("noise of single precision", () => {
  it("is taken back in magnitude, depth, position and intensities", () => {
    const event = eventOf({
      coordinates: [-155.272995, 19.3859997, 4.90000009536743],
      properties: { mag: 1.10000002, mmi: 4.0999999, cdi: 3.29999995 },
    });
    expect(event).toMatchObject({
      longitude: -155.273,
      latitude: 19.386,
      depthKm: 4.9,
      magnitude: 1.1,
      maxIntensityEstimated: 4.1,
      maxIntensityReported: 3.3,
    });
  });
});

describe("any value in place of a feature", () => {
  it("is read or left out, and never breaks the reader", () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom({ toString: 1 }, [[]], Number.POSITIVE_INFINITY, undefined));
    const names = Object.keys(feature()["properties"] as object);
    const properties = fc.dictionary(fc.constantFrom(...names), odd);
    const shaped = fc.record({ properties, geometry: odd, coordinates: odd, id: odd }, { requiredKeys: [] });
    const values = fc.oneof(
      odd,
      shaped.map((parts) => feature(parts as FeatureParts)),
    );
    fc.assert(
      fc.property(values, (value) => {
        expect(["event", "withdrawal", "left-out"]).toContain(readFeature(value, GENERATED).kind);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("an intensity", () => {
  it.each([
    { sent: 0, read: null },
    { sent: 0.99, read: null },
    { sent: 1, read: 1 },
    { sent: 12, read: 12 },
  ])("$sent is read as $read: the scale begins at I", ({ sent, read }) => {
    const { maxIntensityReported, maxIntensityEstimated } = eventOf({ properties: { cdi: sent, mmi: sent } });
    expect([maxIntensityReported, maxIntensityEstimated]).toEqual([read, read]);
  });
});

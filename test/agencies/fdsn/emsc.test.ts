import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FdsnReading } from "../../../build/agencies/fdsn/capture.ts";
import { readEmsc } from "../../../build/agencies/fdsn/emsc.ts";
import { UserError } from "../../../build/platform/error.ts";
import { UNREPORTED } from "../../../build/store/records.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { emscAnswer, emscFeature, RETRIEVED } from "../emsc-feature.ts";

const READING: FdsnReading = { agency: "emsc", where: "https://example.org/query", retrievedAt: RETRIEVED, unreadableShare: 0.5 };

function read(...features: unknown[]) {
  return readEmsc(emscAnswer(features), { ...READING, unreadableShare: 1 });
}

function codeOf(bytes: Uint8Array): string {
  try {
    readEmsc(bytes, READING);
  } catch (error) {
    if (error instanceof UserError) return error.code;
    throw error;
  }
  return "taken";
}

function longitudeOf(stated: number, drawn: number): number | null | undefined {
  return read(emscFeature({ lon: stated }, { type: "Point", coordinates: [drawn, -7.25, -33] })).events[0]?.longitude;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("reading the EMSC's events", () => {
  it("takes an event with its ids, times, position and depth in km, positive down", () => {
    expect(read(emscFeature())).toEqual({
      rows: 1,
      rejected: [],
      doubtful: {},
      events: [
        {
          agency: "emsc",
          id: "20310504_0000007",
          ids: ["20310504_0000007", "emsc9000001"],
          url: "https://www.seismicportal.eu/eventdetails.html?unid=20310504_0000007",
          time: Date.UTC(2031, 4, 4, 11, 30, 5, 500),
          updated: Date.UTC(2031, 4, 4, 11, 40, 0, 250),
          latitude: -7.25,
          longitude: 12.5,
          depthKm: 33,
          magnitude: 4.2,
          magnitudeType: "mb",
          place: "NOWHERE SEA",
          type: "earthquake",
          ...UNREPORTED,
        },
      ],
    });
  });

  it.each([
    ["the depth where the geometry has none", {}, { type: "Point", coordinates: [12.5, -7.25] }, 33],
    ["the height with its sign turned", { depth: null }, { type: "Point", coordinates: [12.5, -7.25, -8.5] }, 8.5],
    ["a height above the sea", { depth: null }, { type: "Point", coordinates: [12.5, -7.25, 1.5] }, -1.5],
    ["zero, never minus zero", { depth: null }, { type: "Point", coordinates: [12.5, -7.25, 0] }, 0],
    ["the depth where there is no geometry", {}, null, 33],
    ["nothing where neither is known", { depth: null }, { type: "Point", coordinates: [12.5, -7.25, null] }, null],
  ])("takes %s", (_, properties, geometry, depthKm) => {
    const [event] = read(emscFeature(properties, geometry)).events;
    expect(event?.depthKm).toBe(depthKm);
  });

  it("counts a height that contradicts the depth as doubtful, and believes the depth", () => {
    const { events, doubtful } = read(emscFeature({}, { type: "Point", coordinates: [12.5, -7.25, 33] }));
    expect([events[0]?.depthKm, doubtful]).toEqual([33, { height: 1 }]);
  });

  it.each([
    ["ke", "earthquake"],
    ["se", "earthquake"],
    ["fe", "earthquake"],
    ["DE", "earthquake"],
    ["ki", "induced or triggered event"],
    ["kr", "rock burst"],
    ["km", "mining explosion"],
    ["kh", "chemical explosion"],
    ["sx", "experimental explosion"],
    ["kn", "nuclear explosion"],
    ["kl", "landslide"],
    ["uk", "not reported"],
    ["", "not reported"],
    [null, "not reported"],
  ])("calls %j %s", (evtype, type) => {
    const { events, doubtful } = read(emscFeature({ evtype }));
    expect([events[0]?.type, doubtful]).toEqual([type, {}]);
  });

  it("takes a type that it does not know as none, and says so", () => {
    const { events, doubtful } = read(emscFeature({ evtype: "kz" }), emscFeature({ evtype: "toString" }));
    expect([events.map(({ type }) => type), doubtful]).toEqual([["not reported", "not reported"], { evtype: 2 }]);
  });

  it("keeps zero and negative magnitudes, and unknown ones unknown", () => {
    const events = [0, -1.2, null].map((mag) => read(emscFeature({ mag })).events[0]?.magnitude);
    expect(events).toEqual([0, -1.2, null]);
  });

  it.each([
    ["time-invalid", { time: "2031-02-29T11:30:05Z" }],
    ["time-invalid", { time: "2031-05-04T11:30:05+03:00" }],
    ["time-invalid", { time: 1_935_654_605_000 }],
    ["time-invalid", { time: null }],
    ["time-in-the-future", { time: "2031-05-06T11:30:05Z" }],
    ["updated-in-the-future", { lastupdate: "2131-05-04T11:30:05Z" }],
    ["updated-invalid", { lastupdate: "yesterday" }],
    ["position-out-of-range", { lat: 97.5 }],
    ["position-contradictory", { lat: -7.5 }],
    ["position-invalid", { lat: "north" }],
    ["depth-out-of-range", { depth: 6371 }],
    ["magnitude-out-of-range", { mag: 42 }],
    ["magnitude-invalid", { mag: "strong" }],
    ["id-missing", { unid: "" }],
    ["id-invalid", { unid: "20310504 0000007" }],
  ])("sets a record alone aside, as %s", (code, properties) => {
    const geometry = { type: "Point", coordinates: [12.5, -7.25, -33] };
    const good = emscFeature({ unid: "20310504_0000008", source_id: "9000002" });
    const { events, rejected } = read(emscFeature(properties, geometry), good);
    expect([events.map(({ id }) => id), rejected.map((one) => one.code)]).toEqual([["20310504_0000008"], [code]]);
  });

  it("finds a position on either side of the antimeridian, and both spellings of it", () => {
    expect([longitudeOf(-179.98, 180.02), longitudeOf(180, 180), longitudeOf(183.2, -176.8)]).toEqual([-179.98, -180, -176.8]);
  });

  it.each([
    ["capture-empty", ""],
    ["capture-malformed", "<html><title>We have moved</title></html>"],
    ["capture-malformed", '{"type":"Feature"}'],
    ["capture-malformed", "[]"],
    ["capture-malformed", '{"type":"FeatureCollection","features":{}}'],
    ["capture-truncated", '{"type":"FeatureCollection","features":[{"type":"Fea'],
    ["capture-truncated", '{"type":"FeatureCollection","metadata":{"count":2},"features":[]}'],
    ["capture-malformed", '{"type":"FeatureCollection","features":[1,2,3]}'],
    ["taken", '{"type":"FeatureCollection","features":[]}'],
  ])("answers %s to the capture %s", (code, text) => {
    expect(codeOf(bytesOf(text))).toBe(code);
  });

  it("throws nothing but a refusal, and invents nothing, whatever it is sent", () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.boolean(), fc.object());
    const properties = fc.dictionary(fc.constantFrom("time", "lat", "lon", "depth", "mag", "evtype", "unid"), value);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            properties.map((given) => emscFeature(given)),
            fc.jsonValue(),
          ),
        ),
        (features) => {
          const { events, rejected, rows } = read(...(JSON.parse(JSON.stringify(features)) as unknown[]));
          expect(events.length + rejected.length).toBe(rows);
          for (const { latitude, longitude, time, ids, id } of events) {
            expect(Math.abs(latitude ?? 0)).toBeLessThanOrEqual(90);
            expect(Math.abs(longitude ?? 0)).toBeLessThanOrEqual(180);
            expect(Number.isInteger(time)).toBe(true);
            expect(ids).toContain(id);
          }
        },
      ),
    );
  });
});

describe.skipIf(!corpusPresent)("the EMSC's own answers", () => {
  it.each([
    ["emsc/emsc_turkey_20250401-20250426.json.gz", 430],
    ["emsc/emsc_pyrenees_202609.json", 11],
  ])("all records of %s are read, each with the values of a plain reading of the JSON", (file, rows) => {
    const raw = readFileSync(corpus(file));
    const bytes = file.endsWith(".gz") ? gunzipSync(raw) : raw;
    const reading = { ...READING, retrievedAt: Date.UTC(2027, 0, 1) };
    const { events, rejected, doubtful } = readEmsc(bytes, reading);
    const { features } = JSON.parse(bytes.toString()) as { features: { id: string; properties: Record<string, unknown> }[] };
    expect([events.length, rejected, doubtful]).toEqual([rows, [], {}]);
    expect(events.map(({ id, magnitude, depthKm, latitude, longitude }) => [id, magnitude, depthKm, latitude, longitude])).toEqual(
      features.map(({ id, properties: { mag, depth, lat, lon } }) => [id, mag, depth, lat, lon]),
    );
    expect(events.map(({ time }) => time)).toEqual(features.map(({ properties }) => Math.floor(Date.parse(String(properties["time"])))));
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["earthquake"]));
    expect(new Set(events.flatMap(({ ids }) => ids)).size).toBe(2 * rows);
  });
});

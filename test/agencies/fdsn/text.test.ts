import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FdsnReading } from "../../../build/agencies/fdsn/capture.ts";
import { type FdsnTextQuirks, isWholeText, readFdsnText } from "../../../build/agencies/fdsn/text.ts";
import { UserError } from "../../../build/platform/error.ts";
import { UNREPORTED } from "../../../build/store/records.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { RETRIEVED } from "../emsc-feature.ts";

const READING: FdsnReading = { agency: "zz", where: "https://example.org/query", retrievedAt: RETRIEVED, unreadableShare: 0.5 };
const QUIRKS: FdsnTextQuirks = { idPrefix: "zz", untyped: "not reported", page: "https://example.org/event/{id}" };
const HEADER =
  "#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName|EventType";
const ROW = "17|2031-05-04T11:30:05.123456|-7.25|12.5|33.0|me||ZZ|17|mb|4.2||Nowhere Sea|earthquake";

function read(text: string, quirks: Partial<FdsnTextQuirks> = {}, share = 1) {
  const reading = { ...READING, unreadableShare: share };
  return readFdsnText(new TextEncoder().encode(text), reading, { ...QUIRKS, ...quirks });
}

function first(text: string, quirks: Partial<FdsnTextQuirks> = {}) {
  return read(text, quirks).events[0];
}

/** The row with other cells, by number from 0. */
function row(cells: Record<number, string>): string {
  const all = ROW.split("|");
  for (const [at, cell] of Object.entries(cells)) all[Number(at)] = cell;
  return `${HEADER}\n${all.join("|")}\n`;
}

describe("reading FDSN text", () => {
  it("reads an event with an id that differs from those of other agencies, and invents nothing", () => {
    expect(read(`${HEADER}\n${ROW}\n`)).toEqual({
      rows: 1,
      rejected: [],
      doubtful: {},
      events: [
        {
          agency: "zz",
          id: "zz17",
          ids: ["zz17"],
          url: "https://example.org/event/17",
          time: Date.UTC(2031, 4, 4, 11, 30, 5, 123),
          updated: null,
          latitude: -7.25,
          longitude: 12.5,
          depthKm: 33,
          magnitude: 4.2,
          magnitudeType: "mb",
          place: "Nowhere Sea",
          type: "earthquake",
          ...UNREPORTED,
        },
      ],
    });
  });

  it("goes by the names of the columns, in any order and any spelling of the depth", () => {
    const text = "# Magnitude | EventID | Depth/Km | Longitude | Latitude | Time\n4.2 | a | 5 | 12.5 | -7.25 | 2031-05-04T11:30:05Z\n";
    expect(first(text)).toMatchObject({ id: "zza", magnitude: 4.2, depthKm: 5, longitude: 12.5, latitude: -7.25 });
    expect(first(text.replace("Depth/Km", "Depth"))?.depthKm).toBe(5);
    expect(first(`${HEADER.slice(1)}\n${ROW}\n`)?.depthKm).toBe(33);
  });

  it("ignores comments, blank lines, and a byte order mark", () => {
    const text = `\uFEFF# an answer\n${HEADER}\n\n${ROW}\n# Agencies that contributed:\n# ZZ | nobody\n`;
    expect(read(text)).toMatchObject({ rows: 1, rejected: [] });
    expect(read(`${HEADER}\r\n${ROW}\r\n`)).toMatchObject({ rows: 1, rejected: [] });
  });

  it("takes empty cells, and the marks that stand for nothing, as unknown", () => {
    const unknown = first(row({ 2: "", 3: "", 4: "", 9: "--", 10: "--", 12: "", 13: "" }));
    expect(unknown).toMatchObject({ latitude: null, longitude: null, depthKm: null, magnitude: null });
    expect(unknown).toMatchObject({ magnitudeType: null, place: null, type: "not reported" });
    // No name of a place is so long.
    expect([1000, 1001].map((n) => first(row({ 12: "x".repeat(n) }))?.place?.length)).toEqual([1000, undefined]);
    expect(first(row({ 4: "0", 10: "0" }))).toMatchObject({ depthKm: 0, magnitude: 0 });
    expect(first(row({ 4: "-1.5", 10: "-0.3" }))).toMatchObject({ depthKm: -1.5, magnitude: -0.3 });
  });

  it("reads earthquakes from thirteen columns; in fourteen an empty type is not reported, or what the agency means by it", () => {
    const thirteen = [HEADER, ROW].map((line) => line.split("|").slice(0, 13).join("|")).join("\n");
    expect(first(thirteen)?.type).toBe("earthquake");
    expect(first(row({ 13: "" }))?.type).toBe("not reported");
    expect(first(row({ 13: "" }), { untyped: "earthquake" })?.type).toBe("earthquake");
    expect(first(row({ 13: "Outside_of network interest" }))?.type).toBe("outside of network interest");
    expect(first(`${HEADER}\n${ROW.split("|").slice(0, 13).join("|")}`)?.type).toBe("not reported");
    expect(first(`${HEADER.replace("EventType", "Tipo")}\n${ROW}\n`)?.type).toBe("not reported");
  });

  it("does not put the prefix before an id that begins with it", () => {
    expect(first(row({ 0: "zz2031abcd" }))).toMatchObject({ id: "zz2031abcd", url: "https://example.org/event/zz2031abcd" });
    expect(first(row({ 0: "a/b?c&d" }))?.url).toBe("https://example.org/event/a%2Fb%3Fc%26d");
    expect(first(row({}), { page: null })?.url).toBeNull();
  });

  it.each([
    ["2031-05-04T11:30:05", 5000],
    ["2031-05-04T11:30:05Z", 5000],
    ["2031-05-04T11:30:05.", 5000],
    ["2031-05-04T11:30:05.1", 5100],
    ["2031-05-04T11:30:05.12Z", 5120],
    ["2031-05-04T11:29:60.5Z", 500],
    ["2031-05-04T11:30:05.999999Z", 5999],
    ["2031-05-04 11:30:05.25", 5250],
    ["2031-05-04T11:30:05.25+00:00", 5250],
  ])("reads the time %s as UTC, whatever the machine's zone", (time, ms) => {
    expect(first(row({ 1: time }))?.time).toBe(Date.UTC(2031, 4, 4, 11, 30) + ms);
  });

  it.each([
    ["time-invalid", { 1: "2031-13-04T11:30:05" }],
    ["time-invalid", { 1: "2031-05-04T11:30:05+02:00" }],
    ["time-in-the-future", { 1: "2032-05-04T11:30:05" }],
    ["position-invalid", { 2: "7,25" }],
    ["position-invalid", { 2: "" }],
    ["position-out-of-range", { 2: "112.5", 3: "-7.25" }],
    ["depth-invalid", { 4: "10 km" }],
    ["depth-out-of-range", { 4: "33000" }],
    ["magnitude-invalid", { 10: "Mw 4" }],
    ["id-missing", { 0: "" }],
    ["too-many-columns", { 13: "earthquake|more" }],
  ])("sets a row alone aside, as %s", (code, cells: Record<number, string>) => {
    const { events, rejected } = read(`${row(cells)}${ROW}\n`);
    expect([events.length, rejected]).toEqual([
      1,
      [{ what: "line 2", code, reason: `the record cannot be read: ${code.replaceAll("-", " ")}` }],
    ]);
  });

  it.each([
    ["capture-empty", " \n"],
    ["capture-malformed", "<html><title>Moved</title></html>"],
    ["capture-malformed", "Error 503: Service unavailable\n"],
    ["capture-malformed", "# nothing but a remark\n"],
    ["capture-malformed", '{"type":"FeatureCollection","features":[]}'],
    ["capture-malformed", "#EventID|Time|Latitude\n"],
    ["capture-malformed", `${HEADER.replace("Depth/km", "Profondità/km")}\n${ROW}\n`],
    ["capture-malformed", `${HEADER.replace("|Magnitude|", "|Magnitudine|")}\n${ROW}\n`],
    ["capture-malformed", `${HEADER}\nfoo\nbar\n${ROW}\n`],
    ["capture-truncated", `${HEADER}\n${ROW}\n17|2031-05-04T11:3`],
    ["capture-truncated", `${HEADER}\n${ROW}\n${ROW.slice(0, ROW.indexOf(" Sea"))}`],
    ["capture-truncated", `${HEADER}\n${ROW.slice(0, 40)}`],
    ["taken", `${HEADER}\n${ROW}\n# ${ROW.slice(0, 40)}`],
    ["taken", `${HEADER}\n`],
    ["taken", `${HEADER}\n${ROW}`],
  ])("answers %s to the capture %j", (code, text) => {
    let given = "taken";
    try {
      read(text, {}, 0.5);
    } catch (error) {
      given = error instanceof UserError ? error.code : String(error);
    }
    expect(given).toBe(code);
    expect(isWholeText(new TextEncoder().encode(text))).toBe(code !== "capture-truncated");
  });

  it("reads names that are not UTF-8 as Latin-1", () => {
    const bytes = new Uint8Array(Buffer.from(`${HEADER}\n${ROW.replace("Nowhere", "Açores")}\n`, "latin1"));
    expect(readFdsnText(bytes, READING, QUIRKS).events[0]?.place).toBe("Açores Sea");
    const rows = ["Açores – €", "Île", "中国 🌋"].map((name, at) =>
      Buffer.from(row({ 12: name }).slice(HEADER.length + 1), at === 1 ? "latin1" : "utf8"),
    );
    const mixed = readFdsnText(new Uint8Array(Buffer.concat([Buffer.from(`${HEADER}\n`), ...rows])), READING, QUIRKS);
    expect(mixed.events.map(({ place }) => place)).toEqual(["Açores – €", "Île", "中国 🌋"]);
  });

  it("reads back all written cells, and throws only refusals for noise", () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[|\r\n]/g, ""));
    const hostile = fc.array(fc.array(cell, { maxLength: 16 }).map((cells) => cells.join("|")));
    fc.assert(
      fc.property(hostile, (rows) => {
        const { events, rejected, rows: all } = read(`${HEADER}\n${rows.join("\n")}\n`);
        expect(events.length + rejected.length).toBe(all);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -10, max: 9.7, noNaN: true }), (lat, mag) => {
        const event = first(row({ 2: String(lat), 10: String(mag) }));
        expect([event?.latitude, event?.magnitude]).toEqual([lat + 0, mag + 0]);
      }),
    );
  });
});

describe.skipIf(!corpusPresent)("agencies' own answers in FDSN text", () => {
  it.each([
    ["ingv/fdsn-text_20240831.txt", 5, "40271581", 2.4],
    ["geofon/fdsn-text_20261006.txt", 3, "gfz2026tpfh", 10],
    ["geofon/fdsn-text_20260827.txt", 3, "gfz2026qprg", 10],
    ["isc/fdsn-text_20260827.txt", 2, "644495071", 7],
  ])("all rows of %s are read", (file, rows, id, depthKm) => {
    const bytes = readFileSync(corpus(file));
    const { events, rejected } = readFdsnText(bytes, READING, { ...QUIRKS, idPrefix: "" });
    const table = bytes
      .toString()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect([events.length, rejected, events[0]?.id, events[0]?.depthKm]).toEqual([rows, [], id, depthKm]);
    expect(events.map(({ time }) => time)).toEqual(table.map((line) => Math.floor(Date.parse(`${line.split("|")[1]?.slice(0, 23)}Z`))));
    expect(events.map(({ magnitude }) => magnitude)).toEqual(table.map((line) => Number(line.split("|")[10])));
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["earthquake"]));
  });
});

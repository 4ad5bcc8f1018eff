import { describe, expect, it } from "vitest";
import { readNotable } from "../../../build/agencies/noaa/notable.ts";
import { UserError } from "../../../build/platform/error.ts";

const COLUMNS = [
  "id year month day hour minute second calendar latitude longitude depth_km magnitude magnitude_type country name other_names place",
  "deaths deaths_low deaths_high deaths_by injuries missing damage_million_usd houses_destroyed houses_damaged tsunami " +
    "max_intensity intensity_scale note",
].flatMap((line) => line.split(" "));

const FULL: Record<string, string> = {
  id: "qt19990817",
  year: "1999",
  month: "8",
  day: "17",
  hour: "0",
  minute: "1",
  second: "39.1",
  latitude: "40.75",
  longitude: "29.86",
  depth_km: "17",
  magnitude: "7.6",
  magnitude_type: "mw",
  country: "TR",
  name: "İzmit",
  other_names: "Marmara; Gölcük",
  place: "İzmit, Türkiye",
  deaths: "17118",
  injuries: "50000",
  missing: "0",
  damage_million_usd: "20000.5",
  houses_destroyed: "",
  houses_damaged: "",
  tsunami: "yes",
  max_intensity: "10",
  intensity_scale: "MMI",
  note: 'a "note" with, signs',
};

const BARE = { id: "qtbc0464", year: "-464", place: "Sparta, Laconia" };

function table(...rows: Record<string, string>[]): string {
  const line = (row: Record<string, string>) => COLUMNS.map((column) => row[column] ?? "").join("\t");
  return `${COLUMNS.join("\t")}\n${rows.map((row) => `${line(row)}\n`).join("")}`;
}

function mistakeIn(text: string): string {
  try {
    readNotable(text, "notable.tsv");
  } catch (error) {
    if (error instanceof UserError && error.code === "notable-malformed") return error.message;
    throw error;
  }
  throw new Error("the table was taken");
}

describe("the table of notable earthquakes", () => {
  it("converts a date of the Julian calendar and keeps it, before Christ too", () => {
    const [basel, judea] = readNotable(
      table(
        { ...BARE, id: "qtbc00310902", year: "-31", month: "9", day: "2", calendar: "julian" },
        { ...BARE, id: "qt13561018", year: "1356", month: "10", day: "18", hour: "21", minute: "0", calendar: "julian" },
      ),
      "notable.tsv",
    ).toReversed();
    expect(basel?.time).toEqual({ year: 1356, month: 10, day: 26, hour: 21, minute: 0, second: null });
    expect(basel?.oldStyle).toEqual({ year: 1356, month: 10, day: 18, hour: 21, minute: 0, second: null });
    // 2 September 31 BC is 31 August in the Gregorian calendar: two days earlier, as from 100 BC to AD 100.
    expect(judea?.time).toMatchObject({ year: -31, month: 8, day: 31 });
    expect(mistakeIn(table({ ...FULL, calendar: "lunar" }))).toContain("line 2, calendar:");
  });

  it("names the source of each number of deaths", () => {
    const said = { deaths_low: "10000", deaths_high: "18000", deaths_by: "10,000 one; 18,000 another" };
    const [record] = readNotable(table({ ...FULL, ...said }), "notable.tsv");
    expect(record?.losses.deaths).toEqual({
      value: 17118,
      class: null,
      said: { low: 10_000, high: 18_000, by: "10,000 one; 18,000 another" },
    });
  });

  it("gives every cell of a full row", () => {
    expect(readNotable(table(FULL), "notable.tsv")).toEqual([
      {
        agency: "notable",
        id: "qt19990817",
        aliases: [],
        sourceId: "qt19990817",
        url: null,
        time: { year: 1999, month: 8, day: 17, hour: 0, minute: 1, second: 39.1 },
        latitude: 40.75,
        longitude: 29.86,
        depthKm: 17,
        magnitude: 7.6,
        magnitudeType: "mw",
        country: "TR",
        name: "İzmit",
        otherNames: ["Marmara", "Gölcük"],
        otherPlaces: [],
        place: "İzmit, Türkiye",
        losses: {
          deaths: { value: 17118, class: null },
          injuries: { value: 50000, class: null },
          missing: { value: 0, class: null },
          damage_million_usd: { value: 20000.5, class: null },
          houses_destroyed: { value: null, class: null },
          houses_damaged: { value: null, class: null },
        },
        maxIntensity: 10,
        tsunami: true,
        tsunamiEventId: null,
        maxWaterHeightM: null,
      },
    ]);
  });

  it("takes an empty cell as unknown, never as a value", () => {
    const [record] = readNotable(table(BARE), "notable.tsv");
    expect(record).toMatchObject({
      time: { year: -464, month: null, day: null, hour: null, minute: null, second: null },
      latitude: null,
      longitude: null,
      depthKm: null,
      magnitude: null,
      magnitudeType: null,
      country: null,
      name: null,
      tsunami: null,
      maxIntensity: null,
      losses: { deaths: { value: null, class: null } },
    });
  });

  it("tells a known absence from the unknown", () => {
    const [record] = readNotable(table({ ...BARE, tsunami: "no", deaths: "0", magnitude_type: "unk" }), "notable.tsv");
    expect(record).toMatchObject({ tsunami: false, losses: { deaths: { value: 0 } }, magnitudeType: null });
  });

  it("may begin with a byte order mark and end its lines as Windows does", () => {
    const text = `\uFEFF${table(FULL, BARE).replaceAll("\n", "\r\n")}`;
    expect(readNotable(text, "notable.tsv").map(({ id }) => id)).toEqual(["qt19990817", "qtbc0464"]);
  });

  it.each([
    ["month", "13", /line 3, month: "13" is more than 12/],
    ["year", "0", /line 3, year: "0" is 0, a year that history has not/],
    ["year", "1.5", /year: "1\.5" is not a whole number/],
    ["id", "QT1", /id: "QT1" is not made of/],
    ["latitude", "95", /latitude: "95" is more than 90/],
    ["longitude", "181", /longitude: "181" is more than 180/],
    ["latitude", "12 N", /latitude: "12 N" is not a number/],
    ["magnitude_type", "richter", /magnitude_type: "richter" is none of mw/],
    ["country", "UK", /country: "UK" is not an ISO 3166-1/],
    ["place", "", /place: "" is empty/],
    ["deaths", "-1", /deaths: "-1" is less than 0/],
    ["deaths", "many", /deaths: "many" is not a number/],
    ["deaths", "12.5", /deaths: "12\.5" is not a whole number/],
    ["tsunami", "maybe", /tsunami: "maybe" is neither yes nor no/],
    ["max_intensity", "XI", /max_intensity: "XI" is not a number/],
    ["intensity_scale", "", /line 3, intensity_scale: is known only together with max_intensity/],
    ["intensity_scale", "Richter", /intensity_scale: "Richter" is not a known scale of intensity/],
    ["month", "", /line 3, day: is known, and month is not/],
    ["minute", "", /line 3, second: is known, and minute is not/],
    ["day", "32", /day: "32" is more than 31/],
  ])("refuses a wrong %s of %j, naming line and column", (column, value, reason) => {
    expect(mistakeIn(table(BARE, { ...FULL, [column]: value }))).toMatch(reason);
  });

  it.each([
    ["1999", "2", "29", false],
    ["2000", "2", "29", true],
    ["1900", "2", "29", false],
    ["1500", "2", "29", true],
    ["1999", "4", "31", false],
    ["-1", "12", "31", true],
  ])("knows the calendar: %s-%s-%s", (year, month, day, right) => {
    const text = table({ ...FULL, year, month, day });
    if (right) expect(readNotable(text, "notable.tsv")).toHaveLength(1);
    else expect(mistakeIn(text)).toMatch(/day: \d+ is not in month/);
  });

  it("refuses an id that is there twice, naming both lines", () => {
    expect(mistakeIn(table(FULL, BARE, FULL))).toMatch(/line 4, id: qt19990817 is that of line 2/);
  });

  it("refuses a row with a cell too few, or too many", () => {
    expect(mistakeIn(`${table(FULL)}qt1\t1999\n`)).toMatch(/line 3/);
    expect(mistakeIn(table(FULL).trimEnd().concat("\tmore\n"))).toMatch(/line 2/);
  });

  it("refuses a blank line, and another header", () => {
    expect(mistakeIn(`${table(FULL)}\n${table(BARE).split("\n")[1]}\n`)).toMatch(/line 3 is blank/);
    expect(mistakeIn(table(FULL).replace("latitude\tlongitude", "longitude\tlatitude"))).toMatch(/column 9 is longitude/);
    expect(mistakeIn(table(FULL).replace("\tnote\n", "\tnote\tmore\n"))).toMatch(/column more is unknown/);
    expect(mistakeIn("")).toMatch(/notable\.tsv/);
  });
});

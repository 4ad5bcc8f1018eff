import { describe, expect, it } from "vitest";
import { readNotable } from "../../../build/agencies/noaa/notable.ts";

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

describe("the table of notable earthquakes", () => {
  it("converts a date of the Julian calendar and keeps it, before Christ too", () => {
    const [basel, judea] = readNotable(
      table(
        { ...BARE, id: "qtbc00310902", year: "-31", month: "9", day: "2", calendar: "julian" },
        { ...BARE, id: "qt13561018", year: "1356", month: "10", day: "18", hour: "21", minute: "0", calendar: "julian" },
      ),
    ).toReversed();
    expect(basel?.time).toEqual({ year: 1356, month: 10, day: 26, hour: 21, minute: 0, second: null });
    expect(basel?.oldStyle).toEqual({ year: 1356, month: 10, day: 18, hour: 21, minute: 0, second: null });
    // 2 September 31 BC is 31 August in the Gregorian calendar: two days earlier, as from 100 BC to AD 100.
    expect(judea?.time).toMatchObject({ year: -31, month: 8, day: 31 });
  });

  it.each([
    ["spurious: none of that year", true],
    ["said to be spurious: perhaps", undefined],
  ])("tells by the note %j whether there was none: %j", (note, spurious) => {
    expect(readNotable(table({ ...FULL, note }))[0]?.spurious).toBe(spurious);
  });

  it("names the source of each number of deaths", () => {
    const said = { deaths_low: "10000", deaths_high: "18000", deaths_by: "10,000 one; 18,000 another" };
    const [record] = readNotable(table({ ...FULL, ...said }));
    expect(record?.losses.deaths).toEqual({
      value: 17118,
      class: null,
      said: { low: 10_000, high: 18_000, by: "10,000 one; 18,000 another" },
    });
  });

  it("gives every cell of a full row", () => {
    expect(readNotable(table(FULL))).toEqual([
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
    const [record] = readNotable(table(BARE));
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
    const [record] = readNotable(table({ ...BARE, tsunami: "no", deaths: "0", magnitude_type: "unk" }));
    expect(record).toMatchObject({ tsunami: false, losses: { deaths: { value: 0 } }, magnitudeType: null });
  });
});

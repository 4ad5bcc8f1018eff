import { describe, expect, it } from "vitest";
import { noaaCountry } from "../../../build/agencies/noaa/record.ts";
import { readNoaa } from "../../../build/agencies/noaa/tables.ts";
import { api, HAZEL_HEAD, hazel, LISBON, one, table } from "../noaa-rows.ts";

describe("a row of NOAA's", () => {
  it.each([
    [
      { year: -426, month: 6 },
      { year: -426, month: 6, day: null, hour: null, minute: null, second: null },
    ],
    [
      { year: 2030, month: 6, day: 30, hour: 23, minute: 59, second: 60 },
      { minute: 59, second: 60 },
    ],
    [
      { year: 1300, month: 2, day: 29 },
      { month: 2, day: 29 },
    ],
    [
      { month: 6, day: 1, hour: 5, second: 0 },
      { hour: 5, minute: null, second: null },
    ],
    [
      { month: 6, day: 1, minute: 5 },
      { day: 1, hour: null, minute: null },
    ],
    [
      { month: 6, day: 1, hour: 24, minute: 5 },
      { day: 1, hour: null, minute: null },
    ],
    [
      { day: 1, hour: 3 },
      { month: null, day: null, hour: null },
    ],
  ])("is dated as far as %j goes", (row, time) => {
    expect(one(row).rows[0]?.time).toMatchObject(time);
  });

  it.each([
    [{ year: 0 }, "date-impossible", "item 1 has the year 0"],
    [{ year: undefined }, "year-unknown", "item 1 has no year"],
    [{ month: 13 }, "date-impossible", "item 1 is dated 1900-13-"],
    [{ year: 1900, month: 2, day: 29 }, "date-impossible", "item 1 is dated 1900-2-29"],
    [{ latitude: 91, longitude: 0 }, "position-impossible", "item 1 lies at 91, 0"],
    [{ latitude: 0, longitude: "east" }, "position-impossible", "item 1 lies at 0, east"],
    [{ locationName: " " }, "place-unknown", "item 1 has no place"],
    [{ id: -4 }, "id-impossible", "item 1 has the id -4"],
  ])("is rejected alone with %j", (row, code, reason) => {
    const read = api([{ id: 1, year: 1900, locationName: "PERU", ...row }, LISBON.api]);
    expect(read.rows.map(({ id }) => id)).toEqual(["noaa1192"]);
    expect(read.unreadable).toEqual([{ what: "id" in row ? "noaa-4" : "noaa1", code, reason }]);
  });

  it("is rejected if it is not a row, or its number is a duplicate", () => {
    const read = api([LISBON.api, null, 7, { ...LISBON.api, year: 1756 }]);
    expect(read.rows).toHaveLength(1);
    expect(read.unreadable.map(({ what, code }) => `${what} ${code}`)).toEqual([
      "item 2 row-malformed",
      "item 3 row-malformed",
      "noaa1192 id-repeated",
    ]);
    expect(read.anonymous).toBe(true);
  });

  it("a row with a cell too many or too few is rejected with the number of its line", () => {
    const text = new TextDecoder().decode(table(HAZEL_HEAD, [LISBON.hazel], "[]"));
    const read = readNoaa(new TextEncoder().encode(`${text}\n\t1800\n\t1801${"\t".repeat(39)}\n`), "x");
    expect(read.unreadable.map(({ what }) => what)).toEqual(["line 4", "line 5"]);
    expect(read.rows).toHaveLength(1);
  });

  it("takes for unknown, and counts, single values that make no sense", () => {
    const read = one({ eqDepth: -5, eqMagnitude: 12, intensity: 13, deaths: 1.5, deathsAmountOrder: 7, regionCode: "?" });
    expect(read.rows[0]).toMatchObject({ depthKm: null, magnitude: null, intensity: null, losses: {}, regionCode: null });
    expect(read.doubtful).toEqual({ deaths: 1, deathsAmountOrder: 1, eqDepth: 1, eqMagnitude: 1, intensity: 1, regionCode: 1 });
  });

  it("has no position if half of it is missing, and lies at -180 rather than 180", () => {
    expect(one({ longitude: 10 })).toMatchObject({ rows: [{ latitude: null, longitude: null }], doubtful: { position: 1 } });
    expect(one({ latitude: -17, longitude: 180 }).rows[0]).toMatchObject({ latitude: -17, longitude: -180 });
  });

  it("a row without a number of NOAA's gets an id from its date and, among rows of one date, its place; the order does not matter", () => {
    const rows = [
      { Year: -426, "Location Name": "GREECE: A" },
      { Year: 1755, Mo: 11, Dy: 1, Hr: 9, "Location Name": "PORTUGAL" },
      { Year: 1900, "Location Name": "PERU" },
      { Year: 1900, "Location Name": "CHILE" },
      { Year: 1900, "Location Name": "CHILE", Mag: 5 },
    ];
    const idsOf = (given: typeof rows) => hazel(given).rows.map(({ id, place }) => `${place} ${id}`);
    const ids = idsOf(rows).map((line) => line.split(" ").at(-1) ?? "");
    expect(ids.slice(0, 2)).toEqual(["noaadbc0426", "noaad1755110109"]);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^noaad[a-z0-9]+$/);
    expect(idsOf(rows.toReversed()).toSorted()).toEqual(idsOf(rows).toSorted());
  });
});

describe("the country of a row of NOAA's", () => {
  it.each([
    [{ country: "TURKEY" }, "TR"],
    [{ country: "USA TERRITORY", area: "PR" }, "PR"],
    [{ country: "USA TERRITORY" }, null],
    [{ country: "CONGO" }, null],
    [{ country: "ATLANTIS" }, undefined],
    [{ place: "GREECE: SAMOS; TURKEY: IZMIR" }, "GR"],
    [{ place: "CALIFORNIA: SAN FRANCISCO" }, "US"],
    [{ place: "BALKANS NW: CROATIA" }, null],
    [{ place: "SW. SUMATRA" }, "ID"],
    [{ place: "NE. HOKKAIDO ISLAND, JAPAN" }, "JP"],
    [{ place: "GREECE-ALBANIA" }, null],
    [{ place: "GREECE, TURKEY" }, null],
    [{ place: "GREECE, SOMEWHERE" }, undefined],
    [{ place: "NEVADA-CALIFORNIA BORDER" }, "US"],
    [{ place: "TASMAN SEA" }, null],
    [{ place: "SOMEWHERE" }, undefined],
    [{ place: "" }, null],
  ])("of %j", (names, code) => {
    expect(noaaCountry({ country: null, area: null, place: "", ...names })).toBe(code);
  });
});

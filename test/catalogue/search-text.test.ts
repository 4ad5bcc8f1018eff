import { describe, expect, it } from "vitest";
import { searchText } from "../../build/catalogue/event.ts";
import { historicalRecord } from "./make-records.ts";

const time = { year: 1755, month: 11, day: 1, hour: null, minute: null, second: null };

describe("what an earthquake is searched by", () => {
  it("is the place if only a place is known", () => {
    expect(searchText("10 km S of Hualien, Taiwan", null)).toBe("10 km S of Hualien, Taiwan");
  });

  it("is place, names and year for a historical earthquake", () => {
    const record = historicalRecord({ id: "qt17551101", place: "off Lisbon", name: "Great Lisbon", time });
    const known = { ...record, otherNames: ["All Saints' Day"], otherPlaces: ["PORTUGAL: LISBON"] };
    expect(searchText("Atlantic", known).split("\n")).toEqual([
      "Atlantic",
      "off Lisbon",
      "PORTUGAL: LISBON",
      "Great Lisbon earthquake",
      "All Saints' Day",
      "1755",
    ]);
  });

  it("is place and year for an earthquake without a name", () => {
    expect(searchText("Atlantic", historicalRecord({ id: "a", place: "Atlantic", time }))).toBe("Atlantic\nAtlantic\n1755");
  });

  it("has a year before Christ as it is written", () => {
    const record = historicalRecord({ id: "a", place: "Sparta", time: { ...time, year: -464 } });
    expect(searchText("Sparta", record)).toMatch(/\n464 BC$/);
  });
});

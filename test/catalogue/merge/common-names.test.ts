import { describe, expect, it } from "vitest";
import { withCommonNames } from "../../../build/catalogue/merge/match-catalogues.ts";
import { historicalRecord } from "../make-records.ts";

describe("common names", () => {
  const record = historicalRecord({ id: "noaa1", agency: "noaa", aliases: ["noaad9"], place: "TAIWAN" });
  const named = historicalRecord({ id: "qt1", name: "Hualien", otherNames: ["Hualien 2018"] });

  it("pass to the record of the same earthquake, with the words for the place and the id", () => {
    const given = { name: "Hualien", otherNames: ["Hualien 2018"], otherPlaces: ["near Hualien, Taiwan"] };
    expect(withCommonNames([record], [named])).toEqual([{ ...record, ...given, own: named, aliases: ["noaad9", "qt1"] }]);
  });

  it("do not replace the catalogue's own, nor its numbers", () => {
    const [joined] = withCommonNames([{ ...record, name: "Hualian" }], [{ ...named, magnitude: 6.2, depthKm: 3 }]);
    expect(joined).toMatchObject({ name: "Hualian", magnitude: 6.4, depthKm: 17, place: "TAIWAN" });
  });

  it("bring a magnitude with its type if the catalogue has one without (Roermond 1992: Mw 5.4, NOAA 5.2)", () => {
    const untyped = { ...record, magnitude: 6.2, magnitudeType: null };
    expect(withCommonNames([untyped], [named])[0]).toMatchObject({ magnitude: 6.4, magnitudeType: "mw", untyped: 6.2 });
    expect(withCommonNames([untyped], [{ ...named, magnitudeType: null }])[0]).toMatchObject({ magnitude: 6.2, magnitudeType: null });
  });

  it("stay with an earthquake of its own that the catalogue does not have", () => {
    const elsewhere = { ...named, id: "qt2", latitude: -30 };
    expect(withCommonNames([record], [elsewhere])).toEqual([record, elsewhere]);
  });

  it("are not given to any event if two could be meant", () => {
    const other = { ...record, id: "noaa2", aliases: [] };
    expect(withCommonNames([record, other], [named])).toEqual([record, other]);
  });
});

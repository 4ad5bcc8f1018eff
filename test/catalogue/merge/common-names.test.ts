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
    expect(withCommonNames([record, other], [named]).map(({ name }) => name)).toEqual([null, null]);
  });

  it("are words for search alone where the nearest record of the year may be the same earthquake under another date", () => {
    const [only, ...others] = withCommonNames([record], [{ ...named, magnitude: 7, time: { ...named.time, day: 27 } }]);
    expect(others).toEqual([]);
    const otherPlaces = ["Hualien Hualien 2018 near Hualien, Taiwan", "2018"];
    expect(only).toEqual({ ...record, aliases: ["noaad9", "qt1"], otherPlaces });
  });

  it("of a rejected earthquake say so, and it has no magnitude, intensity and tsunami", () => {
    const said = { ...record, maxIntensity: 10, tsunami: true, tsunamiEventId: 7, maxWaterHeightM: 12 };
    const unknown = { magnitude: null, maxIntensity: null, tsunami: null, tsunamiEventId: null, maxWaterHeightM: null };
    expect(withCommonNames([said], [{ ...named, spurious: true }])[0]).toMatchObject({ spurious: true, ...unknown });
  });
});

describe("rows of a catalogue with the same earthquake", () => {
  const day = { month: 9, day: 25, hour: null, minute: null, second: null };
  const old = (id: string, year: number, more = {}) => historicalRecord({ id, agency: "noaa", time: { ...day, year }, place: id, ...more });

  it.each([
    ["before 1000, on the same day of adjacent years", old("a", 477), old("b", 478), ["b"]],
    ["before 1000, where the earlier one says more", old("a", 477, { maxIntensity: 9 }), old("b", 478), ["a"]],
    ["but not two years apart", old("a", 477), old("b", 479), ["a", "b"]],
    ["but not on another day", old("a", 477), old("b", 478, { time: { ...day, day: 26, year: 478 } }), ["a", "b"]],
    ["but not 140 km away", old("a", 477), old("b", 478, { latitude: 22.8 }), ["a", "b"]],
    ["but not since 1000", old("a", 1477), old("b", 1478), ["a", "b"]],
  ])("are joined %s", (_, one, other, left) => {
    const joined = withCommonNames([one, other], []);
    expect(joined.map(({ id }) => id)).toEqual(left);
    expect(joined.flatMap(({ id, aliases }) => [id, ...aliases]).toSorted()).toEqual(["a", "b"]);
    const words = joined.flatMap(({ time, otherPlaces }) => [String(time.year), ...otherPlaces]);
    for (const { time } of [one, other]) expect(words).toContain(String(time.year));
  });

  it("are joined where the table names the second one", () => {
    const named = historicalRecord({ id: "qt1", time: { ...day, year: 1857 } });
    const again = old("b", 1857, {
      time: { ...day, month: 6, year: 1857 },
      losses: { ...named.losses, deaths: { value: 10_000, class: null } },
    });
    const repeats = { time: again.time, latitude: null, longitude: null };
    const [one, ...others] = withCommonNames([old("a", 1857), again], [{ ...named, repeats }]);
    expect([one?.id, one?.aliases, others]).toEqual(["a", ["b", "qt1"], []]);
    expect(one?.losses.deaths.value).toBe(named.losses.deaths.value);
  });

  it("have the table's date where only the year differs", () => {
    const named = historicalRecord({ id: "qt1", time: { ...day, year: 557 } });
    expect(withCommonNames([old("a", 558)], [named])).toMatchObject([{ id: "a", time: { year: 557 }, otherPlaces: [named.place, "558"] }]);
  });
});

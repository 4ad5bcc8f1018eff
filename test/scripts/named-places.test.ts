import { assert, double, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { classOf, createGazetteer, foldName, namedPlace, PLACE_CLASSES } from "../../scripts/measure/location/named-places.ts";

const [agree, neighbouring, sameTown, displaced, elsewhere, unknown, exchanged] = PLACE_CLASSES;
/** Hualien lies at 23.977° N, 121.604° E. */
const GAZETTEER = createGazetteer([{ name: "Hualien City", loc: { coordinates: [121.604, 23.977] } }]);

function judge(words: string, latitude: number, longitude: number) {
  const named = namedPlace(words);
  return named && classOf({ latitude, longitude }, named, GAZETTEER);
}

describe("the words of an agency", () => {
  it.each([
    ["22km NNE of Hualian, Taiwan", { km: 22, point: "NNE", names: ["hualian"] }],
    ["4 km SSW of Pāhala, Hawaii", { km: 4, point: "SSW", names: ["pahala"] }],
    ["3.5 km E of The Geysers, CA", { km: 3.5, point: "E", names: ["the geysers"] }],
    ["9 km W of Puerto San José (Town), Chile", { km: 9, point: "W", names: ["puerto san jose (town)", "puerto san jose"] }],
    ["Fiji region", null],
    ["5 km XYZ of Rome, Italy", null],
    ["south of the Fiji Islands", null],
  ])("%s", (words, expected) => expect(namedPlace(words)).toEqual(expected));

  it("are folded as the gazetteer's", () => {
    expect(foldName("Coeur d’Alène")).toBe(foldName("coeur dAlene"));
    expect(foldName("Port-au-Prince")).toBe("port au prince");
  });
});

describe("the distance and bearing in words against those from a gazetteer", () => {
  it.each([
    ["22 km NNE of Hualien City, Taiwan", 24.16, 121.687, agree],
    ["22 km NE of Hualien City, Taiwan", 24.144, 121.7205, neighbouring],
    ["22 km NNE of Hualien City, Taiwan", 24.2, 121.687, sameTown],
    ["200 km E of Hualien City, Taiwan", 24.295, 123.59, sameTown],
    ["22 km NNE of Hualien City, Taiwan", 24.6, 121.687, displaced],
    ["22 km NNE of Hualien City, Taiwan", 34.16, 121.687, elsewhere],
    ["22 km NNE of Atlantis, Taiwan", 24.16, 121.687, unknown],
    ["22 km NNE of Hualien City, Taiwan", -24.16, 121.687, exchanged],
  ])("%s at %d, %d", (words, latitude, longitude, expected) => expect(judge(words, latitude, longitude)).toBe(expected));

  it("is one of the classes wherever the earthquake was", () => {
    const anywhere = {
      latitude: double({ min: -90, max: 90, noNaN: true }),
      longitude: double({ min: -180, max: 180, noNaN: true }),
    };
    assert(
      property(record(anywhere), integer({ min: 0, max: 500 }), ({ latitude, longitude }, km) => {
        expect(PLACE_CLASSES).toContain(judge(`${km} km NNW of Hualien City, Taiwan`, latitude, longitude));
      }),
    );
  });
});

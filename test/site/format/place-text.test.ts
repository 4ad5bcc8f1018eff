import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeText } from "../../../build/site/format/place-text.ts";

describe("a place that NOAA writes in capitals", () => {
  it.each([
    ["JAPAN:  S OF HONSHU:  HACHIJOJIMA, TOKYO", "Japan: S of Honshu: Hachijojima, Tokyo"],
    ["FRANCE: ST PAUL D'UBAYE,JAUSIERS,CEILLAC,VARS", "France: St Paul D'Ubaye, Jausiers, Ceillac, Vars"],
    ["HAITI: PORT-AU-PRINCE", "Haiti: Port-au-Prince"],
    ["CHINA: SHAANXI PROVINCE: XI'AN", "China: Shaanxi Province: Xi'an"],
    ["TURKEY: ANTAKYA (ANTIOCH), SAMANDAG", "Turkey: Antakya (Antioch), Samandag"],
    ["USA: NE CALIFORNIA; EL SALVADOR: LA LIBERTAD", "USA: NE California; El Salvador: La Libertad"],
    ["WASHINGTON, D.C.", "Washington, D.C."],
    ["MÉXICO: ÑIPAS", "México: Ñipas"],
    ["", ""],
  ])("is %j in ordinary letters", (noaa, ordinary) => {
    expect(placeText(noaa)).toBe(ordinary);
  });

  it("stays as it is where it has small letters", () => {
    expect(placeText("CHILE: off Valdivia")).toBe("CHILE: off Valdivia");
  });

  it("keeps its letters in their order, whatever they are", () => {
    const letters = (text: string) => text.toUpperCase().replace(/ /g, "");
    const texts = fc.string({ unit: fc.constantFrom(..."ABÉÑ'’-, ;:().ab0 ") });
    fc.assert(fc.property(texts, (text) => letters(placeText(text)) === letters(text)));
  });
});

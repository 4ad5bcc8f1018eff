import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, words } from "../../../build/contract/wire/fold.ts";

describe("folding", () => {
  test.each([
    ["  Hualién \t City\n", "hualien city"],
    ["18 km NNE of Hualien City, Taiwan", "18 km nne of hualien city, taiwan"],
    [" San  Juan ", "san juan"],
    ["Lima\tCallao", "lima callao"],
    ["ＴＯＫＹＯ", "tokyo"],
    ["Ærøskøbing", "aeroskobing"],
    ["Þingvellir við Öxará", "thingvellir vid oxara"],
    ["GROẞ Straße", "gross strasse"],
    ["İzmir, Diyarbakır", "izmir, diyarbakir"],
    ["Łódź", "lodz"],
    ["Đà Nẵng", "da nang"],
    ["ΧΊΟΣ", "χιοσ"],
    ["日本", "日本"],
    ["ΤΉΝΟΣ Ελλάδα", "τηνοσ ελλαδα"],
    ["Şəki", "seki"],
    ["Ħal Għaxaq", "hal ghaxaq"],
    ["Hawaiʻi Hawaiʼi Hawai‘i", "hawai'i hawai'i hawai‘i"],
    ["IĲsselmeer ǄABAC", "iijsselmeer dzabac"],
    ["ﬁ", "fi"],
    ["Œuvre", "oeuvre"],
  ])("%s becomes %s", (given, folded) => expect(fold(given)).toBe(folded));

  test.each([
    ["РОССИЙСКАЯ", "российская", "и and й are two letters"],
    ["Україна, Ўзбекистон", "україна, ўзбекистон", "і and ї, у and ў are two letters"],
    ["Королёв", "королев", "ё is written е as often as not"],
    ["Росси\u0301я", "россия", "a stress mark is an accent"],
    ["آسيا أثينا إيران مؤتة", "آسيا أثينا إيران مؤتة", "what hamza and madda are on is another letter"],
    ["الجَزَائِر", "الجزائر", "vowel signs are written or not"],
    ["ب\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652", "ب", "and so are all eight of them"],
    ["ガーナ", "ガーナ", "voiced Kana are other sounds"],
    ["ｶﾞｰﾅ", "ガーナ", "half width is a matter of type"],
    ["भारत", "भारत", "vowels of Devanagari are marks to Unicode, but no accents"],
    ["ประเทศไทย", "ประเทศไทย", "and so are those of Thai"],
    ["대한민국", "대한민국", "syllables are put together again"],
  ])("leaves letters of other scripts intact: %s becomes %s, %s", (given, folded) => {
    expect(fold(given)).toBe(folded.normalize("NFC"));
  });

  test("is done after one time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => fold(fold(text)) === fold(text)),
      { numRuns: 2000 },
    );
  });

  test("is done after one time for every single character of the first two planes", () => {
    for (let code = 0; code <= 0x1ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const once = fold(String.fromCodePoint(code));
      if (fold(once) !== once) expect.fail(`U+${code.toString(16)}: "${once}" becomes "${fold(once)}"`);
    }
  });

  test("does not see case", () => {
    fc.assert(fc.property(fc.string(), (text) => fold(text.toUpperCase()) === fold(text)));
  });
});

describe("words", () => {
  test("are runs of letters and digits", () => {
    expect(words("10 km ssw of ridgecrest, ca")).toEqual(["10", "km", "ssw", "of", "ridgecrest", "ca"]);
    expect(words("l'aquila (italia)")).toEqual(["l", "aquila", "italia"]);
  });

  test("hold the signs that are on their letters", () => {
    expect(words(fold("भारत गणराज्य"))).toEqual(["भारत", "गणराज्य"].map((word) => word.normalize("NFC")));
    expect(words(fold("ไทย—ที่"))).toEqual(["ไทย", "ที่"]);
  });

  test("may be none", () => {
    expect(words("")).toEqual([]);
    expect(words("-- !")).toEqual([]);
  });

  test("hold nothing that would split again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const word of words(fold(text))) expect(words(word)).toEqual([word]);
      }),
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, words } from "../../build/contract/fold.ts";

describe("folding", () => {
  test.each([
    ["  Hualién \t City\n", "hualien city"],
    ["ＴＯＫＹＯ", "tokyo"],
    ["Ærøskøbing", "aeroskobing"],
    ["Þingvellir við Öxará", "thingvellir vid oxara"],
    ["GROẞ Straße", "gross strasse"],
    ["İzmir, Diyarbakır", "izmir, diyarbakir"],
    ["Łódź", "lodz"],
    ["Đà Nẵng", "da nang"],
    ["ΧΊΟΣ", "χιοσ"],
    ["ガ", "カ"],
    ["日本", "日本"],
    ["ﬁ", "fi"],
    ["Œuvre", "oeuvre"],
  ])("%s becomes %s", (given, folded) => expect(fold(given)).toBe(folded));

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
